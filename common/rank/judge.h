// Judge: computes which parts of its score a line, a word or a finished text
// loses, and why. Each reduction has a name: a constant one has a row of
// lines/finding.h, one that depends on this user (skipped impressions,
// feedback) has a ModelPart of rank/factors.h. rank.factors weighs each, and
// --explain shows it. lines/finding.h lists the findings that other files
// compute.
//
//   OfLine, OfWord   before scores are summed: the probability that a line or
//                    a learned word loses goes to lines that were never run
//   OfText           on the finished text; no text is shown without it
//
// Three exclusions are not reductions, and no factor switches them off.
// rank/merge.cc drops a text that adds no visible character. rank/target.h cuts
// a destructive text before its target, and rank/ghost_rule.h shows no ghost if
// nothing else is left. The settings of the user exclude sources
// (suggest.sources) and ghosts (ShellNames::unwanted).
//
// The judge keeps its answers until the next prompt, because the same words and
// texts come again at each key.
// Tested by tests/rank/judge_test.cc.
#pragma once

#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "effect/risk.h"
#include "learn/feedback.h"
#include "lines/line_history.h"
#include "rank/factors.h"
#include "rank/fit.h"
#include "rank/lines.h"
#include "rank/skipped_impression.h"
#include "source/plausibility.h"
#include "source/typo.h"

namespace synapse {

// One reduction of a score; `name` outlives it.
struct Verdict {
  const char* name;
  double kept;  // in [0, 1]
};

struct TextVerdict {
  Risk risk;
  double kept = 1;  // of the score, for all of them
  std::vector<Verdict> verdicts;
};

// The facts of a keystroke by which words are judged. The references outlive
// the keystroke.
struct JudgedKey {
  const CompletionContext& context;
  const std::string& left;  // of the cursor
  const OpenWord& open;     // the word at its end
  std::shared_ptr<const ContextWords> here;
  std::shared_ptr<const ContextWords> behind;  // may be null
  Skipped skipped;
  // Reserved words that are due at the typed part (line/keywords.h).
  std::vector<std::string_view> due = {};
};

class Judge {
 public:
  // All outlive the judge. A part that is null gives no findings.
  struct Parts {
    SpecStore* specs = nullptr;
    const ShellNames* shell = nullptr;
    const Plausibility* plausibility = nullptr;
    TypoSource* typo = nullptr;
    RiskJudge* risk = nullptr;
  };
  // The feedback of rows (learn/feedback.h), which are read at once.
  using FeedbackOn = std::function<void(std::span<const uint64_t> keys,
                                        std::span<FeedbackWeight> feedback)>;
  explicit Judge(const Parts& parts) : parts_(parts) {}

  void SetFactors(const Factors& factors) { factors_ = factors; }
  const Factors& factors() const { return factors_; }
  double Kept(Finding finding) const { return factors_.Kept(finding); }

  // The line is not offered any more, until it runs again.
  void Hide(const std::string& line) { hidden_.insert(line); }
  void Unhide(const std::string& line) { hidden_.erase(line); }
  bool IsHidden(const std::string& line) const {
    return hidden_.contains(line);
  }

  // Drops the findings about words; the next question computes them again.
  void ForgetFindings();
  // `prompt` names it.
  void BeginPrompt(const std::string& prompt, FeedbackOn feedback);
  void BeginKey(JudgedKey key);

  // A whole line that was run. `typed`: bytes of it that are in the buffer.
  Finding OfLine(const PoolLine& line, size_t typed) const;
  // A word at the cursor, and one behind the word that is typed there.
  Finding OfWord(const std::string& word, UsedAt used);
  Finding OfWordBehind(const std::string& word, UsedAt used);
  // True for a reserved word that is due at the cursor.
  bool IsDue(std::string_view word) const;
  // The likeliest word after `left`, which ends in a blank, with the findings.
  WordGuesses LikeliestAt(const std::string& left, const ContextWords& known);
  // Only words that the spec lists may stand at the cursor.
  bool IsListed() const { return fit_ && fit_->IsListed(); }

  // A finished text; `named`: the risk that its source named. `is_new`: the
  // text never ran as a line. For a line that ran, the line model has the
  // lasting feedback.
  TextVerdict OfText(const std::string& text, const Risk& named, bool is_new);
  // The share that a text keeps, by how often its next word was skipped.
  // `typed`: bytes of it that are in the buffer.
  double KeptIfSkipped(std::string_view text, size_t typed) const;
  // The share that a correction keeps, by the feedback on it.
  double KeptOfCorrection(const std::string& line);
  // The scale of a source's candidates, by feedback on that source. Above 1 if
  // its suggestions were taken.
  double ScaleOf(SourceId source);
  // The scales of words at the cursor that are not from a line, by feedback on
  // each word in this context. Above 1 if the word was taken.
  std::vector<double> ScalesOfWords(std::span<const std::string_view> words);

 private:
  CompletionContext ContextAt(const std::string& left) const;
  Fit FitAt(const CompletionContext& context, std::string_view left,
            const ContextWords& known) const;
  Finding FreshFinding(const std::string& word, Finding by_context);
  Finding ContextFinding(const std::string& word, UsedAt used) const;
  const FeedbackWeight& Feedback(uint64_t key);
  void ReadFeedback(std::span<const uint64_t> keys);
  double part(ModelPart part) const { return factors_.parts[part]; }

  Parts parts_;
  Factors factors_;
  std::unordered_set<std::string> hidden_;
  // State of the prompt:
  std::string prompt_;
  FeedbackOn feedback_on_;
  // Rows that were read, which are freed together.
  struct FeedbackRows {
    std::pmr::monotonic_buffer_resource memory;
    std::pmr::unordered_map<uint64_t, FeedbackWeight> by_key{&memory};
  };
  std::unique_ptr<FeedbackRows> feedback_ = std::make_unique<FeedbackRows>();
  WordFits fits_;
  // State of the keystroke:
  std::optional<JudgedKey> key_;
  uint64_t feedback_context_ = 0;  // of its open word (learn/feedback.h)
  std::optional<Fit> fit_, fit_behind_;
  std::string left_behind_;  // of fit_behind_
  std::optional<CompletionContext> context_behind_;
  uint64_t keys_ = 0;  // so far: its number
  // The words that were judged at this key, and those that kept their whole
  // score.
  size_t looked_at_ = 0, words_left_ = 0;
};

}  // namespace synapse
