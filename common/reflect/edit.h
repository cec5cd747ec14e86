// Edit: how a line that failed and the one that was run in its place differ.
//
//   git psuh origin      git push origin       a typo: psuh, push
//   apt install jq       sudo apt install jq   an edit
//   cat a b              cat a c               an edit
//   make                 ls                    another line
//
// Tested by tests/reflect/trajectory_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace synapse {

struct Edit {
  // Of a typo the word as it was and as it became; else empty.
  std::string wrong, right;
};
// Nothing when the lines are the same, or have too little in common.
std::optional<Edit> EditOf(const std::vector<std::string>& before,
                           const std::vector<std::string>& after);

}  // namespace synapse
