// Popular: the commands that people run most, and the words that they write
// behind them, commonest first: what is offered before the user's own history
// says better. Lists of our own; a command is offered where it exists only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/source.h"

namespace synapse {

// The rank of a command as the first of a line, or behind a pipe; nothing for
// all others.
std::optional<int> PopularCommand(std::string_view command);
std::optional<int> PopularFilter(std::string_view command);

// What is commonly written behind these words of a command (popular_words.cc),
// but none of them once more. Where nothing is known of them together, with
// `own`, what is written behind the command.
std::vector<std::string_view> PopularNext(
    const std::vector<std::string>& words, bool own = true);

// The same as a source: a prior over words.
class PopularSource : public Source {
 public:
  SourceId id() const override { return SourceId::kPopular; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;
};

}  // namespace synapse
