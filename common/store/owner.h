// Owner: the process that made an object. Shells fork without exec, and a
// forked child must not touch what it inherited.
// Tested by tests/store/store_test.cc.
#pragma once

#include "base/process_id.h"
#include "base/status.h"

namespace synapse {

class Owner {
 public:
  // False in a forked child.
  bool IsHere() const { return ProcessId() == pid_; }
  // The answer of every call in a forked child.
  static Status Forked() { return {Code::kUnavailable, "a forked child"}; }

 private:
  const pid_t pid_ = ProcessId();
};

}  // namespace synapse
