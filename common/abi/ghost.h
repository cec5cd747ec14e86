// Ghost: the suggestions on show at one prompt: which one, for which buffer,
// and how it was walked through. The glue draws what this says.
//
// A ghost that still fits what was typed on is kept without asking the sources
// again: what agrees with it must not make it change. It is asked for anew when
// the buffer parts from it, and when somebody who takes what is right has typed
// past it for a while (rank/skipped_impression.h); when nothing else is worth
// showing then, it stays.
// Tested by tests/engine/ghost_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine.h"

namespace synapse {

enum class TakeUnit { kAll, kWord, kCharacter, kComponent };

class Ghost {
 public:
  explicit Ghost(Engine& engine) : engine_(engine) {}

  // A new line begins.
  void Reset();

  // What to show behind the buffer; empty: nothing. REQUIRES: request.cursor
  // at the end of the buffer, or nothing is shown.
  std::string_view Show(const SuggestRequest& request);
  // The next (+1) or previous (-1) suggestion; the number of suggestions.
  size_t Cycle(const SuggestRequest& request, int direction);
  // The next word of the suggestions for `request`; asked again for the line
  // that the last one made, the next or previous alternative to that word.
  struct Word {
    size_t count = 0;  // of alternatives; 0: none
    size_t keep = 0;   // bytes of the buffer that stay
    std::string text;  // what follows them
  };
  Word Complete(const SuggestRequest& request, int direction);
  // The part of the ghost that is accepted; empty when there is none.
  std::string Take(const SuggestRequest& request, TakeUnit unit);
  // A slow source answered: true when something else is shown now. What the
  // user cycles through stays, and what comes from history: only the
  // alternatives to it are new.
  bool AskAgain(const SuggestRequest& request);
  // It was taken from a list.
  void Chosen(const SuggestRequest& request, std::string_view text);
  // The line was submitted (or cancelled: empty): what was on show becomes
  // feedback.
  void Finish(std::string_view executed);

  const Suggestion* shown() const {
    return at_ < suggestions_.size() ? &suggestions_[at_] : nullptr;
  }
  std::string_view suffix() const { return suffix_; }
  // The suggestion of which something was taken last; empty: none.
  const std::string& taken() const { return taken_; }

 private:
  struct CompletedWord {
    std::string word;  // what follows completed_
    std::string text;  // of the suggestion that it is of
    uint8_t at = 0;    // and which of those asked for then that was
  };
  bool PutFixedFirst(const std::string& buffer);
  void FillWords(const std::string& buffer);
  void TakeWord(const CompletedWord& word, bool again, int64_t now_ms);
  void Ask(const SuggestRequest& request, bool keep = false);
  bool StillFits(std::string_view buffer) const;
  void SetSuffix(std::string_view buffer);
  void View(int64_t now_ms);
  void Offer(const SuggestRequest& request, int64_t latency_us);
  void NoteSkipped(std::string_view kept, std::string_view executed);
  void NoteImpression(const SuggestRequest& request);

  Engine& engine_;
  bool asked_ = false;
  bool cycled_ = false;
  bool took_ = false;   // since the last impression
  std::string buffer_;  // what the suggestions were asked for
  std::vector<Suggestion> suggestions_;  // those that continue the buffer
  size_t at_ = 0;
  std::string suffix_;
  std::string shown_wish_;  // what stands behind a comment (ai/desk.h)
  std::vector<uint8_t> viewed_;  // of suggestions_, as they were on show
  std::string impression_;       // the text on show, and since when
  int64_t impression_ms_ = 0;
  // Complete(): the line that it began with, the words, the one that is there.
  std::string completed_;
  std::vector<CompletedWord> words_;
  size_t word_ = 0;
  std::string correction_;  // of the line before, when it was shown
  std::string taken_;     // the last suggestion of which something was taken
  // What was viewed until then, and the texts that were skipped.
  std::vector<uint8_t> viewed_to_taken_;
  std::vector<std::string> skipped_;
};

}  // namespace synapse
