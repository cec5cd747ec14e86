#include "base/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace synapse {

namespace {

// `window` is what inflateInit2() takes.
std::string InflateAs(int window, std::string_view bytes, size_t max_bytes) {
  constexpr size_t kPiece = size_t{64} << 10;
  z_stream stream{};
  if (bytes.size() > std::numeric_limits<uInt>::max() ||
      inflateInit2(&stream, window) != Z_OK) {
    return "";
  }
  // zlib does not write to its input.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  int status = Z_OK;
  while (status == Z_OK && out.size() < max_bytes) {
    const size_t before = out.size();
    const size_t room = std::min(kPiece, max_bytes - before);
    out.resize(before + room);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + before);
    stream.avail_out = static_cast<uInt>(room);
    status = inflate(&stream, Z_NO_FLUSH);
    out.resize(before + room - stream.avail_out);
  }
  (void)inflateEnd(&stream);
  return out;
}

}  // namespace

bool IsGzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string Gunzip(std::string_view bytes, size_t max_bytes) {
  constexpr int kGzip = 16 + MAX_WBITS;
  return IsGzip(bytes) ? InflateAs(kGzip, bytes, max_bytes) : "";
}

std::string Inflate(std::string_view bytes, size_t max_bytes) {
  return InflateAs(MAX_WBITS, bytes, max_bytes);
}

}  // namespace synapse
