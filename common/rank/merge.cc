#include "rank/merge.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "learn/line.h"
#include "line/insertion.h"
#include "line/segment.h"
#include "line/tokenizer.h"
#include "rank/reason.h"
#include "rank/risk.h"

namespace synapse {
namespace {

constexpr size_t kLinesForWords = 30;   // lines whose next words are summed
constexpr size_t kLinesOnEmpty = 100;   // lines looked at when nothing is typed
constexpr size_t kWordsOnEmpty = 20;    // first words, likewise
// Learned ones that begin as is typed, unless more are to be shown.
constexpr size_t kMaxLearnedWords = 24;
// The chance of a word that no source knows, and of each letter of it.
constexpr double kUnknownWord = 0.05, kUnknownLetter = 0.3;
constexpr double kWorkflowShare = 0.4;
constexpr double kWorkflowShareAtFirst = 0.4;

double Clamp01(double v) { return std::clamp(v, 0.0, 1.0); }

// The word as it would be written by somebody who quotes no more than needed.
std::string Plain(const Token& token, std::string_view line) {
  if (token.dynamic) return std::string(token.raw(line));
  constexpr std::string_view kHarmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
      "0123456789_./-=:@%+,";
  bool needs = token.quoted &&
               (token.value.empty() ||
                token.value.find_first_not_of(kHarmless) != std::string::npos);
  return needs ? "'" + token.value + "'" : token.value;
}

// Lines that are one to the user: those that differ in blanks, in quotes, or in
// a slash behind a directory.
std::string LineKey(std::string_view text) {
  bool plain = text.find_first_of("'\"\\\t") == text.npos &&
               text.find("  ") == text.npos && !text.ends_with(' ');
  if (plain) return std::string(WithoutSlash(text));
  std::string out;
  for (const Token& token : Tokenize(text)) {
    if (!out.empty()) out += ' ';
    out += Plain(token, text);
  }
  return std::string(WithoutSlash(out));
}

// One possible next word, gathered from everywhere.
struct Entry {
  std::string text;         // the buffer with the word
  const RankedLine* line = nullptr;  // its likeliest line
  double line_mass = 0;     // sum of its lines' probabilities
  double learned = 0;       // the word model's share
  double reused = 0;        // what of it comes from arguments of other commands
  bool seen_here = false;   // that it was written just here counts in it
  Finding finding = Finding::kNone;  // about its learned word
  Finding beginning = Finding::kNone;  // it is but the beginning of a line
  double kept_if_skipped = 1;
  double scale = 1;         // by feedback on its word
  double value = 0;         // weighted evidence of the sources
  double score = 0;
  Candidate candidate;      // evidence, description; text may be empty
};

class Merger {
 public:
  Merger(MergeInput input, size_t limit)
      : in_(std::move(input)),
        c_(in_.context),
        limit_(limit),
        weights_(WeightsFor(c_)),
        factors_(in_.judge.factors()),
        ranked_(in_.lines.lines),
        left_(c_.buffer.substr(0, c_.cursor)),
        right_(c_.buffer.substr(c_.cursor)),
        empty_(left_.find_first_not_of(" \t") == std::string::npos) {}

  std::vector<Suggestion> Run() {
    LeaveToUnseen();
    AddLines();
    AddLearnedWords();
    AddCandidates();
    Score();
    return Select();
  }

 private:
  Entry& At(std::string text) {
    std::string_view key = WithoutSlash(text);
    auto at = entries_.find(key);
    if (at == entries_.end()) {
      at = entries_.emplace(std::string(key), Entry()).first;
      at->second.text = std::move(text);
    }
    return at->second;
  }

  void LeaveToUnseen() {
    unseen_ = std::max(in_.words.unseen, in_.least_unseen);
    novel_ = std::max(in_.lines.novel, in_.least_unseen);
    if (novel_ <= in_.lines.novel || in_.lines.novel >= 1) return;
    const double kept = (1 - novel_) / (1 - in_.lines.novel);
    for (RankedLine& line : ranked_) line.probability *= kept;
  }

  // A message that was written once is emptied: the next one is another.
  static std::string WithoutMessage(const PoolLine& line) {
    const size_t message = MessageBegin(line.text);
    if (line.stat.count != 1 || message == line.text.size()) return line.text;
    return line.text.substr(0, message) + line.text.back();
  }

  void AddLines() {
    const size_t most =
        empty_ ? std::max(kLinesOnEmpty, limit_) : kLinesForWords;
    size_t used = 0;
    for (const RankedLine& ranked : ranked_) {
      if (used++ >= most) break;
      const std::string& text = ranked.line->text;
      // On an empty line the whole line is what is chosen.
      Entry& entry =
          At(empty_ ? WithoutMessage(*ranked.line)
                    : text.substr(0, NextWordEnd(text, left_.size())));
      entry.line_mass += ranked.probability;
      if (!entry.line) entry.line = &ranked;
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
      AddWord(guess.text, share, guess.seen_here);
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

  // The partial may be a whole word already: then its successors are next,
  // those that are likelier than that the line is complete as it stands.
  void AddWordsBehind(double share) {
    double complete = 0;
    for (const WordGuess& guess : in_.behind->words) {
      if (guess.text == kEndOfLine) complete = guess.probability;
    }
    for (const WordGuess& whole : in_.words.words) {
      if (whole.text != in_.raw_partial) continue;
      for (const WordGuess& guess : in_.behind->words) {
        if (guess.probability <= complete) break;  // the likeliest come first
        const double kept = in_.judge.Kept(
            in_.judge.OfWordBehind(guess.text, guess.seen_here));
        if (kept < 1) continue;
        At(left_ + " " + guess.text).learned +=
            share * whole.probability * guess.probability;
      }
    }
  }

  // Null where it cannot stand.
  Entry* AddWord(const std::string& word, double share,
                 bool seen_here = false) {
    const Finding finding = in_.judge.OfWord(word, seen_here);
    const double kept = in_.judge.Kept(finding);
    // The share that it loses goes to words that were never used here.
    unseen_ += share * (1 - kept);
    // Neither written here before nor there.
    if (kept == 0 || (!seen_here && kept < 1)) return nullptr;
    Entry& entry = At(left_ + word.substr(in_.raw_partial.size()));
    entry.learned += share * kept;
    entry.seen_here |= seen_here;
    entry.finding = Worse(entry.finding, finding);
    return &entry;
  }
  void AddReused(const std::string& word, double share) {
    // A directory that depends on where one is.
    if (word == ".." || word == "-") {
      share *= in_.judge.Kept(Finding::kReusedDirectory);
    }
    // A variable's value rarely suits another command, nor does setting it.
    if (word.find_first_of("$`") != word.npos ||
        AssignmentValueOffset(word) != word.npos) {
      share *= in_.judge.Kept(Finding::kReusedVariable);
    }
    if (share <= 0) return;
    if (Entry* entry = AddWord(word, share)) entry->reused += share;
  }

  // Arguments of the three lines before.
  void AddReusedArguments(double reused) {
    constexpr double kShare[] = {0.5, 0.3, 0.2};
    for (size_t i = 0; i < in_.previous.previous.size(); ++i) {
      const auto& arguments = in_.previous.previous[i].arguments;
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
      const double kept = in_.judge.Kept(candidate.finding);
      if (kept <= 0) continue;
      std::string text = candidate.text.substr(
          0, candidate.text.size() - right_.size());
      if (text.size() <= left_.size()) continue;
      Entry& entry = At(text);
      // A source knows that it is a directory: with a slash is better.
      if (entry.text.size() < text.size()) entry.text = text;
      for (Evidence& e : candidate.evidence) {
        e.score = Clamp01(e.score) * kept;
        entry.value +=
            factors_.Of(e.source) * in_.judge.ScaleOf(e.source) *
            weights_.Of(e.source) * e.score;
        entry.candidate.evidence.push_back(e);
      }
      if (entry.candidate.description.empty()) {
        entry.candidate.description = candidate.description;
      }
      if (candidate.risk.level > entry.candidate.risk.level) {
        entry.candidate.risk = candidate.risk;
      }
      if (entry.candidate.word.empty()) entry.candidate.word = candidate.word;
    }
  }

  void Score() {
    double values = 0;
    for (auto& [key, entry] : entries_) {
      if (entry.value > 0) {
        entry.value += weights_.recency * Recency(entry.text, in_.recent_lines);
      }
      values += entry.value;
    }
    double seen = 0;
    for (auto& [key, entry] : entries_) {
      entry.value = unseen_ * entry.value / (1 + values);
      seen += entry.learned + entry.value;
    }
    // A word that nobody knows is one that was not seen in these contexts.
    const double unknown =
        std::min(kUnknownWord, unseen_) *
        std::pow(kUnknownLetter, static_cast<double>(in_.raw_partial.size()));
    double z = novel_ / (seen + unknown);
    for (auto& [key, entry] : entries_) {
      double own = z * (entry.learned + entry.value);
      if (empty_) {
        entry.beginning = entry.text.find(' ') == entry.text.npos
                              ? Finding::kBareWord
                              : Finding::kFirstWords;
        own *= in_.judge.Kept(entry.beginning);
      } else {
        const size_t word = left_.size() - in_.raw_partial.size();
        own *= entry.scale = in_.judge.ScaleOfWord(
            std::string_view(entry.text).substr(word));
      }
      entry.kept_if_skipped = in_.judge.KeptIfSkipped(entry.text);
      entry.score = Clamp01(entry.line_mass + own) * entry.kept_if_skipped;
    }
    double events = static_cast<double>(in_.events);
    Share(SourceId::kWorkflow,
          (kWorkflowShare + kWorkflowShareAtFirst / (1 + events / 50)) /
              (1.0 + in_.times_seen));
    for (const Candidate& c : in_.candidates) {
      if (c.evidence[0].source != SourceId::kTypo) continue;
      Share(SourceId::kTypo, in_.judge.KeptOfCorrection(c.text));
    }
  }

  // The best of that source takes a share of all, as large as its evidence.
  void Share(SourceId source, double share) {
    Entry* best = nullptr;
    double most = 0;
    for (auto& [key, entry] : entries_) {
      for (const Evidence& e : entry.candidate.evidence) {
        if (e.source != source || e.score <= most) continue;
        best = &entry;
        most = e.score;
      }
    }
    if (!best) return;
    share = std::min(share * most * factors_.Of(source), 1.0);
    for (auto& [key, entry] : entries_) entry.score *= 1 - share;
    for (RankedLine& line : ranked_) line.probability *= 1 - share;
    best->score = Clamp01(best->score + share);
  }

  // A possible suggestion, before its strings are written: only the few that
  // are shown are worth them, and each judgement of risk costs a microsecond.
  struct Choice {
    double score;
    double confidence;
    int64_t last_ms;
    std::string_view text;  // without what stands right of the cursor
    const Entry* entry;     // or, when null,
    const RankedLine* line;
    bool judged = false;    // its score is with its verdict
    TextVerdict verdict = {};
  };
  static bool Better(const Choice& a, const Choice& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.confidence != b.confidence) return a.confidence > b.confidence;
    if (a.last_ms != b.last_ms) return a.last_ms > b.last_ms;
    return a.text < b.text;
  }

  // A verdict only takes from a score: the best that is judged is the best of
  // all.
  std::vector<Suggestion> Select() {
    auto worse = [](const Choice& a, const Choice& b) { return Better(b, a); };
    std::vector<Choice> heap = Choices();
    std::make_heap(heap.begin(), heap.end(), worse);
    std::vector<Suggestion> out;
    std::set<std::string> shown;
    while (!heap.empty() && out.size() < limit_) {
      std::pop_heap(heap.begin(), heap.end(), worse);
      if (!heap.back().judged) {
        JudgeText(heap.back());
        std::push_heap(heap.begin(), heap.end(), worse);
        continue;
      }
      Choice& choice = heap.back();
      // A line that hardly fits is listed last; a text that is judged away is
      // not listed.
      const bool dropped = choice.verdict.kept <= 0;
      const bool again = !shown.insert(LineKey(Spaced(choice))).second;
      const double kept = again ? in_.judge.Kept(Finding::kDuplicate) : 1;
      Suggestion s = Write(choice);
      if (kept < 1) Take(s, RowOf(Finding::kDuplicate).name, kept);
      if (!dropped && kept > 0 && AddsText(s.text)) out.push_back(std::move(s));
      heap.pop_back();
    }
    return out;
  }

  // False if the buffer has the text already, also right of the cursor, or if
  // the text would add invisible characters.
  bool AddsText(const std::string& text) const {
    return text != c_.buffer &&
           !HasInvisible(std::string_view(text).substr(left_.size()));
  }

  static void Take(Suggestion& s, const char* name, double kept) {
    s.score *= kept;
    s.verdicts.push_back({name, kept});
  }

  std::vector<Choice> Choices() {
    std::vector<Choice> choices;
    choices.reserve(entries_.size() + ranked_.size());
    for (const auto& [key, entry] : entries_) {
      if (entry.score <= 0) continue;
      const PoolLine* line = entry.line ? entry.line->line : nullptr;
      // Shown through its likeliest line, unless that says no more.
      bool longer = !empty_ && line && WithoutSlash(line->text) != key;
      const std::string_view shown =
          line && !empty_ ? ShownOf(*line) : entry.text;
      const bool cut = line && !empty_ && shown.size() < line->text.size();
      choices.push_back({.score = entry.score,
                         .confidence = longer ? entry.line->probability
                                              : entry.score,
                         .last_ms = line ? line->stat.last_ms : 0,
                         .text = longer || cut ? shown
                                               : std::string_view(entry.text),
                         .entry = &entry,
                         .line = nullptr});
    }
    // Further lines behind the word that each is shown through. On an empty
    // line each has an entry.
    for (const RankedLine& ranked : ranked_) {
      if (empty_ || choices.size() >= entries_.size() + 4 * limit_ + 8) break;
      choices.push_back({.score = ranked.probability,
                         .confidence = ranked.probability,
                         .last_ms = ranked.line->stat.last_ms,
                         .text = ShownOf(*ranked.line),
                         .entry = nullptr,
                         .line = &ranked});
    }
    size_t most = 4 * limit_ + 8;
    if (choices.size() > most) {
      auto end = choices.begin() + static_cast<ptrdiff_t>(most);
      std::nth_element(choices.begin(), end, choices.end(), Better);
      choices.erase(end, choices.end());
    }
    return choices;
  }

  // Without the message that was written once, as far as its quote: the next
  // one is another.
  std::string_view ShownOf(const PoolLine& line) const {
    std::string_view text = line.text;
    // A line that failed is tried again with it.
    if (line.stat.count != 1 || line.stat.last_exit > 0) return text;
    size_t message = MessageBegin(text);
    return message < left_.size() ? text : text.substr(0, message);
  }

  void JudgeText(Choice& choice) const {
    const Entry* entry = choice.entry;
    choice.judged = true;
    choice.verdict = in_.judge.OfText(
        LineWith(c_.buffer, c_.cursor, Spaced(choice)),
        entry ? entry->candidate.risk : RiskSpec(), entry && !entry->line);
    choice.score *= choice.verdict.kept;
  }

  // A command behind an operator, with a blank between them.
  std::string Spaced(const Choice& choice) const {
    std::string text(choice.text);
    const bool command = c_.position == Position::kCommandName ||
                         c_.position == Position::kPipeTarget;
    const bool joined = command && !empty_ && c_.partial.empty() &&
                        std::string_view("|&;").find(left_.back()) !=
                            std::string_view::npos;
    if (joined && text.size() > left_.size() && text[left_.size()] != ' ') {
      text.insert(left_.size(), " ");
    }
    return text;
  }

  Suggestion Write(const Choice& choice) {
    Suggestion s;
    s.text = LineWith(c_.buffer, c_.cursor, Spaced(choice));
    s.score = choice.score;
    s.confidence = choice.confidence;
    s.last_ms = choice.last_ms;
    s.is_line = choice.line || (choice.entry && choice.entry->line);
    if (choice.verdict.risk.any()) s.risk = choice.verdict.risk;
    const RankedLine* line = choice.line;
    if (!line && choice.entry) line = choice.entry->line;
    s.line = line ? line->line : nullptr;
    if (line && in_.contributions) {
      s.contributions = in_.contributions(*line->line);
    }
    AddVerdicts(s, choice, line);
    if (choice.entry) {
      DescribeEntry(s, *choice.entry);
    } else {
      s.word = choice.line->line->text;
      s.shares.lines = choice.confidence;
      s.source = SourceName(SourceId::kHistory);
      s.evidence.push_back({SourceId::kHistory, choice.confidence,
                            ReasonOf(*choice.line->line)});
      s.reasons.push_back("history: " + s.evidence[0].reason);
    }
    return s;
  }

  // All that took from its score, as far as it is named by it.
  void AddVerdicts(Suggestion& s, const Choice& choice,
                   const RankedLine* line) const {
    auto add = [&](Finding finding) {
      if (finding == Finding::kNone) return;
      s.verdicts.push_back({RowOf(finding).name, in_.judge.Kept(finding)});
    };
    // One fact is often found about a line and about its word.
    const Finding of_line = line ? line->finding : Finding::kNone;
    add(of_line);
    if (choice.entry) {
      if (choice.entry->finding != of_line) add(choice.entry->finding);
      add(choice.entry->beginning);
      auto add_part = [&](ModelPart part, double kept) {
        if (kept != 1) s.verdicts.push_back({kModelPartNames[part], kept});
      };
      add_part(kSkippedPart, choice.entry->kept_if_skipped);
      add_part(kFeedbackPart, choice.entry->scale);
    }
    for (const Verdict& v : choice.verdict.verdicts) s.verdicts.push_back(v);
  }

  void DescribeEntry(Suggestion& s, const Entry& entry) {
    s.word = entry.candidate.word;
    if (s.word.empty()) s.word = entry.text.substr(c_.prefix.size());
    s.description = entry.candidate.description;
    if (entry.candidate.risk.level == RiskLevel::kNote) {
      s.description += s.description.empty() ? "" : "; ";
      s.description += entry.candidate.risk.why;
    }
    s.evidence = entry.candidate.evidence;
    AddHistory(s, entry);
  }

  void AddHistory(Suggestion& s, const Entry& entry) {
    double own = std::max(0.0, entry.score - entry.line_mass);
    double learned_part =
        entry.learned + entry.value > 0
            ? own * entry.learned / (entry.learned + entry.value)
            : 0;
    s.shares = {.lines = entry.line_mass,
                .words = learned_part,
                .sources = own - learned_part,
                .reused = entry.learned > 0 ? entry.reused / entry.learned : 0,
                .seen_here = entry.seen_here};
    double history = Clamp01(entry.line_mass + learned_part);
    if (history > 0) {
      std::string reason = entry.line        ? ReasonOf(*entry.line->line)
                           : entry.seen_here ? "used at this place before"
                           : entry.reused > entry.learned / 2
                               ? "an argument of an earlier command"
                           : c_.command.empty()
                               ? "run before"
                               : "used with this command before";
      s.evidence.push_back({SourceId::kHistory, history, reason});
    }
    const Evidence* strongest = nullptr;
    double most = 0;
    for (const Evidence& e : s.evidence) {
      // That it is common says less of it than who knows what it is.
      const double tie = e.source == SourceId::kPopular ? 1e-12 : 1e-9;
      const bool is_history = e.source == SourceId::kHistory;
      double part = is_history ? history : own - learned_part + tie * e.score;
      if (!strongest || part > most) {
        strongest = &e;
        most = part;
      }
      s.reasons.push_back(std::string(SourceName(e.source)) + ": " + e.reason);
    }
    s.source = strongest ? SourceName(strongest->source) : "history";
  }

  std::string ReasonOf(const PoolLine& line) const {
    return ::synapse::ReasonOf(
        line, {in_.previous.before(0), in_.followed, in_.patterns});
  }

  MergeInput in_;
  const CompletionContext& c_;
  size_t limit_;
  const PositionWeights& weights_;
  const Factors& factors_;
  std::vector<RankedLine> ranked_;
  std::string left_, right_;
  bool empty_;
  double unseen_ = 1, novel_ = 1;
  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace

std::vector<Suggestion> Merge(MergeInput input, size_t limit) {
  return Merger(std::move(input), limit).Run();
}

}  // namespace synapse
