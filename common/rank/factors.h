// Factors: how much each part of the model counts for this user, 1 where the
// setting rank.factors says nothing (synapse-config(5)); 0 takes it out, which
// is how the table of ablations in synapse-figures(7) is made.
//
// Tested by tests/rank/factors_test.cc.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "rank/weights.h"
#include "source/finding.h"

namespace synapse {

// Parts of the model that are neither features of a line nor sources.
enum ModelPart {
  kLearnedWords,     // words that stood in this context before
  kReusedArguments,  // arguments of the lines before
  kSkippedPart,      // what was on show and typed past
  kFeedbackPart,     // what was taken, dismissed or edited lately
  kFailurePart,      // the line failed
  kFactsPart,        // what looking back says of it
  kAdaptedPart,      // how far its weights moved towards this user
  kOrderPart,        // the forests (rank/order.h)
};
inline constexpr int kModelParts = 8;
inline constexpr const char* kModelPartNames[kModelParts] = {
    "words", "reused", "skipped", "feedback", "failure", "facts", "adapted",
    "order"};

struct Factors {
  std::array<double, kFindings> findings;
  std::array<double, kLineFeatures> features;
  std::array<double, kSources> sources;
  std::array<double, kModelParts> parts;

  Factors() {
    findings.fill(1);
    features.fill(1);
    sources.fill(1);
    parts.fill(1);
  }
  double Of(SourceId source) const {
    return sources[static_cast<size_t>(source)];
  }
  // The part of its probability that something keeps of which that was found.
  double Kept(Finding finding) const;
};

// Reads "NAME=FACTOR" words; a factor is in [0, 10]. What is none of that is
// reported in `problems` and left out.
Factors ReadFactors(const std::vector<std::string>& words,
                    std::vector<std::string>& problems);

}  // namespace synapse
