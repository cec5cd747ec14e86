// Target: the words of a destructive line that name what it would destroy. A
// suggestion shows no target if the user typed nothing of it.
//
//   rm -rf ▏build          the word after the option that makes it destructive
//   git checkout ▏.        the word that makes it destructive
//   git reset ▏--hard      the option, because no word follows it
//   sh <<E                 a word of a here-document
//   rm -rf ▏build
//
// Tested by tests/rank/target_test.cc.
#pragma once

#include <string>
#include <vector>

#include "effect/risk.h"
#include "rank/suggestion.h"

namespace synapse {

// Whether the word after `left` is the name of a command or of a subcommand.
using IsName =
    std::function<bool(const std::string& left, const std::string& word)>;

// The byte at which the target begins; the line's size if the line destroys
// nothing.
size_t TargetBegin(const std::string& line, RiskJudge& risk,
                   const IsName& is_name);

// Cuts each destructive suggestion for the buffer before its target, if nothing
// of the target is typed. A suggestion that would add nothing then is not cut,
// and is asked_only.
void HoldTargets(std::vector<Suggestion>& suggestions,
                 const std::string& buffer, RiskJudge& risk,
                 const IsName& is_name);

}  // namespace synapse
