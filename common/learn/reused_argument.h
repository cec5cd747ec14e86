// Reused arguments: those of an earlier line that are put into the next:
// `mkdir X` then `cd X`, `vim F` then `python F`.
//
// For each of the last three lines, its command and which of its last three
// arguments, a row holds in which form and into which line with a hole it was
// put, or that it was not (prediction.md, "Arguments carried over").
// Tested by tests/learn/models_test.cc.
#pragma once

#include <string>
#include <vector>

#include "learn/transition.h"

namespace synapse {

Status LearnReusedArguments(Kv& kv, const LineContext& context,
                            const Line& line);

struct GeneratedLine {
  std::string text;
  double probability;
};
// Lines made by filling the holes, the likeliest chance of each.
std::vector<GeneratedLine> GenerateLines(Kv& kv, const LineContext& context);

// How often a command takes an argument of the three lines before it.
struct ReuseRate {
  float hits = 0, runs = 0;
  double rate() const { return (hits + 0.3) / (runs + 4); }
};
ReuseRate ReadReuse(Kv& kv, std::string_view command);

}  // namespace synapse
