// Prompt: what to ask a language model about a session, and how to read what it
// answers. Synapse asks none itself: `synapse reflect prompt` prints the
// question, `synapse reflect take` reads an answer.
//
// Tested by tests/reflect/prompt_test.cc; answers are fuzzed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/fact.h"
#include "transcript/event.h"

namespace synapse {

// Turns of the user and the agent, as one question of at most `most` bytes; of
// a longer session the end is kept.
std::string ReflectionPrompt(const std::vector<TranscriptEvent>& turns,
                             size_t most = 200'000);

// The first JSON object in a text that may hold more, such as a fence around
// it;
// "" when there is none.
std::string_view ExtractJsonObject(std::string_view text);

// The insights of an answer; those that lack fact or recommendation are left
// out. An unknown category is a correction, an unknown confidence medium.
std::vector<Fact> ParseReflection(std::string_view answer);

}  // namespace synapse
