#include "sync/segment_file.h"

#include <zlib.h>

#include <unordered_map>

#include "store/bytes.h"
#include "sync/crypto.h"

namespace synapse::sync {
namespace {

constexpr uint8_t kVersion = 1;
constexpr uint64_t kImported = 1, kEstimatedTime = 2, kByAgent = 4;
constexpr std::string Event::*kTexts[] = {
    &Event::command, &Event::cwd,  &Event::repository, &Event::branch,
    &Event::session, &Event::host, &Event::shell};

class Writer {
 public:
  void Number(uint64_t value) {
    for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128);
    out += static_cast<char>(value);
  }
  void Signed(int64_t value) {
    Number(static_cast<uint64_t>(value) << 1 ^
           static_cast<uint64_t>(value >> 63));
  }
  void Text(const std::string& text) {
    auto [at, fresh] = texts_.try_emplace(text, texts_.size() + 1);
    Number(fresh ? 0 : at->second);
    if (!fresh) return;
    Number(text.size());
    out += text;
  }
  std::string out;

 private:
  std::unordered_map<std::string, uint64_t> texts_;
};

// After a failure every answer is 0 or "".
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  uint64_t Number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::string_view byte = Bytes(1);
      if (byte.empty()) return 0;
      const uint64_t bits = static_cast<unsigned char>(byte[0]);
      value |= (bits & 127) << shift;
      if (bits < 128) return value;
    }
    ok_ = false;
    return 0;
  }
  int64_t Signed() {
    const uint64_t value = Number();
    return static_cast<int64_t>(value >> 1 ^ (0 - (value & 1)));
  }
  std::string_view Bytes(uint64_t size) {
    if (!ok_ || size > bytes_.size()) {
      ok_ = false;
      return {};
    }
    const std::string_view out = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return out;
  }
  std::string Text() {
    const uint64_t number = Number();
    if (number > texts_.size()) ok_ = false;
    if (!ok_) return "";
    if (number > 0) return std::string(texts_[number - 1]);
    const std::string_view text = Bytes(Number());
    if (ok_) texts_.push_back(text);
    return std::string(text);
  }
  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  std::vector<std::string_view> texts_;
  bool ok_ = true;
};

std::string Deflated(const std::string& raw) {
  std::string out;
  PutLittle<uint32_t>(out, static_cast<uint32_t>(raw.size()));
  uLongf size = compressBound(raw.size());
  out.resize(4 + size);
  compress2(reinterpret_cast<Bytef*>(out.data() + 4), &size,
            reinterpret_cast<const Bytef*>(raw.data()), raw.size(),
            Z_BEST_COMPRESSION);
  out.resize(4 + size);
  return out;
}

std::optional<std::string> Inflated(std::string_view bytes) {
  ByteReader in(bytes);
  uLongf size = in.Little<uint32_t>();
  if (!in.ok() || size > kMaxSegmentBytes) return std::nullopt;
  std::string out(size, '\0');
  const std::string_view packed = in.Rest();
  if (uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                 reinterpret_cast<const Bytef*>(packed.data()),
                 packed.size()) != Z_OK ||
      size != out.size()) {
    return std::nullopt;
  }
  return out;
}

// Each text may refer to a long one: the sum of the copies is bounded too.
constexpr size_t kMaxCopied = 4 * kMaxSegmentBytes;

bool ReadEvents(Reader& in, std::vector<SegmentEvent>& out) {
  uint64_t sequence = 0;
  int64_t start_ms = 0;
  size_t copied = 0;
  for (uint64_t left = in.Number(); left > 0 && in.ok(); --left) {
    SegmentEvent e;
    const uint64_t step = in.Number();
    if (step == 0 || step > UINT64_MAX / 2 - sequence) return false;
    e.sequence = sequence += step;
    start_ms = static_cast<int64_t>(static_cast<uint64_t>(start_ms) +
                                    static_cast<uint64_t>(in.Signed()));
    e.event.start_ms = start_ms;
    const uint64_t flags = in.Number();
    e.event.imported = (flags & kImported) != 0;
    e.event.estimated_time = (flags & kEstimatedTime) != 0;
    e.event.agent = (flags & kByAgent) != 0;
    e.event.exit = static_cast<int32_t>(in.Signed());
    e.event.duration_ms = in.Signed();
    e.generation = in.Number();
    const uint64_t back = in.Number();
    if (back >= sequence) return false;
    e.event.previous = back == 0 ? 0 : sequence - back;
    for (auto text : kTexts) {
      e.event.*text = in.Text();
      copied += (e.event.*text).size();
    }
    // No shell can run a text with a NUL.
    const std::string& command = e.event.command;
    if (copied > kMaxCopied || command.find('\0') != command.npos) return false;
    out.push_back(std::move(e));
  }
  return in.ok();
}

}  // namespace

std::string EncodeSegment(const Segment& segment) {
  Writer w;
  w.out += static_cast<char>(kVersion);
  w.Text(segment.host);
  w.Number(segment.deletions.size());
  for (const Deletion& d : segment.deletions) {
    w.out += d.hash;
    w.Number(d.generation);
  }
  w.Number(segment.events.size());
  uint64_t sequence = 0;
  int64_t start_ms = 0;
  for (const SegmentEvent& e : segment.events) {
    w.Number(e.sequence - sequence);
    w.Signed(static_cast<int64_t>(static_cast<uint64_t>(e.event.start_ms) -
                                  static_cast<uint64_t>(start_ms)));
    w.Number((e.event.imported ? kImported : uint64_t{0}) |
             (e.event.estimated_time ? kEstimatedTime : 0) |
             (e.event.agent ? kByAgent : 0));
    w.Signed(e.event.exit);
    w.Signed(e.event.duration_ms);
    w.Number(e.generation);
    const uint64_t previous = e.event.previous;
    const bool has = previous > 0 && previous < e.sequence;
    w.Number(has ? e.sequence - previous : 0);
    for (auto text : kTexts) w.Text(e.event.*text);
    sequence = e.sequence;
    start_ms = e.event.start_ms;
  }
  return Deflated(w.out);
}

std::optional<Segment> DecodeSegment(std::string_view bytes) {
  const auto raw = Inflated(bytes);
  if (!raw || raw->empty() || (*raw)[0] != kVersion) return std::nullopt;
  Reader in(std::string_view(*raw).substr(1));
  Segment out;
  out.host = in.Text();
  for (uint64_t left = in.Number(); left > 0 && in.ok(); --left) {
    Deletion d;
    d.hash = std::string(in.Bytes(kHashBytes));
    d.generation = in.Number();
    out.deletions.push_back(std::move(d));
  }
  if (!in.ok() || !ReadEvents(in, out.events) || !in.at_end()) {
    return std::nullopt;
  }
  return out;
}

}  // namespace synapse::sync
