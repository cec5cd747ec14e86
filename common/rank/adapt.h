// Adapt: the weights of whole lines move towards the one user.
//
// When a line was run, one step of gradient ascent on the logarithm of its
// probability among the lines of that prompt (online logistic regression;
// L. Bottou, "Online learning and stochastic approximations", 1998), each
// feature by its own scale. What is moved stays within Model::kMaxMoved of the
// weights that everybody starts with, and is kept in the index with the rest of
// the model (learn/model.h).
//
// Tested by tests/rank/adapt_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "rank/weights.h"
#include "source/history.h"

namespace synapse {

// The weights for so much typed, as this user moved them; `part`: how much of
// that counts (rank.factors: adapted).
LineWeights AdaptedWeights(const Model& model, size_t typed, double part);

// The steps that `ran` asks for, one for each row of weights; none where
// nothing of the prompt is known.
Model::Moved StepsTo(const PromptFacts& facts,
                     const std::vector<const PoolLine*>& pool,
                     std::string_view ran);

}  // namespace synapse
