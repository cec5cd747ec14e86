// GitLog: commits with their subjects, from the reflogs alone.
//
// Objects are compressed, and most of them lie in packs. The reflogs
// (.git/logs) are plain text, and hold id, time and subject of each commit that
// was made in this clone:
//
//   OLD NEW Name <mail> SECONDS ZONE<tab>ACTION: SUBJECT
//
// An entry that makes a commit names its parent too (OLD). The commits of a
// branch are therefore followed from its tip, and replaced (amended, rebased) or
// dropped commits are not listed. Fetched and cloned commits have no subject in
// the reflogs and are left out, so a list of commits may be incomplete.
//
// Tested by tests/spec/git_log_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace synapse {

// One line of a reflog: how the commit `id` came to be the tip.
struct GitLogEntry {
  enum class Effect : uint8_t {
    kNone,      // moves to a commit of which nothing else is known
    kMakes,     // makes a commit whose parent is `old`
    kReplaces,  // makes a commit in the place of `old`
    kForwards,  // moves from `old` to a descendant of it
  };
  Effect effect = Effect::kNone;
  std::string_view old;  // "" for the first commit of a repository
  std::string_view id;   // 40 or 64 hexadecimal digits
  std::string_view subject;
  int64_t time_s = 0;
};

// The entry in a line of a reflog, with views into the line; null for a line
// that git does not write.
std::optional<GitLogEntry> ParseGitLog(std::string_view line);

// The number of digits with which git shows ids in a repository with this
// number of packed objects; at least 7.
size_t ShortIdLength(uint64_t objects);

}  // namespace synapse
