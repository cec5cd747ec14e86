#include "suggest/suggester.h"

#include <algorithm>
#include <functional>

#include "base/clock.h"
#include "base/text.h"
#include "context/directory.h"
#include "line/commands.h"
#include "line/tokenizer.h"
#include "rank/adapt.h"
#include "rank/candidate_features.h"
#include "rank/compose.h"
#include "rank/ghost_chance.h"
#include "rank/ghost_rule.h"
#include "rank/merge.h"
#include "rank/order.h"
#include "rank/target.h"
#include "source/activation.h"
#include "suggest/keystroke.h"

namespace synapse {
namespace {

bool IsAnswerable(const SuggestRequest& request, const Config& config) {
  const int64_t most = std::max<int64_t>(config.Int("suggest.max_buffer"), 0);
  return request.cursor <= request.buffer.size() &&
         request.buffer.size() <= static_cast<size_t>(most);
}

bool IsPlainLetter(char c) { return IsNameChar(c) || c == '-' || c == '.'; }

int64_t BudgetOf(const SuggestRequest& request, const Config& config) {
  return request.budget_us ? request.budget_us
                           : config.Int("suggest.budget_ms") * 1000;
}

}  // namespace

Suggester::Suggester(const Parts& parts)
    : store_(parts.store),
      specs_(parts.specs),
      shell_(parts.shell),
      paths_(parts.paths),
      config_(parts.config),
      commands_(parts.commands),
      generators_(parts.generators),
      history_(parts.store, parts.learner, parts.is_private),
      plausibility_({.generators = generators_,
                     .specs = specs_,
                     .shell = shell_,
                     .commands = &commands_}),
      sources_({.store = parts.store,
                .specs = specs_,
                .shell = shell_,
                .paths = paths_,
                .config = config_,
                .commands = commands_,
                .generators = generators_,
                .plausibility = plausibility_,
                .history = history_,
                .ai = parts.ai}),
      typo_(KnownToTypo(), specs_),
      risk_(specs_, shell_.alias),
      impressions_(parts.store),
      judge_({.specs = &specs_,
              .shell = &shell_,
              .plausibility = &plausibility_,
              .typo = &typo_,
              .risk = &risk_}) {}

TypoSource::Known Suggester::KnownToTypo() {
  return {
      .at =
          [this](const std::string& left, Budget& budget) {
            constexpr size_t kMostWords = 2000;
            const CompletionContext context = ContextAt(left);
            const std::string directory =
                DirectoryAtCursor(context, cwd_, specs_);
            return sources_.Collect({.context = context,
                                     .directory = directory,
                                     .most = kMostWords,
                                     .wanted = SourceQuestion::Wanted::kWords},
                                    budget);
          },
      .context_at = [this](const std::string& left) { return ContextAt(left); },
      .can_run =
          [this](std::string_view name) {
            return commands_.CanRun(name, sources_.LongUs());
          },
      .each_name =
          [this](const std::function<void(std::string_view)>& visit) {
            Budget budget(sources_.LongUs());
            commands_.EachName(budget, visit);
            return !budget.SpentNow();
          },
      .for_root =
          [this](std::string_view name) {
            Budget budget(sources_.LongUs());
            return commands_.IsForRoot(name, budget);
          },
      .runs = [this](std::string_view name,
                     uint64_t most) { return history_.RunsOf(name, most); },
  };
}

void Suggester::CommandRan(LastRun run) {
  last_ = std::move(run);
  plausibility_.SetLastLine(last_.exit == 0 ? last_.line : "", last_.cwd);
  judge_.Unhide(last_.line);
  generators_.CommandRan(last_.line);
  commands_.CommandRan();
  sources_.CommandRan(last_);
  ForgetPrompt();
}

void Suggester::ForgetFindings() {
  dead_end_ = {};
  typo_.ForgetPossible();
  judge_.ForgetFindings();
  history_.ForgetFindings();
}

UserModel::Moved Suggester::StepsTo(const std::string& ran) {
  const std::vector<const PoolLine*> known = history_.Known();
  if (known.empty()) return {};
  return synapse::StepsTo(history_.facts(), known, ran);
}

void Suggester::Hide(const std::string& line) {
  history_.Drop(line);
  judge_.Hide(line);
  ForgetPrompt();
}

SuggestReply Suggester::Suggest(const SuggestRequest& request) {
  SuggestReply reply;
  if (!IsAnswerable(request, config_)) return reply;
  // The budget of all steps below. Steps that do not check it are bounded by
  // the length of the line (suggest.max_buffer).
  const Budget budget(BudgetOf(request, config_));
  FileCache::Scope scope(files_, request.cwd);
  BeginPrompt(request);
  BeginKey(request);
  if (IsBehindDeadEnd(request)) {
    reply.novel = 1;
    Shown(request, reply.suggestions);
    return reply;
  }
  Keystroke key = Understood(request, budget);
  ReadHistory(key);
  reply.suggestions = MergeAll(key);
  PutInOrder(key, reply.suggestions);
  if (key.at_end) {
    Extend(key, reply.suggestions);
    Correct(key, reply.suggestions);
  }
  Present(key, reply.suggestions);
  reply.novel = key.lines.novel;
  reply.lacked_time = plausibility_.lacked_time() || typo_.lacked_time();
  if (request.explain) {
    reply.asked = std::move(key.asked);
    reply.weights = DescribeWeights(key.context);
    reply.context = std::move(key.context);
  }
  return reply;
}

void Suggester::BeginKey(const SuggestRequest& request) {
  constexpr int64_t kPartForNames = 10;
  plausibility_.SetBudget(BudgetOf(request, config_) / kPartForNames);
  commands_.BeginKey();
  typo_.BeginKey();
  typo_.SetBudget(std::max(sources_.LongUs(), request.budget_us));
  if (plausibility_.BeginKey()) ForgetFindings();
}

Suggester::Keystroke Suggester::Understood(const SuggestRequest& request,
                                           const Budget& budget) {
  std::string left = request.buffer.substr(0, request.cursor);
  const auto typed = [&] {
    const SpecStore::LooksForPrograms looks(specs_);
    return BuildContext(request.buffer, request.cursor, specs_, shell_.alias);
  };
  Keystroke key{.request = request,
                .budget = budget,
                .context = typed(),
                .left = left,
                .open = SplitOpen(left),
                .at_end = request.cursor == request.buffer.size(),
                .skipped = impressions_.skipped()};
  if (key.context.walk && LacksOption(*key.context.walk, key.context.partial)) {
    specs_.Lacks(key.context.command);
  }
  key.directory = DirectoryAtCursor(key.context, request.cwd, specs_);
  key.due = DueKeywordsAt(key.context, request.lines_before);
  return key;
}

// Extends the first suggestion by the words that probably follow it.
void Suggester::Extend(const Keystroke& key, std::vector<Suggestion>& list) {
  if (key.request.buffer.empty() || list.empty()) return;
  Compose(
      list.front(),
      [&](const std::string& text) {
        return judge_.LikeliestAt(text, *history_.Words(text));
      },
      [&](const std::string& text) {
        return judge_.OfText(text, /*named=*/{}, /*is_new=*/false);
      });
}

// Corrects the typed text if no suggestion continues it.
void Suggester::Correct(Keystroke& key, std::vector<Suggestion>& list) {
  if (key.context.silent) return;
  // No line of the user begins with the buffer: its subcommand may be misspelt.
  if (key.pool.empty()) {
    std::vector<Suggestion> mended = Mended(key);
    if (!mended.empty()) list = std::move(mended);
  }
  if (list.empty()) list = Corrected(key);
  if (list.empty() && IsDeadEnd(key)) {
    dead_end_ = {key.request.buffer, Clock::MonotonicUs()};
  }
}

// Cuts texts that must not be shown, finds the rivals of each suggestion, and
// describes it.
void Suggester::Present(const Keystroke& key, std::vector<Suggestion>& list) {
  const SuggestRequest& request = key.request;
  if (key.at_end) {
    HoldTargets(list, request.buffer, risk_,
                [&](const std::string& before, const std::string& word) {
                  return IsNameAt(before, word);
                });
  }
  FindRivals(request.buffer, list);
  if (list.size() > request.limit) list.resize(request.limit);
  if (plausibility_.KnowsFiles()) {
    for (Suggestion& s : list) s.place_is_known = true;
  }
  MarkUsual(key, list);
  DescribeCommands(key.context, list);
  Shown(request, list);
}

// True if the buffer is that of the last dead end with more letters.
bool Suggester::IsBehindDeadEnd(const SuggestRequest& request) const {
  constexpr int64_t kMaxAgeUs = 1'000'000;
  const std::string& text = dead_end_.text;
  return !text.empty() &&
         Clock::MonotonicUs() - dead_end_.since_us <= kMaxAgeUs &&
         !request.explain && !request.on_lines && !request.on_list &&
         request.lines_before.empty() &&
         request.cursor == request.buffer.size() &&
         request.buffer.starts_with(text) &&
         std::all_of(
             request.buffer.begin() + static_cast<ptrdiff_t>(text.size()),
             request.buffer.end(), IsPlainLetter);
}

// True if neither the buffer nor the buffer with more letters has a suggestion,
// until a list of names arrives.
bool Suggester::IsDeadEnd(Keystroke& key) {
  const std::string& word = key.open.partial;
  if (!key.pool.empty() || !key.none_begins || !key.none_near_later ||
      !key.request.lines_before.empty() || key.budget.SpentNow() ||
      plausibility_.lacked_time() || word.starts_with('-') ||
      !std::all_of(word.begin(), word.end(),
                   [](char c) { return IsPlainLetter(c) || c == '/'; })) {
    return false;
  }
  const auto begins = [&](const std::string& other) {
    return other.starts_with(word);
  };
  const auto& guesses = key.here->guesses.words;
  const auto& recent = history_.recent_arguments();
  const auto& lines = history_.facts().context.previous;
  return std::none_of(guesses.begin(), guesses.end(),
                      [&](const WordGuess& g) { return begins(g.text); }) &&
         std::none_of(recent.begin(), recent.end(), begins) &&
         std::none_of(lines.begin(), lines.end(), [&](const auto& line) {
           return std::any_of(line->arguments.begin(), line->arguments.end(),
                              begins);
         });
}

// Records the ghost that is put on show. A suggestion that is not shown cannot
// be skipped.
void Suggester::Shown(const SuggestRequest& request,
                      const std::vector<Suggestion>& list) {
  if (!request.on_show) return;
  const bool is_shown =
      !list.empty() && IsGhost(config_, request.buffer, list.front());
  impressions_.Note(request.buffer, is_shown ? list.front().text : "",
                    /*read=*/true, Took::kUnknown);
}

// Marks the usual next word behind a command that this user never ran, so that
// `git ` has a ghost before anything is known of the user. Marks also the
// reserved word that the line before it needs: `for i in *; do`.
void Suggester::MarkUsual(const Keystroke& key, std::vector<Suggestion>& list) {
  const CompletionContext& c = key.context;
  if (key.at_end && !list.empty() && !key.due.empty() &&
      list.front().word == key.due.front()) {
    list.front().is_usual = true;
  }
  if (!key.at_end || list.empty() || c.words.size() != 1 ||
      !c.partial.empty() || !c.walk || !c.trailing_space) {
    return;
  }
  Suggestion& first = list.front();
  const bool is_known =
      std::any_of(first.evidence.begin(), first.evidence.end(),
                  [](const Evidence& e) {
                    return e.source == SourceId::kPopular ||
                           e.source == SourceId::kProject;
                  }) ||
      c.walk->command().enters;
  if (!is_known || first.word.starts_with('-') || first.risk.any() ||
      first.is_line || history_.RunsOf(c.words[0], 1) > 0) {
    return;
  }
  first.is_usual = true;
}

// Describes each command by its spec.
void Suggester::DescribeCommands(const CompletionContext& context,
                                 std::vector<Suggestion>& list) const {
  if (!context.names_command()) return;
  for (Suggestion& s : list) {
    if (s.is_line || !s.description.empty()) continue;
    const bool is_alias = std::any_of(
        s.evidence.begin(), s.evidence.end(), [](const Evidence& e) {
          return e.reason == "alias" || e.reason == "function";
        });
    const auto spec = is_alias ? nullptr : specs_.FindAny(s.word);
    if (spec) s.description = std::string(spec->root.description);
  }
}

std::optional<std::string> Suggester::SubcommandAlias(std::string_view name) {
  const size_t blank = name.find(' ');
  const std::string command(name.substr(0, blank));
  const std::string_view alias = name.substr(blank + 1);
  const auto spec = specs_.Find(command);
  if (!spec || !GeneratorNamed(*spec, kAliasGenerator) ||
      SubcommandNamed(spec->root, alias)) {
    return std::nullopt;
  }
  Budget budget(config_.Int("suggest.budget_ms") * 1000);
  const GeneratorInput input{cwd_, paths_.home, "", {command}};
  for (const GeneratedValue& value :
       generators_.Get(*spec, kAliasGenerator, input, budget).values) {
    if (value.value == alias) return value.description;
  }
  return std::nullopt;
}

void Suggester::BeginPrompt(const SuggestRequest& r) {
  cwd_ = r.cwd;
  std::string key =
      r.session + '\0' + r.cwd + '\0' + std::to_string(r.now_ms / 60000);
  if (key == prompt_key_) return;
  prompt_key_ = std::move(key);
  dead_end_ = {};
  typo_.ForgetPossible();
  history_.BeginPrompt(r.session, r.cwd, r.now_ms);
  plausibility_.BeginPrompt(r.cwd, paths_.home);
  variety_.Forget();
  judge_.BeginPrompt(prompt_key_, [this, now = r.now_ms](
                                      std::span<const uint64_t> keys,
                                      std::span<FeedbackWeight> feedback) {
    const auto read = [&](Kv& kv) {
      std::transform(keys.begin(), keys.end(), feedback.begin(),
                     [&](uint64_t key) { return ReadFeedback(kv, key, now); });
    };
    // A reference is kept without an allocation.
    (void)store_.index().Read(std::ref(read));
  });
  const Line* before = history_.facts().context.before(0);
  commands_.BeginPrompt(r.cwd);
  sources_.BeginPrompt(r, last_, before ? before->text : "");
  typo_.SetPrevious(last_.line, last_.exit, r.cwd, paths_.home);
}

CompletionContext Suggester::ContextAt(const std::string& left) const {
  return BuildContext(left, left.size(), specs_, shell_.alias);
}

// Reads lines that continue the buffer, and words used at its end before.
void Suggester::ReadHistory(Keystroke& key) {
  const SuggestRequest& request = key.request;
  // Whole lines run where the shell is, and a word behind `cd src && ` in src.
  plausibility_.SetDirectory(request.cwd);
  const bool allowed = SourceSet::IsAllowed(SourceId::kHistory, config_);
  // `do` at a continuation prompt in a loop continues to `done`, and not to a
  // line of the history.
  const bool begins_keyword = !key.due.empty() && !request.lines_before.empty();
  if (key.at_end && allowed && !begins_keyword) {
    key.pool = history_.Lines(request.buffer, key.budget);
  }
  key.lines = RankLines(history_.facts(), key.pool, request.buffer.size(),
                        key.skipped, judge_.factors());
  if (request.on_lines) {
    request.on_lines(history_.facts(), key.lines, key.pool.size());
  }
  const auto heads = request.buffer.empty()
                         ? std::unordered_set<std::string_view>()
                         : HeadsRunHere(key.lines);
  JudgeLines(
      key.lines,
      [&](const PoolLine& line) {
        const Finding finding = judge_.OfLine(line, request.buffer.size());
        return IsOfOtherPlace(line, heads)
                   ? Worse(finding, Finding::kOtherPlace)
                   : finding;
      },
      judge_.factors(), std::max(kMaxChecked, request.limit));
  key.asks_history = allowed && IsActive(SourceId::kHistory, key.context);
  if (key.asks_history) key.here = WordsHere(key);
  if (key.at_end && key.asks_history) {
    key.behind = history_.WordsBehind(key.left, key.open);
  }
  if (!key.open.context.command.empty()) {
    (void)store_.index().Read(
        [&](Kv& kv) { key.reuse = ReadReuse(kv, key.open.context.command); });
  }
  plausibility_.SetDirectory(key.directory);
}

// The words used here before; for a new alias, the words of its command.
std::shared_ptr<const ContextWords> Suggester::WordsHere(const Keystroke& key) {
  const std::string_view left_of_word(
      key.left.data(), key.left.size() - key.open.partial.size());
  auto here = history_.WordsAfter(left_of_word);
  const std::vector<std::string>& words = key.context.words;
  if (here->guesses.support > 0 || words == key.open.words) return here;
  if (IsRunByAnother(key.context)) return CommandsHere(key);
  if (words.empty()) return here;
  std::string left;
  for (const std::string& word : words) left += word + " ";
  return history_.Words(left + key.open.partial);
}

// The commands used behind a command that runs them, for a position where none
// was used before: behind `sudo -n ` the commands used behind `sudo `. Words
// behind `find . -exec ` are arguments of find.
std::shared_ptr<const ContextWords> Suggester::CommandsHere(
    const Keystroke& key) {
  const std::vector<std::string> words =
      ExpandAlias(ValuesOf(key.context.segment.words), shell_.alias);
  if (words.empty() || !IsWrapper(words[0])) {
    return std::make_shared<ContextWords>();
  }
  return history_.Words(words[0] + " " + key.open.partial);
}

std::vector<Suggestion> Suggester::MergeAll(Keystroke& key) {
  // The least number of suggestions that are put in order, however few are
  // requested.
  constexpr size_t kLeastOrdered = 12, kLeastOnEmpty = 24;
  constexpr size_t kMoreToVary = 6;
  const SuggestRequest& request = key.request;
  const PromptFacts& facts = history_.facts();
  judge_.BeginKey({.context = key.context,
                   .left = key.left,
                   .open = key.open,
                   .here = key.here,
                   .behind = key.behind,
                   .skipped = key.skipped,
                   .due = key.due});
  MergeInput merge{
      .context = key.context,
      .lines = key.lines,
      .words = key.here->guesses,
      .raw_partial = key.open.partial,
      .behind = key.behind ? &key.behind->guesses : nullptr,
      .candidates = sources_.Collect({.context = key.context,
                                      .directory = key.directory,
                                      .due = key.due,
                                      .most = request.most},
                                     key.budget, &typo_,
                                     request.explain ? &key.asked : nullptr),
      .recent_lines = history_.recent_lines(),
      .recent_arguments = history_.recent_arguments(),
      .previous = facts.context,
      .judge = judge_,
      .followed = &facts.tables.rows[kAfterLine],
      .patterns = &facts.tables.patterns,
      .times_seen = facts.tables.rows[kAfterTemplate].events(),
      .events = facts.events,
      .reuse = key.reuse};
  key.none_begins = merge.candidates.empty();
  if (judge_.IsListed()) {
    merge.least_unseen = 1.0 / (1 + key.here->guesses.support);
  }
  if (request.explain) {
    merge.contributions = [this, &key](const PoolLine& line) {
      return ContributionsOf(history_.facts(), line, key.request.buffer.size(),
                             key.skipped, judge_.factors());
    };
  }
  return Merge(
      std::move(merge),
      std::max(request.limit + kMoreToVary,
               request.buffer.empty() ? kLeastOnEmpty : kLeastOrdered));
}

namespace {

// How often the usual next command did not follow a command like the previous
// one.
double TimesOtherwise(const RowTable& stems,
                      const std::vector<Suggestion>& list) {
  const auto usual =
      std::find_if(list.begin(), list.end(), [](const Suggestion& s) {
        return s.source == SourceName(SourceId::kWorkflow);
      });
  if (usual == list.end() || stems.empty()) return 0;
  return stems.total() - stems.WeightOf(Hash64(PartsOf(usual->text).stem));
}

}  // namespace

void Suggester::PutInOrder(const Keystroke& key,
                           std::vector<Suggestion>& list) {
  const SuggestRequest& request = key.request;
  if (key.at_end) {
    const std::vector<CandidateFeatures> rows =
        FeaturesOfList(list, {.buffer = request.buffer.size(),
                              .typed = CountCharacters(key.left),
                              .partial = key.open.partial.size(),
                              .words = key.context.words,
                              .position = key.context.position,
                              .novel = key.lines.novel,
                              .guesses = key.here->guesses,
                              .recent_arguments = history_.recent_arguments(),
                              .pool = key.pool,
                              .prompt = history_.facts(),
                              .skipped = key.skipped});
    if (request.on_list) request.on_list(list, rows);
    const PromptFacts& facts = history_.facts();
    Order(list, rows,
          {.is_empty_line = request.buffer.empty(),
           .part = judge_.factors().parts[kOrderPart],
           .events = facts.events,
           .times_otherwise = TimesOtherwise(facts.tables.stems, list)});
  } else {
    for (Suggestion& s : list) s.word_confidence = s.score;
  }
  if (key.at_end && !request.buffer.empty() && !list.empty()) {
    LeaveToEnd(key, list);
  }
  for (Suggestion& s : list) s.line = nullptr;
  if (request.limit >= kVaried) variety_.Vary(list, request.buffer.size());
}

// Longer lines are improbable if the typed text itself often ran as a line.
void Suggester::LeaveToEnd(const Keystroke& key,
                           std::vector<Suggestion>& list) {
  const double end = judge_.factors().parts[kEndPart] *
                     history_.ChanceOfEnd(key.request.buffer, key.pool);
  if (end <= 0) return;
  const double kept = std::max(1 - end, 0.0);
  for (Suggestion& s : list) {
    s.score *= kept;
    s.confidence *= kept;
    s.word_confidence *= kept;
    s.verdicts.push_back({kModelPartNames[kEndPart], kept});
  }
}

// True if a command or a subcommand comes after `left`.
bool Suggester::IsNameAt(const std::string& left,
                         const std::string& word) const {
  const CompletionContext at = ContextAt(left);
  if (at.position != Position::kSubcommand || !at.walk) {
    return at.names_command();
  }
  return SubcommandNamed(at.walk->command(), word) != nullptr;
}

}  // namespace synapse
