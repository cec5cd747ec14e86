#include "rank/judge.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/text.h"
#include "context/argument_kind.h"

namespace synapse {
namespace {

// Three dismissals halve the score of a file or a word of a spec.
constexpr double kLastingFeedback = 3, kDismissed = 4;
constexpr double kSourceFeedback = 1, kWordFeedback = 1.5;
// Each dismissal (-0.08) halves the score of a correction.
constexpr double kDismissedCorrection = 8;
constexpr size_t kMostJudged = 200;  // words at a key

// The typed part of the word matters where it opens an option's value.
std::string ContextKey(const std::string& prompt, const JudgedKey& key) {
  const CompletionContext& context = key.context;
  std::string out = prompt + '\0';
  out += key.left.substr(0, key.left.size() - key.open.partial.size());
  out += '\0';
  out += static_cast<char>(context.position);
  out += static_cast<char>(context.expected);
  if (context.walk) out += static_cast<char>(context.walk->expect);
  return out;
}

// True for a line that creates a directory, a branch or a file, and ran
// elsewhere. Few such lines run again in another place: in recorded histories
// 47 of 412 of mkdir, and 5 of 39 of `git checkout -b`.
bool IsMadeOnce(const PoolLine& line, size_t typed) {
  constexpr uint64_t kUsual = 3;
  return line.made_at != std::string::npos && line.made_at >= typed &&
         line.stat.count > 0 && line.stat.count < kUsual && !line.ran_here();
}

}  // namespace

void Judge::BeginPrompt(const std::string& prompt, FeedbackOn feedback) {
  prompt_ = prompt;
  feedback_on_ = std::move(feedback);
  feedback_ = std::make_unique<FeedbackRows>();
  fits_ = WordFits();
  if (parts_.risk) parts_.risk->Recheck();
}

void Judge::ForgetFindings() { fits_ = WordFits(); }

void Judge::BeginKey(JudgedKey key) {
  fits_.BeginAt(ContextKey(prompt_, key));
  fit_.emplace(FitAt(key.context, key.left, *key.here));
  fit_behind_.reset();
  ++keys_;
  looked_at_ = words_left_ = 0;
  key_.emplace(std::move(key));
  feedback_context_ = FeedbackContext(key_->open.context, key_->here->type);
}

Finding Judge::OfLine(const PoolLine& line, size_t typed) const {
  const bool typo = line.stat.successes == 0 && parts_.typo &&
                    parts_.typo->RepeatsTypo(line.text);
  if (typo) return Finding::kTypo;
  const bool is_of_agents =
      line.stat.only_agents() && line.relation == 0 && line.pattern == 0;
  const Finding runs = is_of_agents            ? Finding::kOnlyAgents
                       : line.failed_each_time ? Finding::kFailedEachTime
                                               : Finding::kNone;
  if (!parts_.plausibility) return runs;
  const Finding finding = Worse(runs, parts_.plausibility->Of(line));
  return IsMadeOnce(line, typed) ? Worse(finding, Finding::kMadeOnce) : finding;
}

Finding Judge::OfWord(const std::string& word, UsedAt used) {
  if (!fit_) return Finding::kNone;
  WordFits::Word& known =
      fits_.Of(word, used, [&] { return ContextFinding(word, used); });
  if (known.key != keys_) {
    known.key = keys_;
    known.at_key = FreshFinding(word, known.by_context);
    // Not cached for the prompt: the lines before may change within it.
    if (!key_->due.empty() && !IsDue(word)) {
      known.at_key = Worse(known.at_key, Finding::kNotDue);
    }
  }
  return known.at_key;
}

bool Judge::IsDue(std::string_view word) const {
  if (!key_) return false;
  const auto& due = key_->due;
  return std::find(due.begin(), due.end(), word) != due.end();
}

Finding Judge::FreshFinding(const std::string& word, Finding by_context) {
  // The likeliest words come first.
  if (by_context != Finding::kNone || words_left_ >= kMaxChecked ||
      looked_at_ >= kMostJudged) {
    return by_context;
  }
  ++looked_at_;
  const Finding finding =
      fits_.PlausibilityOf(word, [&] { return fit_->PlausibilityOf(word); });
  if (finding == Finding::kNone) ++words_left_;
  return finding;
}

Finding Judge::ContextFinding(const std::string& word, UsedAt used) const {
  const Finding by_context = fit_->ContextFindingOf(word, used);
  if (by_context != Finding::kNone || !parts_.typo) return by_context;
  const std::string before =
      key_->left.substr(0, key_->left.size() - key_->open.partial.size());
  return parts_.typo->RepeatsTypo(before + word) ? Finding::kTypo
                                                 : Finding::kNone;
}

Finding Judge::OfWordBehind(const std::string& word, UsedAt used) {
  if (!key_ || !key_->behind) return Finding::kNone;
  if (!fit_behind_) {
    left_behind_ = key_->left + " ";
    context_behind_.emplace(ContextAt(left_behind_));
    fit_behind_.emplace(FitAt(*context_behind_, left_behind_, *key_->behind));
  }
  return fit_behind_->Judge(word, used);
}

WordGuesses Judge::LikeliestAt(const std::string& left,
                               const ContextWords& known) {
  WordGuesses out;
  out.support = known.guesses.support;
  std::optional<CompletionContext> context;
  std::optional<Fit> fit;
  double most = 0;
  for (WordGuess guess : known.guesses.words) {
    if (guess.probability <= most) break;  // the likeliest come first
    if (guess.text != kEndOfLine) {
      if (!fit) {
        context.emplace(ContextAt(left));
        fit.emplace(FitAt(*context, left, known));
      }
      guess.probability *= Kept(fit->Judge(guess.text, guess.used));
    }
    if (guess.probability <= most) continue;
    most = guess.probability;
    out.words.clear();
    out.words.push_back(std::move(guess));
  }
  return out;
}

TextVerdict Judge::OfText(const std::string& text, const Risk& named,
                          bool is_new) {
  TextVerdict out;
  auto take = [&](const char* name, double kept) {
    out.kept *= kept;
    out.verdicts.push_back({name, kept});
  };
  if (parts_.risk) out.risk = parts_.risk->Of(text);
  if (named.level > out.risk.level) out.risk = named;
  if (const Finding risk = FindingOf(out.risk.level); risk != Finding::kNone) {
    take(RowOf(risk).name, Kept(risk));
  }
  if (IsHidden(text)) {
    take(RowOf(Finding::kHidden).name, Kept(Finding::kHidden));
  }
  const FeedbackWeight& known = Feedback(IdOf(text));
  const double feedback = kLastingFeedback * (is_new ? known.lasting : 0) -
                          kDismissed * known.dismissed;
  if (feedback < 0) {
    take(kModelPartNames[kFeedbackPart],
         std::exp(part(kFeedbackPart) * feedback));
  }
  return out;
}

double Judge::KeptIfSkipped(std::string_view text, size_t typed) const {
  if (!key_ || !key_->skipped.any()) return 1;
  const Skipped& skipped = key_->skipped;
  const int skips = skipped.impressions->WordSkipsOf(
      text.substr(0, NextWordEnd(text, typed)));
  return std::pow(skipped.FactorOf(skips), part(kSkippedPart));
}

double Judge::KeptOfCorrection(const std::string& line) {
  return std::exp(kDismissedCorrection * part(kFeedbackPart) *
                  std::min(0.0, Feedback(CorrectionFeedbackKey(line)).lasting));
}

double Judge::ScaleOf(SourceId source) {
  return std::exp(kSourceFeedback * part(kFeedbackPart) *
                  Feedback(SourceFeedbackKey(SourceName(source))).lasting);
}

std::vector<double> Judge::ScalesOfWords(
    std::span<const std::string_view> words) {
  std::vector<double> scales(words.size(), 1);
  if (!key_) return scales;
  std::vector<uint64_t> keys;
  keys.reserve(words.size());
  for (std::string_view word : words) {
    keys.push_back(WordFeedbackKey(feedback_context_, word));
  }
  ReadFeedback(keys);
  for (size_t i = 0; i < words.size(); ++i) {
    const double lasting = Feedback(keys[i]).lasting;
    if (lasting == 0) continue;
    scales[i] = std::exp(kWordFeedback * part(kFeedbackPart) * lasting);
  }
  return scales;
}

const FeedbackWeight& Judge::Feedback(uint64_t key) {
  auto [known, fresh] = feedback_->by_key.try_emplace(key);
  if (fresh && feedback_on_) {
    feedback_on_(std::span(&key, 1), std::span(&known->second, 1));
  }
  return known->second;
}

// Reads those rows that are not known yet.
void Judge::ReadFeedback(std::span<const uint64_t> keys) {
  std::vector<uint64_t> fresh;
  fresh.reserve(keys.size());
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(fresh),
               [&](uint64_t key) { return !feedback_->by_key.contains(key); });
  if (fresh.empty() || !feedback_on_) return;
  std::vector<FeedbackWeight> read(fresh.size());
  feedback_on_(fresh, read);
  for (size_t i = 0; i < fresh.size(); ++i) {
    feedback_->by_key[fresh[i]] = read[i];
  }
}

CompletionContext Judge::ContextAt(const std::string& left) const {
  return BuildContext(left, left.size(), *parts_.specs, parts_.shell->alias);
}

// Learned words are those of the line as written, because aliases come and go.
// Files and names are looked up with aliases expanded.
Fit Judge::FitAt(const CompletionContext& context, std::string_view left,
                 const ContextWords& known) const {
  const bool expanded = !context.words.empty() && context.words != known.words;
  ArgumentType type = expanded && known.type.kind.empty()
                          ? ArgumentTypeAfter(*parts_.specs, context.words)
                          : known.type;
  return {context, left, std::move(type), *parts_.plausibility};
}

}  // namespace synapse
