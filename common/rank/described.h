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

// The description of the last subcommand of a line that has more than one word
// to add: behind `docker ` that of `up` for "docker compose up -d". "" unless it
// is deeper than the first of them.
std::string LastSubcommandOf(const Suggestion& suggestion,
                             const CompletionContext& context,
                             const Spec* spec);

}  // namespace synapse
