#include "rank/compose.h"

namespace synapse {
namespace {

constexpr int kMostWords = 4;
constexpr double kLikely = 0.4;

// A directory or an option with its `=` is not the end of a word.
bool GoesOn(const std::string& text) {
  return text.ends_with('/') || text.ends_with('=');
}

}  // namespace

void Compose(Suggestion& suggestion, const NextWords& next) {
  if (suggestion.is_line || GoesOn(suggestion.text)) return;
  for (int i = 0; i < kMostWords; ++i) {
    WordGuesses guesses = next(suggestion.text + " ");
    if (guesses.words.empty() || guesses.support == 0) return;
    const WordGuess& word = guesses.words.front();
    if (word.text == kEndOfLine || word.probability < kLikely) return;
    suggestion.text += " " + word.text;
    suggestion.confidence *= word.probability;
  }
}

}  // namespace synapse
