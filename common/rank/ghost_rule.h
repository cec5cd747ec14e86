// The rule by which a suggestion may stand behind the line as a ghost.
//
// A ghost is read at each key, and costs attention when it is wrong; it saves
// keys when it is right. The rule shows a ghost where the keys that it can be
// expected to save, its confidence times its length, are at least
// suggest.min_gain times the chance that its next word is wrong, and never where it would put the target of a destructive
// command into view of which nothing is typed (rank/target.h).
//
// Tested by tests/rank/ghost_rule_test.cc.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/config.h"
#include "rank/merge.h"

namespace synapse {

// It begins with the buffer, and goes on with a character of its own.
bool Continues(std::string_view text, std::string_view buffer);

// Whether a suggestion for the buffer may stand behind it unasked: it continues
// the buffer and is sure enough; on an empty line surer, harmless, and a whole
// line.
bool IsGhost(const Config& config, std::string_view buffer,
             const Suggestion& suggestion);

}  // namespace synapse
