// SpecAnswer: a completion spec from a language model's answer, which is
// untrusted input.
//
// Accepted: the JSON object in the answer. Rejected: keys other than names,
// descriptions, options, subcommands and arguments with a name and a template
// (so the spec cannot run a command, refer to other files, or reduce a risk),
// hidden characters, values that are too long, too deep or too many, another
// command's name, and errors that `synapse spec check` finds.
// Tested by tests/ai/spec_answer_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "spec/model.h"

namespace synapse {

// `by`: the author, for Spec::generated_by.
Result<SpecDraft> SpecFromAnswer(std::string_view answer,
                                 const std::string& command,
                                 const std::string& by);

}  // namespace synapse
