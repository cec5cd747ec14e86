// Reflection: findings about a period, as facts. Facts about the user's own
// runs are counted anew each time. The store keeps only when such a fact became
// known and its counts. Facts from transcripts exist since these were read
// (record/transcripts.h).
//
//   usage     since it is known, the line or its replacement ran
//   helpful   the replacement ran successfully
//   outdated  the line ran successfully: the fact did not hold
//
// A fact of runs is dropped if it is no longer found although all runs were
// read, or if it was not seen for kKeepFactMs.
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
  size_t runs = 0;          // number of runs read
  // To be written: FactTable::Put(changed, dropped).
  std::vector<Fact> changed;
  std::vector<uint64_t> dropped;
};

inline constexpr int64_t kKeepFactMs = int64_t{90} * 86'400'000;

Reflection Reflect(Store& store, int64_t since_ms, int64_t now_ms,
                   const AnswersByExit& answers);

// A fact as one JSON object: fact, recommendation, category, confidence, tags,
// trace_refs, counts, and provenance with an entry for each trace.
std::string FactJson(const Fact& fact, size_t number);

}  // namespace synapse
