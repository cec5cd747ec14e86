// HistoryWalk: a walk through the history by a prefix, a line at a time: each
// command once, the latest run first, of all sessions. A key reads for a limited
// time, writes nothing and does not need the index.
// Tested by tests/prompt/history_walk_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine.h"
#include "search/history_search.h"

namespace synapse {

class HistoryWalk {
 public:
  HistoryWalk(Engine& engine, std::string typed);

  // The next older line (+1) or the next newer one (-1). After the latest line
  // comes the typed text itself. No value: there is none, or the budget of the
  // key is spent, and the next key goes on from there.
  std::optional<std::string_view> Move(int direction);
  // Whether the walk goes on from this buffer: the line returned last, or the
  // buffer at which the last key found none.
  bool GoesOnFrom(std::string_view buffer) const { return shown_ == buffer; }

 private:
  bool ReadOn();
  bool IsKnown(std::string_view line) const;

  Engine& engine_;
  std::string typed_;
  HistorySearch search_;
  // Rows already shown, from the latest on; later reads do not change their
  // order. `at_`: how many of them have been passed; 0 means the typed text.
  std::vector<std::string> lines_;
  size_t at_ = 0;
  size_t read_ = 0;  // rows of the search that were read
  int order_ = 0;
  std::string shown_;
};

}  // namespace synapse
