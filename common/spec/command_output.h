// Parses the output of a generator's command into values.
// Tested by tests/spec/command_output_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/generator.h"

namespace synapse {

// Uses the spec's parse, path, pattern and templates. Returns at most
// kMaxGenerated values, or options if it is named kOptionGenerator.
std::vector<GeneratedValue> ParseOutput(const GeneratorDraft& spec,
                                        std::string_view output);

}  // namespace synapse
