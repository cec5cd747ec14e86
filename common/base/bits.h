// BitCast: reads the bytes of a value as another type of the same size.
//
// std::bit_cast does the same, but the library of g++ 10 (Debian 11) lacks it.
//
// Tested by tests/store/row_test.cc.
#pragma once

#include <cstring>
#include <type_traits>

namespace synapse {

template <typename To, typename From>
To BitCast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  static_assert(std::is_trivially_copyable_v<To>);
  static_assert(std::is_trivially_copyable_v<From>);
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace synapse
