// Gunzip: the text of a gzip file, for manual pages (zlib).
//
// Output is bounded, and damaged input ends it with what was read so far.
// Rejected: a decoder of our own, in order to load no library into a shell for
// what only a process in the background does. zlib is 120 kB that most systems
// have in memory anyway.
// Tested by tests/manual/gunzip_test.cc; fuzzed by tests/fuzz/gunzip_fuzz.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace synapse {

bool IsGzip(std::string_view bytes);

// At most `max_bytes` of the text; "" if it is no gzip file.
std::string Gunzip(std::string_view bytes, size_t max_bytes);

}  // namespace synapse
