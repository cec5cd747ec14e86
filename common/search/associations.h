// Associations: what earlier searches found for similar queries. They are
// computed from the search records in the log at each query. Nothing is stored
// in the index, so a rebuild loses nothing, and `history forget` only changes
// the records.
//
// Strength: of a target for a query, in [0, 1]. In the order of time each
//           finding adds `weight * likeness` of what is missing to 1, and each
//           negative outcome removes half of that. Both decay by half in
//           kHalfLifeDays. Values below kLeast are ignored.
// Likeness: of the two queries (base/words.h), so that "login button" finds
//           what was learned for "login button component".
// Path:     without a similar query, its words are looked for in the found
//           paths, which count half.
// Where:    a link from another repository counts kElsewhere. Another clone or
//           worktree of the same repository is the same; its paths are mapped
//           to this one.
// Score:    combined with the direct score of a result (finder.h): Together().
// Cost:     records whose words share no bit with the query are not decoded. If
//           nothing else was found, all are decoded for misspelt queries.
// Rejected: rows of the index. They would need marks of their own for each
//           spool, and reading 4,096 records takes 1 ms.
// Tested by tests/search/associations_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace synapse {

struct Association {
  SearchTarget target;
  double strength = 0;
  std::string query;   // the most similar of its queries
  int64_t at_ms = 0;   // when it was last found
  uint32_t found = 0;  // how often
  uint32_t missed = 0;
};

// True if two roots are clones or worktrees of one repository.
using SameRepository =
    std::function<bool(const std::string& one, const std::string& other)>;

struct AssociationQuery {
  std::string_view text;
  std::string_view repository;  // where one is; "" in none
  int64_t now_ms = 0;
  SameRepository same = {};  // empty: only equal roots
  // Records that the log does not have yet.
  std::span<const SearchRecord> waiting = {};
};

inline constexpr double kAssociationHalfLifeDays = 30;
inline constexpr double kLeastAssociation = 0.05;
inline constexpr double kMaxAssociation = 0.9;

// The strongest first, at most `most`.
std::vector<Association> AssociationsOf(Store& store,
                                        const AssociationQuery& query,
                                        size_t most = 16);

// The score of a result. The association adds up to kMaxAssociation of what the
// direct score lacks. A result with a full direct score stays before one that
// is only associated.
inline double Together(double direct, double strength) {
  return 1 - (1 - direct) * (1 - kMaxAssociation * strength);
}

}  // namespace synapse
