// Owner: the process that made an object. Shells fork without exec, and a
// forked child must not touch what it inherited.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include "base/status.h"

namespace synapse {

class Owner {
 public:
  // False in a forked child.
  bool IsHere() const { return getpid() == pid_; }
  // The answer of every call in a forked child.
  static Status Forked() { return {Code::kUnavailable, "a forked child"}; }

 private:
  const pid_t pid_ = getpid();
};

}  // namespace synapse
