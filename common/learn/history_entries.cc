#include "learn/history_entries.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace synapse {
namespace {

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

constexpr std::string_view kOurs = "<<<<<<< ", kBase = "||||||| ",
                           kTheirs = ">>>>>>> ";

bool IsMark(std::string_view line) {
  return line.starts_with(kOurs) || line.starts_with(kBase) ||
         line.starts_with(kTheirs) || line == "=======";
}

}  // namespace

HistoryLines::HistoryLines(std::string_view text) : rest_(text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (rest_.starts_with(kByteOrderMark)) {
    rest_.remove_prefix(kByteOrderMark.size());
  }
  conflict_ = HasLine(rest_, kOurs) && HasLine(rest_, "=======") &&
              HasLine(rest_, kTheirs);
  SkipMarks();
}

bool HistoryLines::Next(std::string_view& line) {
  if (rest_.empty()) return false;
  line = Peek();
  const size_t end = rest_.find('\n');
  open_ = end == rest_.npos;
  rest_.remove_prefix(open_ ? rest_.size() : end + 1);
  number_ = ++read_;
  SkipMarks();
  return true;
}

void HistoryLines::SkipMarks() {
  while (conflict_ && IsMark(Peek())) {
    rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size() - 1) + 1);
    marks_.push_back(++read_);
  }
}

std::string_view HistoryLines::Peek() const {
  std::string_view line = rest_.substr(0, rest_.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

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

bool HistoryEntries::Add(size_t line, std::string command,
                         std::optional<int64_t> time_s, int64_t duration_ms) {
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
  // A file may have any number of entries, and each is larger in memory.
  if (events_.size() / 5 > most_ / 4) DropOldest();
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

void HistoryEntries::Expect(size_t entries) {
  constexpr size_t kMostExpected = size_t{1} << 18;  // a file may be anything
  events_.reserve(std::min(entries, kMostExpected));
  lines_.reserve(std::min(entries, kMostExpected));
}

std::vector<Event> HistoryEntries::Finish(HistoryDamage* damage) {
  DropCut();
  DropOldest();
  if (damage) damage->older += older_;
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

void HistoryEntries::DropOldest() {
  if (events_.size() <= most_) return;
  const size_t surplus = events_.size() - most_;
  events_.erase(events_.begin(), events_.begin() + surplus);
  lines_.erase(lines_.begin(), lines_.begin() + surplus);
  std::erase_if(cut_, [&](size_t at) { return at < surplus; });
  for (size_t& at : cut_) at -= surplus;
  older_ += surplus;
}

void HistoryEntries::DropCut() {
  constexpr size_t kAnotherEncoding = 3;
  if (cut_.size() >= kAnotherEncoding && !utf8_) return;
  for (size_t at : cut_) {
    Damaged(lines_[at]);
    events_[at].command.clear();
  }
  std::erase_if(events_, [](const Event& e) { return e.command.empty(); });
}

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

}  // namespace synapse
