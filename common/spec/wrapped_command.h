// WrappedCommand: finds the command that a wrapper runs, by the wrapper's spec.
//
//   sudo -u root apt update    2
//   env A=1 B=2 make           3
//   sudo -l                    none
//
// Tested by tests/spec/wrapped_command_test.cc.
#pragma once

#include <span>
#include <string>

#include "spec/store.h"

namespace synapse {

// The index of the first word of the command that `words` run; 0 if words[0] is
// no wrapper (IsWrapper() in line/commands.h), words.size() if it runs none. A
// wrapper without a spec runs the next word. REQUIRES: !words.empty().
size_t WrappedCommand(SpecStore& specs, std::span<const std::string> words);

// The same behind every wrapper: 4 in `sudo -u root nice make`.
size_t InnermostCommand(SpecStore& specs, std::span<const std::string> words);

}  // namespace synapse
