// Forgotten: the texts that were forgotten and must not come back, by their
// hashes.
//
// Table:  forgotten (log_keys.h): the Hash64 of a text, or an event's identity,
//         with its time. The text itself is never kept.
// Return: a text that is run again leaves the table.
// Left:   a mark says that a file still has what was forgotten. Until it is
//         removed, events with a text of the table are hidden.
// Tested by tests/store/forget_test.cc and tests/learn/forgetting_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/status.h"
#include "store/log_file.h"
#include "store/record.h"

namespace synapse {

// Adds a hash, and the mark that a file still has it. Where this machine is in a
// sync folder, the others will hear of it.
Status PutForgotten(LogTables& log, const ForgottenHash& forgotten);
// The same for this machine alone: another one has said so.
Status PutForgottenHere(LogTables& log, const ForgottenHash& forgotten);
Status PutPendingForgetting(LogTables& log, uint64_t hash);
// In the order of the hashes.
std::vector<ForgottenHash> ForgottenIn(LogTables& log);
// The hashes whose events are hidden; empty without the mark, and then this
// costs one lookup.
std::unordered_set<uint64_t> HiddenIn(LogTables& log);

class Forgotten {
 public:
  explicit Forgotten(LogFile& file) : file_(file) {}

  // Hides a command: it comes back neither from a history file, nor from a
  // spool where it waits since before `now_ms`. Its events are left to be taken
  // out.
  Status KeepAway(std::string_view command, int64_t now_ms);
  // The command was forgotten, and not run again since.
  bool Contains(std::string_view command) { return At(command).has_value(); }
  // When that was; 0 when nobody knows.
  std::optional<int64_t> At(std::string_view command);
  // A file of the store still has what was forgotten.
  bool HasLeft();
  Status NothingLeft();
  std::unordered_set<uint64_t> Hashes();
  // The same with their times, in the order of the hashes.
  std::vector<ForgottenHash> List();
  // Adds hashes of another store, without the mark: the caller has made sure
  // that no file of this store has them.
  Status Add(const std::vector<ForgottenHash>& hashes);

 private:
  LogFile& file_;
};

}  // namespace synapse
