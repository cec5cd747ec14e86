#include "track/similarity.h"

#include <array>
#include <cstddef>

#include "base/text.h"

namespace synapse {
namespace {

constexpr size_t kCharacters = 3;
constexpr size_t kBits = 64;

// The offset after `characters` characters from `at`.
size_t Behind(std::string_view text, size_t at, size_t characters) {
  for (size_t i = 0; i < characters && at < text.size(); ++i) {
    at = CharacterEnd(text, at);
  }
  return at;
}

}  // namespace

uint64_t SketchOf(std::string_view text) {
  std::array<int, kBits> votes = {};
  for (size_t at = 0; at < text.size(); at = CharacterEnd(text, at)) {
    const size_t end = Behind(text, at, kCharacters);
    const uint64_t hash = Hash64(text.substr(at, end - at));
    for (size_t bit = 0; bit < kBits; ++bit) {
      votes[bit] += (hash >> bit & 1) != 0 ? 1 : -1;
    }
    if (end == text.size()) break;
  }
  uint64_t sketch = 0;
  for (size_t bit = 0; bit < kBits; ++bit) {
    if (votes[bit] > 0) sketch |= uint64_t{1} << bit;
  }
  return sketch;
}

}  // namespace synapse
