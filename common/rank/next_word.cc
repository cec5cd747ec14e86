#include "rank/next_word.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "learn/line.h"
#include "line/segment.h"
#include "line/tokenizer.h"
#include "source/nearness.h"

namespace synapse {
namespace {

constexpr size_t kLinesForWords = 30;  // lines whose next words are summed
constexpr size_t kLinesOnEmpty = 100;  // lines looked at when nothing is typed
constexpr size_t kWordsOnEmpty = 20;   // first words, likewise
// Learned words that begin with the typed text, unless a longer list is
// requested.
constexpr size_t kMaxLearnedWords = 24;
// The chance of a word that no source knows, and of each letter of it.
constexpr double kUnknownWord = 0.05, kUnknownLetter = 0.3;
// The share of a file that the last command created.
constexpr double kMadeShare = 0.7;
// The same of a program that it installed.
constexpr double kInstalledShare = 0.3;
constexpr size_t kMostMade = 3;  // with more such files none is raised
constexpr double kWorkflowShare = 0.4;
constexpr double kWorkflowShareAtFirst = 0.4;

double Clamp01(double v) { return std::clamp(v, 0.0, 1.0); }

class Gathering {
 public:
  Gathering(MergeInput& input, size_t limit)
      : in_(input),
        c_(in_.context),
        limit_(limit),
        weights_(WeightsFor(c_)),
        factors_(in_.judge.factors()),
        left_(c_.buffer.substr(0, c_.cursor)),
        right_(c_.buffer.substr(c_.cursor)),
        empty_(IsEmptyLine(left_)) {
    out_.lines = in_.lines.lines;
  }

  NextWordTable Run() {
    LeaveToUnseen();
    AddLines();
    AddLearnedWords();
    AddCandidates();
    Score();
    return std::move(out_);
  }

 private:
  template <class Text>
  NextWord& At(Text&& text) {
    const std::string_view key = WithoutSlash(text);
    auto at = out_.words.lower_bound(key);
    if (at == out_.words.end() || at->first != key) {
      at = out_.words.emplace_hint(at, std::piecewise_construct,
                                   std::tuple(key), std::tuple());
      at->second.text = std::forward<Text>(text);
    }
    return at->second;
  }

  void LeaveToUnseen() {
    unseen_ = std::max(in_.words.unseen, in_.least_unseen);
    novel_ = std::max(in_.lines.novel, in_.least_unseen);
    if (novel_ <= in_.lines.novel || in_.lines.novel >= 1) return;
    const double kept = (1 - novel_) / (1 - in_.lines.novel);
    for (RankedLine& line : out_.lines) line.probability *= kept;
  }

  // A message that was written once is emptied: the next one is another.
  static std::string Emptied(const PoolLine& line) {
    return line.stat.count == 1 ? WithoutMessage(line.text) : line.text;
  }

  void AddLines() {
    const size_t most =
        empty_ ? std::max(kLinesOnEmpty, limit_) : kLinesForWords;
    size_t used = 0;
    for (const RankedLine& ranked : out_.lines) {
      if (used++ >= most) break;
      const std::string& text = ranked.line->text;
      // On an empty line the whole line is what is chosen.
      const std::string_view whole(text);
      NextWord& next =
          empty_ ? At(Emptied(*ranked.line))
                 : At(whole.substr(0, NextWordEnd(whole, left_.size())));
      next.line_mass += ranked.probability;
      if (!next.line) next.line = &ranked;
    }
  }

  void AddLearnedWords() {
    double reused = OfHistory(kReusedArguments) * in_.reuse.rate();
    double learned = OfHistory(kLearnedWords);
    bool argument = !c_.words.empty();
    const size_t most = empty_ ? kWordsOnEmpty : MaxWords();
    size_t used = 0;
    for (const WordGuess& guess : in_.words.words) {
      if (guess.text == kEndOfLine ||
          !guess.text.starts_with(in_.raw_partial) ||
          guess.text.size() == in_.raw_partial.size()) {
        continue;
      }
      if (used++ >= most) break;
      double share = learned * guess.probability * (argument ? 1 - reused : 1);
      AddWord(guess.text, share, guess.used);
    }
    if (argument) {
      AddReusedArguments(reused);
      AddRecentArguments();
    }
    if (in_.behind) AddWordsBehind(learned * (argument ? 1 - reused : 1));
  }
  size_t MaxWords() const { return std::max(kMaxLearnedWords, limit_); }
  double PartOf(ModelPart part) const { return factors_.parts[part]; }
  double OfHistory(ModelPart part) const {
    return factors_.Of(SourceId::kHistory) * PartOf(part);
  }

  // The partial may be a whole word already. Then the words that followed it
  // are next, if they are likelier than the end of the line.
  void AddWordsBehind(double share) {
    double complete = 0;
    for (const WordGuess& guess : in_.behind->words) {
      if (guess.text == kEndOfLine) complete = guess.probability;
    }
    for (const WordGuess& whole : in_.words.words) {
      if (whole.text != in_.raw_partial) continue;
      for (const WordGuess& guess : in_.behind->words) {
        if (guess.probability <= complete) break;  // the likeliest come first
        const double kept =
            in_.judge.Kept(in_.judge.OfWordBehind(guess.text, guess.used));
        if (kept < 1) continue;
        At(left_ + " " + guess.text).learned +=
            share * whole.probability * guess.probability;
      }
    }
  }

  // Null for a word that cannot stand here.
  NextWord* AddWord(const std::string& word, double share, UsedAt used) {
    const bool seen_here = IsUsedHere(used, word.starts_with('-'));
    const Finding finding = in_.judge.OfWord(word, used);
    const double kept = in_.judge.Kept(finding);
    // The share that it loses goes to words that were never used here.
    unseen_ += share * (1 - kept);
    // A word that was not written here before must be free of findings.
    if (kept == 0 || (!seen_here && kept < 1)) return nullptr;
    NextWord& next = At(left_ + word.substr(in_.raw_partial.size()));
    next.learned += share * kept;
    next.seen_here |= seen_here;
    next.used = std::max(next.used, used);
    next.finding = Worse(next.finding, finding);
    return &next;
  }
  void AddReused(const std::string& word, double share) {
    // The meaning of this directory depends on the current one.
    if (word == ".." || word == "-") {
      share *= in_.judge.Kept(Finding::kReusedDirectory);
    }
    if (share <= 0) return;
    if (NextWord* next = AddWord(word, share, WhereUsed(word))) {
      next->reused += share;
    }
  }
  // An argument of another command may have been used with this one, too.
  UsedAt WhereUsed(std::string_view word) const {
    const auto& words = in_.words.words;
    const auto known = std::find_if(
        words.begin(), words.end(),
        [&](const WordGuess& guess) { return guess.text == word; });
    return known == words.end() ? UsedAt::kElsewhere : known->used;
  }

  // Arguments of the three lines before.
  void AddReusedArguments(double reused) {
    constexpr double kShare[] = {0.5, 0.3, 0.2};
    for (size_t i = 0; i < in_.previous.previous.size(); ++i) {
      const auto& arguments = in_.previous.previous[i]->arguments;
      for (const std::string& a : arguments) {
        if (!a.starts_with(in_.raw_partial) ||
            a.size() == in_.raw_partial.size()) {
          continue;
        }
        AddReused(a,
                  reused * kShare[i] / static_cast<double>(arguments.size()));
      }
    }
  }
  void AddRecentArguments() {
    if (in_.raw_partial.empty()) return;
    double rank = 0;
    size_t used = 0;
    for (const std::string& a : in_.recent_arguments) {
      if (a.starts_with(in_.raw_partial) && a.size() > in_.raw_partial.size()) {
        if (used++ >= MaxWords()) break;
        AddReused(a, OfHistory(kReusedArguments) * 0.2 * in_.words.unseen /
                         (rank + 8));
      }
      ++rank;
    }
  }

  void AddCandidates() {
    for (Candidate& candidate : in_.candidates) {
      if (candidate.evidence[0].source == SourceId::kTypo) {
        corrections_.push_back(in_.judge.KeptOfCorrection(candidate.text));
      }
      const double kept = in_.judge.Kept(candidate.finding);
      if (kept <= 0) continue;
      std::string text = std::move(candidate.text);
      text.resize(text.size() - right_.size());
      if (text.size() <= left_.size()) {
        out_.typed_is_whole |= text == left_ && !in_.raw_partial.empty();
        continue;
      }
      NextWord& next = At(text);
      if (IsGuess(candidate.finding) && next.learned == 0 && !next.line) {
        next.finding = candidate.finding;
      }
      SetText(next, candidate, std::move(text));
      for (Evidence& e : candidate.evidence) {
        const double value = WeightOf(e.source) * Clamp01(e.score);
        e.score = Clamp01(e.score) * kept;
        next.value += value * kept;
        if (IsGuess(candidate.finding)) guessed_ += value * (1 - kept);
      }
      if (next.candidate) {
        AddTo(*next.candidate, candidate);
      } else {
        next.candidate = &candidate;
      }
    }
  }

  // A source knows that the word is a directory, so it gets a slash; but not
  // the subcommand of `swift build` where a directory build/ exists too.
  static void SetText(NextWord& next, const Candidate& candidate,
                      std::string text) {
    const Evidence& evidence = candidate.evidence[0];
    const bool is_named =
        evidence.source == SourceId::kSpec && !evidence.is_found;
    if (is_named && !next.is_named && next.candidate) {
      next.candidate->word = candidate.word;
      next.candidate->description = candidate.description;
    }
    if (is_named || (!next.is_named && next.text.size() < text.size())) {
      next.text = std::move(text);
    }
    next.is_named |= is_named;
  }

  double WeightOf(SourceId source) {
    std::optional<double>& weight = of_source_[static_cast<size_t>(source)];
    if (!weight) {
      weight =
          factors_.Of(source) * in_.judge.ScaleOf(source) * weights_.Of(source);
    }
    return *weight;
  }

  // A word of several sources is one candidate.
  static void AddTo(Candidate& all, Candidate& candidate) {
    std::move(candidate.evidence.begin(), candidate.evidence.end(),
              std::back_inserter(all.evidence));
    if (all.description.empty()) {
      all.description = std::move(candidate.description);
    }
    if (candidate.risk.level > all.risk.level) all.risk = candidate.risk;
    if (all.word.empty()) all.word = std::move(candidate.word);
    all.is_made |= candidate.is_made;
    all.is_fresh |= candidate.is_fresh;
    all.asked_only |= candidate.asked_only;
  }

  // The scale of each word at the cursor, in their order; empty on an empty
  // line.
  std::vector<double> ScalesOfWords() const {
    if (empty_) return {};
    const size_t word = left_.size() - in_.raw_partial.size();
    std::vector<std::string_view> words;
    words.reserve(out_.words.size());
    for (const auto& [key, next] : out_.words) {
      words.push_back(std::string_view(next.text).substr(word));
    }
    return in_.judge.ScalesOfWords(words);
  }

  void Score() {
    double values = 0;
    const Recency recency(in_.recent_lines);
    for (auto& [key, next] : out_.words) {
      if (next.value > 0) {
        next.value += weights_.recency * recency.Of(next.text);
      }
      values += next.value;
    }
    double seen = 0;
    const double of_all = unseen_ / (1 + values + guessed_);
    for (auto& [key, next] : out_.words) {
      next.value *= of_all;
      seen += next.learned + next.value;
    }
    // The probability of a word that no source knows, which is a part of that
    // of unseen words.
    const double unknown =
        std::min(kUnknownWord, unseen_) *
            std::pow(kUnknownLetter,
                     static_cast<double>(in_.raw_partial.size())) +
        of_all * guessed_;
    double z = novel_ / (seen + unknown);
    const std::vector<double> scales = ScalesOfWords();
    auto scale = scales.begin();
    for (auto& [key, next] : out_.words) {
      double own = z * (next.learned + next.value);
      if (empty_) {
        next.beginning = next.text.find(' ') == next.text.npos
                             ? Finding::kBareWord
                             : Finding::kFirstWords;
        own *= in_.judge.Kept(next.beginning);
      } else {
        own *= next.scale = *scale++;
      }
      next.kept_if_skipped = in_.judge.KeptIfSkipped(next.text, left_.size());
      next.score = Clamp01(next.line_mass + own) * next.kept_if_skipped;
    }
    if (!empty_) LeaveMisspelt();
    ShareWithMade();
    if (!empty_) LeaveLines();
    if (NextWord* usual = BestOf(SourceId::kWorkflow)) ShareWithUsual(*usual);
    for (const double kept : corrections_) {
      NextWord* best = BestOf(SourceId::kTypo);
      if (best) ShareWith(*best, SourceId::kTypo, kept);
    }
  }

  // Drops a word whose lines never succeeded if a source knows a word that is
  // near: `ssh bastoin`. One failure is enough, also of a command whose
  // failures say nothing, because the source does not know this word.
  void LeaveMisspelt() {
    const size_t begin = left_.size() - in_.raw_partial.size();
    for (auto& [key, next] : out_.words) {
      if (!next.line || next.candidate || key.size() <= begin ||
          !NeverSucceeded(next)) {
        continue;
      }
      const std::string_view written = std::string_view(key).substr(begin);
      if (IsNearCandidate(written, begin)) misspelt_.push_back(&next);
    }
    const double kept = in_.judge.Kept(Finding::kTypo);
    for (NextWord* next : misspelt_) {
      next->score *= kept;
      for (RankedLine& ranked : out_.lines) {
        const std::string_view line = ranked.line->text;
        if (line.substr(0, NextWordEnd(line, left_.size())) == next->text) {
          ranked.probability *= kept;
          ranked.finding = Finding::kTypo;
        }
      }
    }
  }

  // True if each line that continues with the word failed each time.
  bool NeverSucceeded(const NextWord& next) const {
    const auto failed = [](const PoolLine& line) {
      return line.failed_each_time ||
             (line.stat.failures > 0 && line.stat.failures == line.stat.count);
    };
    return failed(*next.line->line) &&
           std::all_of(out_.lines.begin(), out_.lines.end(),
                       [&](const RankedLine& ranked) {
                         const std::string_view line = ranked.line->text;
                         return failed(*ranked.line) ||
                                line.substr(0,
                                            NextWordEnd(line, left_.size())) !=
                                    next.text;
                       });
  }

  bool IsNearCandidate(std::string_view written, size_t begin) const {
    const int most = MaxTypos(written);
    return std::any_of(
        out_.words.begin(), out_.words.end(), [&](const auto& word) {
          const auto& [key, next] = word;
          if (!next.candidate || key.size() <= begin) return false;
          const std::string_view other = std::string_view(key).substr(begin);
          return TyposBetween(written, other, most) <= most &&
                 !DifferInDigits(written, other);
        });
  }

  // A word whose likeliest line cannot run here is shown without that line,
  // unless the line has most of its score.
  void LeaveLines() {
    for (auto& [key, next] : out_.words) {
      const bool is_held = next.line && next.line->finding != Finding::kNone;
      if (is_held && 2 * next.line_mass < next.score) next.line = nullptr;
    }
  }

  // The files that the last command created take a share of all.
  void ShareWithMade() {
    std::vector<NextWord*> made;
    for (auto& [key, next] : out_.words) {
      const bool is_made = next.candidate && next.candidate->is_made;
      if (is_made && next.score > 0) made.push_back(&next);
    }
    if (made.empty() || made.size() > kMostMade) return;
    const bool are_programs = c_.words.empty();
    const double share = std::min(
        are_programs ? kInstalledShare * factors_.Of(SourceId::kEnvironment)
                     : kMadeShare * factors_.Of(SourceId::kFilesystem),
        1.0);
    LeaveShare(share);
    for (NextWord* next : made) {
      next->made =
          share / static_cast<double>(made.size()) * next->kept_if_skipped;
      next->score = Clamp01(next->score + next->made);
    }
  }

  // Multiplies all scores by 1 - share.
  void LeaveShare(double share) {
    for (auto& [key, next] : out_.words) next.score *= 1 - share;
    for (RankedLine& line : out_.lines) line.probability *= 1 - share;
  }

  // The user's own data replaces the usual next line, except a line about a
  // directory that was just made.
  void ShareWithUsual(NextWord& usual) {
    const bool is_fresh = usual.candidate->is_fresh;
    const double events = is_fresh ? 0 : static_cast<double>(in_.events);
    const double times_seen = is_fresh ? 0 : in_.times_seen;
    const double share =
        ShareWith(usual, SourceId::kWorkflow,
                  (kWorkflowShare + kWorkflowShareAtFirst / (1 + events / 50)) /
                      (1 + times_seen));
    if (is_fresh) usual.made += share;
  }

  static double ScoreOf(const NextWord& next, SourceId source) {
    double score = 0;
    if (!next.candidate) return score;
    for (const Evidence& e : next.candidate->evidence) {
      if (e.source == source) score = std::max(score, e.score);
    }
    return score;
  }
  // Null if the source names none.
  NextWord* BestOf(SourceId source) {
    NextWord* best = nullptr;
    double most = 0;
    for (auto& [key, next] : out_.words) {
      const double score = ScoreOf(next, source);
      if (score <= most) continue;
      best = &next;
      most = score;
    }
    return best;
  }
  // Gives the word a share of all scores, in proportion to the evidence of the
  // source, and returns the share.
  double ShareWith(NextWord& next, SourceId source, double share) {
    share = std::min(share * ScoreOf(next, source) * factors_.Of(source), 1.0) *
            next.kept_if_skipped;
    LeaveShare(share);
    next.score = Clamp01(next.score + share);
    return share;
  }

  MergeInput& in_;
  const CompletionContext& c_;
  size_t limit_;
  const PositionWeights& weights_;
  const Factors& factors_;
  std::string left_, right_;
  bool empty_;
  double unseen_ = 1, novel_ = 1;
  // The value that guesses lose: it goes to words that no source knows.
  double guessed_ = 0;
  std::array<std::optional<double>, kSources> of_source_;  // WeightOf()
  std::vector<double> corrections_;  // what each of them keeps
  std::vector<NextWord*> misspelt_;
  NextWordTable out_;
};

constexpr double kRecencyRate = 0.3;
constexpr size_t kRecentCommands = 10;

std::string_view CommandOf(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  size_t begin = 0;
  while (begin < text.size() && is_blank(text[begin])) ++begin;
  size_t end = begin;
  while (end < text.size() && !is_blank(text[end])) ++end;
  return text.substr(begin, end - begin);
}

}  // namespace

bool IsEmptyLine(std::string_view left) {
  return left.find_first_not_of(" \t") == left.npos;
}

NextWordTable GatherNextWords(MergeInput& input, size_t limit) {
  return Gathering(input, limit).Run();
}

Recency::Recency(const std::deque<std::string>& recent) {
  recent_.reserve(kRecentCommands);
  for (size_t i = 0; i < std::min(recent.size(), kRecentCommands); ++i) {
    recent_.push_back({recent[i], CommandOf(recent[i]),
                       std::exp(-kRecencyRate * static_cast<double>(i))});
  }
}

double Recency::Of(std::string_view text) const {
  const std::string_view command = CommandOf(text);
  double best = 0;
  for (const auto& [line, its_command, lift] : recent_) {
    if (lift <= best) break;
    if (line.starts_with(text)) {
      best = lift;
    } else if (its_command == command) {
      best = std::max(best, lift / 2);
    }
  }
  return best;
}

}  // namespace synapse
