// Edit: the difference between a failed line and the line that replaced it.
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
  // For a typo the wrong and the right word; else empty.
  std::string wrong, right;
};
// No value when the lines are equal or have too little in common.
std::optional<Edit> EditOf(const std::vector<std::string>& before,
                           const std::vector<std::string>& after);

}  // namespace synapse
