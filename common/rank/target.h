// Target: what a destructive line would destroy, and where that is written. It
// is not put in front of somebody who typed nothing of it.
//
//   rm -rf ▏build          behind the option that makes it destructive
//   git checkout ▏.        the word that makes it so
//   git reset ▏--hard      what names nothing is the target itself
//
// Tested by tests/rank/target_test.cc.
#pragma once

#include <string>
#include <vector>

#include "rank/merge.h"
#include "rank/risk.h"

namespace synapse {

// Whether the word behind `left` is the name of a command or of a subcommand.
using IsName =
    std::function<bool(const std::string& left, const std::string& word)>;

// The byte at which it begins; the line's size where nothing is destroyed.
size_t TargetBegin(const std::string& line, RiskJudge& risk,
                   const IsName& is_name);

// Ends each destructive suggestion for the buffer in front of its target, when
// nothing of that is typed; one of which then nothing is left is asked_only.
void HoldTargets(std::vector<Suggestion>& suggestions,
                 const std::string& buffer, RiskJudge& risk,
                 const IsName& is_name);

}  // namespace synapse
