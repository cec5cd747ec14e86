// IndexState: whether the index may be trusted after the machine went down.
//
// The index is never synced while it is used, so a power cut may leave of it
// any pages; LMDB, and not only ours, can go astray in such a file. So what
// says whether it is whole lies beside it, in a file of its own:
//
// File:      STORE/index.state: the boot's id, a blank, "open" or "clean",
//            newline. Whoever has the index open holds a read lock on it.
// Opening:   with nobody else there, an index of another boot that is not
//            clean is thrown away before LMDB sees it.
// Writing:   the first write of a process has "open" on the disk before it.
// Closing:   the last one syncs the index, then says "clean".
// Rejected:  the same as entries of the index. They are read through what may
//            be damaged, and a page behind them may be older or newer.
// Forks:     a child keeps the read lock as long as it lives: then the index is
//            not clean, which costs a rebuild after the next start.
// Tested by tests/store/store_test.cc and tests/safety/power_test.cc.
#pragma once

#include <functional>
#include <string>

#include "base/files.h"
#include "base/status.h"

namespace synapse {

class IndexState {
 public:
  // `discard` removes the index; it is called before this returns, or not.
  IndexState(const std::string& path, std::string boot,
             const std::function<void()>& discard);
  ~IndexState();
  IndexState(const IndexState&) = delete;
  IndexState& operator=(const IndexState&) = delete;

  Status BeforeWrite();
  // When nobody else has the index open: syncs it with `sync`, and says so.
  void Close(const std::function<bool()>& sync);

 private:
  bool Lock(short type) const;
  bool Holds();
  bool Write(const char* state);

  std::string path_, boot_;
  int fd_ = -1;
  FileId id_;  // what was opened
  bool marked_ = false;  // "open" is on the disk
};

}  // namespace synapse
