// LineFacts: the effect of the store's facts (store/fact.h, found by reflect/)
// on a line that could be run next, as one number in [-1, 1].
//
//   correction    the corrected line loses, its replacement gains; for a typo
//                 every line with that word loses
//   anti_pattern, gotcha
//                 the line loses, in that directory
//   preference    a command without the option it always has, or one that
//                 another is preferred to, loses a little; the other gains
//
// Each fact counts by its confidence, and less the more often it was reported
// as wrong. With more such reports than confirmations it does not count. Facts
// of transcripts are for people and are not used here.
// Tested by tests/lines/line_facts_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "store/store.h"

namespace synapse {

class LineFacts {
 public:
  // Reads the facts if they changed; otherwise it costs one look-up.
  void Refresh(Store& store);
  double Of(std::string_view line, std::string_view directory) const;
  bool empty() const {
    return lines_.empty() && words_.empty() && commands_.empty();
  }

 private:
  void Add(const Fact& fact);

  struct Said {
    uint64_t directory;  // 0: everywhere
    double value;
  };
  uint64_t stamp_ = ~uint64_t{0};
  std::unordered_multimap<uint64_t, Said> lines_;  // by their hashes
  std::unordered_map<uint64_t, double> words_;     // anywhere in a line
  std::unordered_map<uint64_t, double> commands_;  // the first word
  std::unordered_map<uint64_t, double> begins_;    // the first two
};

}  // namespace synapse
