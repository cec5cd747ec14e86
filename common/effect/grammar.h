// Grammar: decides whether a word cannot stand at the cursor.
//
// A word that was learned for a command and a position may come from a line
// with another structure: `--oneline` of `git log` after `git reset`, `-la`
// after `ls >`, the `done` of a loop that does not exist. MayStand() rejects
// only words that are surely wrong. Whole lines that ran are not checked.
//
//   ls > ▏          -la        no: a file is named
//   ls; ▏           done       no: no loop is open
//   git reset ▏     --oneline  no: an option of others
//   git remote ▏    main       no: the spec wants a subcommand
//   git add ▏       checkout   no: a subcommand of git, and not of git add
//   find . -exec ▏  -delete    no: a command is named
//
// Tested by tests/effect/grammar_test.cc.
#pragma once

#include <string_view>

#include "context/completion_context.h"

namespace synapse {

// `left` is the text left of the cursor, `word` the whole word as written, with
// its typed part. `seen_here`: the word followed these words before. Then it
// may stand there, even if the spec does not have it.
bool MayStand(const CompletionContext& context, std::string_view left,
              std::string_view word, bool seen_here);

}  // namespace synapse
