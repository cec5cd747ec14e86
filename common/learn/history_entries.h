// The parts that all readers of history files share (history_file.h): lines of a file,
// and the events of its entries. Tested by tests/learn/history_file_test.cc and
// tests/learn/damaged_history_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "learn/history_file.h"

namespace synapse {

// Removes the digits at the front of `text`, with a sign. A number of more than
// 18 digits becomes a number that is no stamp.
std::optional<int64_t> TakeNumber(std::string_view& text);

// The lines of a file without their newlines, and their number. Marks of a
// merge conflict (`<<<<<<< HEAD`) are left out.
class HistoryLines {
 public:
  explicit HistoryLines(std::string_view text);
  bool Next(std::string_view& line);
  // The next line, which is not taken; "" at the end.
  std::string_view Peek() const;
  bool AtEnd() const { return rest_.empty(); }
  size_t number() const { return number_; }
  // True if the line that was taken last has no newline, so that its end may be
  // lost.
  bool open() const { return open_; }
  // The numbers of the marks so far.
  const std::vector<size_t>& marks() const { return marks_; }

 private:
  void SkipMarks();

  std::string_view rest_;
  size_t number_ = 0;  // of the line that was taken last
  size_t read_ = 0;    // lines before rest_
  bool open_ = false;
  bool conflict_ = false;  // the file has all three marks
  std::vector<size_t> marks_;
};

// The entries of a file become events.
class HistoryEntries {
 public:
  // Keeps the last `most` entries.
  explicit HistoryEntries(int64_t now_ms, size_t most = SIZE_MAX)
      : now_ms_(now_ms), most_(most) {}

  void Damaged(size_t line) { damaged_.push_back(line); }

  // False for an entry that may be damaged. The following lines may belong to
  // it.
  bool Add(size_t line, std::string command, std::optional<int64_t> time_s,
           int64_t duration_ms = Event::kUnknownDuration);

  // Untimed events lie between their timed neighbours, or end now.
  std::vector<Event> Finish(HistoryDamage* damage);
  // Reserves memory for about this many entries, because a list that grows is
  // in memory twice for a while.
  void Expect(size_t entries);

 private:
  // A file without one whole character of UTF-8 has another encoding, and none
  // of its characters is known to be cut.
  void DropCut();
  void DropOldest();

  const int64_t now_ms_;
  const size_t most_;
  size_t older_ = 0;  // entries that were dropped
  std::vector<Event> events_;
  std::vector<size_t> lines_;  // where each of the events begins
  std::vector<size_t> damaged_;
  std::vector<size_t> cut_;  // events with a character that is cut
  bool utf8_ = false;        // an event has a character of UTF-8
};

// True for a place in the line that stands inside of quotes, as the pattern of
// a grep: text there is no beginning of an entry. Where a word or a blank stands
// before it, an entry that lost its end may have an odd number of quotes too.
bool IsQuoted(std::string_view line, size_t at);

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

inline constexpr std::string_view kFishEntry = "- cmd: ";
inline bool StartsFish(std::string_view text) {
  return text.starts_with(kFishEntry);
}
void ParseFishHistory(HistoryLines& lines, HistoryEntries& out);

}  // namespace synapse
