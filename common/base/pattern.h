// Piece: a text as RE2 takes it. RE2 has a string_view of its own, which is not
// std::string_view everywhere (Debian 13), and has no conversion from it there.
// tests/check_includes finds a call without it.
#pragma once

#include <re2/stringpiece.h>

#include <string_view>

namespace synapse {

inline re2::StringPiece Piece(std::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace synapse
