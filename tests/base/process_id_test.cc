#include "base/process_id.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace synapse {
namespace {

bool IsRightInChild(int generations) {
  const pid_t child = fork();
  if (child == 0) {
    bool right = ProcessId() == getpid() && ProcessId() == getpid();
    if (generations > 1) right &= IsRightInChild(generations - 1);
    _exit(right ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_CASE("process id: of this process, and of its child's child") {
  CHECK(ProcessId() == getpid());
  CHECK(IsRightInChild(3));
  CHECK(ProcessId() == getpid());
}

}  // namespace
}  // namespace synapse
