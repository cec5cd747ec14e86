// IndexState: whether the index may be trusted after the machine went down.
//
// The index is never synced while it is used, so a power cut may leave any mix
// of its pages, and every version of LMDB can go astray in such a file. So a
// second file says whether the index is whole:
//
// File:      STORE/index.state: the boot's id, a blank, "open" or "clean",
//            newline. Each process that has the index open holds a read lock on
//            the file.
// Opening:   a process that is alone throws away an index of another boot that
//            is not clean, before LMDB opens it.
// Writing:   "open" is on the disk before the first write of a process.
// Closing:   the last process syncs the index, then writes "clean".
// Rejected:  the same as entries of the index. Reading them uses pages that may
//            be damaged, and other pages may be older or newer.
// Forks:     a child holds the read lock as long as it lives: then the index is
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
  // `discard` removes the index. It is called by the constructor or never.
  IndexState(const std::string& path, std::string boot,
             const std::function<void()>& discard);
  ~IndexState();
  IndexState(const IndexState&) = delete;
  IndexState& operator=(const IndexState&) = delete;

  // The file has its name: the store was not moved away meanwhile.
  bool IsInPlace() const;
  Status BeforeWrite();
  // Syncs the index with `sync` and writes "clean", when no other process has
  // the index open.
  void Close(const std::function<bool()>& sync);

 private:
  bool Lock(short type) const;
  bool Holds();
  bool Write(const char* state);

  std::string path_, boot_;
  int fd_ = -1;
  FileId id_;            // what was opened
  bool marked_ = false;  // "open" is on the disk
};

}  // namespace synapse
