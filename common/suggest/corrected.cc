// Corrections of typed text that has no completion.
#include <algorithm>

#include "base/distance.h"
#include "context/operands.h"
#include "source/nearness.h"
#include "suggest/keystroke.h"
#include "suggest/suggester.h"

namespace synapse {
namespace {

// Of a line whose words but the corrected one are as they were typed.
constexpr double kMendedScore = 0.3;

// The subcommand that a misspelt one stands for; null if several are as near.
const CommandSpec* NearestSubcommand(const CommandSpec& command,
                                     std::string_view written) {
  const CommandSpec* nearest = nullptr;
  int least = MaxTypos(written) + 1;
  bool is_unique = true;
  for (const CommandSpec& sub : command.subcommands) {
    if (sub.hidden || sub.deprecated || sub.names.empty()) continue;
    const int typos = TyposBetween(written, sub.names[0], least);
    if (typos > least || typos > MaxTypos(written)) continue;
    is_unique = typos < least;
    least = typos;
    nearest = &sub;
  }
  return is_unique ? nearest : nullptr;
}

}  // namespace

// Judges a correction with its evidence. False if nothing is left of it.
bool Suggester::JudgeCorrection(Suggestion& s, const Risk& named) {
  const double kept = judge_.Kept(Finding::kCorrected);
  const double passed_over = judge_.KeptOfCorrection(s.text);
  s.source = SourceName(SourceId::kTypo);
  s.score = s.confidence = s.word_confidence =
      kept * passed_over * s.evidence[0].score;
  TextVerdict verdict = judge_.OfText(s.text, named, /*is_new=*/true);
  s.score *= verdict.kept;
  if (s.score <= 0) return false;
  s.risk = std::move(verdict.risk);
  s.verdicts = std::move(verdict.verdicts);
  s.verdicts.push_back({RowOf(Finding::kCorrected).name, kept});
  if (passed_over < 1) {
    s.verdicts.push_back({kModelPartNames[kFeedbackPart], passed_over});
  }
  return true;
}

// Adds corrections of typed text that has no completion: the corrected word at
// the cursor, or the corrected command before it.
std::vector<Suggestion> Suggester::Corrected(Keystroke& key) {
  std::vector<Suggestion> out;
  const std::string& buffer = key.request.buffer;
  const std::string& partial = key.open.partial;
  const size_t slash = partial.rfind('/');
  const bool quoted = partial.starts_with('"') || partial.starts_with('\'');
  const size_t keep = slash == partial.npos ? quoted : slash + 1;
  const std::string left =
      buffer.substr(0, buffer.size() - partial.size() + keep);
  const auto here = keep == 0 ? history_.Words(buffer) : NoWords();
  const TypoSource::UsedWords used{
      here->guesses.words, [this](const WordGuess& guess) {
        return judge_.Kept(judge_.OfWord(guess.text, guess.used)) > 0;
      }};
  for (const Candidate& c :
       typo_.Near(key.context, left, used, &key.none_near_later)) {
    if (out.size() >= key.request.limit) break;
    Suggestion s;
    s.text = c.text;
    s.word = c.word;
    s.description = c.description;
    s.evidence = c.evidence;
    if (JudgeCorrection(s, c.risk)) out.push_back(std::move(s));
  }
  return out;
}

// `gti sta`, `git chekout f`: corrects the command or the subcommand, and
// completes the word at the cursor as an argument of the corrected one.
std::vector<Suggestion> Suggester::Mended(const Keystroke& key) {
  std::vector<Suggestion> out;
  const std::vector<Token>& words = key.context.segment.words;
  const std::vector<std::string> values = ValuesOf(words);
  if (values.empty() || ExpandAlias(values, shell_.alias) != values) return out;
  if (key.context.position == Position::kUnknown &&
      key.context.words == values) {
    if (words[0].quoted || words[0].dynamic ||
        commands_.CanRun(values[0], sources_.LongUs()) ||
        !commands_.KnowsPath()) {
      return out;
    }
    const auto named = typo_.CorrectedName(key.left, words[0]);
    return named ? AtMended(key, named->line, named->reason) : out;
  }
  const Operands operands = OperandsOf(specs_, values);
  const size_t wrong = operands.unknown_subcommand;
  const auto spec = specs_.FindAny(values[0]);
  if (wrong == 0 || !spec || words[wrong].quoted) return out;
  // The subcommand may be a program (git-lfs) or an alias of the user. The
  // lookup has the time budget of a correction, because that of names may be
  // spent.
  if (commands_.CanRun(values[wrong - 1] + "-" + values[wrong],
                       sources_.LongUs()) ||
      !commands_.KnowsPath() ||
      SubcommandAlias(values[wrong - 1] + " " + values[wrong])) {
    return out;
  }
  const WalkResult walk =
      Walk(spec->root, std::span(values).first(wrong), values[wrong]);
  const CommandSpec* meant = NearestSubcommand(walk.command(), values[wrong]);
  if (!meant) return out;
  std::string left = key.left;
  left.replace(words[wrong].begin, words[wrong].end - words[wrong].begin,
               meant->names[0].view());
  return AtMended(key, left,
                  values[wrong] + " -> " + std::string(meant->names[0].view()));
}

// What continues the corrected text.
std::vector<Suggestion> Suggester::AtMended(const Keystroke& key,
                                            const std::string& left,
                                            const std::string& how) {
  std::vector<Suggestion> out;
  const CompletionContext context = ContextAt(left);
  Budget budget = key.budget;
  for (Candidate& c : sources_.Collect(
           {.context = context, .directory = key.directory}, budget)) {
    if (!c.text.starts_with(left)) continue;
    Suggestion s;
    s.text = std::move(c.text);
    s.word = std::move(c.word);
    s.description = std::move(c.description);
    s.evidence = {{SourceId::kTypo, c.evidence[0].score, "corrected: " + how}};
    if (JudgeCorrection(s, c.risk)) out.push_back(std::move(s));
  }
  // The word at the cursor is whole: `git chekout main`.
  if (out.empty() && !context.partial.empty()) {
    Suggestion s;
    s.text = left;
    s.word = context.partial;
    s.evidence = {{SourceId::kTypo, kMendedScore, "corrected: " + how}};
    if (JudgeCorrection(s, /*named=*/{})) out.push_back(std::move(s));
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Suggestion& a, const Suggestion& b) {
                     return a.score > b.score;
                   });
  if (out.size() > key.request.limit) out.resize(key.request.limit);
  return out;
}

}  // namespace synapse
