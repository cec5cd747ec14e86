// Weights: the two tables of the model.
//
// PositionWeights weigh the sources by the position of the cursor. They order
// the words that the user's own history does not have. LineWeights weigh the
// features of whole lines by how many characters are typed; scripts/fit-lines
// fits them (docs/internals/rank.md, "The score"; synapse-figures(7)).
//
// Tested by tests/rank/weights_test.cc.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "context/completion_context.h"
#include "source/candidate.h"

namespace synapse {

// History is no part of this sum: LineWeights and the word model weigh it. A
// correction is no part of it either: it takes a share of all scores
// (rank/merge.h).
struct PositionWeights {
  double spec, filesystem, environment, project, recency;

  // A prior over words says less than anything that is known of this machine.
  static constexpr double kPopular = 0.3;
  // A language model answers with a whole line, and is asked where history has
  // none.
  static constexpr double kAi = 0.5;

  double Of(SourceId source) const {
    switch (source) {
      case SourceId::kSpec: return spec;
      case SourceId::kFilesystem: return filesystem;
      case SourceId::kEnvironment: return environment;
      case SourceId::kProject:
      case SourceId::kWorkflow: return project;
      case SourceId::kPopular: return kPopular;
      case SourceId::kAi: return kAi;
      case SourceId::kHistory:
      case SourceId::kTypo: return 0;
    }
    return 0;
  }
};

// The row for this context; Argument has three rows, by what is expected.
const PositionWeights& WeightsFor(const CompletionContext& context);
const char* WeightsName(const CompletionContext& context);
// Eight hexadecimal digits, which change with any weight and with the user's
// factors (rank/factors.h).
std::string WeightsVersion(const std::vector<std::string>& factors = {});
// The same in words, without weights of 0: "Redirect: filesystem 0.60, ...".
std::string DescribeWeights(const CompletionContext& context);

// Features of a line, in the order of the weights.
// clang-format off
enum LineFeature {
  kLogCount, kLogAge, kBigram, kTrigram, kTemplate, kStemFollows,
  kLastArgumentOfPrevious, kLastArgumentOfEarlier, kIsPrevious, kSameStem,
  kLogLength, kRelation, kLogMix, kNever,
  kDirectory, kRelativeDirectory, kRepetition, kLogMinutes, kLogDecayed, kOnce,
  kIsPreviousAgain, kRetried, kOtherMachine,
};
// clang-format on
inline constexpr int kLineFeatures = 23;
// clang-format off
inline constexpr const char* kLineFeatureNames[kLineFeatures] = {
    "log_count", "log_age", "bigram", "trigram", "template", "stem",
    "argument_of_previous", "argument_of_earlier", "is_previous", "same_stem",
    "log_length", "relation", "log_mixture", "never",
    "directory", "like_place", "repetition", "log_minutes", "log_decayed",
    "once", "is_previous_again", "retried", "other_machine"};
// clang-format on

inline constexpr int kNovelFeatures = 4;

struct LineWeights {
  std::array<double, kLineFeatures> features;
  // "A new line" competes with them: 1, ln novelty, ln(1 + matches), typed/5.
  std::array<double, kNovelFeatures> novel;
};
// The rows of weights: nothing typed, one or two characters, more.
inline constexpr size_t kLineRows = 3;
inline size_t LineRowOf(size_t typed_characters) {
  return typed_characters == 0 ? 0 : typed_characters < 3 ? 1 : 2;
}
const LineWeights& LineWeightsFor(size_t typed_characters);

}  // namespace synapse
