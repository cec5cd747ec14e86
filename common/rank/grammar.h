// Grammar: what cannot stand at the cursor, whatever was written there before.
//
// A word that was learned for a command and a position may come from a line
// that was built otherwise: `--oneline` of `git log` behind `git reset`, `-la`
// behind `ls >`, the `done` of a loop that is not there. Only what is surely
// wrong is named; lines that were run as they stand are not asked about.
//
//   ls > ▏          -la        no: a file is named
//   ls; ▏           done       no: no loop is open
//   git reset ▏     --oneline  no: an option of others
//   git remote ▏    main       no: the spec wants a subcommand
//   git add ▏       checkout   no: a subcommand of git, and not of git add
//
// Tested by tests/rank/grammar_test.cc.
#pragma once

#include <string_view>

#include "context/completion_context.h"

namespace synapse {

// `left` is the text left of the cursor, `word` the whole word as written,
// what is typed of it included. What was seen behind these very words before
// may stand there, whatever the spec says.
bool MayStand(const CompletionContext& context, std::string_view left,
              std::string_view word, bool seen_here);

}  // namespace synapse
