// History files of other shells and tools, as events.
//
//   zsh     `: 1600000000:3;command`, or the bare command; a newline inside a
//           command is written backslash-newline; bytes are metafied
//   bash    the bare command; `#1600000000` on the line before gives its time
//           (and lets it have several lines)
//   fish    `- cmd: ...` and `  when: ...` (a YAML subset)
// Atuin, hishtory and zsh-histdb have an SQLite database: history_database.h.
//
// A file without times gets estimated ones, a minute apart and ending now, so
// that order is kept; such events are marked. A stamp of 0 is no time.
//
// Damage: a damaged entry is skipped and counted, and costs no other entry. An
//         entry is damaged that has a NUL (a block that the machine lost when
//         it went down), a stamp that is no time, a beginning of another entry
//         in its middle, a character that is cut, or kMaxEntry bytes and more;
//         the marks of a merge count too, and lines between them are entries.
//         A last line without a newline is whole unless its stamp, or a pair of
//         bytes that zsh writes, is cut.
//         Text that begins behind NULs is an entry of its own.
// Tested by tests/learn/history_file_test.cc and
// tests/learn/damaged_history_test.cc, fuzzed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "store/event.h"

namespace synapse {

enum class HistoryFormat { kZsh, kBash, kFish };

// Entries that were skipped because they are damaged.
struct HistoryDamage {
  static constexpr size_t kMaxPlaces = 5;
  size_t entries = 0;
  std::vector<size_t> places;  // lines of the first ones, from 1; rows of Atuin
  bool unreadable = false;     // a part of the file cannot be read
  size_t older = 0;            // whole entries before the newest ones asked for
  void Add(size_t place);
  // "2 damaged entries skipped (lines 3 and 8)"; `places`: "lines" or "rows".
  std::string Text(const char* places = "lines") const;
};

// By content; `shell` decides what content leaves open.
HistoryFormat GuessHistoryFormat(std::string_view text, std::string_view shell);

// The last `most` events, in the file's order.
inline constexpr size_t kMaxEntry = size_t{64} << 10;
std::vector<Event> ParseHistory(std::string_view text, HistoryFormat format,
                                int64_t now_ms, HistoryDamage* damage = nullptr,
                                size_t most = SIZE_MAX);

// False for a text that no shell has run: it has a NUL, or kMaxEntry bytes.
bool IsWholeCommand(std::string_view command);
// False for a stamp that is no time of a command, as one of milliseconds.
bool IsPlausibleTime(int64_t time_s, int64_t now_ms);

// The last `most` bytes of a file, from the first whole line on.
Result<std::string> ReadFileTail(const std::string& path, size_t most,
                                 size_t end = SIZE_MAX);

// zsh writes bytes from 0x83 on, and NUL, as Meta and the byte xor 32
// (zsh's Src/utils.c, unmetafy).
std::string Unmetafy(std::string_view text);

}  // namespace synapse
