// The history of fish: `- cmd: ...` and `  when: ...`, a subset of YAML.
#include "base/text.h"
#include "learn/history_entries.h"

namespace synapse {
namespace {

// fish escapes a newline as \n and a backslash as two.
std::string UnescapeFish(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (text[i] == '\\' && (next == 'n' || next == '\\')) {
      out += next == 'n' ? '\n' : '\\';
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

// A line of an entry that is neither its command nor its time: `  paths:`, a
// path, or a field of a newer fish. Another field does not have a number.
bool IsOtherField(std::string_view line) {
  if (line.starts_with("    - ")) return true;
  if (!line.starts_with("  ")) return false;
  line.remove_prefix(2);
  const size_t name = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
  if (name == 0 || name == line.npos || line[name] != ':') return false;
  std::string_view value = Trim(line.substr(name + 1));
  return value.find_first_of("0123456789") != 0 &&
         line.substr(0, name) != "when";
}

// One entry of fish. A line whose own beginning is lost ends it, so that the
// time of the next one is not taken for its own.
class FishEntry {
 public:
  explicit FishEntry(HistoryEntries& out) : out_(out) {}

  void Begin(size_t line, std::string_view command) {
    Flush();
    line_ = line;
    open_ = true;
    command_ = UnescapeFish(command);
  }
  void When(size_t line, std::string_view number) {
    if (!open_ || when_) return Stray(line);
    auto time = TakeNumber(number);
    if (time && number.empty()) {
      when_ = *time;
    } else {
      Damaged(line);
    }
  }
  // A line that belongs to no entry that is known.
  void Stray(size_t line) {
    const bool lost = lost_;
    Flush();
    if (!lost) out_.Damaged(line);
    lost_ = true;
  }
  void Damaged(size_t line) {
    if (!open_) return Stray(line);
    out_.Damaged(line);
    open_ = false;
    lost_ = true;
  }
  void Flush() {
    if (open_) out_.Add(line_, std::move(command_), when_);
    command_.clear();
    when_.reset();
    open_ = lost_ = false;
  }

 private:
  HistoryEntries& out_;
  size_t line_ = 0;
  bool open_ = false;
  bool lost_ = false;  // the lines of a damaged entry
  std::string command_;
  std::optional<int64_t> when_;
};

}  // namespace

void ParseFishHistory(HistoryLines& lines, HistoryEntries& out) {
  constexpr std::string_view kWhen = "  when: ";
  FishEntry entry(out);
  std::string_view line;
  bool any = false;  // the first lines may belong to an entry that is cut off
  while (lines.Next(line)) {
    const size_t number = lines.number();
    const size_t begin = LastEntry(line, kFishEntry, StartsFish);
    if (begin != 0) {
      // The entry before is whole.
      if (line[0] == '\0' || StartsFish(line)) entry.Flush();
      entry.Damaged(number);
      if (begin == line.npos) continue;
      line.remove_prefix(begin);
    }
    any = any || StartsFish(line);
    if (StartsFish(line)) {
      entry.Begin(number, line.substr(kFishEntry.size()));
    } else if (!any || Trim(line).empty() || IsOtherField(line)) {
      continue;
    } else if (line.starts_with(kWhen)) {
      // A time of fewer digits at the end of the file is cut.
      constexpr size_t kDigits = 10;
      const std::string_view time = line.substr(kWhen.size());
      if (!lines.open() || time.size() >= kDigits) entry.When(number, time);
    } else if (line.starts_with(' ')) {
      entry.Damaged(number);
    } else {
      entry.Stray(number);
    }
  }
  entry.Flush();
}

}  // namespace synapse
