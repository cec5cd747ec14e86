// WordMeaning: what a word means behind others by a spec, also a partial one. For words that were
// learned or are written often, which no source describes.
//
//   git checkout -f    an option: "Throw away local changes ..."
//   sort -rn           options: "reverse, numeric sort"
//   tar xzf            options: "extract, gzip, file"
//   chmod +x           a value that the spec lists
//   echo $HOME         a variable
//   cat /etc/hosts     a file
//
// Tested by tests/context/word_meaning_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "spec/model.h"

namespace synapse {

struct WordMeaning {
  std::string kind = {};         // "option", "file"; "" if nothing is known
  std::string description = {};  // "" if the spec has none
  // The option that the word is, without a value; valid as long as `spec`.
  const OptionSpec* option = nullptr;
};

// `words` are the values of the command's words before it, `word` is written as
// in the line. REQUIRES: !words.empty().
WordMeaning MeaningOfWord(const Spec& spec, std::span<const std::string> words,
                          std::string_view word);

}  // namespace synapse
