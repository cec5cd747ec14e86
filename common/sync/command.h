// `synapse sync`, in the program.
//
// Key file:  STORE/sync, 0600: the folder's directory and the key's words, a
//            line each.
// Processes: one pass at a time (STORE/sync.lock). A pass in the background
//            gives way, so that none waits behind a folder that does not answer.
// Bundles:   `synapse history export --bundle` and the import of one (bundle.h).
// Tested by tests/shell/cases/sync.sh.
#pragma once

#include "command/command.h"

namespace synapse::sync {

int RunSyncHere(const CommandInput& input);
int RunBundleHere(const CommandInput& input);

}  // namespace synapse::sync
