// Ghost: the suggestions at one prompt: which one is on show, for which buffer,
// and which ones the user cycled through. The glue draws it.
//
// A ghost that still fits after more typing is kept without asking the sources
// again, so that it does not change while the user types what it shows. The
// sources are asked again when the buffer no longer fits, and when a user who
// usually takes correct ghosts has typed past one for a while
// (rank/skipped_impression.h). If then nothing else is good enough to show, the
// ghost stays.
// Tested by tests/prompt/ghost_test.cc.
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

  // Starts a new line.
  void Reset();

  // The text to show after the buffer; empty for none. It is empty unless
  // request.cursor is at the end of the buffer.
  std::string_view Show(const SuggestRequest& request);
  // Selects the next (+1) or previous (-1) suggestion. Returns the number of
  // suggestions.
  size_t Cycle(const SuggestRequest& request, int direction);
  // The next word of the suggestions for `request`. For the line that the last
  // call made it returns the next or previous alternative to that word.
  struct Word {
    size_t count = 0;  // number of alternatives; 0: none
    size_t keep = 0;   // bytes of the buffer to keep
    std::string text;  // the text after them
  };
  Word Complete(const SuggestRequest& request, int direction);
  // Returns the part of the ghost that is accepted; empty when there is none.
  std::string Take(const SuggestRequest& request, TakeUnit unit);
  // A slow source answered. Returns true if another suggestion is on show now.
  // A suggestion from history, or one that the user cycled to, stays; only its
  // alternatives change.
  bool AskAgain(const SuggestRequest& request);
  // Sources ran out of the budget of a key, because they or the machine were
  // slow. The glue's descriptor becomes readable some time later, and
  // AskAgain() then asks them once more, with more time.
  bool IsIncomplete() const { return incomplete_; }
  // The suggestion was taken from a list.
  void Chosen(const SuggestRequest& request, std::string_view text);
  // The line was submitted, or cancelled (empty). Records feedback about the
  // suggestion on show.
  void Finish(std::string_view executed);

  const Suggestion* shown() const {
    return at_ < suggestions_.size() ? &suggestions_[at_] : nullptr;
  }
  std::string_view suffix() const { return suffix_; }
  // The suggestion from which text was taken last; empty for none.
  const std::string& taken() const { return taken_; }

 private:
  struct CompletedWord {
    std::string word;  // the text after completed_
    std::string text;  // its suggestion
    uint8_t at = 0;    // and its index among the suggestions
  };
  bool PutFixedFirst(const std::string& buffer);
  void FillWords(const std::string& buffer);
  void TakeWord(const CompletedWord& word, bool again, int64_t now_ms);
  SuggestReply Wanted(const SuggestRequest& request, size_t most);
  // Whether the ghost that is on show stays. kIfListed: if it is still one of the
  // suggestions.
  enum class Keep { kNo, kIfListed, kYes };
  void Ask(const SuggestRequest& request, Keep keep = Keep::kNo);
  void PlanAgain(const SuggestRequest& request, const SuggestReply& reply);
  void Widen(const SuggestRequest& request);
  bool StillFits(std::string_view buffer) const;
  void SetSuffix(std::string_view buffer);
  void View(int64_t now_ms);
  void Offer(const SuggestRequest& request, int64_t latency_us);
  void NoteSkipped(std::string_view kept, std::string_view executed);
  void NoteImpression(const SuggestRequest& request);

  Engine& engine_;
  bool asked_ = false;
  bool widened_ = false;
  bool cycled_ = false;
  bool incomplete_ = false;
  int asked_again_ = 0;                  // for this buffer
  bool took_ = false;                    // since the last impression
  std::string buffer_;                   // the buffer of the suggestions
  std::vector<Suggestion> suggestions_;  // suggestions that continue the buffer
  size_t at_ = 0;
  std::string suffix_;
  std::string shown_wish_;       // the text after a comment (ai/desk.h)
  std::vector<uint8_t> viewed_;  // indices into suggestions_, in viewing order
  std::string impression_;       // the text on show, and since when
  int64_t impression_ms_ = 0;
  // Complete(): the initial line, the words, and the current one.
  std::string completed_;
  std::vector<CompletedWord> words_;
  size_t word_ = 0;
  std::string correction_;  // of the line before, if it was on show
  std::string taken_;       // the suggestion from which text was taken last
  // The suggestions viewed before that, and the skipped texts.
  std::vector<uint8_t> viewed_to_taken_;
  std::vector<std::string> skipped_;
};

}  // namespace synapse
