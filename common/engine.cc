#include "engine.h"

#include <algorithm>

#include "base/text.h"
#include "context/secrets.h"
#include "context/slots.h"
#include "rank/compose.h"
#include "rank/confidence.h"
#include "rank/ghost_rule.h"
#include "rank/target.h"
#include "source/activation.h"
#include "source/filesystem.h"
#include "source/popular.h"
#include "source/spec_source.h"

namespace synapse {
namespace {

constexpr size_t kMostReports = 20;
constexpr int kChangesKept = 16;
constexpr int64_t kNamesUs = 15'000;     // to read all of PATH
constexpr double kCorrectedScore = 0.3;  // below what is typed right

// What is typed of the word matters where it opens an option's value.
std::string PlaceKey(const CompletionContext& context,
                     const std::string& left, const OpenWord& open) {
  std::string key = left.substr(0, left.size() - open.partial.size());
  key += '\0';
  key += static_cast<char>(context.position);
  key += static_cast<char>(context.expected);
  if (context.walk) key += static_cast<char>(context.walk->expect);
  return key;
}

}  // namespace

std::vector<std::string> SpecDirectories(const Places& places,
                                         const std::string& module_path) {
  std::vector<std::string> dirs;
  if (!places.config.empty()) dirs.push_back(JoinPath(places.config, "specs"));
  // PREFIX/share/synapse/specs beside PREFIX/lib/... or PREFIX/bin; in the
  // source tree build/{zsh,bash}/synapse.so and build/synapse lie below it.
  std::string at(DirName(module_path));
  for (int up = 0; up < 6 && at.size() > 1; ++up) {
    for (const char* place : {"share/synapse/specs", "specs"}) {
      std::string dir = JoinPath(at, place);
      // A source tree is recognised by our own spec of git.
      if (IsRegularFile(JoinPath(dir, "git.json"))) {
        dirs.push_back(dir);
        return dirs;
      }
    }
    at = std::string(DirName(at));
  }
  for (const char* dir :
       {"/usr/local/share/synapse/specs", "/usr/share/synapse/specs"}) {
    if (IsDirectory(dir)) dirs.push_back(dir);
  }
  return dirs;
}

Engine::Engine(EngineOptions options)
    : options_(std::move(options)),
      log_(ExpandTilde(options_.config.String("log.path")),
           options_.config.String("log.level")) {
  store_ = Store::Open(options_.store);
  store_trouble_ = store_->why();
  if (!store_trouble_.empty()) Report("store", store_trouble_);
  log_.Write(Log::Level::kInfo, "opened " + options_.store);
  specs_ = std::make_unique<SpecStore>(options_.spec_directories);
  SetConfig(std::move(options_.config));
  double half_life = options_.config.Double("learning.decay_half_life_hours");
  learner_ = std::make_unique<Learner>(
      *store_, half_life > 0 ? half_life : 168, options_.places.home);
  learner_->SetFeedbackSteps(
      {options_.config.Double("learning.feedback_boost_accept"),
       options_.config.Double("learning.feedback_penalty_dismiss")});
  intake_ = std::make_unique<Intake>(
      *store_, *learner_, options_.config.Int("store.slow_commit_us"));
  learner_->sessions().SetSlots([this](std::span<const std::string> words) {
    return SlotBehind(*specs_, words);
  });
  learner_->sessions().SetRepositories(
      [this](const std::string& directory) { return RepositoryAt(directory); });
  history_ = std::make_unique<HistorySource>(*store_, *learner_);
  history_->SetPrivate([this](std::string_view line) {
    return privacy_->Why(line) != nullptr;
  });
  (void)store_->ReadIndex([&](Kv& kv) { attention_ = Attention::Read(kv); });

  auto add = [&](auto source) {
    auto* raw = source.get();
    sources_.push_back(std::move(source));
    return raw;
  };
  risk_ = std::make_unique<RiskJudge>(*specs_, shell_.alias);
  spec_source_ = add(std::make_unique<SpecSource>(*specs_));
  sense_ = std::make_unique<Sense>(generators(), *specs_, shell_);
  sense_->SetCanRun([this](std::string_view name, int64_t us) {
    return CanRun(name, us) || !environment_->KnowsPath();
  });
  add(std::make_unique<FilesystemSource>());
  environment_ = add(std::make_unique<EnvironmentSource>());
  project_ = add(std::make_unique<ProjectSource>());
  add(std::make_unique<PopularSource>(*specs_));
  workflow_ = add(std::make_unique<WorkflowSource>());
  typo_ = add(std::make_unique<TypoSource>(TypoSource::Known{
      .at = [this](const std::string& left,
                   Budget& budget) { return CouldStandAt(left, budget); },
      .context_at =
          [this](const std::string& left) {
            return BuildContext(left, left.size(), *specs_, shell_.alias);
          },
      .can_run =
          [this](std::string_view name) { return CanRun(name, kNamesUs); },
      .each_name =
          [this](const std::function<void(std::string_view)>& visit) {
            EachName(visit);
          }}, *specs_));
}

void Engine::SetConfig(Config config) {
  // Chosen by `synapse incognito` until the setting changes.
  const std::string& mode = config.String("privacy.incognito");
  if (!privacy_ || mode != options_.config.String("privacy.incognito")) {
    SetIncognito(ParseIncognito(mode).value_or(Incognito::kNoSend));
  }
  guard_problem_ = config.guard_problem();
  options_.config = std::move(config);
  std::vector<std::string> problems;
  factors_ = ReadFactors(options_.config.List("rank.factors"), problems);
  for (const std::string& problem : problems) Report("config", problem);
  privacy_ = std::make_unique<Privacy>(
      options_.config, options_.places.home, [this](std::string_view line) {
        return SecretsIn(line, *specs_, shell_.alias);
      });
}

Engine::~Engine() {
  store_->Refresh();
  KeepAttention();
  EndSessions();
  log_.Write(Log::Level::kInfo,
             std::to_string(recorded_) + " commands recorded, " +
                 std::to_string(intake_->waiting()) + " waiting, " +
                 std::to_string(skipped()) + " left out");
  intake_.reset();
  store_->ShrinkAfterRetention();
}

GeneratorCache& Engine::generators() { return spec_source_->generators(); }

void Engine::Report(const std::string& what, const std::string& why) {
  std::string line = what + ": " + why;
  // Once: two that take turns would drive out what else there is to say.
  if (std::find(reports_.begin(), reports_.end(), line) != reports_.end()) {
    return;
  }
  log_.Write(Log::Level::kError, line);
  if (reports_.size() >= kMostReports) reports_.erase(reports_.begin());
  reports_.push_back(std::move(line));
}

size_t Engine::skipped() const {
  size_t n = 0;
  for (const auto& [why, count] : left_out_) n += count;
  return n;
}

void Engine::SetPrevious(const SuggestRequest& r) {
  std::string key = r.session + '\0' + r.cwd + '\0' +
                    std::to_string(r.now_ms / 60000) + '\0' +
                    std::to_string(generation_);
  if (key == prompt_key_) return;
  prompt_key_ = std::move(key);
  history_->BeginPrompt(r.session, r.cwd, r.now_ms);
  constexpr int64_t kPartOfKey = 10;
  sense_->SetBudget(options_.config.Int("suggest.budget_ms") * 1000 /
                    kPartOfKey);
  sense_->BeginPrompt(r.cwd, options_.places.home);
  risk_->Forget();
  feedback_.clear();
  // The status is that of the line that ran last, recorded or not.
  const Line* before = history_->facts().context.before(0);
  if (before && last_recorded_) {
    workflow_->SetPrevious(before->text, last_exit_);
  } else {
    workflow_->SetPrevious("", 0);
  }
  prompt_cwd_ = r.cwd;
  prompt_now_ms_ = r.now_ms;
  typo_->SetPrevious(last_line_, last_exit_, r.cwd, options_.places.home);
}

constexpr size_t kMostToCorrect = 2000;

std::vector<Candidate> Engine::CouldStandAt(const std::string& left,
                                            Budget& budget) {
  CompletionContext context =
      BuildContext(left, left.size(), *specs_, shell_.alias);
  SourceInput input{context, shell_, prompt_cwd_, options_.places.home,
                    prompt_now_ms_ / 1000, kMostToCorrect};
  std::vector<Candidate> out;
  for (const auto& source : sources_) {
    if (source->id() == SourceId::kWorkflow ||
        source->id() == SourceId::kTypo ||
        source->id() == SourceId::kPopular || !IsActive(source->id(), context)) {
      continue;
    }
    source->Collect(input, budget, out);
  }
  return out;
}

bool Engine::CanRun(std::string_view name, int64_t us) {
  CompletionContext none;
  Budget budget(us);
  SourceInput input{none, shell_, prompt_cwd_, options_.places.home,
                    prompt_now_ms_ / 1000};
  return environment_->Exists(name, input, budget);
}

void Engine::EachName(const std::function<void(std::string_view)>& visit) {
  CompletionContext none;
  Budget budget(kNamesUs);
  SourceInput input{none, shell_, prompt_cwd_, options_.places.home,
                    prompt_now_ms_ / 1000};
  environment_->EachName(input, budget, visit);
}

// Nothing begins with what is typed: the word at the cursor corrected, or the
// command in front of it.
std::vector<Suggestion> Engine::Corrected(const SuggestRequest& request,
                                          const CompletionContext& context,
                                          const OpenWord& open) {
  std::vector<Suggestion> out;
  const std::string& buffer = request.buffer;
  size_t slash = open.partial.rfind('/');
  size_t keep = slash == open.partial.npos ? 0 : slash + 1;
  std::string left =
      buffer.substr(0, buffer.size() - open.partial.size() + keep);
  std::vector<std::string> words;
  if (keep == 0) {
    for (const WordGuess& guess : history_->Words(buffer)->guesses.words) {
      if (guess.text != kEndOfLine) words.push_back(guess.text);
    }
  }
  for (const Candidate& c : typo_->Near(context, left, words)) {
    if (out.size() >= request.limit) break;
    Suggestion s;
    s.text = c.text;
    s.word = c.word;
    s.description = c.description;
    s.evidence = c.evidence;
    s.source = SourceName(SourceId::kTypo);
    s.score = s.confidence = s.word_confidence =
        kCorrectedScore * c.evidence[0].score;
    s.risk = risk_->Of(s.text);
    s.score *= RiskFactor(s.risk.level);
    s.reasons.push_back("typo: " + c.evidence[0].reason);
    out.push_back(std::move(s));
  }
  return out;
}

// By suggest.sources; without it all are.
bool Engine::Allowed(SourceId source) const {
  const std::string& names = options_.config.String("suggest.sources");
  if (names.empty()) return true;
  std::string wanted = std::string(",") + SourceName(source) + ",";
  return ("," + names + ",").find(wanted) != std::string::npos;
}

std::vector<Candidate> Engine::Collect(const SuggestRequest& request,
                                       const CompletionContext& context,
                                       Budget& budget,
                                       std::vector<std::string>& asked) {
  std::vector<Candidate> candidates;
  SourceInput input{context, shell_, request.cwd, options_.places.home,
                    request.now_ms / 1000,
                    request.most ? request.most : kMostCandidates};
  for (const auto& source : sources_) {
    if (!IsActive(source->id(), context) || !Allowed(source->id())) continue;
    size_t before = candidates.size();
    source->Collect(input, budget, candidates);
    // A command that is not there is never invented, and neither is one that
    // could not do anything here.
    const bool is_workflow = source->id() == SourceId::kWorkflow;
    const bool is_command =
        context.words.empty() && context.expected == ExpectedType::kCommand &&
        (source->id() == SourceId::kProject || source->id() == SourceId::kSpec);
    if (is_workflow || is_command) {
      auto useless = [&](const Candidate& c) {
        return !environment_->Exists(c.word.substr(0, c.word.find(' ')), input,
                                     budget) ||
               (is_workflow && sense_->OfNew(c.word) < 1);
      };
      candidates.erase(
          std::remove_if(candidates.begin() + static_cast<ptrdiff_t>(before),
                         candidates.end(), useless),
          candidates.end());
    }
    if (request.explain) {
      asked.push_back(std::string(SourceName(source->id())) + " (" +
                      std::to_string(candidates.size() - before) + ")");
    }
    if (budget.SpentNow()) break;
  }
  return candidates;
}

void Engine::SetIncognito(Incognito mode) {
  // The attention learned so far is written now: the new mode may write none.
  if (store_ && learner_) KeepAttention();
  incognito_ = mode;
}

void Engine::FinishLooks(std::string_view executed, Incognito mode) {
  Attention not_kept = attention_;
  const bool keep = mode == Incognito::kOff;
  if (!refusals_.Finish(executed, keep ? attention_ : not_kept) || !keep) {
    return;
  }
  ++attention_changes_;
  if (attention_changes_ >= kChangesKept) KeepAttention();
}

bool Engine::IsRefused(std::string_view text) const {
  constexpr double kTakesWhatIsRight = 0.5;
  constexpr int kMostPasses = 3;
  return attention_.rate() >= kTakesWhatIsRight &&
         refusals_.PassesOf(text) >= kMostPasses;
}

// A habit changes slowly: it is not written with every line.
void Engine::KeepAttention() {
  if (attention_changes_ == 0 || incognito() != Incognito::kOff) return;
  attention_changes_ = 0;
  (void)store_->WriteIndex([&](Kv& kv) { return attention_.Write(kv); });
}

// Read once a prompt: candidates come again at each key.
double Engine::FeedbackOf(const std::string& text, int64_t now_ms) {
  auto known = feedback_.find(text);
  if (known != feedback_.end()) return known->second;
  double& feedback = feedback_[text];
  (void)store_->ReadIndex(
      [&](Kv& kv) { feedback = ReadFeedback(kv, IdOf(text), now_ms); });
  return feedback;
}

// How the correction that is offered was received before.
double Engine::TypoFeedback(const std::vector<Candidate>& candidates,
                            int64_t now_ms) {
  double feedback = 0;
  for (const Candidate& c : candidates) {
    if (c.evidence[0].source != SourceId::kTypo) continue;
    feedback = FeedbackOf(c.text, now_ms);
  }
  return feedback;
}

// What is learned does not depend on aliases, which come and go; what is there
// is looked for behind them.
Fit Engine::FitAt(CompletionContext context, std::string left,
                  const PlaceWords& place) const {
  const bool expanded =
      !context.words.empty() && context.words != place.words;
  Slot slot = expanded && place.slot.kind.empty()
                  ? SlotBehind(*specs_, context.words)
                  : place.slot;
  return {std::move(context), std::move(left), std::move(slot), *sense_};
}

// The likeliest word that makes sense, alone. `left` ends with a blank.
WordGuesses Engine::LikeliestAt(const std::string& left) {
  auto place = history_->Words(left);
  WordGuesses out;
  out.support = place->guesses.support;
  std::optional<Fit> fit;
  for (const WordGuess& guess : place->guesses.words) {
    if (guess.text != kEndOfLine) {
      if (!fit) {
        fit.emplace(FitAt(BuildContext(left, left.size(), *specs_,
                                       shell_.alias), left, *place));
      }
      if (!fit->MayStand(guess.text, guess.seen_here) ||
          fit->SenseOf(guess.text) < 1) {
        continue;
      }
    }
    out.words.push_back(guess);
    break;
  }
  return out;
}

bool Engine::IsName(const std::string& left, const std::string& word) const {
  const CompletionContext at =
      BuildContext(left, left.size(), *specs_, shell_.alias);
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

SuggestReply Engine::Suggest(const SuggestRequest& request) {
  int64_t start = Clock::MonotonicUs();
  SuggestReply reply;
  size_t most = static_cast<size_t>(
      std::max<int64_t>(options_.config.Int("suggest.max_buffer"), 0));
  if (request.cursor > request.buffer.size() || request.buffer.size() > most) {
    return reply;
  }
  Budget budget(request.budget_us
                    ? request.budget_us
                    : options_.config.Int("suggest.budget_ms") * 1000);
  // Another shell wrote to the index since.
  if (learner_->DropLost() || lags_) TakeInAtKey();
  SetPrevious(request);
  CompletionContext context = BuildContext(request.buffer, request.cursor,
                                           *specs_, shell_.alias);
  bool at_end = request.cursor == request.buffer.size();
  std::vector<const PoolLine*> pool;
  bool from_history = Allowed(SourceId::kHistory);
  if (at_end && from_history) pool = history_->Lines(request.buffer, budget);
  Passed passed{&refusals_, attention_.rate()};
  RankedLines lines = RankLines(history_->facts(), pool, request.buffer.size(),
                                passed, factors_);
  ApplySense(lines, [&](const PoolLine& line) {
    bool again = line.stat.successes == 0 && typo_->RepeatsSlip(line.text);
    return again ? 0 : sense_->Of(line);
  });
  std::string left = request.buffer.substr(0, request.cursor);

  static const auto kNothing = std::make_shared<const PlaceWords>();
  OpenWord open = SplitOpen(left);
  const bool learned =
      from_history && IsActive(SourceId::kHistory, context);
  const auto here = learned ? history_->Words(left) : kNothing;
  std::shared_ptr<const PlaceWords> behind;
  if (at_end && learned) behind = history_->WordsBehind(left, open);
  ReuseRate reuse;
  if (!open.place.command.empty()) {
    (void)store_->ReadIndex(
        [&](Kv& kv) { reuse = ReadReuse(kv, open.place.command); });
  }
  reply.novel = lines.novel;
  const Fit fit = FitAt(context, left, *here);
  MergeInput merge{.context = context,
                   .lines = lines,
                   .words = here->guesses,
                   .raw_partial = open.partial,
                   .behind = behind ? &behind->guesses : nullptr,
                   .candidates =
                       Collect(request, context, budget, reply.asked),
                   .recent_lines = history_->recent_lines(),
                   .recent_arguments = history_->recent_arguments(),
                   .previous = history_->facts().context,
                   .followed = &history_->facts().tables.rows[1],
                   .patterns = &history_->facts().tables.patterns,
                   .times_seen = history_->facts().tables.rows[2].events(),
                   .events = history_->facts().model.tick,
                   .reuse = reuse,
                   .passed = passed,
                   .factors = factors_};
  merge.risk = [&](std::string_view line) { return risk_->Of(line); };
  if (request.explain) {
    merge.contributions = [&](const PoolLine& line) {
      return ContributionsOf(history_->facts(), line, request.buffer.size(),
                             passed, factors_);
    };
  }
  fits_.BeginAt(prompt_key_ + '\0' + PlaceKey(context, left, open));
  const std::string before = left.substr(0, left.size() - open.partial.size());
  if (fit.IsListed()) merge.least_unseen = 1.0 / (1 + here->guesses.support);
  merge.may_stand = [&](const std::string& word, bool seen_here) {
    return fits_.MayStand(word, seen_here, [&] {
      return fit.MayStand(word, seen_here) &&
             !typo_->RepeatsSlip(before + word);
    });
  };
  merge.sense = [&](const std::string& word) {
    return fits_.Sense(word, [&] { return fit.SenseOf(word); });
  };
  std::optional<Fit> fit_behind;
  merge.fits_behind = [&](const std::string& word, bool seen_here) {
    if (!fit_behind) {
      const std::string whole = left + " ";
      fit_behind.emplace(FitAt(BuildContext(whole, whole.size(), *specs_,
                                            shell_.alias), whole, *behind));
    }
    return fit_behind->MayStand(word, seen_here) &&
           fit_behind->SenseOf(word) == 1;
  };
  merge.feedback = [&](const std::string& text) {
    return FeedbackOf(text, request.now_ms);
  };
  merge.typo_feedback = TypoFeedback(merge.candidates, request.now_ms);
  // The first suggestion's word is weighed by the others that share it.
  constexpr size_t kLeastCompared = 6;
  reply.suggestions =
      Merge(std::move(merge), std::max(request.limit, kLeastCompared));
  if (at_end && !request.buffer.empty() && !reply.suggestions.empty()) {
    Compose(reply.suggestions.front(),
            [&](const std::string& text) { return LikeliestAt(text); },
            [&](std::string_view line) { return risk_->Of(line); });
  }
  const size_t characters = CountCharacters(left);
  for (Suggestion& s : reply.suggestions) {
    const size_t from = std::min(s.text.size(), request.buffer.size());
    const Shown shown{.probability = s.confidence,
                      .score = s.score,
                      .is_line = s.is_line,
                      .typed = characters,
                      .partial = open.partial.size(),
                      .remaining = s.text.size() - from,
                      .next_word = NextWordEnd(s.text, from) - from,
                      .runs = RunsOf(pool, s.text, from)};
    s.confidence = CalibratedConfidence(shown);
    s.word_confidence = CalibratedWordConfidence(shown);
  }
  if (!hidden_.empty()) {
    std::erase_if(reply.suggestions,
                  [&](const Suggestion& s) { return IsHidden(s.text); });
  }
  if (reply.suggestions.empty() && at_end && !context.silent) {
    reply.suggestions = Corrected(request, context, open);
  }
  if (at_end) {
    HoldTargets(reply.suggestions, request.buffer, *risk_,
                [&](const std::string& before, const std::string& word) {
                  return IsName(before, word);
                });
  }
  if (reply.suggestions.size() > request.limit) {
    reply.suggestions.erase(reply.suggestions.begin() + request.limit,
                            reply.suggestions.end());
  }
  if (request.on_show) {
    // A suggestion that is not shown is not passed over either.
    const bool is_shown =
        !reply.suggestions.empty() &&
        IsGhost(options_.config, request.buffer, reply.suggestions.front());
    Look(request.buffer, is_shown ? reply.suggestions.front().text : "");
  }
  if (request.explain) {
    reply.weights = DescribeWeights(context);
    reply.context = std::move(context);
  }
  reply.latency_us = Clock::MonotonicUs() - start;
  session_ = request.session;
  asked_buffer_ = request.buffer;
  asked_us_ = reply.latency_us;
  latency_.suggest.Add(reply.latency_us);
  return reply;
}

}  // namespace synapse
