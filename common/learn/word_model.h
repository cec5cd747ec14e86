// The word model: the next word of a line that was never run as a whole.
// Contexts from the widest (all words so far) to the narrowest (the command),
// smoothed after Witten and Bell, "The zero-frequency problem", IEEE Trans.
// Information Theory 37(4), 1991.
//
// Tested by tests/learn/models_test.cc.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "learn/line_words.h"
#include "learn/transition.h"

namespace synapse {

// The contexts of which a guess has the chances apart from their mixture:
// behind all words so far, there in this repository or directory, behind the
// word before, and in the command. For the first word they are: behind the
// previous line, none, behind that line's command, and any line.
enum WordPlace { kBehindAll, kBehindAllHere, kBehindWord, kInCommand };
inline constexpr size_t kWordPlaces = 4;

// The closest place to a slot in which a word was used, the farthest first.
// Packages have no type: the package of `npx create-app` is no dependency for
// `npm uninstall`.
enum class UsedAt : char {
  kElsewhere,   // in other commands
  kInCommand,   // in this command
  kAtPosition,  // in this command, as the word of that number
  // Behind the same word of this command, if the slot has no type.
  kBehindWord,
  kAsType,  // at an argument slot of the same type
  // Behind the same option of this command, or behind the same word as the word
  // of that number.
  kInSlot,
  kBehindAll,  // behind the same words
};
inline constexpr size_t kUsedAts = 7;

// True if a word that was used there counts as used here. A use in `git add -A`
// does not count for `git remote add`.
constexpr bool IsUsedHere(UsedAt used, bool is_option) {
  return used >= (is_option ? UsedAt::kBehindAll : UsedAt::kBehindWord);
}

struct WordGuess {
  std::string text;  // as written in a line; kEndOfLine: the line ends
  double probability;
  UsedAt used = UsedAt::kElsewhere;
  std::array<float, kWordPlaces> chances = {};  // in each context

  bool seen_here() const { return IsUsedHere(used, text.starts_with('-')); }
};

struct WordGuesses {
  std::vector<WordGuess> words;  // begin with the partial
  double unseen = 1;  // the chance of words never seen in these contexts
  // How often the words so far, or the word before, were seen in this command:
  // at zero, a guess rests on the command and the position alone.
  uint32_t support = 0;
};

// The surroundings of a line that runs in that context, or of the line that ran
// `back` lines before.
Surroundings AroundLine(const LineContext& context, size_t back = 0);

// Learns every word of the line.
Status LearnWords(Kv& kv, const LineContext& context,
                  std::span<const LineWord> words);
// Unlearns the arguments of the line that were used once in their slot: the
// line itself used them.
Status UnlearnOnce(Kv& kv, const LineContext& context,
                   std::span<const LineWord> words);

// The words in `word_context` that begin with `partial`. The chances are not
// normalised to them: P(word) and P(unseen) sum to 1 over all words, with or
// without the prefix.
WordGuesses GuessWords(Kv& kv, const LineContext& context,
                       const WordContext& word_context,
                       std::string_view partial);

}  // namespace synapse
