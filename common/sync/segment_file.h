// Segment: the events and the deletions of one machine in a range of its own
// sequences, as bytes that are then sealed (crypto.h).
//
// Bytes:   raw size u32 | zlib of: version u8 | host | deletions: number, each
//          hash[16], generation | events: number, each
//          sequence - the one before | start_ms - the one before, zigzag |
//          flags | exit, zigzag | duration_ms, zigzag | generation |
//          sequence - previous, or 0 | seven texts: command, cwd, repository,
//          branch, session, host, shell.
//          Numbers are LEB128. A text is the number of an equal one before it
//          in the segment, counted from 1, or 0, its length and its bytes.
// Hostile: the bytes are authentic, and another version or a machine that was
//          broken into may have written them: each bound is checked, and a
//          segment is read whole or not at all.
// Tested by tests/sync/segment_file_test.cc, fuzzed by tests/fuzz/segment_fuzz.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/event.h"

namespace synapse::sync {

// Event::sequence is the one that the machine gave it; `previous` likewise, or
// 0.
struct SegmentEvent {
  Event event;
  uint64_t sequence = 0;
  uint64_t generation = 0;  // state.h
};

struct Deletion {
  std::string hash;  // keyed, kHashBytes
  uint64_t generation = 0;
};

struct Segment {
  std::string host;
  std::vector<Deletion> deletions;
  std::vector<SegmentEvent> events;  // in the order of their sequences
};

inline constexpr size_t kMaxEvents = 8192;   // of a segment
inline constexpr size_t kMaxText = 1 << 20;  // bytes of its texts, about
inline constexpr size_t kMaxSegmentFile = 4 << 20;
inline constexpr size_t kMaxSegmentBytes = 64 << 20;

std::string EncodeSegment(const Segment& segment);
std::optional<Segment> DecodeSegment(std::string_view bytes);

}  // namespace synapse::sync
