// Adapt: the weights of whole lines move towards the user.
//
// Each line that runs causes one step of gradient ascent on the logarithm of
// its probability among the lines of that prompt (online logistic regression;
// L. Bottou, "Online learning and stochastic approximations", 1998). Each
// feature has its own scale. A weight moves at most UserModel::kMaxMoved from its
// shipped value. The index stores the moves with the rest of the model
// (learn/user_model.h).
//
// Tested by tests/rank/adapt_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "lines/line_history.h"
#include "rank/weights.h"

namespace synapse {

// The weights for `typed` characters, with the moves of this user times `part`
// (rank.factors: adapted).
LineWeights AdaptedWeights(const UserModel& model, size_t typed, double part);

// The steps that `ran` causes, one for each row of weights; none if nothing is
// known about the prompt.
UserModel::Moved StepsTo(const PromptFacts& facts,
                         const std::vector<const PoolLine*>& pool,
                         std::string_view ran);

}  // namespace synapse
