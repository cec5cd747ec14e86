// Amounts in words: the size of a file, and how long ago something was.
//
//   SizeText(1)       1 byte        AgoText(now)             just now
//   SizeText(12'345)  12 KB         AgoText(now - 300)       5 min ago
//   SizeText(1'234)   1.2 KB        AgoText(now - 3 * 86400) 3 days ago
//
// Tested by tests/base/base_test.cc.
#pragma once

#include <cstdint>
#include <string>

namespace synapse {

// In powers of 1000, as file managers show sizes.
std::string SizeText(uint64_t bytes);

// A time in the future, which another machine's clock has set, is "just now".
std::string AgoText(int64_t then_s, int64_t now_s);

}  // namespace synapse
