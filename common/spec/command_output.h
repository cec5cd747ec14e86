// What a generator's command printed, as values.
// Tested by tests/spec/command_runner_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "spec/generator.h"

namespace synapse {

// By the spec's parse, path, pattern and templates; at most kMaxGenerated.
std::vector<GeneratedValue> ParseOutput(const GeneratorSpec& spec,
                                        std::string_view output);

}  // namespace synapse
