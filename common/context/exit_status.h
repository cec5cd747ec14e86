// Exit status: whether the exit status of a command says that its words are wrong,
// as far as its spec says so.
//
//   git checkout featrue/x   1    yes
//   grep TODO src            1    no: it is an answer (`answers`)
//   cargo build              101  no: it is run again as it is (`retried`)
//   ssh web-1                1    no: the status of what ran there
//   ssh web-1                255  yes
//   ./deploy prod            1    no: a program of one's own
//   top                      1    no: no argument could be wrong
//
// Tested by tests/context/exit_status_test.cc.
#pragma once

#include <span>
#include <string>

#include "spec/store.h"

namespace synapse {

// `words`: the values of a command's words. REQUIRES: !words.empty().
bool BlamesWords(SpecStore& specs, std::span<const std::string> words,
                 int exit);

}  // namespace synapse
