// Keys of the events environment, table by table: the truth.
//
// event      BE64 sequence -> event (event.h)
// identity   BE64 EventIdentity -> ""
// meta       "schema" -> EncodeSchema(); "spool:NAME" -> u64, up to where it is
//            folded, u64, the sequence of the last event folded from it
//            (spool.h); "next" -> u64, the next sequence; there since an event
//            was taken out, so that the sequence of the last one is not given
//            again; "facts" -> u64, changes with the facts; "note:NAME" -> a
//            note (notes.h), such as how far a transcript was read; "forget" ->
//            "1": a forgotten text is still in some file; "sync" and
//            "sync:..." -> the state of sync/state.h, of which the store knows
//            only "sync:pending:" BE64 hash -> u64, the sequence that was given
//            to a forgetting that other machines must hear of
// forgotten  BE64 Hash64 of a text, or BE64 EventIdentity -> i64, when it was
//            forgotten, in ms, or "": a text that must not come back from a
//            history file, nor from a spool when it ran before. Never the text
//            itself.
// session    its name, at most kMaxSessionName bytes -> record.h
// feedback   BE64 sequence, its own count -> record.h
// fact       BE64 Fact::id() -> fact.h
// search     BE64 sequence, its own count -> search_record.h; the newest
//            kMaxSearches. meta "search" -> their SearchCounts.
//
// Schemas: 1 had no "schema", session or feedback. It becomes 2 in one
// transaction (log_file.cc), the old file is kept as events.v1. A newer schema is
// not opened, because its meaning is not known. The table `search` came with 2:
// an older Synapse leaves it alone, and writes the log anew without it.
//
// Tested by tests/store/migrate_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "store/bytes.h"
#include "store/log_tables.h"

namespace synapse {

inline constexpr uint32_t kLogSchema = 2;
inline constexpr size_t kMaxSessionName = 255;
inline constexpr std::string_view kNextKey = "next";
inline constexpr std::string_view kLeftKey = "forget";
inline constexpr std::string_view kFactsKey = "facts";
inline constexpr std::string_view kSearchCountsKey = "search";
inline constexpr uint64_t kMaxSearches = 4096;

// The tables by their numbers, in the order of kLogTables.
enum LogTable : size_t {
  kEventTable,
  kIdentityTable,
  kLogMetaTable,
  kForgottenTable,
  kSessionTable,
  kFeedbackTable,
  kSearchTable,
  kFactTable,
};
inline constexpr const char* kLogTables[] = {
    "event",   "identity", "meta",   "forgotten",
    "session", "feedback", "search", "fact"};

inline constexpr std::string_view kSyncKey = "sync";
inline constexpr std::string_view kSyncPending = "sync:pending:";

inline std::string Big64(uint64_t value) {
  std::string out;
  PutBig<uint64_t>(out, value);
  return out;
}

inline std::string SpoolKey(std::string_view name) {
  return "spool:" + std::string(name);
}

inline std::string NoteKey(std::string_view name) {
  return "note:" + std::string(name);
}

inline uint64_t LastIn(LogTables& log, size_t table) {
  uint64_t last = 0;
  log.ScanBackwardsIn(table, [&](std::string_view key, auto) {
    last = ByteReader(key).Big<uint64_t>();
    return false;
  });
  return last;
}

inline uint64_t NextSequence(LogTables& log) {
  uint64_t next = LastIn(log, kEventTable) + 1;
  auto kept = log.GetIn(kLogMetaTable, kNextKey);
  if (kept) next = std::max(next, ByteReader(*kept).Little<uint64_t>());
  return next;
}

// Called before events are taken out, so that no sequence is given twice.
inline Status PutNextSequence(LogTables& log) {
  std::string next;
  PutLittle<uint64_t>(next, NextSequence(log));
  return log.PutIn(kLogMetaTable, kNextKey, next);
}

// The name of this machine in its sync folder; 0: it is in none.
inline uint64_t SyncMachine(LogTables& log) {
  constexpr size_t kFolderId = 16;
  const auto member = log.GetIn(kLogMetaTable, kSyncKey);
  if (!member || member->size() < kFolderId + 8) return 0;
  return ByteReader(member->substr(kFolderId)).Little<uint64_t>();
}

// A sequence that no event gets.
inline Result<uint64_t> TakeSequence(LogTables& log) {
  const uint64_t taken = NextSequence(log);
  std::string next;
  PutLittle<uint64_t>(next, taken + 1);
  Status put = log.PutIn(kLogMetaTable, kNextKey, next);
  if (!put.ok()) return put;
  return taken;
}

}  // namespace synapse
