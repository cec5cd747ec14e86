// SpoolFolder: puts the records of spools (spool.h) into the log.
//
// Once:   the transaction that folds records also writes the mark of the spool:
//         how far it is folded. So any shell may fold any spool.
// Forgot: a record of a text that was forgotten after the record was written is
//         left out.
// Tested by tests/store/spool_test.cc and
// tests/learn/event_writer_spool_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/status.h"
#include "store/log_file.h"
#include "store/record.h"

namespace synapse {

class SpoolFolder {
 public:
  // `store`: the directory of the store.
  SpoolFolder(LogFile& file, const std::string& store);

  const std::string& directory() const { return directory_; }

  struct Folded {
    uint64_t end = 0;   // bytes of the spool that the log has
    uint64_t last = 0;  // sequence of the last event among them
    size_t records = 0;
    std::map<std::string, uint64_t> last_of;  // by session, of these records
  };
  // This shell's spool, also when its file was removed.
  Result<Folded> FoldOwn(const std::string& name, int fd) {
    return Fold(name, fd, Whose::kOwn);
  }
  // Folds the spools of shells that are gone and removes them; with `living`,
  // also the spools of other shells that live.
  Status FoldOthers(const std::string& own_name, bool living);
  // The records of another shell's spool that the log lacks, with their origin.
  // `*last`: the sequence of the event before them; 0: none.
  std::vector<Record> Read(const std::string& name, int fd, uint64_t* last);
  // Removes the mark of a spool that is folded and whose file is gone.
  Status DropMark(const std::string& name);
  // Streams (event.h) whose spools the log knows, and how far each is folded: a
  // record before that which is not in the log was forgotten.
  std::vector<std::pair<uint64_t, uint64_t>> Streams();

 private:
  enum class Whose { kOwn, kOther };
  // kNotFound: the spool of another shell was removed.
  Result<Folded> Fold(const std::string& name, int fd, Whose whose);

  LogFile& file_;
  const std::string directory_;
};

}  // namespace synapse
