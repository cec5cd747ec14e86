// Carrier: a line of the user that carries the folder, and a folder that may be on
// a mount that is gone.
//
// Tested by tests/sync/carrier_test.cc.
#pragma once

#include <string>

#include "base/status.h"

namespace synapse::sync {

struct CarrierRun {
  std::string line;       // for sh(1)
  std::string directory;  // where it runs
  std::string machine;    // its $1: the name of this machine's part
  std::string errors;     // path of a file that is made, and removed again
  int max_seconds = 0;    // it is ended after that; 0: never
};

// Waits for its end. A terminal shows its errors at once; without one the last of
// them is in the message.
Status RunCarrier(const CarrierRun& run);

// kUnavailable: the directory does not answer within some seconds. The process
// that asks may stay until it does.
Status Answers(const std::string& directory);

}  // namespace synapse::sync
