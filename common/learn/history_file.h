// History files of other shells and tools, as events.
//
//   zsh     `: 1600000000:3;command`, or the bare command; a newline inside a
//           command is written backslash-newline; bytes are metafied
//   bash    the bare command; `#1600000000` on the line before gives its time
//           (and lets it have several lines)
//   fish    `- cmd: ...` and `  when: ...` (a YAML subset)
//   atuin   an SQLite database, see atuin_file.h
//
// A file without times gets estimated ones, a minute apart and ending now, so
// that order is kept; such events are marked. Damage costs the damaged entry.
// Tested by tests/learn/history_file_test.cc, fuzzed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "store/event.h"

namespace synapse {

enum class HistoryFormat { kZsh, kBash, kFish };

// By content; `shell` decides what content leaves open.
HistoryFormat GuessHistoryFormat(std::string_view text, std::string_view shell);

// The events in the file's order, times never decreasing.
std::vector<Event> ParseHistory(std::string_view text, HistoryFormat format,
                                int64_t now_ms);

// The last `most` bytes of a file, from the first whole line on.
Result<std::string> ReadFileTail(const std::string& path, size_t most);

// zsh writes bytes from 0x83 on, and NUL, as Meta and the byte xor 32
// (zsh's Src/utils.c, unmetafy).
std::string Unmetafy(std::string_view text);

}  // namespace synapse
