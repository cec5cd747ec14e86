// Reason: why a line is offered, in a few words for a person.
//
//   run 3 times
//   after `git add .`, 8 of 8 times
//   after `git add .`, about 5 of 6 times, with another text
//   failed 5 of 5 times
//
// Tested by tests/rank/reason_test.cc.
#pragma once

#include <string>

#include "lines/line_history.h"

namespace synapse {

// Lines that followed a line, as far as that is known.
struct Followed {
  const Line* before;        // the line before; null: there is none
  const RowTable* lines;     // that followed it; may be null
  const RowTable* patterns;  // the same with their texts emptied; may be null
};

std::string ReasonOf(const PoolLine& line, const Followed& followed);

}  // namespace synapse
