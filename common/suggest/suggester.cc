#include "suggest/suggester.h"

#include <algorithm>

#include "base/text.h"
#include "context/slots.h"
#include "rank/compose.h"
#include "rank/confidence.h"
#include "rank/ghost_rule.h"
#include "rank/target.h"
#include "source/activation.h"

namespace synapse {
namespace {

constexpr double kCorrectedScore = 0.3;  // below what is typed right

// The typed part of the word matters where it opens an option's value.
std::string PlaceKey(const CompletionContext& context,
                     const std::string& left, const OpenWord& open) {
  std::string key = left.substr(0, left.size() - open.partial.size());
  key += '\0';
  key += static_cast<char>(context.position);
  key += static_cast<char>(context.expected);
  if (context.walk) key += static_cast<char>(context.walk->expect);
  return key;
}

bool IsAnswerable(const SuggestRequest& request, const Config& config) {
  const int64_t most = std::max<int64_t>(config.Int("suggest.max_buffer"), 0);
  return request.cursor <= request.buffer.size() &&
         request.buffer.size() <= static_cast<size_t>(most);
}

std::shared_ptr<const PlaceWords> NoWords() {
  static const auto kNone = std::make_shared<const PlaceWords>();
  return kNone;
}

int64_t BudgetOf(const SuggestRequest& request, const Config& config) {
  return request.budget_us ? request.budget_us
                           : config.Int("suggest.budget_ms") * 1000;
}

}  // namespace

// The facts of one question, as its stages find them out.
struct Suggester::Keystroke {
  const SuggestRequest& request;
  Budget budget;
  CompletionContext context;
  std::string left;  // of the cursor
  OpenWord open;     // the word at its end
  bool at_end;       // nothing is right of the cursor
  Passed passed;
  // Of history:
  bool asks_history = false;
  std::vector<const PoolLine*> pool = {};  // lines that go on with the buffer
  RankedLines lines = {};
  std::shared_ptr<const PlaceWords> here = NoWords();
  std::shared_ptr<const PlaceWords> behind = nullptr;
  ReuseRate reuse = {};
  // Whether words fit here, and behind what is typed.
  std::optional<Fit> fit = std::nullopt, fit_behind = std::nullopt;
  size_t looked_at = 0;  // words
  std::vector<std::string> asked = {};
};

Suggester::Suggester(const Parts& parts)
    : store_(parts.store),
      specs_(parts.specs),
      shell_(parts.shell),
      places_(parts.places),
      config_(parts.config),
      history_(parts.store, parts.learner),
      sources_(specs_, shell_, places_),
      sense_(sources_.generators(), specs_, shell_),
      risk_(specs_, shell_.alias),
      looks_(parts.store) {
  sense_.SetCanRun([this](std::string_view name, int64_t us) {
    return sources_.CanRun(name, us) || !sources_.KnowsPath();
  });
}

void Suggester::CommandRan(LastRun run) {
  last_ = std::move(run);
  hidden_.erase(last_.line);
  sources_.generators().CommandRan();
  ForgetPrompt();
}

void Suggester::Hide(const std::string& line) {
  history_.Drop(line);
  hidden_.insert(line);
  ForgetPrompt();
}

SuggestReply Suggester::Suggest(const SuggestRequest& request) {
  SuggestReply reply;
  if (!IsAnswerable(request, config_)) return reply;
  BeginPrompt(request);
  std::string left = request.buffer.substr(0, request.cursor);
  Keystroke key{.request = request,
                .budget = Budget(BudgetOf(request, config_)),
                .context = BuildContext(request.buffer, request.cursor, specs_,
                                        shell_.alias),
                .left = left,
                .open = SplitOpen(left),
                .at_end = request.cursor == request.buffer.size(),
                .passed = looks_.passed()};
  ReadHistory(key);
  reply.novel = key.lines.novel;
  reply.suggestions = MergeAll(key);
  std::vector<Suggestion>& suggestions = reply.suggestions;
  auto risk = [this](std::string_view line) { return risk_.Of(line); };
  if (key.at_end && !request.buffer.empty() && !suggestions.empty()) {
    Compose(suggestions.front(),
            [&](const std::string& text) { return LikeliestAt(text); }, risk);
  }
  Calibrate(key, suggestions);
  std::erase_if(suggestions,
                [&](const Suggestion& s) { return IsHidden(s.text); });
  if (suggestions.empty() && key.at_end && !key.context.silent) {
    suggestions = Corrected(key);
  }
  if (key.at_end) {
    HoldTargets(suggestions, request.buffer, risk_,
                [&](const std::string& before, const std::string& word) {
                  return IsNameAt(before, word);
                });
  }
  if (suggestions.size() > request.limit) suggestions.resize(request.limit);
  if (request.on_show) {
    // A suggestion that is not shown is not passed over either.
    const bool is_shown =
        !suggestions.empty() &&
        IsGhost(config_, request.buffer, suggestions.front());
    looks_.Look(request.buffer, is_shown ? suggestions.front().text : "",
                /*read=*/true, Took::kPerhaps);
  }
  if (request.explain) {
    reply.asked = std::move(key.asked);
    reply.weights = DescribeWeights(key.context);
    reply.context = std::move(key.context);
  }
  return reply;
}

void Suggester::BeginPrompt(const SuggestRequest& r) {
  constexpr int64_t kPartOfKey = 10;
  std::string key = r.session + '\0' + r.cwd + '\0' +
                    std::to_string(r.now_ms / 60000);
  if (key == prompt_key_) return;
  prompt_key_ = std::move(key);
  history_.BeginPrompt(r.session, r.cwd, r.now_ms);
  sense_.SetBudget(config_.Int("suggest.budget_ms") * 1000 / kPartOfKey);
  sense_.BeginPrompt(r.cwd, places_.home);
  risk_.Forget();
  feedback_.clear();
  fits_ = WordFits();
  const Line* before = history_.facts().context.before(0);
  sources_.BeginPrompt(r, last_, before ? before->text : "");
}

CompletionContext Suggester::ContextAt(const std::string& left) const {
  return BuildContext(left, left.size(), specs_, shell_.alias);
}

// Lines that go on with the buffer, and the words that stood at its end before.
void Suggester::ReadHistory(Keystroke& key) {
  const SuggestRequest& request = key.request;
  const bool allowed = SourceSet::IsAllowed(SourceId::kHistory, config_);
  if (key.at_end && allowed) {
    key.pool = history_.Lines(request.buffer, key.budget);
  }
  key.lines = RankLines(history_.facts(), key.pool, request.buffer.size(),
                        key.passed, factors_);
  auto judge = [this](const PoolLine& line) {
    const bool slip = line.stat.successes == 0 &&
                      sources_.typo().RepeatsSlip(line.text);
    return slip ? Finding::kSlip : sense_.Of(line);
  };
  JudgeLines(key.lines, judge, factors_);
  key.asks_history =
      allowed && IsActive(SourceId::kHistory, key.context);
  if (key.asks_history) key.here = history_.Words(key.left);
  if (key.at_end && key.asks_history) {
    key.behind = history_.WordsBehind(key.left, key.open);
  }
  if (!key.open.place.command.empty()) {
    (void)store_.ReadIndex([&](Kv& kv) {
      key.reuse = ReadReuse(kv, key.open.place.command);
    });
  }
}

std::vector<Suggestion> Suggester::MergeAll(Keystroke& key) {
  // The first suggestion's word is weighed by the others that share it.
  constexpr size_t kLeastCompared = 6;
  const SuggestRequest& request = key.request;
  const PromptFacts& facts = history_.facts();
  MergeInput merge{.context = key.context,
                   .lines = key.lines,
                   .words = key.here->guesses,
                   .raw_partial = key.open.partial,
                   .behind = key.behind ? &key.behind->guesses : nullptr,
                   .candidates =
                       sources_.Collect(request, key.context, config_, sense_,
                                        key.budget, key.asked),
                   .recent_lines = history_.recent_lines(),
                   .recent_arguments = history_.recent_arguments(),
                   .previous = facts.context,
                   .followed = &facts.tables.rows[1],
                   .patterns = &facts.tables.patterns,
                   .times_seen = facts.tables.rows[2].events(),
                   .events = facts.model.tick,
                   .reuse = key.reuse,
                   .passed = key.passed,
                   .factors = factors_};
  SetJudges(merge, key);
  return Merge(std::move(merge), std::max(request.limit, kLeastCompared));
}

// Judges of what may stand here, makes sense, is dangerous or was refused.
void Suggester::SetJudges(MergeInput& merge, Keystroke& key) {
  key.fit.emplace(FitAt(key.context, key.left, *key.here));
  if (key.fit->IsListed()) {
    merge.least_unseen = 1.0 / (1 + key.here->guesses.support);
  }
  fits_.BeginAt(prompt_key_ + '\0' +
                PlaceKey(key.context, key.left, key.open));
  merge.judge = [this, &key](const std::string& word, bool seen_here) {
    const Finding place = fits_.PlaceOf(word, seen_here, [&] {
      return PlaceFinding(key, word, seen_here);
    });
    // Words come likeliest first: those behind the first few are not looked at.
    if (place != Finding::kNone || key.looked_at++ >= kMostChecked) {
      return place;
    }
    return fits_.SenseOf(word, [&] { return key.fit->SenseOf(word); });
  };
  merge.judge_behind = [this, &key](const std::string& word, bool seen_here) {
    if (!key.fit_behind) {
      const std::string whole = key.left + " ";
      key.fit_behind.emplace(FitAt(ContextAt(whole), whole, *key.behind));
    }
    return key.fit_behind->Judge(word, seen_here);
  };
  merge.risk = [this](std::string_view line) { return risk_.Of(line); };
  merge.feedback = [this, &key](const std::string& text) {
    return FeedbackOf(text, key.request.now_ms);
  };
  merge.typo_feedback = TypoFeedback(merge.candidates, key.request.now_ms);
  if (key.request.explain) {
    merge.contributions = [this, &key](const PoolLine& line) {
      return ContributionsOf(history_.facts(), line,
                             key.request.buffer.size(), key.passed, factors_);
    };
  }
}

Finding Suggester::PlaceFinding(Keystroke& key, const std::string& word,
                                bool seen_here) {
  const Finding place = key.fit->PlaceOf(word, seen_here);
  if (place != Finding::kNone) return place;
  const std::string before =
      key.left.substr(0, key.left.size() - key.open.partial.size());
  return sources_.typo().RepeatsSlip(before + word) ? Finding::kSlip
                                                    : Finding::kNone;
}

void Suggester::Calibrate(Keystroke& key,
                          std::vector<Suggestion>& suggestions) const {
  const size_t characters = CountCharacters(key.left);
  for (Suggestion& s : suggestions) {
    const size_t from = std::min(s.text.size(), key.request.buffer.size());
    const Shown shown{.probability = s.confidence,
                      .score = s.score,
                      .is_line = s.is_line,
                      .typed = characters,
                      .partial = key.open.partial.size(),
                      .remaining = s.text.size() - from,
                      .next_word = NextWordEnd(s.text, from) - from,
                      .runs = RunsOf(key.pool, s.text, from)};
    s.confidence = CalibratedConfidence(shown);
    s.word_confidence = CalibratedWordConfidence(shown);
  }
}

// Nothing begins with what is typed: the word at the cursor corrected, or the
// command in front of it.
std::vector<Suggestion> Suggester::Corrected(const Keystroke& key) {
  std::vector<Suggestion> out;
  const std::string& buffer = key.request.buffer;
  const std::string& partial = key.open.partial;
  const size_t slash = partial.rfind('/');
  const size_t keep = slash == partial.npos ? 0 : slash + 1;
  const std::string left =
      buffer.substr(0, buffer.size() - partial.size() + keep);
  std::vector<std::string> words;
  if (keep == 0) {
    for (const WordGuess& guess : history_.Words(buffer)->guesses.words) {
      if (guess.text != kEndOfLine) words.push_back(guess.text);
    }
  }
  for (const Candidate& c : sources_.typo().Near(key.context, left, words)) {
    if (out.size() >= key.request.limit) break;
    Suggestion s;
    s.text = c.text;
    s.word = c.word;
    s.description = c.description;
    s.evidence = c.evidence;
    s.source = SourceName(SourceId::kTypo);
    s.score = s.confidence = s.word_confidence =
        kCorrectedScore * c.evidence[0].score;
    s.risk = risk_.Of(s.text);
    s.score *= factors_.Kept(FindingOf(s.risk.level));
    s.reasons.push_back("typo: " + c.evidence[0].reason);
    out.push_back(std::move(s));
  }
  return out;
}

// Read once a prompt: candidates come again at each key.
double Suggester::FeedbackOf(const std::string& text, int64_t now_ms) {
  auto known = feedback_.find(text);
  if (known != feedback_.end()) return known->second;
  double& feedback = feedback_[text];
  (void)store_.ReadIndex(
      [&](Kv& kv) { feedback = ReadFeedback(kv, IdOf(text), now_ms); });
  return feedback;
}

// How the correction that is offered was received before.
double Suggester::TypoFeedback(const std::vector<Candidate>& candidates,
                               int64_t now_ms) {
  double feedback = 0;
  for (const Candidate& c : candidates) {
    if (c.evidence[0].source != SourceId::kTypo) continue;
    feedback = FeedbackOf(c.text, now_ms);
  }
  return feedback;
}

// Learned words do not depend on aliases, which come and go; what is there
// is looked for behind them.
Fit Suggester::FitAt(CompletionContext context, std::string left,
                     const PlaceWords& place) const {
  const bool expanded =
      !context.words.empty() && context.words != place.words;
  Slot slot = expanded && place.slot.kind.empty()
                  ? SlotBehind(specs_, context.words)
                  : place.slot;
  return {std::move(context), std::move(left), std::move(slot), sense_};
}

// The likeliest word that makes sense, alone. `left` ends with a blank.
WordGuesses Suggester::LikeliestAt(const std::string& left) {
  auto place = history_.Words(left);
  WordGuesses out;
  out.support = place->guesses.support;
  std::optional<Fit> fit;
  for (const WordGuess& guess : place->guesses.words) {
    if (guess.text != kEndOfLine) {
      if (!fit) fit.emplace(FitAt(ContextAt(left), left, *place));
      if (fit->Judge(guess.text, guess.seen_here) != Finding::kNone) continue;
    }
    out.words.push_back(guess);
    break;
  }
  return out;
}

// Of a command, or of a subcommand, behind `left`.
bool Suggester::IsNameAt(const std::string& left,
                         const std::string& word) const {
  const CompletionContext at = ContextAt(left);
  if (at.position != Position::kSubcommand || !at.walk) {
    return at.position == Position::kCommandName ||
           at.position == Position::kPipeTarget;
  }
  const auto& all = at.walk->command().subcommands;
  return std::any_of(all.begin(), all.end(), [&](const CommandSpec& sub) {
    return std::find(sub.names.begin(), sub.names.end(), word) !=
           sub.names.end();
  });
}

}  // namespace synapse
