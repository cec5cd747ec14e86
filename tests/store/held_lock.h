// The writer lock of an environment, held like another shell holds it.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "tests/testing.h"

namespace synapse::testing {

class HeldLock {
 public:
  // `environment`: a directory with the file write.lock, which is made if it is
  // missing.
  explicit HeldLock(const std::string& environment)
      : fd_(open((environment + "/write.lock").c_str(),
                 O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    REQUIRE(fcntl(fd_, F_OFD_SETLK, &lock) == 0);
  }
  ~HeldLock() { Release(); }
  HeldLock(const HeldLock&) = delete;
  HeldLock& operator=(const HeldLock&) = delete;
  void Release() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

}  // namespace synapse::testing
