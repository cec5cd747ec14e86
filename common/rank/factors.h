// Factors: the weight of each part of the model for this user. A factor is 1 if
// the setting rank.factors does not name it (synapse-config(5)). A factor of 0
// removes the part; the tables of synapse-figures(7) are made so.
//
// Tested by tests/rank/factors_test.cc.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "lines/finding.h"
#include "rank/weights.h"

namespace synapse {

// Parts of the model that are neither features of a line nor sources.
enum ModelPart {
  kLearnedWords,     // words that stood in this context before
  kReusedArguments,  // arguments of the lines before
  kSkippedPart,      // skipped impressions
  kFeedbackPart,     // suggestions that were taken, dismissed or edited lately
  kFailurePart,      // the line failed
  kFactsPart,        // facts of the reflection about the line
  kAdaptedPart,      // how far its weights moved towards this user
  kOrderPart,        // the forests (rank/order.h)
  kEndPart,          // the line is complete as it stands
};
inline constexpr int kModelParts = 9;
inline constexpr const char* kModelPartNames[kModelParts] = {
    "words", "reused",  "skipped", "feedback", "failure",
    "facts", "adapted", "order",   "end"};

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
  // The part of its probability that a candidate with this finding keeps.
  double Kept(Finding finding) const;
};

// Reads "NAME=FACTOR" words; a factor is in [0, 10]. Other words are reported
// in `problems` and ignored.
Factors ReadFactors(const std::vector<std::string>& words,
                    std::vector<std::string>& problems);

}  // namespace synapse
