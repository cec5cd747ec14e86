// Reused arguments: arguments of an earlier line that a later line has again:
// `mkdir X` then `cd X`, `vim F` then `python F`, `vim a.cc` then `vim a.h`,
// `git tag v1.2` then `git tag v1.3`.
//
// For each of the last three lines, a row by its command and the position of
// one of its last three arguments has the forms of the argument and the lines
// with a hole where it was used again, or that it was not.
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
  double probability = 0;
  bool other_extension = false;  // made from a stem alone
};
// Lines made by filling the holes, each with its highest chance.
std::vector<GeneratedLine> GenerateLines(Kv& kv, const LineContext& context);

// How often a command reuses an argument of the three lines before it.
struct ReuseRate {
  float hits = 0, runs = 0;
  double rate() const { return (hits + 0.3) / (runs + 4); }
};
ReuseRate ReadReuse(Kv& kv, std::string_view command);

}  // namespace synapse
