// WordFits: what was found out about the words of a context, which is asked for
// again at each key while a word is typed on.
//
// Tested by tests/rank/word_fits_test.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "learn/word_model.h"
#include "source/finding.h"

namespace synapse {

class WordFits {
 public:
  // Another context than the last time: nothing is known.
  void BeginAt(std::string context) {
    if (context == context_) return;
    context_ = std::move(context);
    for (Words& words : by_context_) words.clear();
    plausibilities_.clear();
  }
  // Fit::ContextFindingOf and PlausibilityOf; `ask` is called once a word.
  template <class Ask>
  Finding ContextFindingOf(std::string_view word, UsedAt used, const Ask& ask) {
    return Known(by_context_[static_cast<size_t>(used)], word, ask);
  }
  template <class Ask>
  Finding PlausibilityOf(std::string_view word, const Ask& ask) {
    return Known(plausibilities_, word, ask);
  }

 private:
  using Words = std::map<std::string, Finding, std::less<>>;

  template <class Ask>
  static Finding Known(Words& words, std::string_view word, const Ask& ask) {
    auto at = words.find(word);
    if (at == words.end()) at = words.emplace(std::string(word), ask()).first;
    return at->second;
  }

  std::string context_;
  Words by_context_[kUsedAts];
  Words plausibilities_;
};

}  // namespace synapse
