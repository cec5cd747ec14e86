// Bytes: integers and floats as every machine reads them, little-endian in
// values, big-endian where a key must sort. A reader never reads past the end:
// it answers zero and remembers that it failed.
//
// Tested by tests/store/event_test.cc.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace synapse {

// Reads the bytes of a value as another type of the same size. std::bit_cast does
// the same, but the library of g++ 10 (Debian 11) lacks it.
template <typename To, typename From>
To BitCast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  static_assert(std::is_trivially_copyable_v<To>);
  static_assert(std::is_trivially_copyable_v<From>);
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

// Writes the bytes of a number in that order; the place behind them.
template <std::endian kOrder, class T>
char* WriteNumber(char* at, T value) {
  auto number = static_cast<uint64_t>(value);
  if constexpr (kOrder != std::endian::native) {
    number = __builtin_bswap64(number) >> (64 - 8 * sizeof(T));
  }
  const auto ordered = static_cast<std::make_unsigned_t<T>>(number);
  memcpy(at, &ordered, sizeof ordered);
  return at + sizeof ordered;
}
// REQUIRES: there is room for sizeof(T) bytes at `at`.
template <class T>
char* ToLittle(char* at, T value) {
  return WriteNumber<std::endian::little>(at, value);
}
template <class T>
void PutLittle(std::string& out, T value) {
  char bytes[sizeof(T)];
  ToLittle(bytes, value);
  out.append(bytes, sizeof bytes);
}
template <class T>
void PutBig(std::string& out, T value) {
  char bytes[sizeof(T)];
  WriteNumber<std::endian::big>(bytes, value);
  out.append(bytes, sizeof bytes);
}
inline void PutFloat(std::string& out, float value) {
  PutLittle(out, BitCast<uint32_t>(value));
}
inline void PutDouble(std::string& out, double value) {
  PutLittle(out, BitCast<uint64_t>(value));
}
// u32 length and the bytes.
inline void PutString(std::string& out, std::string_view text) {
  PutLittle<uint32_t>(out, static_cast<uint32_t>(text.size()));
  out.append(text);
}

// REQUIRES: sizeof(T) bytes are at `at`.
template <class T>
T FromLittle(const char* at) {
  if constexpr (std::endian::native == std::endian::little) {
    T value;
    memcpy(&value, at, sizeof value);
    return value;
  }
  uint64_t value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    value |= uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
  }
  return static_cast<T>(value);
}

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T Little() {
    if (!Need(sizeof(T))) return 0;
    const T value = FromLittle<T>(bytes_.data() + at_);
    at_ += sizeof(T);
    return value;
  }
  template <class T>
  T Big() {
    uint64_t value = 0;
    if (!Need(sizeof(T))) return 0;
    for (size_t i = 0; i < sizeof(T); ++i) {
      value = value << 8 | static_cast<unsigned char>(bytes_[at_ + i]);
    }
    at_ += sizeof(T);
    return static_cast<T>(value);
  }
  float Float() { return BitCast<float>(Little<uint32_t>()); }
  double Double() { return BitCast<double>(Little<uint64_t>()); }
  std::string_view String() {
    uint32_t size = Little<uint32_t>();
    if (!Need(size)) return {};
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  std::string_view Rest() { return bytes_.substr(at_); }
  size_t left() const { return bytes_.size() - at_; }
  bool ok() const { return !failed_; }

 private:
  bool Need(size_t n) {
    if (failed_ || bytes_.size() - at_ < n) failed_ = true;
    return !failed_;
  }
  std::string_view bytes_;
  size_t at_ = 0;
  bool failed_ = false;
};

// The schema of an environment, and once more with its bits turned: a byte that
// was flipped must not make it that of a newer Synapse.
inline std::string EncodeSchema(uint32_t schema) {
  std::string out;
  PutLittle<uint32_t>(out, schema);
  PutLittle<uint32_t>(out, ~schema);
  return out;
}

}  // namespace synapse
