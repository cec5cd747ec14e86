// The request of a keystroke, and its reply.
// Tested by tests/engine/engine_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "context/completion_context.h"
#include "rank/candidate_features.h"
#include "rank/suggestion.h"

namespace synapse {

// Ranked lines before findings are applied, for fitting weights.
using LineObserver =
    std::function<void(const PromptFacts&, const RankedLines&, size_t matches)>;

// A list with its features, before it is put in order; for fitting.
using ListObserver = std::function<void(const std::vector<Suggestion>&,
                                        const std::vector<CandidateFeatures>&)>;

// A source that was asked at a key.
struct AskedSource {
  SourceId id;
  size_t candidates;
  int64_t us;  // microseconds
};

struct SuggestRequest {
  std::string session;
  std::string cwd;
  int64_t now_ms = 0;
  std::string buffer;
  size_t cursor = 0;
  // The earlier lines of the command, at a continuation prompt where a command
  // begins.
  std::string lines_before = {};
  size_t limit = 5;
  bool explain = false;
  // The number of candidates of a source, and the time of all sources; 0: as at
  // a keystroke.
  size_t most = 0;
  int64_t budget_us = 0;
  // The first suggestion is put on show; the earlier one counts as skipped or
  // taken (rank/skipped_impression.h).
  bool on_show = false;
  LineObserver on_lines;
  ListObserver on_list;
};

struct SuggestReply {
  std::vector<Suggestion> suggestions;
  int64_t latency_us = 0;
  // There was no time to look up everything: the next answer may be another
  // one.
  bool lacked_time = false;
  // For --explain; empty otherwise.
  CompletionContext context;
  std::vector<AskedSource> asked;
  std::string weights;
  double novel = 0;
};

}  // namespace synapse
