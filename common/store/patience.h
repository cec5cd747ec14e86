// Patience: while it lives, writes wait for other writers of the store without
// a limit, and not only as long as a prompt may wait.
//
// Tested by tests/learn/forgetting_test.cc.
#pragma once

#include "store/store.h"

namespace synapse {

class Patience {
 public:
  explicit Patience(Store& store) : store_(store) {
    store_.SetLockWait(Env::kForever);
  }
  ~Patience() { store_.SetLockWait(Store::kPromptWaitMs); }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

 private:
  Store& store_;
};

}  // namespace synapse
