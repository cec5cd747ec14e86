#include "rank/merge.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "line/insertion.h"
#include "line/tokenizer.h"
#include "rank/next_word.h"
#include "rank/reason.h"

namespace synapse {
namespace {

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

// The key under which lines count as equal: they differ only in blanks, in
// quotes, or in a slash behind a directory.
std::string LineKey(std::string_view text) {
  bool plain =
      std::none_of(text.begin(), text.end(),
                   [](char c) {
                     return c == '\'' || c == '"' || c == '\\' || c == '\t';
                   }) &&
      text.find("  ") == text.npos && !text.ends_with(' ');
  if (plain) return std::string(WithoutSlash(text));
  std::string out;
  for (const Token& token : Tokenize(text)) {
    if (!out.empty()) out += ' ';
    out += Plain(token, text);
  }
  return std::string(WithoutSlash(out));
}

// The best of the words and lines that were found, written as suggestions.
class Selection {
 public:
  Selection(const MergeInput& input, NextWordTable& found, size_t limit)
      : in_(input),
        found_(found),
        c_(in_.context),
        limit_(limit),
        left_(c_.buffer.substr(0, c_.cursor)),
        empty_(IsEmptyLine(left_)),
        has_lines_of_others_(std::any_of(found_.lines.begin(),
                                         found_.lines.end(), IsLineOfOthers)) {}

  // Takes the best choice first. A verdict only reduces a score, so a judged
  // choice that is still the best is the best of all choices.
  std::vector<Suggestion> Run() {
    auto worse = [](const Choice* a, const Choice* b) {
      return Better(*b, *a);
    };
    std::vector<Choice> choices = Choices();
    std::vector<Choice*> heap;
    heap.reserve(choices.size());
    judged_.reserve(choices.size());
    for (Choice& choice : choices) heap.push_back(&choice);
    std::make_heap(heap.begin(), heap.end(), worse);
    std::vector<Suggestion> out;
    out.reserve(limit_);
    std::vector<std::string> shown;
    while (!heap.empty() && out.size() < limit_) {
      std::pop_heap(heap.begin(), heap.end(), worse);
      Choice& choice = *heap.back();
      if (!choice.judged) {
        JudgeText(choice);
        std::push_heap(heap.begin(), heap.end(), worse);
        continue;
      }
      // A line that hardly fits is listed last; a text whose score is 0 after
      // its verdict is not listed.
      const bool dropped = choice.judged->verdict.kept <= 0;
      std::string line = LineKey(Spaced(choice));
      const bool again =
          std::find(shown.begin(), shown.end(), line) != shown.end();
      if (!again) shown.push_back(std::move(line));
      const double kept = again ? in_.judge.Kept(Finding::kDuplicate) : 1;
      if (!dropped && kept > 0 && AddsText(choice.judged->text)) {
        Suggestion& s = out.emplace_back();
        Write(choice, s);
        if (kept < 1) Take(s, RowOf(Finding::kDuplicate).name, kept);
      }
      heap.pop_back();
    }
    return out;
  }

 private:
  struct Judged {
    std::string text;  // the whole buffer with it
    TextVerdict verdict;
  };
  // A possible suggestion before its strings are written. Only shown
  // suggestions get strings, and each judgement of risk costs a microsecond.
  struct Choice {
    double score;
    double confidence;
    int64_t last_ms;
    std::string_view text;  // without what stands right of the cursor
    NextWord* word;         // or, when null,
    const RankedLine* line;
    Judged* judged = nullptr;  // its score is with the verdict
  };
  static bool Better(const Choice& a, const Choice& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.confidence != b.confidence) return a.confidence > b.confidence;
    if (a.last_ms != b.last_ms) return a.last_ms > b.last_ms;
    return a.text < b.text;
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
    const size_t most = 4 * limit_ + 8;
    std::vector<Choice> choices;
    choices.reserve(found_.words.size() + found_.lines.size());
    for (auto& [key, word] : found_.words) {
      if (word.score <= 0) continue;
      const PoolLine* line = word.line ? word.line->line : nullptr;
      // A word is shown as its likeliest line, unless that line ends with the
      // word.
      const bool longer = !empty_ && line && WithoutSlash(line->text) != key;
      const std::string_view shown =
          line && !empty_ ? ShownOf(*line) : word.text;
      const bool cut = line && !empty_ && shown.size() < line->text.size();
      choices.push_back(
          {.score = word.score,
           .confidence = longer ? word.line->probability : word.score,
           .last_ms = line ? line->stat.last_ms : 0,
           .text = longer || cut ? shown : std::string_view(word.text),
           .word = &word,
           .line = nullptr});
    }
    // Further lines of the words. On an empty line each line is a word already.
    for (const RankedLine& ranked : found_.lines) {
      if (empty_ || choices.size() >= found_.words.size() + most) break;
      // LeaveMisspelt() has dropped the word of this line.
      if (ranked.finding == Finding::kTypo && ranked.probability <= 0) continue;
      choices.push_back({.score = ranked.probability,
                         .confidence = ranked.probability,
                         .last_ms = ranked.line->stat.last_ms,
                         .text = ShownOf(*ranked.line),
                         .word = nullptr,
                         .line = &ranked});
    }
    if (choices.size() > most) {
      auto end = choices.begin() + static_cast<ptrdiff_t>(most);
      std::nth_element(choices.begin(), end, choices.end(), Better);
      choices.erase(end, choices.end());
    }
    return choices;
  }

  // The text of a line as it is shown: a message that was written once is
  // emptied, because the user writes a new one. If its quote is typed already,
  // nothing is added.
  std::string_view ShownOf(const PoolLine& line) {
    std::string_view text = line.text;
    // A line that failed is tried again with its message.
    if (line.stat.count != 1 || line.stat.last_exit > 0) return text;
    const size_t message = MessageBegin(text);
    if (message == text.size() || message < left_.size()) return text;
    if (message == left_.size()) return left_;
    return emptied_.emplace_back(WithoutMessage(text));
  }

  void JudgeText(Choice& choice) {
    const NextWord* word = choice.word;
    Judged& judged = judged_.emplace_back();
    judged.text = LineWith(c_.buffer, c_.cursor, Spaced(choice));
    judged.verdict = in_.judge.OfText(
        judged.text, word && word->candidate ? word->candidate->risk : Risk(),
        word && !word->line);
    choice.score *= judged.verdict.kept;
    choice.judged = &judged;
  }

  // The text with a blank between an operator and the command behind it.
  std::string Spaced(const Choice& choice) const {
    std::string text(choice.text);
    const bool joined =
        c_.names_command() && !empty_ && c_.partial.empty() &&
        std::string_view("|&;").find(left_.back()) != std::string_view::npos;
    if (joined && text.size() > left_.size() && text[left_.size()] != ' ') {
      text.insert(left_.size(), " ");
    }
    return text;
  }

  // Takes the strings of the choice and of its word.
  void Write(Choice& choice, Suggestion& s) {
    s.text = std::move(choice.judged->text);
    s.score = choice.score;
    s.confidence = choice.confidence;
    s.last_ms = choice.last_ms;
    s.is_line = choice.line || (choice.word && choice.word->line);
    s.asked_only =
        choice.word && (IsGuess(choice.word->finding) ||
                        (!s.is_line && (IsWrittenBefore(*choice.word) ||
                                        (choice.word->candidate &&
                                         choice.word->candidate->asked_only &&
                                         choice.word->learned == 0))));
    const Risk& risk = choice.judged->verdict.risk;
    if (risk.any()) s.risk = risk;
    const RankedLine* line = choice.line;
    if (!line && choice.word) line = choice.word->line;
    s.line = line ? line->line : nullptr;
    if (line && line->line->failed_each_time) {
      s.asked_only = s.is_last = true;
    }
    s.asked_only |= IsOfOthers(s.text);
    s.asked_only |= choice.word && IsBesideWhole(*choice.word);
    if (line && in_.contributions) {
      s.contributions = in_.contributions(*line->line);
    }
    AddVerdicts(s, choice, line);
    if (choice.word) {
      DescribeWord(s, *choice.word);
    } else {
      s.word = choice.line->line->text;
      s.shares.lines = choice.confidence;
      s.source = SourceName(SourceId::kHistory);
      s.evidence.push_back({SourceId::kHistory, choice.confidence,
                            ReasonOf(*choice.line->line)});
    }
  }

  // Adds the names of all reductions of the score.
  void AddVerdicts(Suggestion& s, const Choice& choice,
                   const RankedLine* line) const {
    auto add = [&](Finding finding) {
      if (finding == Finding::kNone) return;
      s.verdicts.push_back({RowOf(finding).name, in_.judge.Kept(finding)});
    };
    // One fact is often found about a line and about its word.
    const Finding of_line = line ? line->finding : Finding::kNone;
    add(of_line);
    if (choice.word) {
      if (choice.word->finding != of_line) add(choice.word->finding);
      add(choice.word->beginning);
      auto add_part = [&](ModelPart part, double kept) {
        if (kept != 1) s.verdicts.push_back({kModelPartNames[part], kept});
      };
      add_part(kSkippedPart, choice.word->kept_if_skipped);
      add_part(kFeedbackPart, choice.word->scale);
    }
    for (const Verdict& v : choice.judged->verdict.verdicts) {
      s.verdicts.push_back(v);
    }
  }

  // True for an argument that the command has already: a file is rarely named
  // twice in a line that is new.
  bool IsWrittenBefore(const NextWord& word) const {
    const std::string_view text =
        WithoutSlash(std::string_view(word.text).substr(c_.prefix.size()));
    return text.size() > 1 && !text.starts_with('-') && text != ".." &&
           !std::all_of(text.begin(), text.end(), IsDigit) &&
           std::find(c_.words.begin(), c_.words.end(), text) != c_.words.end();
  }

  // True for a longer word if the typed word is whole: pg_dumpall behind
  // `pg_dump`. False for a word that the user wrote before, and for the `done`
  // that an open loop needs.
  bool IsBesideWhole(const NextWord& word) const {
    return found_.typed_is_whole && !word.line && word.learned <= 0 &&
           word.text.size() > left_.size() && word.text[left_.size()] != ' ' &&
           !(word.candidate && in_.judge.IsDue(word.candidate->word));
  }

  // True if all lines that begin with the text ran on other machines only, with
  // a command that is missing here.
  bool IsOfOthers(std::string_view text) const {
    if (!has_lines_of_others_) return false;
    bool is_of_others = false;
    for (const RankedLine& ranked : found_.lines) {
      if (!ranked.line->text.starts_with(text)) continue;
      if (!IsLineOfOthers(ranked)) return false;
      is_of_others = true;
    }
    return is_of_others;
  }
  static bool IsLineOfOthers(const RankedLine& ranked) {
    // A line of the shell's own list has no time.
    const LineStat& stat = ranked.line->stat;
    return ranked.finding == Finding::kNoCommand && stat.last_ms > 0 &&
           stat.only_elsewhere();
  }

  void DescribeWord(Suggestion& s, NextWord& word) {
    if (word.candidate) {
      Candidate& candidate = *word.candidate;
      s.word = std::move(candidate.word);
      s.description = std::move(candidate.description);
      if (candidate.risk.level == RiskLevel::kNote) {
        s.description += s.description.empty() ? "" : "; ";
        s.description += candidate.risk.why;
      }
      s.evidence = std::move(candidate.evidence);
    }
    if (s.word.empty()) s.word = word.text.substr(c_.prefix.size());
    AddHistory(s, word);
  }

  const char* ReasonOf(const NextWord& word) const {
    if (c_.command.empty()) return "run before";
    if (word.used >= UsedAt::kInSlot) return "used at this place before";
    if (word.reused > word.learned / 2 || word.used == UsedAt::kAsType) {
      return "an argument of an earlier command";
    }
    return word.used == UsedAt::kElsewhere ? "used with another command before"
                                           : "used with this command before";
  }

  void AddHistory(Suggestion& s, const NextWord& word) {
    const double own = std::max(0.0, word.score - word.line_mass - word.made);
    double learned_part = word.learned + word.value > 0
                              ? own * word.learned / (word.learned + word.value)
                              : 0;
    s.shares = {.lines = word.line_mass,
                .words = learned_part,
                .sources = own - learned_part + word.made,
                .reused = word.learned > 0 ? word.reused / word.learned : 0,
                .seen_here = word.seen_here};
    const double history = std::clamp(word.line_mass + learned_part, 0.0, 1.0);
    if (history > 0) {
      std::string reason =
          word.line ? ReasonOf(*word.line->line) : std::string(ReasonOf(word));
      s.evidence.push_back({SourceId::kHistory, history, std::move(reason)});
    }
    const Evidence* strongest = nullptr;
    double most = 0;
    for (const Evidence& e : s.evidence) {
      // Among equal scores a source that knows the word comes before popular
      // words.
      const double tie = e.source == SourceId::kPopular ? 1e-12 : 1e-9;
      const bool is_history = e.source == SourceId::kHistory;
      double part = is_history ? history : s.shares.sources + tie * e.score;
      if (!strongest || part > most) {
        strongest = &e;
        most = part;
      }
    }
    s.source = strongest ? SourceName(strongest->source) : "history";
  }

  std::string ReasonOf(const PoolLine& line) const {
    return ::synapse::ReasonOf(
        line, {in_.previous.before(0), in_.followed, in_.patterns});
  }

  const MergeInput& in_;
  NextWordTable& found_;
  const CompletionContext& c_;
  size_t limit_;
  std::string left_;
  bool empty_;
  bool has_lines_of_others_;
  std::deque<std::string> emptied_;  // lines that are shown so
  std::vector<Judged> judged_;       // never more than was reserved
};

}  // namespace

std::vector<Suggestion> Merge(MergeInput input, size_t limit) {
  NextWordTable found = GatherNextWords(input, limit);
  return Selection(input, found, limit).Run();
}

}  // namespace synapse
