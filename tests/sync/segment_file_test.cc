#include "sync/segment_file.h"

#include <zlib.h>

#include "store/bytes.h"
#include "sync/crypto.h"
#include "tests/testing.h"

namespace synapse::sync {
namespace {

SegmentEvent EventAt(uint64_t sequence, const std::string& command) {
  SegmentEvent e;
  e.sequence = sequence;
  e.event.command = command;
  e.event.cwd = "/w";
  e.event.session = "s1";
  e.event.host = "laptop";
  e.event.start_ms = testing::kNow + static_cast<int64_t>(sequence) * 1000;
  e.event.exit = static_cast<int32_t>(sequence % 3) - 1;
  e.event.duration_ms = -1;
  e.event.previous = sequence > 1 ? sequence - 1 : 0;
  e.event.agent = sequence % 2 == 0;
  return e;
}

TEST_CASE("segment: what is written is read") {
  Segment segment;
  segment.host = "laptop";
  segment.deletions = {{std::string(kHashBytes, '\x80'), 3}};
  for (uint64_t i : {1, 2, 9, 10}) {
    segment.events.push_back(EventAt(i, i == 9 ? "a\xff\nb" : "git push"));
  }
  segment.events[1].event.start_ms = INT64_MIN;
  segment.events[2].event.start_ms = INT64_MAX;
  segment.events[3].generation = 5;
  const auto read = DecodeSegment(EncodeSegment(segment));
  REQUIRE(read);
  CHECK(read->host == "laptop");
  REQUIRE(read->deletions.size() == 1);
  CHECK(read->deletions[0].hash == segment.deletions[0].hash);
  CHECK(read->deletions[0].generation == 3);
  REQUIRE(read->events.size() == 4);
  for (size_t i = 0; i < 4; ++i) {
    CHECK(EncodeEvent(read->events[i].event) ==
          EncodeEvent(segment.events[i].event));
    CHECK(read->events[i].sequence == segment.events[i].sequence);
    CHECK(read->events[i].generation == segment.events[i].generation);
  }
}

TEST_CASE("segment: a part of one is none") {
  Segment segment;
  segment.events = {EventAt(1, "ls"), EventAt(2, "make")};
  const std::string bytes = EncodeSegment(segment);
  for (size_t size = 0; size < bytes.size(); ++size) {
    CHECK_FALSE(DecodeSegment(bytes.substr(0, size)));
  }
}

TEST_CASE(
    "segment: a command with a NUL, or sequences that fall, are refused") {
  Segment segment;
  segment.events = {EventAt(1, std::string("a\0b", 3))};
  CHECK_FALSE(DecodeSegment(EncodeSegment(segment)));
  segment.events = {EventAt(2, "a"), EventAt(1, "b")};
  CHECK_FALSE(DecodeSegment(EncodeSegment(segment)));
}

// The fuzz target packs its inputs in the same way.
TEST_CASE("segment: the corpus of the fuzz target is one") {
  auto raw = ReadFile(
      ::synapse::testing::SourceFile("tests/fuzz/corpus/segment/two_events"));
  REQUIRE(raw.ok());
  std::string packed;
  PutLittle<uint32_t>(packed, static_cast<uint32_t>(raw->size()));
  uLongf room = compressBound(raw->size());
  packed.resize(4 + room);
  REQUIRE(compress(reinterpret_cast<Bytef*>(packed.data() + 4), &room,
                   reinterpret_cast<const Bytef*>(raw->data()),
                   raw->size()) == Z_OK);
  packed.resize(4 + room);
  const auto segment = DecodeSegment(packed);
  REQUIRE(segment);
  CHECK(segment->deletions.size() == 1);
  REQUIRE(segment->events.size() == 2);
  CHECK(segment->events[1].event.command == "git push");
}

}  // namespace
}  // namespace synapse::sync
