// Popular: the commands that people run most, the words that they write after
// them, and the commands that they pipe their output to, most common first.
// They are offered until the user's own history decides. Only commands that
// exist are offered.
//
// The ranks of commands and filters are in specs/names/commands.json, and a
// shell reads them in the pack.
//
// Tested by tests/source/popular_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "source/source.h"
#include "spec/store.h"

namespace synapse {

// The rank of a command as the first word of a line, or after a pipe; no value
// for all others.
std::optional<int> PopularCommand(SpecStore& specs, std::string_view command);
std::optional<int> PopularFilter(SpecStore& specs, std::string_view command);

// Common words after these values of a command's words, from its spec
// (`frequent`), without words that are already there.
// REQUIRES: !words.empty().
std::vector<std::string> FrequentBehind(SpecStore& specs,
                                        std::span<const std::string> words);

// Commands that usually read the output of the command that ends `left`, from
// its spec (`piped_to`). `left` is a buffer up to a command behind a pipe.
std::vector<std::string> UsualFilters(SpecStore& specs, std::string_view left,
                                      const AliasLookup& alias);

// The source of popular commands and of frequent words: a prior over words.
class PopularSource : public Source {
 public:
  // `can_run`: whether a command exists; nullptr if nothing is known of it.
  explicit PopularSource(
      SpecStore& specs,
      std::function<bool(std::string_view command)> can_run = nullptr)
      : specs_(specs), can_run_(std::move(can_run)) {}
  SourceId id() const override { return SourceId::kPopular; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

 private:
  SpecStore& specs_;
  std::function<bool(std::string_view command)> can_run_;
};

}  // namespace synapse
