#include "rank/compose.h"

#include "learn/line.h"

namespace synapse {
namespace {

constexpr int kMaxAddedWords = 4;
constexpr double kLikely = 0.4;

// A directory or an option with its `=` is not the end of a word.
bool GoesOn(const std::string& text) {
  return text.ends_with('/') || text.ends_with('=');
}

// A line does not end with an operator that joins it to nothing; it may end
// with `&`.
bool JoinsToNext(std::string_view word) {
  return word != "&" && word.find_first_not_of("|&;<>") == word.npos;
}

}  // namespace

void Compose(Suggestion& suggestion, const NextWords& next,
             const JudgeText& judge) {
  if (suggestion.is_line || GoesOn(suggestion.text) || suggestion.risk.any()) {
    return;
  }
  Suggestion whole = suggestion;  // up to the last word that is no operator
  for (int i = 0; i < kMaxAddedWords; ++i) {
    WordGuesses guesses = next(suggestion.text + " ");
    if (guesses.words.empty() || guesses.support == 0) break;
    const WordGuess& word = guesses.words.front();
    if (word.text == kEndOfLine || word.probability < kLikely) break;
    const std::string text = suggestion.text + " " + word.text;
    const TextVerdict verdict = judge ? judge(text) : TextVerdict();
    if (verdict.risk.any()) break;
    suggestion.text = text;
    suggestion.confidence *= word.probability;
    // The message is left empty: the user writes a new one.
    std::string emptied = WithoutMessage(suggestion.text);
    if (emptied.size() < suggestion.text.size()) {
      suggestion.text = std::move(emptied);
      return;
    }
    if (!JoinsToNext(word.text) && verdict.kept > 0) whole = suggestion;
  }
  suggestion = std::move(whole);
}

}  // namespace synapse
