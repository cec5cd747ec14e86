// State: what a machine knows of its sync folder. It is kept in the log's table
// `meta`, so that it changes in the same transaction as the events.
//
// sync:name       machine u64 | place u64: the name in a bundle, and the one
//                 in a folder that is joined later
// sync            folder id[16] | machine u64 | place u64 | first u64 (Member)
// sync:own        the ranges that this machine has written (OwnRange)
// sync:taken:M    what was taken in from machine M (Taken)
// sync:deleted:H  the deletion of the keyed hash H (Deleted)
// sync:left:F H   the same of the folder F, in which this machine was before
// sync:pending:H  forgotten here, and not yet a deletion (store/forgotten.h)
// sync:kill       "1": deleted events may still be in the log
//
// Deletions. The hash is that of a text, or of the id of one event. A text has a
// generation: how often it was forgotten, 0 for most. Each event has the
// generation that its machine knew when it ran. An event is gone for all when its
// generation is less than the greatest one that anybody knows, which does not
// depend on clocks or on the order of arrival. A text that is run again after it
// was forgotten has the new generation, and stays.
// Invariant: all events of a text in a log have the generation that the log
// knows. One that brings a greater generation is itself proof of the deletion.
// Tested by tests/sync/sync_test.cc and tests/sync/model_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "store/log_keys.h"
#include "sync/crypto.h"
#include "sync/segment_file.h"

namespace synapse::sync {

struct Member {
  std::string folder;    // its id
  uint64_t machine = 0;  // our name in it
  uint64_t place = 0;    // changes when the store is copied to another machine
  uint64_t first = 1;    // events before it went under an earlier name
};

// `size` 0: to be written anew.
struct OwnRange {
  uint64_t first = 0, last = 0, size = 0, entries = 0;
};

struct Taken {
  std::map<uint64_t, uint64_t> ranges;  // first to last; none touch
  uint64_t events = 0;
  int64_t newest_ms = 0;
  std::string host;

  bool Has(uint64_t first, uint64_t last) const;
  void Add(uint64_t first, uint64_t last);
};

// Events below the sequence `at` of this log are deleted.
struct Deleted {
  uint64_t generation = 0, at = 0;
  bool own = false;  // forgotten on this machine, which publishes it
};
using Deletions = std::map<std::string, Deleted, std::less<>>;

std::optional<Member> MemberOf(LogTables& log);
// Becomes a member. In another folder than before, nothing is written yet, the
// deletions are those of an earlier time in it, and all that was forgotten here is
// pending.
Status PutMember(LogTables& log, const Member& member);

// The name of this store's events in a bundle: that of a member, or one that is
// chosen now.
Result<uint64_t> NameOfStore(LogTables& log, uint64_t place);
// The chosen name, if the store is where it was then; else a new one.
uint64_t NameToJoin(LogTables& log, uint64_t place);

std::vector<OwnRange> OwnRanges(LogTables& log);
Status PutOwnRanges(LogTables& log, const std::vector<OwnRange>& ranges);
Taken TakenFrom(LogTables& log, uint64_t machine);
Status PutTaken(LogTables& log, uint64_t machine, const Taken& taken);
std::map<uint64_t, Taken> AllTaken(LogTables& log);
Deletions DeletionsIn(LogTables& log);
Status PutDeleted(LogTables& log, std::string_view hash,
                  const Deleted& deleted);
// Makes deletions of what is pending; true: there was something.
Result<bool> DrainPending(LogTables& log, const Key& key, Deletions& deletions);

// The hashes by which an event can be deleted. `machine`: ours, for an event
// without one.
struct EventHashes {
  std::string text, id;
};
EventHashes HashesOf(const Key& key, const Event& event, uint64_t machine,
                     uint64_t sequence);
std::string TextHash(const Key& key, std::string_view text);
// The event at `sequence` of this log is deleted.
bool IsDeleted(const Deletions& deletions, const EventHashes& hashes,
               uint64_t sequence);

bool MayHaveDeleted(LogTables& log);
Status SetMayHaveDeleted(LogTables& log, bool may);

}  // namespace synapse::sync
