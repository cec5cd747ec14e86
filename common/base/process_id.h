// ProcessId: getpid(2) without a system call, which glibc makes for each call
// since 2.25. The number stands in a page that the kernel empties in a forked
// child (MADV_WIPEONFORK, madvise(2), Linux 4.14); elsewhere it is asked for.
//
// Tested by tests/base/process_id_test.cc; its end by every shell case, because
// destructors that run later still ask.
#pragma once

#include <sys/types.h>

namespace synapse {

pid_t ProcessId();

}  // namespace synapse
