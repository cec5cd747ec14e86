// DirectoryCache: listings of directories, read in slices.
//
// A directory of 200,000 files takes longer than a keystroke allows. Reading
// stops when the budget is spent and continues at the next keystroke. A listing
// is valid for five seconds, and until a command was run.
//
// Descriptors: one per unfinished listing, at 64 and above and close-on-exec,
//              so that they do not conflict with a user's `exec 3>file`.
// Tested by tests/source/filesystem_test.cc.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "base/files.h"

namespace synapse {

struct DirectoryEntry {
  std::string_view name;
  unsigned char type;  // DT_DIR, DT_REG, DT_LNK, DT_UNKNOWN, ...
};

class Listing {
 public:
  Listing() = default;
  ~Listing() { Close(); }
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  // Starts reading; false when the directory cannot be read.
  bool Open(const std::string& path);
  // Continues until the end or until the budget is spent.
  void ReadOn(Budget& budget);
  bool complete() const { return fd_ < 0; }
  // Ends reading; the list is empty.
  void Clear();

  size_t size() const { return entries_.size(); }
  DirectoryEntry at(size_t i) const {
    const Entry& e = entries_[i];
    return {std::string_view(names_).substr(e.begin, e.length), e.type};
  }

 private:
  struct Entry {
    uint32_t begin;
    uint16_t length;
    unsigned char type;
  };
  void Close();
  // The user may have closed the descriptor, and opened another file.
  bool IsOurs() const;

  int fd_ = -1;
  std::string path_;  // while it is read
  FileId id_;         // of the directory
  std::string names_;
  std::vector<Entry> entries_;
};

class DirectoryCache {
 public:
  // The listing, read as far as the budget allows; null when the directory is
  // missing, unreadable, or on a mount that may block.
  const Listing* Get(const std::string& path, Budget& budget);
  // A command may have changed any directory.
  void CommandRan() { entries_.clear(); }

 private:
  static constexpr int64_t kTtlUs = 5'000'000;
  static constexpr size_t kMaxDirectories = 16;
  struct Entry {
    std::string path;
    int64_t read_us;
    Listing listing;
  };
  std::list<Entry> entries_;  // most recently used first
};

}  // namespace synapse
