// The bytes of a segment are hostile: another version wrote them, or a machine
// that was broken into.
#include <zlib.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "store/bytes.h"
#include "sync/segment_file.h"

using namespace synapse::sync;

namespace {

void CheckSegment(std::string_view bytes) {
  const auto segment = DecodeSegment(bytes);
  if (!segment) return;
  uint64_t before = 0;
  for (const SegmentEvent& e : segment->events) {
    if (e.sequence <= before || e.event.previous >= e.sequence) abort();
    before = e.sequence;
  }
  const auto again = DecodeSegment(EncodeSegment(*segment));
  if (!again || again->events.size() != segment->events.size() ||
      again->deletions.size() != segment->deletions.size()) {
    abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  CheckSegment(bytes);
  // The same behind the compression.
  std::string packed;
  synapse::PutLittle<uint32_t>(packed, static_cast<uint32_t>(size));
  uLongf room = compressBound(size);
  packed.resize(4 + room);
  compress2(reinterpret_cast<Bytef*>(packed.data() + 4), &room, data, size, 1);
  packed.resize(4 + room);
  CheckSegment(packed);
  return 0;
}
