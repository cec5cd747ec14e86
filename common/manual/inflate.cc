#include "manual/inflate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace synapse {
namespace {

// Bits of the input, the lowest bit of each byte first. Past the end all are 0
// and ok() is false.
class BitReader {
 public:
  explicit BitReader(std::string_view bytes) : bytes_(bytes) {}

  unsigned Bits(int count) {
    while (held_ < count) {
      uint32_t next = 0;
      if (at_ < bytes_.size()) {
        next = static_cast<unsigned char>(bytes_[at_++]);
      } else {
        ok_ = false;
      }
      bits_ |= next << held_;
      held_ += 8;
    }
    const unsigned value = bits_ & ((1u << count) - 1);
    bits_ >>= count;
    held_ -= count;
    return value;
  }
  void SkipToByte() {
    bits_ = 0;
    held_ = 0;
  }
  bool ok() const { return ok_; }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  uint32_t bits_ = 0;
  int held_ = 0;
  bool ok_ = true;
};

constexpr int kMaxCodeBits = 15;

// A canonical Huffman code: the number of codes of each length, and the symbols
// in the order of their codes.
struct HuffmanCode {
  std::array<int, kMaxCodeBits + 1> counts{};
  std::array<int, 288> symbols{};

  // `lengths` of the codes of the symbols 0, 1, …; false if there are too many.
  bool Set(const uint8_t* lengths, int size) {
    counts.fill(0);
    for (int i = 0; i < size; ++i) ++counts[lengths[i]];
    counts[0] = 0;
    int left = 1;
    for (int bits = 1; bits <= kMaxCodeBits; ++bits) {
      left = left * 2 - counts[bits];
      if (left < 0) return false;
    }
    std::array<int, kMaxCodeBits + 2> next{};
    for (int bits = 1; bits <= kMaxCodeBits; ++bits) {
      next[bits + 1] = next[bits] + counts[bits];
    }
    for (int i = 0; i < size; ++i) {
      if (lengths[i] != 0) symbols[next[lengths[i]]++] = i;
    }
    return true;
  }

  int Read(BitReader& in) const {
    int code = 0, first = 0, index = 0;
    for (int bits = 1; bits <= kMaxCodeBits; ++bits) {
      code |= static_cast<int>(in.Bits(1));
      if (code - counts[bits] < first) return symbols[index + (code - first)];
      index += counts[bits];
      first = (first + counts[bits]) << 1;
      code <<= 1;
    }
    return -1;
  }
};

class Inflater {
 public:
  Inflater(std::string_view bytes, size_t most) : in_(bytes), most_(most) {}

  std::string Run() {
    for (bool last = false; !last && in_.ok();) {
      last = in_.Bits(1) != 0;
      const unsigned kind = in_.Bits(2);
      const bool good = kind == 0   ? Stored()
                        : kind == 1 ? Fixed()
                        : kind == 2 ? Dynamic()
                                    : false;
      if (!good) break;
    }
    return std::move(out_);
  }

 private:
  bool Put(char c) {
    if (out_.size() >= most_) return false;
    out_ += c;
    return true;
  }

  bool Stored() {
    in_.SkipToByte();
    unsigned size = in_.Bits(8);
    size |= in_.Bits(8) << 8;
    (void)in_.Bits(16);
    while (size-- > 0 && in_.ok()) {
      if (!Put(static_cast<char>(in_.Bits(8)))) return false;
    }
    return in_.ok();
  }

  bool Fixed() {
    std::array<uint8_t, 288> lengths{};
    for (int i = 0; i < 288; ++i) {
      lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    std::array<uint8_t, 30> distances{};
    distances.fill(5);
    return literals_.Set(lengths.data(), 288) &&
           distances_.Set(distances.data(), 30) && Compressed();
  }

  bool Dynamic() {
    static constexpr uint8_t kOrder[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                           11, 4,  12, 3, 13, 2, 14, 1, 15};
    const int literals = static_cast<int>(in_.Bits(5)) + 257;
    const int distances = static_cast<int>(in_.Bits(5)) + 1;
    const int codes = static_cast<int>(in_.Bits(4)) + 4;
    std::array<uint8_t, 320> lengths{};
    for (int i = 0; i < codes; ++i) {
      lengths[kOrder[i]] = static_cast<uint8_t>(in_.Bits(3));
    }
    HuffmanCode code;
    if (literals > 286 || distances > 30 || !code.Set(lengths.data(), 19)) {
      return false;
    }
    lengths.fill(0);
    for (int at = 0; at < literals + distances;) {
      const int symbol = code.Read(in_);
      if (symbol < 0 || !in_.ok()) return false;
      if (symbol < 16) {
        lengths[at++] = static_cast<uint8_t>(symbol);
        continue;
      }
      if (symbol == 16 && at == 0) return false;
      const uint8_t again = symbol == 16 ? lengths[at - 1] : 0;
      int times = symbol == 16   ? 3 + static_cast<int>(in_.Bits(2))
                  : symbol == 17 ? 3 + static_cast<int>(in_.Bits(3))
                                 : 11 + static_cast<int>(in_.Bits(7));
      if (at + times > literals + distances) return false;
      while (times-- > 0) lengths[at++] = again;
    }
    return literals_.Set(lengths.data(), literals) &&
           distances_.Set(lengths.data() + literals, distances) && Compressed();
  }

  bool Compressed() {
    static constexpr int kLengthBase[29] = {
        3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static constexpr int kLengthBits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
                                            1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                                            4, 4, 4, 4, 5, 5, 5, 5, 0};
    static constexpr int kDistanceBase[30] = {
        1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
        33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
        1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    for (;;) {
      const int symbol = literals_.Read(in_);
      if (symbol < 0 || !in_.ok()) return false;
      if (symbol == 256) return true;
      if (symbol < 256) {
        if (!Put(static_cast<char>(symbol))) return false;
        continue;
      }
      if (symbol > 285) return false;
      int length = kLengthBase[symbol - 257] +
                   static_cast<int>(in_.Bits(kLengthBits[symbol - 257]));
      const int far = distances_.Read(in_);
      if (far < 0 || far > 29) return false;
      const size_t distance = static_cast<size_t>(kDistanceBase[far]) +
                              in_.Bits(far < 4 ? 0 : far / 2 - 1);
      if (distance > out_.size()) return false;
      while (length-- > 0) {
        if (!Put(out_[out_.size() - distance])) return false;
      }
    }
  }

  BitReader in_;
  const size_t most_;
  std::string out_;
  HuffmanCode literals_, distances_;
};

// The compressed data behind the header; no value for a bad header.
std::optional<std::string_view> BodyOf(std::string_view bytes) {
  if (!IsGzip(bytes) || bytes.size() < 18) return std::nullopt;
  const auto flags = static_cast<unsigned char>(bytes[3]);
  size_t at = 10;
  if (flags & 4) {
    at += 2 + static_cast<unsigned char>(bytes[10]) +
          static_cast<size_t>(static_cast<unsigned char>(bytes[11])) * 256;
  }
  for (unsigned text : {8u, 16u}) {
    if (!(flags & text) || at > bytes.size()) continue;
    const size_t end = bytes.find('\0', at);
    if (end == bytes.npos) return std::nullopt;
    at = end + 1;
  }
  if (flags & 2) at += 2;
  if (at >= bytes.size()) return std::nullopt;
  return bytes.substr(at);
}

}  // namespace

bool IsGzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b\x08");
}

std::string Gunzip(std::string_view bytes, size_t max_bytes) {
  const auto body = BodyOf(bytes);
  return body ? Inflater(*body, max_bytes).Run() : "";
}

}  // namespace synapse
