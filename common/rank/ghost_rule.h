// The rule by which a suggestion may stand behind the line as a ghost.
//
// A ghost is read at each key. It costs attention when it is wrong, and saves
// keys when it is right. Behind a typed text the rule shows a ghost if one of
// its confidences is at least suggest.min_confidence, and if its next word is
// right with a chance of suggest.min_chance (rank/ghost_chance.h): two times in
// three, or if it is a line of the user without a likely other one. Behind an
// operator, as `&& `, it must be a whole line. The usual next word of a command
// that this user never ran (Suggestion::is_usual) is shown.
//
// The chance is fitted to places of which files, branches and services are
// known. In the others, which only recorded histories have, and for a correction
// or an answer of a model, a ghost is shown if
//
//   its next word is likely (kSureWord), whatever suggest.min_gain is; or
//   the keys that it is expected to save, confidence times length, are at least
//   suggest.min_gain times the chance that its next word is wrong. Its next
//   word must not be unlikely (kLeastWord; less with a min_gain below 1), and
//   behind an operator, as `&& `, it must be a whole line.
//
// On an empty line suggest.empty_confidence decides. No rule shows the target
// of a destructive command if nothing of it is typed (rank/target.h).
//
// Tested by tests/rank/ghost_rule_test.cc.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/config.h"
#include "rank/suggestion.h"

namespace synapse {

// It begins with the buffer, and goes on with a character of its own.
bool Continues(std::string_view text, std::string_view buffer);

// Whether a suggestion for the buffer may stand behind it unasked: it continues
// the buffer and is sure enough; on an empty line surer, harmless, and a whole
// line.
bool IsGhost(const Config& config, std::string_view buffer,
             const Suggestion& suggestion);

}  // namespace synapse
