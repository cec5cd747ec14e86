// Reflection: what happened since some time, as facts. Those of the user's own
// runs are counted anew each time; what is kept of one is since when it is
// known, and what was reported of it. Facts of transcripts are there since
// these were read (record/transcripts.h).
//
//   usage     since it is known, the line was run again, or what replaces it
//   helpful   the latter, with success
//   outdated  the former, with success: it did not hold
//
// A fact of runs that is no longer found, though all of its runs are looked at,
// is dropped; so is one that was not seen for kKeepFactMs.
// Tested by tests/reflect/reflection_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reflect/trajectory.h"
#include "store/fact.h"
#include "store/store.h"

namespace synapse {

struct Reflection {
  std::vector<Fact> facts;  // by category, the most frequent first
  size_t runs = 0;          // that were looked at
  // To be written: FactTable::Put(changed, dropped).
  std::vector<Fact> changed;
  std::vector<uint64_t> dropped;
};

inline constexpr int64_t kKeepFactMs = int64_t{90} * 86'400'000;

Reflection Reflect(Store& store, int64_t since_ms, int64_t now_ms,
                   const AnswersByExit& answers);

// A fact as JSON, one object: fact, recommendation, category, confidence, tags,
// trace_refs, counts, and provenance with an entry for each trace.
std::string FactJson(const Fact& fact, size_t number);

}  // namespace synapse
