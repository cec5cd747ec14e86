// ProcessId: getpid(2) without a system call, which glibc makes for each call
// since 2.25. The number stands in a page that the kernel empties in a forked
// child (MADV_WIPEONFORK, madvise(2), Linux 4.14); elsewhere it is asked for.
//
// Tested by tests/base/process_id_test.cc; its end by every shell case, because
// destructors that run later still ask.
#pragma once

#include <sys/types.h>

#include "base/status.h"

namespace synapse {

pid_t ProcessId();

// The process that made an object. Shells fork without exec, and a
// forked child must not touch what it inherited.
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
