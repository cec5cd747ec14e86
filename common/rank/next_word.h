// NextWordTable: the words that may come next at the cursor, each with its
// score. They are gathered from whole lines, learned words and the candidates
// of sources. rank/merge.h says how the score is computed. On an empty line an
// entry is a whole line.
// Tested by tests/rank/merge_test.cc.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "rank/merge.h"

namespace synapse {

// How much a recent command lifts a text: exp(-0.3 i) for the i-th latest
// command when it is that text, half of it when it has the same command
// (`cargo test` lifts `cargo build`).
class Recency {
 public:
  // The lines, newest first, must outlive it.
  explicit Recency(const std::deque<std::string>& recent);
  double Of(std::string_view text) const;

 private:
  struct Recent {
    std::string_view line, command;
    double lift;
  };
  std::vector<Recent> recent_;
};

// One possible next word.
struct NextWord {
  std::string text;                  // the buffer with the word
  const RankedLine* line = nullptr;  // its likeliest line
  double line_mass = 0;              // sum of its lines' probabilities
  double learned = 0;                // the word model's share
  double reused = 0;       // its part from arguments of other commands
  bool seen_here = false;  // it counts that it was written in this context
  bool is_named = false;   // by the spec: a directory of that name is not meant
  UsedAt used = UsedAt::kElsewhere;    // the closest place
  Finding finding = Finding::kNone;    // about the word, as far as it is known
  Finding beginning = Finding::kNone;  // about the first words of a line
  double kept_if_skipped = 1;
  double scale = 1;  // by feedback on its word
  double value = 0;  // weighted evidence of the sources
  double made = 0;   // its part of the score as a file that a command made
  double score = 0;  // in [0, 1]
  // The candidate of the input with this word, with the evidence of all sources
  // that have the word; null if no source has it.
  Candidate* candidate = nullptr;
};

struct NextWordTable {
  static constexpr size_t kUsualBytes = 16 << 10;
  // Holds the words, which are freed together.
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory =
      std::make_unique<std::pmr::monotonic_buffer_resource>(kUsualBytes);
  // By their text without a slash at its end.
  std::pmr::map<std::pmr::string, NextWord, std::less<>> words{memory.get()};
  std::vector<RankedLine> lines;  // with what the words took from them
  // A source knows the typed word as a whole one: `go` is not half of `gold`.
  bool typed_is_whole = false;
};

// Changes the candidates of the input. `limit`: the number of suggestions that
// is requested. If it is above the usual number of words and lines, `limit` of
// them are gathered.
NextWordTable GatherNextWords(MergeInput& input, size_t limit);

// True if only blanks are left of the cursor.
bool IsEmptyLine(std::string_view left);

}  // namespace synapse
