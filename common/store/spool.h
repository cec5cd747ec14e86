// Spool: a session's events until the log has them.
//
// Where a commit is slow, or the log's writer lock is taken (another shell is
// stopped in the middle of a commit), a record is written here with one
// write(2), so that it survives a kill -9 of the shell. It is folded into the
// log later (spool_folder.h, learn/event_writer.h).
//
// File:      STORE/spool/NAME.log, 0600, locked by its shell as long as it
//            lives (open-file-description lock).
// Record:    crc32c u32 | length u32 | payload[length], little-endian; the
//            payload is a record of the log (record.h), in which an event that
//            follows the spool's event before it has kPreceding as its
//            predecessor.
// Once:      the transaction that folds records writes the offset behind them
//            under "spool:NAME" in the log's meta table, and folding starts
//            there. So any shell may fold any file, also the file of a shell
//            that lives. Only its shell appends to a file. A file is removed
//            when all of it is folded, and the mark is removed after it.
// Removed:   when another program removes or moves the file while its shell
//            lives, or puts another in its place, the shell folds it all the
//            same, through its descriptor, and puts it back when it appends.
// Closed:    the user may close the descriptor and reuse its number
//            (`exec 70>file`): the shell compares the file before each use, and
//            opens it again by its name.
// Recovery:  reading stops at the first bad record; the tail is lost.
// Adoption:  a file whose lock can be taken belongs to a dead shell; any shell
//            folds and removes it.
// Forks:     a child must not use an inherited Spool.
// Tested by tests/store/spool_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/status.h"

namespace synapse {

class Spool {
 public:
  static constexpr size_t kMaxPayload = 1 << 20;  // bytes

  // `directory` is made when the first record is written.
  Spool(std::string directory, std::string name)
      : directory_(std::move(directory)), name_(std::move(name)) {}
  // Removes the file when everything in it is folded.
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  // May change with the first Append.
  const std::string& name() const { return name_; }
  // Bytes written so far: the offset behind the last record.
  uint64_t end() const { return end_; }
  // When the user closed the file: kBusy, another shell takes it for the spool
  // of a dead shell and folds it just now; kNotFound, that shell has removed
  // it.
  Status Append(std::string_view payload);
  // The log has everything up to end().
  void Folded() { folded_ = end_; }

  // -1: there is no file, or Append() would fail as above.
  int fd();
  // The name that its records have in the log (event.h).
  static uint64_t StreamOf(std::string_view name);

  // ---- files of any shell ----
  struct Found {
    std::string name;
    std::string path;
    int fd;       // to be closed by Remove or Release
    bool orphan;  // its shell is gone, and we hold its lock
  };
  // The spools of shells that have exited; with `living`, all but `own_name`.
  static std::vector<Found> Find(const std::string& directory,
                                 const std::string& own_name, bool living);
  struct Listed {
    std::string name;
    uint64_t size;  // bytes
  };
  // All spools but `own_name`, without opening them.
  static std::vector<Listed> List(const std::string& directory,
                                  const std::string& own_name);
  // Opens a spool to read it; -1 when it is gone, or no file of this user.
  static int OpenToRead(const std::string& directory, const std::string& name);
  struct Summary {
    size_t files = 0, bytes = 0;
    int64_t oldest_s = 0;  // when it was written to last, since 1970
  };
  static Summary Look(const std::string& directory);
  // The file still has a name.
  static bool IsThere(int fd);
  // The whole records from `offset` on, each with the offset behind it; `*end`
  // is the offset behind the last.
  static std::vector<std::pair<uint64_t, std::string>> Read(int fd,
                                                            uint64_t offset,
                                                            uint64_t* end);
  static void Remove(const Found& spool);
  static void Release(const Found& spool);

 private:
  Status OpenFile();
  Status PutBack();
  Status Hold();

  std::string directory_, name_;
  int fd_ = -1;
  FileId id_;  // what was opened
  uint64_t end_ = 0, folded_ = 0;
  bool torn_ = false;  // there is half a record behind end_
};

// CRC-32C (Castagnoli), as in RFC 3720, appendix B.4.
uint32_t Crc32c(std::string_view bytes);

}  // namespace synapse
