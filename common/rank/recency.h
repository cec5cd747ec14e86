// Recency: how much the latest commands lift a text.
//
// Tested by tests/rank/merge_test.cc.
#pragma once

#include <deque>
#include <string>
#include <string_view>

namespace synapse {

// How much a recent command lifts a text: exp(-0.3 i) for the i-th latest
// command when it is that text, half of it when it has the same command
// (`cargo test` lifts `cargo build`).
double Recency(std::string_view text, const std::deque<std::string>& recent);

}  // namespace synapse
