// Lines above a prompt: a problem that the user must see before typing, once;
// the greeting of a new store; the report of a week. The setting prompt.notices
// turns off the last two.
//
// Terminal: nothing is printed, and nothing counts as printed, while standard
//           error is no terminal, as before the end of an instant prompt.
// Tested by tests/shell/cases/notices.sh and tests/shell/cases/home.sh.
#pragma once

#include <string>

#include "abi/greeting.h"

namespace synapse {

// Of one shell.
struct Notices {
  std::string problem;  // the one reported last
  Greeting greeting;
};

}  // namespace synapse
