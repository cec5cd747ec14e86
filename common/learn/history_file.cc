#include "learn/history_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>

#include "base/files.h"
#include "learn/history_entries.h"

namespace synapse {
namespace {

constexpr char kMeta = '\x83';

// `: 1600000000:3;` at the front of an entry of zsh.
struct Extended {
  enum { kNone, kWhole, kBroken } state = kNone;
  int64_t start_s = 0;
  int64_t took_ms = Event::kUnknownDuration;
  size_t length = 0;
};

// The builtin `:` is no stamp: a broken one is known by its digits.
Extended ExtendedOf(std::string_view line) {
  constexpr size_t kStampDigits = 9;
  std::string_view rest = line;
  if (!rest.starts_with(": ")) return {};
  rest.remove_prefix(std::min(rest.find_first_not_of(' ', 1), rest.size()));
  const size_t before = rest.size();
  auto start = TakeNumber(rest);
  if (!start) return {};
  Extended out;
  if (before - rest.size() >= kStampDigits) out.state = Extended::kBroken;
  if (!rest.starts_with(':')) return out;
  rest.remove_prefix(1);
  auto took = TakeNumber(rest);
  if (!took || !rest.starts_with(';')) return out;
  constexpr int64_t kMostS = int64_t{10} * 365 * 86400;
  out.state = Extended::kWhole;
  out.start_s = *start;
  if (*took >= 0 && *took < kMostS) out.took_ms = *took * 1000;
  out.length = line.size() - rest.size() + 1;
  return out;
}

// The rest of a stamp whose beginning is lost, as "0000001:0;ls".
bool IsRestOfStamp(std::string_view line) {
  auto start = TakeNumber(line);
  if (!start || !line.starts_with(':')) return false;
  line.remove_prefix(1);
  return TakeNumber(line) && line.starts_with(';');
}

// `: 16000x0001:0;ls`, `: :0;ls`, `:1600000000:0;ls`: a stamp with other bytes
// than digits, in a file with stamps.
bool HasOddStamp(std::string_view line) {
  constexpr size_t kLongest = 24;
  if (!line.starts_with(':')) return false;
  line.remove_prefix(std::min(line.find_first_not_of(' ', 1), line.size()));
  const size_t end = line.find_first_of(": \t;");
  if (end == line.npos || end > kLongest || line[end] != ':') return false;
  line.remove_prefix(end + 1);
  return TakeNumber(line) && line.starts_with(';');
}

// An entry that ends within its stamp, or before a byte that zsh always writes:
// the second of a metafied pair, or the line behind a backslash.
bool IsCutOff(std::string_view entry) {
  if (entry.ends_with(kMeta) || entry.ends_with('\\')) return true;
  if (!entry.starts_with(": ")) return false;
  return entry.find_first_not_of("0123456789:", 2) == entry.npos;
}

bool StartsExtended(std::string_view text) {
  return ExtendedOf(text).state == Extended::kWhole;
}
// In the middle of a line a stamp has its usual length.
bool StartsInLine(std::string_view text) {
  const Extended e = ExtendedOf(text);
  return e.state == Extended::kWhole && e.start_s > 999'999'999;
}

// Appends the lines that continue `command`. False when they end in another
// entry: the end of this one is lost.
bool TakeContinued(HistoryLines& lines, bool timed, std::string& command) {
  // A backslash at the end, whatever stands before it: the command goes on.
  while (!lines.AtEnd() && command.ends_with('\\')) {
    std::string_view next = lines.Peek();
    const size_t entry = LastEntry(next, ": ", StartsInLine);
    if (timed && entry != next.npos && StartsExtended(next.substr(entry))) {
      return false;
    }
    lines.Next(next);
    command.back() = '\n';
    command.append(next);
  }
  return true;
}

void ParseZsh(HistoryLines& lines, HistoryEntries& out) {
  std::string_view line;
  bool stamps = false;  // the file has them
  bool lost = false;    // the entry before may go on
  while (lines.Next(line)) {
    const size_t number = lines.number();
    const size_t entry = LastEntry(line, ": ", StartsInLine);
    if (entry != 0) out.Damaged(number);
    std::string command(line.substr(entry == line.npos ? 0 : entry));
    const Extended stamp = ExtendedOf(command);
    const bool timed = stamp.state == Extended::kWhole;
    stamps = stamps || timed;
    const bool odd = stamps && !timed && HasOddStamp(command);
    const bool of_lost =
        lost && stamps && !odd && stamp.state == Extended::kNone;
    lost = entry == line.npos || of_lost;
    const bool whole = TakeContinued(lines, timed, command);
    if (lost) continue;
    if (IsRestOfStamp(command) || odd ||
        (lines.open() && stamps && IsCutOff(command))) {
      out.Damaged(number);
      lost = !odd;
      continue;
    }
    if (!whole || stamp.state == Extended::kBroken) {
      // Damage in the line behind is counted there.
      const bool counted =
          !whole && LastEntry(lines.Peek(), ": ", StartsInLine) != 0;
      if (!counted) out.Damaged(number);
      continue;
    }
    command.erase(0, stamp.length);
    // zsh puts a blank behind a command that ends in a backslash and blanks.
    size_t last = command.find_last_not_of(' ');
    if (last != command.npos && last + 1 < command.size() &&
        command[last] == '\\') {
      command.pop_back();
    }
    // zsh writes a NUL of a command as Meta and a blank.
    if (command.find('\0') == command.npos) command = Unmetafy(command);
    lost = !out.Add(number, std::move(command),
                    timed ? std::optional(stamp.start_s) : std::nullopt,
                    stamp.took_ms);
  }
}

// A line "#1600000000". A broken one is known by its digits, as
// "#1600000000000000000" or "#-1600000000".
struct BashStamp {
  enum { kNone, kWhole, kBroken } state = kNone;
  int64_t time_s = 0;
};
BashStamp BashStampOf(std::string_view line) {
  constexpr size_t kStampDigits = 9;
  if (!line.starts_with('#')) return {};
  std::string_view rest = line.substr(1);
  auto time = TakeNumber(rest);
  if (!time) return {};
  if (rest.empty() && *time >= 0) return {BashStamp::kWhole, *time};
  const bool broken = line.size() - rest.size() > kStampDigits;
  return {broken ? BashStamp::kBroken : BashStamp::kNone, 0};
}
bool IsBashStamp(std::string_view line) {
  return BashStampOf(line).state == BashStamp::kWhole;
}
bool IsStampInLine(std::string_view text) {
  constexpr int64_t kUsual = 999'999'999;
  const BashStamp stamp = BashStampOf(text);
  return stamp.state == BashStamp::kWhole && stamp.time_s > kUsual;
}

// `#16000x`, `#-5`: bash takes a line that begins so for a stamp.
bool HasOddStampOfBash(std::string_view line) {
  constexpr size_t kLongest = 24;
  const size_t digit = line.starts_with("#-") ? 2 : 1;
  return line.size() > digit && line.size() <= kLongest && line[0] == '#' &&
         isdigit(static_cast<unsigned char>(line[digit])) != 0 &&
         line.find_first_of(" \t") == line.npos;
}

// One entry of a bash file with times: a stamp, and the lines up to the next.
class BashEntry {
 public:
  explicit BashEntry(HistoryEntries& out) : out_(out) {}
  bool timed() const { return stamp_.state != BashStamp::kNone; }

  void Begin(size_t line, BashStamp stamp) {
    Flush();
    line_ = line;
    stamp_ = stamp;
    if (stamp.state == BashStamp::kBroken) Damaged(line);
  }
  void Append(std::string_view line) {
    if (!command_.empty()) command_ += '\n';
    command_.append(line);
  }
  // Its lines are left out.
  void Damaged(size_t line) {
    if (!damaged_) out_.Damaged(line);
    damaged_ = true;
  }
  void Flush() {
    if (!damaged_) out_.Add(line_, std::move(command_), stamp_.time_s);
    command_.clear();
    damaged_ = false;
    stamp_ = {};
  }

 private:
  HistoryEntries& out_;
  size_t line_ = 0;
  BashStamp stamp_;
  std::string command_;
  bool damaged_ = false;
};

void ParseBash(HistoryLines& lines, HistoryEntries& out) {
  BashEntry entry(out);
  std::string_view line;
  while (lines.Next(line)) {
    const size_t number = lines.number();
    size_t begin = LastEntry(line, "#", IsStampInLine);
    // A comment at the end of a command may be a number; its entry ends with
    // the next stamp.
    const bool comment =
        begin != line.npos && begin > 0 && line.find('\0') == line.npos &&
        (!entry.timed() || lines.AtEnd() || IsBashStamp(lines.Peek()));
    if (comment) begin = 0;
    if (begin != 0) {
      // NULs at the front of a line follow a whole entry.
      if (entry.timed() && line[0] != '\0') {
        entry.Damaged(number);
      } else {
        out.Damaged(number);
        if (begin != line.npos) entry.Flush();
      }
    }
    if (begin == line.npos) continue;
    line.remove_prefix(begin);
    BashStamp stamp = BashStampOf(line);
    if (entry.timed() && stamp.state == BashStamp::kNone &&
        HasOddStampOfBash(line)) {
      stamp.state = BashStamp::kBroken;
    }
    if (stamp.state != BashStamp::kNone) {
      entry.Begin(number, stamp);
    } else if (!entry.timed()) {
      out.Add(number, std::string(line), std::nullopt);
    } else {
      // With times, everything up to the next one is one command.
      entry.Append(line);
    }
  }
  entry.Flush();
}

}  // namespace

void HistoryDamage::Add(size_t place) {
  ++entries;
  if (places.size() < kMaxPlaces) places.push_back(place);
}

std::string HistoryDamage::Text(const char* places_name) const {
  std::string out = std::to_string(entries) + " damaged " +
                    (entries == 1 ? "entry" : "entries") + " skipped (";
  std::string_view name(places_name);
  if (places.size() == 1) name.remove_suffix(1);
  out.append(name);
  for (size_t i = 0; i < places.size(); ++i) {
    const bool last = i + 1 == places.size() && entries == places.size();
    out += i == 0 ? " " : last ? " and " : ", ";
    out += std::to_string(places[i]);
  }
  return out + (entries > places.size() ? ", …)" : ")");
}

bool IsWholeCommand(std::string_view command) {
  return command.size() < kMaxEntry && command.find('\0') == command.npos;
}

bool IsPlausibleTime(int64_t time_s, int64_t now_ms) {
  constexpr int64_t kDayS = 86400;  // for a clock that was wrong
  return time_s > 0 && time_s <= now_ms / 1000 + kDayS;
}

std::string Unmetafy(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == kMeta && i + 1 < text.size()) {
      out += static_cast<char>(text[++i] ^ 32);
    } else {
      out += text[i];
    }
  }
  return out;
}

HistoryFormat GuessHistoryFormat(std::string_view text,
                                 std::string_view shell) {
  HistoryLines lines(text.substr(0, 65536));
  size_t zsh = 0, bash = 0, fish = 0;
  std::string_view line;
  while (lines.Next(line)) {
    bash += IsBashStamp(line);
    fish += StartsFish(line);
    zsh += StartsExtended(line);
  }
  if (fish > zsh && fish > bash) return HistoryFormat::kFish;
  if (zsh > bash) return HistoryFormat::kZsh;
  if (bash > 0) return HistoryFormat::kBash;
  if (shell == "zsh" || text.find(kMeta) != text.npos) {
    return HistoryFormat::kZsh;
  }
  return HistoryFormat::kBash;
}

std::vector<Event> ParseHistory(std::string_view text, HistoryFormat format,
                                int64_t now_ms, HistoryDamage* damage,
                                size_t most) {
  HistoryEntries out(now_ms, most);
  out.Expect(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) +
             1);
  HistoryLines lines(text);
  switch (format) {
    case HistoryFormat::kZsh: ParseZsh(lines, out); break;
    case HistoryFormat::kBash: ParseBash(lines, out); break;
    case HistoryFormat::kFish: ParseFishHistory(lines, out); break;
  }
  for (size_t line : lines.marks()) out.Damaged(line);
  return out.Finish(damage);
}

Result<std::string> ReadFileTail(const std::string& path, size_t most,
                                 size_t end) {
  auto st = StatFile(path);
  if (!st) return Status(Code::kNotFound, path + ": " + strerror(errno));
  end = std::min(end, static_cast<size_t>(st->st_size));
  if (end <= most) {
    auto whole = ReadFile(path, std::max<size_t>(most, st->st_size));
    if (whole.ok() && st->st_size > 0)
      whole->resize(std::min(whole->size(), end));
    return whole;
  }
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return Status(Code::kUnavailable, path + ": " + strerror(errno));
  std::string out(most, '\0');
  ssize_t n = pread(fd, out.data(), most, static_cast<off_t>(end - most));
  close(fd);
  if (n < 0) return Status(Code::kUnavailable, path + ": " + strerror(errno));
  out.resize(static_cast<size_t>(n));
  // The first line is likely cut.
  size_t first = out.find('\n');
  return out.substr(first == out.npos ? out.size() : first + 1);
}

}  // namespace synapse
