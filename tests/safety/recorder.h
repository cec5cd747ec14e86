// Recorder: the writes of a process to the files of one directory, call by
// call, and the files that a power cut could leave.
//
// LMDB and the spool write with calls of the C library. recorder.cc defines
// these calls for this program and the libraries that it loads, and passes them
// on to the kernel.
//
// Model: a new, renamed or removed file is durable at once; bytes are durable
// when their file is synced. Any of the other bytes may be on the disk: Image()
// takes each with the given chance, in units of 512 bytes.
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

  // Records until the end of its life. Only one may exist at a time.
  explicit Recorder(std::string directory);
  ~Recorder();

  // Adds a mark that the reader of the operations can find.
  void Note(std::string note);
  const std::vector<Operation>& operations() const { return operations_; }

  // The files after the first `count` operations.
  enum class Unsynced { kAll, kNone, kSome };
  std::map<std::string, std::string> Image(size_t count, Unsynced unsynced,
                                           std::mt19937_64& random) const;

  // recorder.cc calls these.
  void Add(Kind kind, int fd, uint64_t offset, std::string_view bytes);
  void AddPath(Kind kind, const char* path, const char* to);

 private:
  std::string PathOf(int fd) const;
  std::string Relative(std::string path) const;

  std::string directory_;
  std::vector<Operation> operations_;
};

// Every write to a file fails with that error, e.g. EDQUOT for a used-up quota;
// 0: no write fails.
void FailWrites(int error);

// While it is on, the machine reports another boot.
void PretendAnotherBoot(bool on);

}  // namespace synapse::testing
