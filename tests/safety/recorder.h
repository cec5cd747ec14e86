// Recorder: what a process writes to the files of one directory, call by call,
// and the files that a power cut could leave of it.
//
// The calls of the C library that LMDB and the spool write with are defined in
// recorder.cc, for this program and the libraries that it loads, and passed on
// to the kernel.
//
// Model: creating, renaming and removing files lasts as soon as it is done;
// bytes last when their file is synced. Of those that are not, any may be on
// the disk: Image() takes each with the given chance, in units of 512 bytes.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace synapse::testing {

class Recorder {
 public:
  enum class Kind { kWrite, kSync, kTruncate, kRename, kRemove, kNote };
  struct Operation {
    Kind kind;
    std::string path;  // relative to the directory
    uint64_t offset = 0;
    std::string bytes;  // kRename: the new path; kNote: the note
  };

  // Records from here on, until it is destroyed. One at a time.
  explicit Recorder(std::string directory);
  ~Recorder();

  // Something that the reader of the operations wants to find among them.
  void Note(std::string note);
  const std::vector<Operation>& operations() const { return operations_; }

  // The files after the first `count` operations.
  enum class Unsynced { kAll, kNone, kSome };
  std::map<std::string, std::string> Image(size_t count, Unsynced unsynced,
                                           std::mt19937_64& random) const;

  // For recorder.cc.
  void Add(Kind kind, int fd, uint64_t offset, std::string_view bytes);
  void AddPath(Kind kind, const char* path, const char* to);

 private:
  std::string PathOf(int fd) const;
  std::string Relative(std::string path) const;

  std::string directory_;
  std::vector<Operation> operations_;
};

// Every write to a file fails with that error, as EDQUOT where the user's quota
// is used up; 0: none does.
void FailWrites(int error);

// While it is set, the machine says that it was started anew.
void PretendAnotherBoot(bool on);

}  // namespace synapse::testing
