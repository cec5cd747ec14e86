// WordFits: what was found out about the words of a place, which is asked for
// again at each key while a word is typed on.
//
// Tested by tests/rank/word_fits_test.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace synapse {

class WordFits {
 public:
  // Another place than the last time: nothing is known.
  void BeginAt(std::string place) {
    if (place == place_) return;
    place_ = std::move(place);
    stands_[0].clear();
    stands_[1].clear();
    sense_.clear();
  }
  // Merge's `may_stand` and `sense`; `ask` is called once a word.
  template <class Ask>
  bool MayStand(std::string_view word, bool seen_here, const Ask& ask) {
    return Known(stands_[seen_here], word, ask);
  }
  template <class Ask>
  double Sense(std::string_view word, const Ask& ask) {
    return Known(sense_, word, ask);
  }

 private:
  template <class Value>
  using Words = std::map<std::string, Value, std::less<>>;

  template <class Value, class Ask>
  static Value Known(Words<Value>& words, std::string_view word,
                     const Ask& ask) {
    auto at = words.find(word);
    if (at == words.end()) at = words.emplace(std::string(word), ask()).first;
    return at->second;
  }

  std::string place_;
  Words<bool> stands_[2];
  Words<double> sense_;
};

}  // namespace synapse
