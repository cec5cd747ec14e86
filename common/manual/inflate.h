// Inflate: the text of a gzip file (RFC 1951, RFC 1952), for manual pages.
//
// Output is bounded, and damaged input ends it with what was read so far. The
// checksum is not compared: the text is untrusted either way.
//
// Rejected: zlib, which would be loaded into every shell for work that only a
// process in the background does.
// Tested by tests/manual/inflate_test.cc; fuzzed by tests/fuzz/inflate_fuzz.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace synapse {

bool IsGzip(std::string_view bytes);

// At most `max_bytes` of the text; "" if it is no gzip file.
std::string Gunzip(std::string_view bytes, size_t max_bytes);

}  // namespace synapse
