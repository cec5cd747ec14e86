#include "learn/history_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <optional>

#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

constexpr char kMeta = '\x83';

// Digits at the front of `text`, with a sign, are removed from it. Numbers of
// more than 18 digits are one that no stamp has.
std::optional<int64_t> TakeNumber(std::string_view& text) {
  constexpr size_t kMaxDigits = 18;
  const bool negative = text.starts_with('-');
  size_t n = negative, digits = 0;
  int64_t value = 0;
  for (; n < text.size() && text[n] >= '0' && text[n] <= '9'; ++n) {
    if (++digits <= kMaxDigits) value = value * 10 + (text[n] - '0');
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(n);
  if (digits > kMaxDigits) value = INT64_MAX;
  return negative ? -value : value;
}

// The lines of a file, counted, without their ends.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (rest_.starts_with(kByteOrderMark)) {
      rest_.remove_prefix(kByteOrderMark.size());
    }
  }
  bool Next(std::string_view& line) {
    if (rest_.empty()) return false;
    line = Peek();
    const size_t end = rest_.find('\n');
    rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
    ++number_;
    return true;
  }
  // The next line, which is not taken; "" at the end.
  std::string_view Peek() const {
    std::string_view line = rest_.substr(0, rest_.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
  bool AtEnd() const { return rest_.empty(); }
  size_t number() const { return number_; }

 private:
  std::string_view rest_;
  size_t number_ = 0;
};

// Whether a text has characters of more than one byte, and whether one of them
// is cut. kOther: a byte that is cut in UTF-8, or whole in Latin-1.
enum class Coding { kAscii, kWhole, kCut, kOther };
Coding CodingOf(std::string_view text) {
  Coding out = Coding::kAscii;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    if (point.value == 0xFFFD && point.length == 1) {
      const auto byte = [&](size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
      };
      const bool cut = byte(at) >= 0xE0 && (byte(at + 1) & 0xC0) == 0x80;
      return cut ? Coding::kCut : Coding::kOther;
    }
    if (point.length > 1) out = Coding::kWhole;
    at += point.length;
  }
  return out;
}

class Collector {
 public:
  explicit Collector(int64_t now_ms) : now_ms_(now_ms) {}

  void Damaged(size_t line) { damaged_.push_back(line); }

  // False for an entry that may be damaged: lines that follow may belong to it.
  bool Add(size_t line, std::string command, std::optional<int64_t> time_s,
           int64_t duration_ms = Event::kUnknownDuration) {
    while (!command.empty() &&
           (command.back() == '\n' || command.back() == '\r')) {
      command.pop_back();
    }
    if (time_s == 0) time_s.reset();
    if ((time_s && !IsPlausibleTime(*time_s, now_ms_)) ||
        !IsWholeCommand(command)) {
      Damaged(line);
      return false;
    }
    if (Trim(command).empty()) return true;
    const Coding coding = CodingOf(command);
    const bool cut = coding == Coding::kCut || coding == Coding::kOther;
    if (cut) cut_.push_back(events_.size());
    utf8_ = utf8_ || coding == Coding::kWhole || coding == Coding::kCut;
    Event e;
    e.command = std::move(command);
    e.imported = true;
    e.duration_ms = duration_ms;
    if (time_s) {
      e.start_ms = *time_s * 1000;
    } else {
      e.estimated_time = true;
    }
    events_.push_back(std::move(e));
    lines_.push_back(line);
    return !cut;
  }

  // Untimed events lie between their timed neighbours, or end now.
  std::vector<Event> Finish(HistoryDamage* damage) {
    DropCut();
    int64_t later = now_ms_;
    for (auto e = events_.rbegin(); e != events_.rend(); ++e) {
      if (e->estimated_time) {
        e->start_ms = std::max<int64_t>(later - 60000, 1);
      }
      later = std::min(later, e->start_ms);
    }
    std::sort(damaged_.begin(), damaged_.end());
    for (size_t line : damaged_) {
      if (damage) damage->Add(line);
    }
    return std::move(events_);
  }

 private:
  // A file without one whole character of UTF-8 has another encoding, and none
  // of its characters is known to be cut.
  void DropCut() {
    constexpr size_t kAnotherEncoding = 3;
    if (cut_.size() >= kAnotherEncoding && !utf8_) return;
    for (size_t at : cut_) {
      Damaged(lines_[at]);
      events_[at].command.clear();
    }
    std::erase_if(events_, [](const Event& e) { return e.command.empty(); });
  }

  const int64_t now_ms_;
  std::vector<Event> events_;
  std::vector<size_t> lines_;  // where each of the events begins
  std::vector<size_t> damaged_;
  std::vector<size_t> cut_;  // events with a character that is cut
  bool utf8_ = false;        // an event has a character of UTF-8
};

// True for a place in the line that stands inside of quotes, as the pattern of
// a grep: text there is no beginning of an entry. Where a word or a blank stands
// before it, an entry that lost its end may have an odd number of quotes too.
bool IsQuoted(std::string_view line, size_t at) {
  const char before_it = at > 0 ? line[at - 1] : ' ';
  if (before_it == ' ' || isalnum(static_cast<unsigned char>(before_it))) {
    return false;
  }
  for (char quote : {'\'', '"'}) {
    const auto before = std::count(line.begin(), line.begin() + at, quote);
    const auto behind = std::count(line.begin() + at, line.end(), quote);
    if (before % 2 == 1 && behind % 2 == 1) return true;
  }
  return false;
}

// Where the last entry of a line begins: 0 in a whole line; npos when the line
// has none. Before it are NULs, or an entry whose end is lost. `starts` answers
// whether a text is the beginning of an entry that begins with `mark`.
template <class Starts>
size_t LastEntry(std::string_view line, std::string_view mark,
                 const Starts& starts) {
  const size_t nul = line.rfind('\0');
  const size_t begin = nul == line.npos ? 0 : nul + 1;
  int tries = 8;  // each costs the length of the line
  for (size_t at = line.rfind(mark); at != line.npos && at > begin;
       at = line.rfind(mark, at - 1)) {
    if (!starts(line.substr(at))) continue;
    if (!IsQuoted(line.substr(begin), at - begin)) return at;
    if (--tries == 0) break;
  }
  if (nul == line.npos || line[0] == '\0') return begin;
  return starts(line.substr(begin)) ? begin : line.npos;
}

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
bool TakeContinued(Lines& lines, bool timed, std::string& command) {
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

void ParseZsh(Lines& lines, Collector& out) {
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
    const bool of_lost = lost && stamps && stamp.state == Extended::kNone;
    lost = entry == line.npos || of_lost;
    const bool whole = TakeContinued(lines, timed, command);
    if (lost) continue;
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

// One entry of a bash file with times: a stamp, and the lines up to the next.
class BashEntry {
 public:
  explicit BashEntry(Collector& out) : out_(out) {}
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
  Collector& out_;
  size_t line_ = 0;
  BashStamp stamp_;
  std::string command_;
  bool damaged_ = false;
};

void ParseBash(Lines& lines, Collector& out) {
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
    const BashStamp stamp = BashStampOf(line);
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

constexpr std::string_view kFishCommand = "- cmd: ";
bool StartsFish(std::string_view text) {
  return text.starts_with(kFishCommand);
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
  explicit FishEntry(Collector& out) : out_(out) {}

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
  Collector& out_;
  size_t line_ = 0;
  bool open_ = false;
  bool lost_ = false;  // the lines of a damaged entry
  std::string command_;
  std::optional<int64_t> when_;
};

void ParseFish(Lines& lines, Collector& out) {
  constexpr std::string_view kWhen = "  when: ";
  FishEntry entry(out);
  std::string_view line;
  bool any = false;  // the first lines may belong to an entry that is cut off
  while (lines.Next(line)) {
    const size_t number = lines.number();
    const size_t begin = LastEntry(line, kFishCommand, StartsFish);
    if (begin != 0) {
      // The entry before is whole.
      if (line[0] == '\0' || StartsFish(line)) entry.Flush();
      entry.Damaged(number);
      if (begin == line.npos) continue;
      line.remove_prefix(begin);
    }
    any = any || StartsFish(line);
    if (StartsFish(line)) {
      entry.Begin(number, line.substr(kFishCommand.size()));
    } else if (!any || Trim(line).empty() || IsOtherField(line)) {
      continue;
    } else if (line.starts_with(kWhen)) {
      entry.When(number, line.substr(kWhen.size()));
    } else if (line.starts_with(' ')) {
      entry.Damaged(number);
    } else {
      entry.Stray(number);
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
  Lines lines(text.substr(0, 65536));
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
                                int64_t now_ms, HistoryDamage* damage) {
  Collector out(now_ms);
  Lines lines(text);
  switch (format) {
    case HistoryFormat::kZsh: ParseZsh(lines, out); break;
    case HistoryFormat::kBash: ParseBash(lines, out); break;
    case HistoryFormat::kFish: ParseFish(lines, out); break;
  }
  return out.Finish(damage);
}

Result<std::string> ReadFileTail(const std::string& path, size_t most) {
  auto st = StatFile(path);
  if (!st) return Status(Code::kNotFound, path + ": " + strerror(errno));
  if (static_cast<size_t>(st->st_size) <= most) return ReadFile(path, most);
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return Status(Code::kUnavailable, path + ": " + strerror(errno));
  std::string out(most, '\0');
  ssize_t n =
      pread(fd, out.data(), most, st->st_size - static_cast<off_t>(most));
  close(fd);
  if (n < 0) return Status(Code::kUnavailable, path + ": " + strerror(errno));
  out.resize(static_cast<size_t>(n));
  // The first line is likely cut.
  size_t first = out.find('\n');
  return out.substr(first == out.npos ? out.size() : first + 1);
}

}  // namespace synapse
