// Inflate: the bytes of a gzip file, as of manual pages, and of a zlib stream, as
// of git's objects (zlib).
//
// Output is bounded, and damaged input ends it with what was read so far.
// Rejected: a decoder of our own, in order to load no library into a shell.
// zlib is 120 kB that most systems have in memory anyway.
// Tested by tests/base/inflate_test.cc; fuzzed by tests/fuzz/inflate_fuzz.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace synapse {

bool IsGzip(std::string_view bytes);

// At most `max_bytes` of the text; "" if it is no gzip file.
std::string Gunzip(std::string_view bytes, size_t max_bytes);
// The same of a zlib stream.
std::string Inflate(std::string_view bytes, size_t max_bytes);

}  // namespace synapse
