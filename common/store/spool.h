// Spool: a session's events until the log has them.
//
// Where the log's writer lock is taken (another shell is stopped in the middle
// of a commit), an event goes here with one write(2), so that it survives a
// kill -9 of the shell, and is folded into the log later.
//
// File:      STORE/spool/NAME.log, 0600, locked by its shell as long as it
//            lives (open-file-description lock).
// Record:    crc32c u32 | length u32 | payload[length], little-endian; the
//            payload is an event record (event.h).
// Once:      the transaction that folds records writes the offset behind them
//            under "spool:NAME" in the log's meta table; who folds starts
//            there. A file is only ever appended to, and removed when all of
//            it is folded.
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

#include "base/status.h"

namespace synapse {

class Spool {
 public:
  static constexpr size_t kMostPayload = 1 << 20;  // bytes

  // `directory` is made when the first record is written.
  Spool(std::string directory, std::string name)
      : directory_(std::move(directory)), name_(std::move(name)) {}
  // Removes the file when everything in it is folded.
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  const std::string& name() const { return name_; }
  // Bytes written so far: the offset behind the last record.
  uint64_t end() const { return end_; }
  Status Append(std::string_view payload);
  // The log has everything up to end().
  void Folded() { folded_ = end_; }

  // ---- files of other shells ----
  struct Orphan {
    std::string name;
    std::string path;
    int fd;  // holds the lock; closed by Remove or Release
  };
  // Files whose shells are gone, each now locked by us.
  static std::vector<Orphan> FindOrphans(const std::string& directory,
                                         const std::string& own_name);
  // The whole records from `offset` on; `*end` is the offset behind them.
  static std::vector<std::string> Read(int fd, uint64_t offset, uint64_t* end);
  static void Remove(const Orphan& orphan);
  static void Release(const Orphan& orphan);

 private:
  Status OpenFile();

  std::string directory_, name_;
  int fd_ = -1;
  uint64_t end_ = 0, folded_ = 0;
};

// CRC-32C (Castagnoli), as in RFC 3720, appendix B.4.
uint32_t Crc32c(std::string_view bytes);

}  // namespace synapse
