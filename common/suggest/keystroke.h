// Keystroke: the data of one request, as the stages of the suggester compute
// it. Tested by tests/engine/engine_test.cc.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "context/completion_context.h"
#include "learn/reused_argument.h"
#include "lines/line_history.h"
#include "rank/lines.h"
#include "rank/skipped_impression.h"
#include "suggest/suggester.h"

namespace synapse {

inline std::shared_ptr<const ContextWords> NoWords() {
  static const auto kNone = std::make_shared<const ContextWords>();
  return kNone;
}

struct Suggester::Keystroke {
  const SuggestRequest& request;
  Budget budget;
  CompletionContext context;
  std::string left;  // of the cursor
  OpenWord open;     // the word at its end
  bool at_end;       // nothing is right of the cursor
  Skipped skipped;
  std::string directory = {};              // of the command at the cursor
  std::vector<std::string_view> due = {};  // reserved words there
  // From history:
  bool asks_history = false;
  std::vector<const PoolLine*> pool = {};  // lines that continue the buffer
  RankedLines lines = {};
  std::shared_ptr<const ContextWords> here = NoWords();
  std::shared_ptr<const ContextWords> behind = nullptr;
  ReuseRate reuse = {};
  std::vector<AskedSource> asked = {};
  // For the dead end:
  bool none_begins = false;      // no candidate of a source
  bool none_near_later = false;  // source/typo.h
};

}  // namespace synapse
