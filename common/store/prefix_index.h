// The prefix index: the best lines that begin with what is typed, at a cost
// that does not grow with history.
//
// Every prefix that more than kSparse lines of a scope share has a node at the
// longest common prefix of these lines, at most kMaxDepth bytes deep. A query
// reads one list, or scans at most kSparse rows. The longest common prefix of
// two nodes is a node too, so the first key >= a prefix is the right one.
//
// Rejected: a list for each prefix up to a fixed length (five million lists),
// block maxima over sorted lines (p99 of 1.7 ms).
// Tested by tests/store/prefix_index_test.cc against a linear scan.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "store/keys.h"
#include "store/kv.h"

namespace synapse {

struct ScoredLine {
  LineId id;
  double score;  // forward form
};

inline constexpr size_t kTopLines = 64;
inline constexpr size_t kSparse = 128;
inline constexpr size_t kMaxDepth = 64;

// One more run of `text` at `ms`. Answers true when the line is new.
Result<bool> IndexLine(Kv& kv, uint32_t scope, std::string_view text,
                       int64_t ms, double half_life_hours);

// The same for many lines: all rows first, in any order, and then the nodes in one
// pass over the rows. REQUIRES: the scope has no nodes.
Result<bool> AddLineRow(Kv& kv, uint32_t scope, std::string_view text,
                        int64_t ms, double half_life_hours);
Status BuildNodes(Kv& kv, uint32_t scope);

// The best lines of the scope that begin with `prefix`, best first, at most
// kTopLines. With a prefix longer than kMaxDepth bytes, some of them may begin
// otherwise: the caller has their texts and filters them.
std::vector<ScoredLine> BestLines(Kv& kv, uint32_t scope,
                                  std::string_view prefix);

}  // namespace synapse
