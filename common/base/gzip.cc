#include "base/gzip.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace synapse {
namespace {

constexpr int kMaxBits = 15;        // of a code
constexpr int kMaxLiterals = 288, kMaxDistances = 30, kLengthCodes = 19;
constexpr int kEndOfBlock = 256;

// Bits from the lowest one of each byte on. Behind the end there are none.
class Bits {
 public:
  explicit Bits(std::string_view bytes) : bytes_(bytes) {}

  std::optional<uint32_t> Take(int count) {
    while (held_ < count) {
      if (at_ >= bytes_.size()) return std::nullopt;
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      bits_ |= uint32_t{byte} << held_;
      held_ += 8;
    }
    const uint32_t out = bits_ & ((uint32_t{1} << count) - 1);
    bits_ >>= count;
    held_ -= count;
    return out;
  }
  // Drops the rest of the present byte.
  void Align() { bits_ = 0, held_ = 0; }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  uint32_t bits_ = 0;
  int held_ = 0;
};

// A canonical Huffman code: the number of codes of each length, and the symbols
// in the order of their codes.
class Code {
 public:
  // False if more codes are given than there can be.
  bool Set(std::span<const uint8_t> lengths) {
    count_.fill(0);
    for (const uint8_t length : lengths) ++count_[length];
    count_[0] = 0;
    int left = 1;
    for (int bits = 1; bits <= kMaxBits; ++bits) {
      left = 2 * left - count_[static_cast<size_t>(bits)];
      if (left < 0) return false;
    }
    std::array<uint16_t, kMaxBits + 2> next{};
    for (size_t bits = 1; bits <= kMaxBits; ++bits) {
      next[bits + 1] = static_cast<uint16_t>(next[bits] + count_[bits]);
    }
    for (size_t i = 0; i < lengths.size(); ++i) {
      if (lengths[i]) symbol_[next[lengths[i]]++] = static_cast<uint16_t>(i);
    }
    return true;
  }

  std::optional<int> Read(Bits& in) const {
    int code = 0, first = 0, index = 0;
    for (size_t bits = 1; bits <= kMaxBits; ++bits) {
      const auto bit = in.Take(1);
      if (!bit) return std::nullopt;
      code |= static_cast<int>(*bit);
      const int count = count_[bits];
      if (code - count < first) {
        return symbol_[static_cast<size_t>(index + code - first)];
      }
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    return std::nullopt;
  }

 private:
  std::array<uint16_t, kMaxBits + 1> count_{};
  std::array<uint16_t, kMaxLiterals> symbol_{};
};

class Inflater {
 public:
  Inflater(std::string_view bytes, size_t max) : in_(bytes), max_(max) {}

  std::string Run() {
    for (bool last = false; !last && out_.size() < max_;) {
      const auto final = in_.Take(1);
      const auto type = in_.Take(2);
      if (!final || !type) break;
      last = *final == 1;
      const bool read = *type == 0   ? Stored()
                        : *type == 1 ? FixedCodes() && Compressed()
                        : *type == 2 ? OwnCodes() && Compressed()
                                     : false;
      if (!read) break;
    }
    if (out_.size() > max_) out_.resize(max_);
    return std::move(out_);
  }

 private:
  bool Stored() {
    in_.Align();
    const auto length = in_.Take(16);
    const auto inverted = in_.Take(16);
    if (!length || !inverted || *length != (~*inverted & 0xFFFF)) return false;
    for (uint32_t i = 0; i < *length && out_.size() < max_; ++i) {
      const auto byte = in_.Take(8);
      if (!byte) return false;
      out_ += static_cast<char>(*byte);
    }
    return true;
  }

  bool FixedCodes() {
    std::array<uint8_t, kMaxLiterals> literals{};
    for (size_t i = 0; i < literals.size(); ++i) {
      literals[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    std::array<uint8_t, kMaxDistances> distances{};
    distances.fill(5);
    return literals_.Set(literals) && distances_.Set(distances);
  }

  // The lengths of the codes are themselves compressed.
  bool OwnCodes() {
    static constexpr uint8_t kOrder[kLengthCodes] = {
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const auto literals = in_.Take(5), distances = in_.Take(5),
               codes = in_.Take(4);
    if (!literals || !distances || !codes) return false;
    const size_t of_literals = *literals + 257, of_distances = *distances + 1;
    if (of_literals > kMaxLiterals || of_distances > kMaxDistances) return false;
    std::array<uint8_t, kLengthCodes> lengths{};
    for (size_t i = 0; i < *codes + 4; ++i) {
      const auto length = in_.Take(3);
      if (!length) return false;
      lengths[kOrder[i]] = static_cast<uint8_t>(*length);
    }
    Code code;
    if (!code.Set(lengths)) return false;
    std::array<uint8_t, kMaxLiterals + kMaxDistances> all{};
    if (!ReadLengths(code, std::span(all).first(of_literals + of_distances))) {
      return false;
    }
    return literals_.Set(std::span(all).first(of_literals)) &&
           distances_.Set(std::span(all).subspan(of_literals, of_distances));
  }

  bool ReadLengths(const Code& code, std::span<uint8_t> out) {
    for (size_t at = 0; at < out.size();) {
      const auto symbol = code.Read(in_);
      if (!symbol) return false;
      if (*symbol < 16) {
        out[at++] = static_cast<uint8_t>(*symbol);
        continue;
      }
      if (*symbol == 16 && at == 0) return false;
      const uint8_t repeated = *symbol == 16 ? out[at - 1] : 0;
      const auto more = in_.Take(*symbol == 16 ? 2 : *symbol == 17 ? 3 : 7);
      if (!more) return false;
      const size_t times = *more + (*symbol == 18 ? 11 : 3);
      if (times > out.size() - at) return false;
      for (size_t i = 0; i < times; ++i) out[at++] = repeated;
    }
    return true;
  }

  bool Compressed() {
    while (out_.size() < max_) {
      const auto symbol = literals_.Read(in_);
      if (!symbol) return false;
      if (*symbol == kEndOfBlock) return true;
      if (*symbol < kEndOfBlock) {
        out_ += static_cast<char>(*symbol);
      } else if (!Copy(static_cast<size_t>(*symbol - kEndOfBlock - 1))) {
        return false;
      }
    }
    return true;
  }

  // Earlier text again.
  bool Copy(size_t length_code) {
    static constexpr uint16_t kLength[] = {
        3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static constexpr uint8_t kLengthBits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
                                              1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                                              4, 4, 4, 4, 5, 5, 5, 5, 0};
    static constexpr uint16_t kDistance[kMaxDistances] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,
        33,  49,  65,  97,  129, 193,  257,  385,  513,  769,
        1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    if (length_code >= std::size(kLength)) return false;
    const auto more = in_.Take(kLengthBits[length_code]);
    const auto symbol = distances_.Read(in_);
    if (!more || !symbol || *symbol >= kMaxDistances) return false;
    const auto code = static_cast<size_t>(*symbol);
    const auto farther = in_.Take(code < 2 ? 0 : static_cast<int>(code / 2) - 1);
    if (!farther) return false;
    const size_t distance = kDistance[code] + *farther;
    if (distance > out_.size()) return false;
    const size_t length = kLength[length_code] + *more;
    for (size_t i = 0; i < length; ++i) out_ += out_[out_.size() - distance];
    return true;
  }

  Bits in_;
  const size_t max_;
  Code literals_, distances_;
  std::string out_;
};

// The bytes before the compressed text; 0 if it is no gzip file.
size_t HeaderSize(std::string_view bytes) {
  enum : unsigned char { kChecksum = 2, kExtra = 4, kName = 8, kComment = 16 };
  constexpr size_t kFixed = 10;
  if (!IsGzip(bytes) || bytes.size() < kFixed) return 0;
  const auto flags = static_cast<unsigned char>(bytes[3]);
  size_t at = kFixed;
  if (flags & kExtra) {
    if (bytes.size() < at + 2) return 0;
    at += 2 + static_cast<unsigned char>(bytes[at]) +
          256 * size_t{static_cast<unsigned char>(bytes[at + 1])};
  }
  for (const unsigned char text : {kName, kComment}) {
    if (!(flags & text)) continue;
    const size_t end = bytes.find('\0', at);
    if (end == bytes.npos) return 0;
    at = end + 1;
  }
  if (flags & kChecksum) at += 2;
  return at <= bytes.size() ? at : 0;
}

}  // namespace

bool IsGzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b\x08");
}

std::string GunzipStart(std::string_view bytes, size_t max) {
  const size_t header = HeaderSize(bytes);
  if (header == 0) return "";
  return Inflater(bytes.substr(header), max).Run();
}

}  // namespace synapse
