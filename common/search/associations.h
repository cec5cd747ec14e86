// Associations: what earlier searches say of this one. Read from the log's
// records of searches each time; nothing of it is kept in the index, so that a
// rebuild loses nothing and `history forget` need only know the records.
//
// Strength: of a target for a query, in [0, 1]. In the order of time each
//           finding adds `weight * likeness` of what is missing to 1, each
//           negative outcome takes half of that. Both decay by half in
//           kHalfLifeDays. Below kLeast it counts for nothing.
// Likeness: of the two queries (base/words.h), so that "login button" finds what was
//           learned for "login button component".
// Path:     where no query is like it, its words are looked for in the paths of
//           what was found, which count half.
// Where:    one that was learned in another repository counts kElsewhere.
//           Another clone or worktree of the same one is the same: a path in it
//           is meant where one is.
// Score:    beside the direct one of a result (ranking.h): see Together().
// Cost:     records whose words share no bit with the query are not decoded.
//           Of misspelt queries all are, when nothing else was found.
// Rejected: rows of the index. They would need marks of their own for each
//           spool, and 4,096 records are read in 1 ms.
// Tested by tests/search/associations_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace synapse {

struct Association {
  SearchTarget target;
  double strength = 0;
  std::string query;     // the likest of those that it was found for
  int64_t at_ms = 0;     // when it was found last
  uint32_t found = 0;    // how often
  uint32_t missed = 0;
};

// Whether two roots are clones or worktrees of one repository.
using SameRepository = std::function<bool(const std::string& one,
                                          const std::string& other)>;

struct AssociationQuery {
  std::string_view text;
  std::string_view repository;  // where one is; "" in none
  int64_t now_ms = 0;
  SameRepository same = {};  // empty: roots that are equal
};

inline constexpr double kAssociationHalfLifeDays = 30;
inline constexpr double kLeastAssociation = 0.05;
inline constexpr double kMaxAssociation = 0.9;

// The strongest first, at most `most`.
std::vector<Association> AssociationsOf(Store& store,
                                        const AssociationQuery& query,
                                        size_t most = 16);

// The score of a result: the association makes up for what the direct score
// lacks, at most kMaxAssociation of it. A result that fits as it stands keeps
// its place before one that is only associated.
inline double Together(double direct, double strength) {
  return 1 - (1 - direct) * (1 - kMaxAssociation * strength);
}

}  // namespace synapse
