// The bytes of a bundle are hostile, also behind its key: another version wrote
// them, or a machine that was broken into.
//
// Input: as a bundle, and as parts that are sealed here: machine u8 | size u16 |
// a segment before its compression. Machine 0 is the end, with its forgotten
// hashes.
#include <zlib.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "learn/learner.h"
#include "store/bytes.h"
#include "store/store.h"
#include "sync/bundle.h"

using namespace synapse;
using namespace synapse::sync;

namespace {

constexpr std::string_view kMagic = "SYNBNDL1";
const Key kKey = {1, 2, 3};

std::string Compressed(std::string_view bytes) {
  std::string out;
  PutLittle<uint32_t>(out, static_cast<uint32_t>(bytes.size()));
  uLongf room = compressBound(bytes.size());
  out.resize(4 + room);
  compress2(reinterpret_cast<Bytef*>(out.data() + 4), &room,
            reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 1);
  out.resize(4 + room);
  return out;
}

// A bundle with these parts, whole and with the right key.
std::string SealedBundle(std::string_view input) {
  const std::string head = std::string(kMagic) + std::string(16, 'i');
  std::string out = head + Seal(kKey, head, "");
  bool ended = false;
  for (uint64_t number = 0; !ended; ++number) {
    ByteReader in(input);
    const uint64_t machine = in.Little<uint8_t>();
    const size_t size = in.Little<uint16_t>();
    ended = !in.ok() || machine == 0;
    input.remove_prefix(std::min<size_t>(3, input.size()));
    std::string_view content = ended ? input : input.substr(0, size);
    input.remove_prefix(content.size());
    std::string bound = head, end;
    PutBig<uint64_t>(bound, number);
    PutBig<uint64_t>(bound, ended ? 0 : machine);
    PutLittle<uint64_t>(end, 7);
    end += content.substr(0, content.size() / 16 * 16);
    const std::string sealed =
        Seal(kKey, bound, ended ? end : Compressed(content));
    PutLittle<uint32_t>(out, static_cast<uint32_t>(sealed.size()));
    PutLittle<uint64_t>(out, ended ? 0 : machine);
    out += sealed;
  }
  return out;
}

size_t EventsOf(Store& store) {
  size_t events = 0;
  store.log().Visit(1, [&](uint64_t, const Event& e) {
    if (e.command.empty() && e.machine == 0) abort();
    ++events;
    return true;
  });
  return events;
}

// Taken in twice, it adds nothing the second time.
void CheckBundle(std::string_view bytes) {
  auto bundle = OpenBundle(bytes, kKey);
  if (!bundle.ok()) return;
  auto store = Store::Open("");
  Learner learner(*store, 168);
  for (bool again : {false, true}) {
    BundleReport report;
    const Status taken =
        TakeInBundle(*store, learner, *bundle, {"fuzz", 1, nullptr}, report);
    if (!taken.ok()) return;
    if (again && report.events > 0) abort();
    if (!again && EventsOf(*store) != report.events) abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const bool started = StartCrypto().ok();
  if (!started) abort();
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  CheckBundle(input);
  CheckBundle(SealedBundle(input));
  return 0;
}
