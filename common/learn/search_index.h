// The search index: which lines have a word, where a line was run, and which
// directories were worked in. Rows of the table `term`, derived from events as
// the rest of the index (store/keys.h):
//
// 't' | word           -> u32 lines that have it, then the kTopOfWord best of
//                         them: id u64, rank u32 12.20, descending
// 'p' | BE64 word's hash | BE32 number -> up to kChunk ids, in the order in
//                         which the lines were run first: all lines that have
//                         it, where these are more than kTopOfWord
// 's' | BE64 scope's hash | BE64 id    -> last run there u48, how many (LEB128)
// 'l' | BE64 id        -> BE64 hash of the directory that it ran in last
// 'd' | BE64 hash      -> as of 's', and the path
// 'a' | BE64 scope's hash | BE64 id    -> as of 's', of coding agents: by
//                         the repository, or else the directory
//
// Cost:     a run touches the rows of its words (24 at most) and four small
//           ones; a query of n words reads n rows and n * kMaxPostings ids,
//           however long the history is.
// Rank:     weeks since 2020 plus the base-2 logarithm of the count: what ran
//           lately or often. Only the order counts; search/finder.h computes
//           the score.
// Rejected: ids in order of rank alone (one list a word): a line of two common
//           words is in neither list. Trigrams of lines: five times the size.
// Tested by tests/learn/search_index_test.cc against a linear scan.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/keys.h"
#include "store/kv.h"

namespace synapse {

// Kinds of rows that are not derived from events: search/contents.h.
inline constexpr std::string_view kContentKinds = "cf";
inline constexpr size_t kTopOfWord = 48;
inline constexpr size_t kChunk = 128;
inline constexpr size_t kMaxPostings = 2048;  // of a word that are read
inline constexpr size_t kWordsOfLine = 24;
// A word of every line with a comment in it; no word of a text is equal to it.
inline constexpr std::string_view kCommentWord = "#";

struct IndexedRun {
  std::string_view line;
  std::string_view cwd;
  std::string_view repository;  // "" in none
  int64_t at_ms;
  uint32_t count;  // of the line, with this run
};
Status IndexRun(Kv& kv, const IndexedRun& run);

// How many lines have the word.
uint32_t LinesWith(Kv& kv, std::string_view word);
// At most `most` lines that have the word, with duplicates: first lines that
// ran lately or often, then the newest lines. `*all` is true if no line was
// left out.
std::vector<LineId> LinesOf(Kv& kv, std::string_view word, size_t most,
                            bool* all);
// Visits the words of lines that begin with `prefix`, in order, until the
// visitor returns false.
void VisitWords(
    Kv& kv, std::string_view prefix,
    const std::function<bool(std::string_view word, uint32_t lines)>& visit);

// "" is none.
struct ScopeKey {
  static std::string Directory(std::string_view cwd);
  static std::string Repository(std::string_view root);
};
struct RunsThere {
  int64_t last_ms = 0;
  uint32_t count = 0;
};
// Whether the line ran there.
std::optional<RunsThere> RunsIn(Kv& kv, const std::string& scope, LineId id);
// The lines that ran there last, newest first, at most `most`; `*all` is true
// if no other line ran there. At most kMaxOfScope lines of a scope are looked
// at.
inline constexpr size_t kMaxOfScope = 16'384;
struct LineThere {
  LineId id;
  RunsThere runs;
};
std::vector<LineThere> LinesIn(Kv& kv, const std::string& scope, size_t most,
                               bool* all);

// A line of a coding agent's, and where it ran. It is related to the repository
// where it ran, and to directories below the one where it ran outside of any.
Status IndexAgentRun(Kv& kv, const IndexedRun& run);
bool AgentRanNear(Kv& kv, LineId id, std::string_view repository,
                  std::string_view cwd);

// The directory that it ran in last; "" when it is not known.
std::string DirectoryOfLine(Kv& kv, LineId id);
struct KnownDirectory {
  std::string path;
  RunsThere runs;
};
void VisitDirectories(Kv& kv,
                      const std::function<bool(const KnownDirectory&)>& visit);

}  // namespace synapse
