// Gzip: the beginning of a compressed file (RFC 1951, RFC 1952).
//
// The bytes are hostile. Wrong ones end the text where they are; the checksum
// is not compared, because the end of the file is not read.
//
// Rejected: zlib. It is one more library in every shell, for the names of
// manual pages, which a background process reads once.
// Tested by tests/base/gzip_test.cc and tests/fuzz/manual_fuzz.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

bool IsGzip(std::string_view bytes);

// At most `max` bytes of the text in `bytes`, which may be the beginning of a
// file. "" if `bytes` is no gzip file.
std::string GunzipStart(std::string_view bytes, size_t max);

}  // namespace synapse
