// Reflection prompt: a request to a language model about a session, and the
// parser of its answer. Synapse sends nothing itself: `synapse reflect prompt`
// prints the request, `synapse reflect take` reads an answer.
//
// Tested by tests/reflect/reflection_prompt_test.cc; answers are fuzzed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/fact.h"
#include "transcript/transcript_event.h"

namespace synapse {

// Turns of the user and the agent as one request of at most `most` bytes: the
// end of a longer session.
std::string ReflectionPrompt(const std::vector<TranscriptEvent>& turns,
                             size_t most = 200'000);

// The first JSON object in a text that may contain more, such as a code fence;
// "" when there is none.
std::string_view ExtractJsonObject(std::string_view text);

// The insights of an answer. Insights without a fact or a recommendation are
// left out. An unknown category becomes a correction, an unknown confidence
// medium.
std::vector<Fact> ParseReflection(std::string_view answer);

}  // namespace synapse
