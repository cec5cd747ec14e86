// Replacement: a new environment takes the place of one, in one step where the
// file system can exchange two names.
//
// Files:     for an environment NAME, NAME.new is made and exchanged with NAME;
//            where the file system has no exchange, NAME becomes NAME.old
//            first.
// Cut short: RestoreReplaced() puts NAME.old back where there is no NAME, and
//            SweepReplacement() removes the rest.
// Rejected:  LMDB's compacting copy. It starts a thread in the user's shell,
//            and the shell's signals may be delivered to that thread.
// Tested by tests/store/forget_test.cc and tests/safety/power_test.cc.
#pragma once

#include <functional>
#include <string>

#include "base/status.h"
#include "store/env.h"

namespace synapse {

// Puts the environment that `make` creates in the directory it is given in the
// place of `directory`. REQUIRES: the writer lock of `directory`.
Status ReplaceEnvironment(
    const std::string& directory,
    const std::function<Status(const std::string& fresh)>& make);
// Puts the old environment back where a replacement was cut short between the
// two renames.
void RestoreReplaced(const std::string& directory);
// Removes the rest of a replacement that was cut short. The writer lock says
// that none is under way.
void SweepReplacement(Env& env);
// Removes the files that an environment consists of, and nothing else.
void RemoveEnvironment(const std::string& directory);

}  // namespace synapse
