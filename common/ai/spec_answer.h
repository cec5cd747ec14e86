// SpecAnswer: a completion spec out of a language model's answer, which is
// hostile until it is checked.
//
// Taken: the JSON object in the answer. Refused: keys beyond names, descriptions,
// options, subcommands and arguments with a name and a template (so no generator
// that would run a command, no reference to other files, no risk that is talked
// down), hidden characters, what is too long, too deep or too much, another
// command's name, and whatever `synapse spec check` finds.
// Tested by tests/ai/spec_answer_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "spec/model.h"

namespace synapse {

// `by`: who made it, for Spec::generated_by.
Result<Spec> SpecFromAnswer(std::string_view answer, const std::string& command,
                            const std::string& by);

}  // namespace synapse
