// Keys and values of the index, table by table. Everything here is derived
// from events and can be thrown away (docs/internals/store.md,
// "The store").
//
// meta        "schema" -> EncodeSchema(); "built" and "feedback" -> u64, the
//             event and the feedback that the index is built up to; 'o' | BE64
//             stream -> two u64, how far a spool is (learn/index_marks.h);
//             "from" -> u64, the first event that it was built from, 1 without
//             it; "partial": there were older ones; "renewal" -> i64, when a
//             process last began to build it anew, in ms; "model" ->
//             learn/user_model.h
// line        BE32 scope | text -> id u64, score f64. Text beyond 392 bytes is
//             cut there and its hash (BE64) appended: a key has 511 bytes at
//             most.
// top         BE32 scope | node prefix -> up to 64 x (id u64, score u32 12.20),
//             descending: the best lines that begin with the prefix
// command     BE64 id -> LineStat: counts and times of one line
// template    BE64 id -> TemplateStat: the same of lines that differ in their
//             volatile parts alone (learn/template.h)
// transition  kind | BE64 context -> Row: what followed in that context
// slot        kind | BE64 context -> Row: where an argument was used again;
//             'u' | BE64 command -> learn/reused_argument.cc: how often one is
// word        kind | BE64 context -> Row of words
// text        BE64 id -> the text of a word, a pattern or a reused form
// feedback    BE64 id of a line -> learn/feedback.h
// term        lines by their words, and where they ran: learn/search_index.h
//
// Not kept:   a project's tasks: to know that a row still holds, the same files
//             would be read that source/project.h reads and remembers.
//
// Values are little-endian, numbers that must sort in a key are big-endian, so
// that any machine reads them. A change of this layout is a new kSchemaVersion:
// an older index is built anew, a newer one is left alone.
//
// An id is the 64-bit FNV-1a hash of the text: the same on every machine, so
// that rows can be merged, and no counter is needed.
//
// Scores are in forward form: log2 of the decayed count at the epoch, so that
// they do not change while time passes.
//
// Tested by tests/store/store_test.cc.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "store/bytes.h"
#include "store/kv.h"

namespace synapse {

inline constexpr uint32_t kSchemaVersion = 9;
inline constexpr std::string_view kIndexSchemaKey = "schema";
inline constexpr uint32_t kGlobalScope = 0;

inline Status PutIndexSchema(Kv& kv) {
  return kv.Put(Table::kMeta, kIndexSchemaKey, EncodeSchema(kSchemaVersion));
}

using LineId = uint64_t;
inline LineId IdOf(std::string_view text) { return Hash64(text); }

inline std::string LineKey(uint32_t scope, std::string_view text) {
  constexpr size_t kMaxText = 392;
  std::string key;
  PutBig<uint32_t>(key, scope);
  key.append(text.substr(0, kMaxText));
  if (text.size() > kMaxText) PutBig<uint64_t>(key, Hash64(text));
  return key;
}
inline std::string TopKey(uint32_t scope, std::string_view prefix) {
  std::string key;
  PutBig<uint32_t>(key, scope);
  return key.append(prefix);
}
inline std::string IdKey(uint64_t id) {
  char bytes[sizeof(id)];
  WriteNumber<std::endian::big>(bytes, id);
  return {bytes, sizeof bytes};
}
inline std::string KindKey(char kind, uint64_t id) {
  char bytes[1 + sizeof(id)] = {kind};
  WriteNumber<std::endian::big>(bytes + 1, id);
  return {bytes, sizeof bytes};
}

// Counts and times of one line.
struct LineStat {
  uint32_t count = 0;
  uint32_t successes = 0;
  uint32_t failures = 0;  // runs that no signal ended (learn/failure.h)
  int32_t last_exit = -1;
  int64_t first_ms = 0;
  int64_t last_ms = 0;
  uint64_t last_tick = 0;  // the number of the event, in order of learning
  float decayed = 0;       // count with a half-life in events, at last_tick
  std::string_view text;   // points into the value

  // Only coding agents ran the line. Then the time of the latest run that
  // succeeded is kept, and no counts.
  bool only_agents() const { return count == 0 && last_ms > 0; }
  // Only other machines ran it (sync/): count is 1, and no exit is counted.
  bool only_elsewhere() const { return count > 0 && first_ms == 0; }

  std::string Encode() const {
    std::string out;
    PutLittle<uint32_t>(out, count);
    PutLittle<uint32_t>(out, successes);
    PutLittle<uint32_t>(out, failures);
    PutLittle<int32_t>(out, last_exit);
    PutLittle<int64_t>(out, first_ms);
    PutLittle<int64_t>(out, last_ms);
    PutLittle<uint64_t>(out, last_tick);
    PutFloat(out, decayed);
    return out.append(text);
  }
  static std::optional<LineStat> Decode(std::string_view value) {
    ByteReader in(value);
    LineStat s;
    s.count = in.Little<uint32_t>();
    s.successes = in.Little<uint32_t>();
    s.failures = in.Little<uint32_t>();
    s.last_exit = in.Little<int32_t>();
    s.first_ms = in.Little<int64_t>();
    s.last_ms = in.Little<int64_t>();
    s.last_tick = in.Little<uint64_t>();
    s.decayed = in.Float();
    if (!in.ok()) return std::nullopt;
    s.text = in.Rest();
    return s;
  }
};

// Counts and times of the lines that share a template (learn/template.h).
struct TemplateStat {
  uint32_t count = 0;
  uint32_t argument_slots = 0;
  int64_t first_ms = 0;
  int64_t last_ms = 0;
  std::string_view text;  // points into the value

  std::string Encode() const {
    std::string out;
    PutLittle<uint32_t>(out, count);
    PutLittle<uint32_t>(out, argument_slots);
    PutLittle<int64_t>(out, first_ms);
    PutLittle<int64_t>(out, last_ms);
    return out.append(text);
  }
  static std::optional<TemplateStat> Decode(std::string_view value) {
    ByteReader in(value);
    TemplateStat s;
    s.count = in.Little<uint32_t>();
    s.argument_slots = in.Little<uint32_t>();
    s.first_ms = in.Little<int64_t>();
    s.last_ms = in.Little<int64_t>();
    if (!in.ok()) return std::nullopt;
    s.text = in.Rest();
    return s;
  }
};

// 2020-01-01: keeps the fixed-point form below 4096 half-lives for centuries.
inline constexpr int64_t kScoreEpochMs = 1577836800000;

// log2(2^score + 2^(t/h)): one more run at `ms`, half-life in hours.
inline double AddToScore(double score, int64_t ms, double half_life_hours) {
  double now =
      static_cast<double>(ms - kScoreEpochMs) / 3.6e6 / half_life_hours;
  double high = std::max(score, now), low = std::min(score, now);
  return high + std::log2(1 + std::exp2(low - high));
}
inline constexpr double kNoScore = -4096;

}  // namespace synapse
