// Popular: the commands that people run most, and the words that they write
// behind them, commonest first: what is offered before the user's own history
// says better. A command is offered where it exists only.
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

// The rank of a command as the first of a line, or behind a pipe; nothing for
// all others.
std::optional<int> PopularCommand(std::string_view command);
std::optional<int> PopularFilter(std::string_view command);

// Words that are commonly written behind these, the values of a command's
// words, as its spec says (`frequent`), but none of them once more.
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
