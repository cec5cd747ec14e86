// Described: what a suggestion adds to the line, by the spec, for words and
// lines that no source describes (context/word_meaning.h).
// Tested by tests/list/suggestion_pool_test.cc and tests/command/command_test.cc.
#pragma once

#include "context/completion_context.h"
#include "context/word_meaning.h"
#include "rank/suggestion.h"

namespace synapse {

// The spec of the command at the cursor, also a partial one; null if there is
// none, or at the name of a command.
std::shared_ptr<const Spec> SpecAt(const CompletionContext& context,
                                   SpecStore& specs);

// `spec` is that of SpecAt(), or null.
WordMeaning MeaningOf(const Suggestion& suggestion,
                      const CompletionContext& context, const Spec* spec);

// For a line that adds more than one word, the description of the last
// subcommand in it: behind `docker `, "docker compose up -d" has that of `up`.
// "" if the first word that is added is the last subcommand.
std::string LastSubcommandOf(const Suggestion& suggestion,
                             const CompletionContext& context,
                             const Spec* spec);

}  // namespace synapse
