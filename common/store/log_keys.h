// Keys of the events environment, table by table.
//
// event      BE64 sequence -> event (event.h)
// identity   BE64 EventIdentity -> ""
// meta       "spool:NAME" -> u64, up to where it is folded (spool.h); "next" ->
//            u64, the next sequence; there since an event was taken
//            out, so that the sequence of the last one is not given again
// forgotten  BE64 Hash64 of a text, or BE64 EventIdentity -> "": what is not to
//            come back from a history file. Never the text itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "store/bytes.h"
#include "store/env.h"

namespace synapse {

inline constexpr std::string_view kNextKey = "next";

inline std::string Big64(uint64_t value) {
  std::string out;
  PutBig<uint64_t>(out, value);
  return out;
}

inline uint64_t NextSequence(Txn& txn, size_t event_table, size_t meta_table) {
  uint64_t next = 1;
  txn.ScanBackwardsIn(event_table, [&](std::string_view key, auto) {
    next = ByteReader(key).Big<uint64_t>() + 1;
    return false;
  });
  auto kept = txn.GetIn(meta_table, kNextKey);
  if (kept) next = std::max(next, ByteReader(*kept).Little<uint64_t>());
  return next;
}

}  // namespace synapse
