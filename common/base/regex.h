// Piece: a text as RE2 takes it. RE2 has a string_view of its own, which is not
// std::string_view everywhere (Debian 13), and has no conversion from it there.
// tests/check_includes finds a call without it.
//
// Tested by tests/learn/privacy_test.cc.
#pragma once

#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <string_view>

namespace synapse {

inline re2::StringPiece Piece(std::string_view text) {
  return {text.data(), text.size()};
}

// For a text of any bytes. A bad pattern is not reported on stderr.
inline RE2::Options BytePatternOptions() {
  RE2::Options options(RE2::Quiet);
  options.set_encoding(RE2::Options::EncodingLatin1);
  return options;
}

}  // namespace synapse
