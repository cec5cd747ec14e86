// Parses a spec (man/synapse-spec.5) from JSON. Comments and trailing commas
// are allowed. Unknown keys are reported and are not fatal.
//
// Tested by tests/spec/parse_test.cc and fuzzed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "spec/model.h"

namespace synapse {

// One finding of the validator.
struct SpecProblem {
  int line = 0;      // from 1; 0 when unknown
  std::string path;  // "subcommands[2].options[0].name"
  std::string what;  // "expected a string or an array of strings"
  bool fatal = false;
};

// Returns the spec, or the first fatal problem as kInvalidArgument ("FILE:LINE:
// PATH: WHAT"). With `problems`, every finding is appended.
Result<SpecDraft> ParseSpec(std::string_view json, const std::string& origin,
                            std::vector<SpecProblem>* problems = nullptr);

// JSON of the same format, lists of objects last: `synapse spec show`.
std::string SpecToJson(const Spec& spec);
std::string SpecToJson(const SpecDraft& spec);

}  // namespace synapse
