// Popular: the commands that people run most and the words that they write
// after them, most common first. They are offered until the user's own history
// decides. Only commands that exist are offered.
//
// Tested by tests/source/popular_test.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "source/source.h"
#include "spec/store.h"

namespace synapse {

// The rank of a command as the first word of a line, or after a pipe; no value
// for all others.
std::optional<int> PopularCommand(std::string_view command);
std::optional<int> PopularFilter(std::string_view command);

// Common words after these values of a command's words, from its spec
// (`frequent`), without words that are already there.
// REQUIRES: !words.empty().
std::vector<std::string> FrequentBehind(SpecStore& specs,
                                        std::span<const std::string> words);

// The same as a source: a prior over words.
class PopularSource : public Source {
 public:
  explicit PopularSource(SpecStore& specs) : specs_(specs) {}
  SourceId id() const override { return SourceId::kPopular; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

 private:
  SpecStore& specs_;
};

}  // namespace synapse
