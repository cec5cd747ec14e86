// WordFits: what was found out about the words of a place, which is asked for
// again at each key while a word is typed on.
//
// Tested by tests/rank/word_fits_test.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "source/finding.h"

namespace synapse {

class WordFits {
 public:
  // Another place than the last time: nothing is known.
  void BeginAt(std::string place) {
    if (place == place_) return;
    place_ = std::move(place);
    places_[0].clear();
    places_[1].clear();
    plausibilities_.clear();
  }
  // Fit::PlaceOf and PlausibilityOf; `ask` is called once a word.
  template <class Ask>
  Finding PlaceOf(std::string_view word, bool seen_here, const Ask& ask) {
    return Known(places_[seen_here], word, ask);
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

  std::string place_;
  Words places_[2];
  Words plausibilities_;
};

}  // namespace synapse
