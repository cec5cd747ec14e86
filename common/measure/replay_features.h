// Features of lines at each step of a replay, as JSON lines. scripts/fit-lines
// fits the weights of whole lines (rank/weights.h) to them.
//
//   {"typed":0,"right":3,"tick":120,"novelty":0.4,"matches":88,
//    "lines":[[0.69,2.1,...],...]}
//
// `right`: the index of the line that ran, from 0; -1: none of them. `novelty`:
// the probability that a line is new. `matches`: the number of lines with that
// beginning. At most kMaxSampled lines, the likeliest ones and the line that
// ran.
//
// Also writes the lists at the keys of a person who takes each correct
// suggestion, to which scripts/fit-order fits the forests (rank/forest.h):
//
//   {"typed":3,"tick":120,"word":[1,0,...],"text":[0,0,...],
//    "rows":[[0.69,2.1,...],...]}
//
// `typed`: bytes of the buffer. `tick`: commands that ran before. `word`: the
// suggestion's next word is right. `text`: the whole suggestion is.
//
// Tested by tests/measure/replay_test.cc.
#pragma once

#include <string>
#include <vector>

#include "rank/candidate_features.h"
#include "rank/lines.h"

namespace synapse {

inline constexpr size_t kMaxSampled = 60;

// The typed lengths, in bytes, at which a line is sampled.
std::vector<size_t> SampledLengths(std::string_view line);

std::string FeaturesAsJson(const PromptFacts& facts, const RankedLines& ranked,
                           size_t typed, size_t matches,
                           std::string_view right);

struct SampledList {
  const std::vector<Suggestion>& list;
  const std::vector<CandidateFeatures>& rows;
  size_t typed = 0;  // bytes
  size_t tick = 0;
  std::string_view right;
};
std::string ListFeaturesAsJson(const SampledList& sampled);

}  // namespace synapse
