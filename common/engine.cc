#include "engine.h"

#include <cstdlib>

#include "context/argument_kind.h"
#include "context/exit_status.h"
#include "effect/secrets.h"
#include "manual/lacking.h"
#include "manual/machine_pack.h"
#include "rank/ghost_rule.h"
#include "rank/weights.h"
#include "suggest/request_log.h"

namespace synapse {

Engine::Engine(EngineOptions options)
    : options_(std::move(options)),
      log_(ExpandTilde(options_.config.String("log.path")),
           options_.config.String("log.level")),
      record_file_(options_.paths.data.empty()
                       ? ""
                       : JoinPath(options_.paths.data, "session_history")),
      version_("synapse " SYNAPSE_VERSION ", weights " +
               WeightsVersion(options_.config.List("rank.factors"))),
      store_(Store::Open(options_.store)),
      specs_(std::make_unique<SpecStore>(
          options_.spec_directories,
          options_.shell.empty() ? SpecStore::Compiles::kInMemory
                                 : SpecStore::Compiles::kInBackground,
          options_.paths.cache,
          [this](const std::string& name) {
            return this->config().Bool("suggest.manuals")
                       ? FindProgram(name, Variable("PATH"))
                       : "";
          })),
      program_texts_(std::make_unique<ProgramTexts>(
          options_.paths.cache, UsualTextSources(options_.paths.home),
          /*renews=*/!options_.shell.empty())) {
  specs_->UseShell(options_.shell);
  log_.Write(Log::Level::kInfo, "opened " + options_.store);
  const Config& config = options_.config;
  const double half_life = config.Double("learning.decay_half_life_hours");
  learner_ = std::make_unique<Learner>(*store_, half_life > 0 ? half_life : 168,
                                       options_.paths.home, Finders());
  learner_->applier().SetFeedbackSteps(
      {config.Double("learning.feedback_boost_accept"),
       config.Double("learning.feedback_penalty_dismiss")});
  event_writer_ = std::make_unique<EventWriter>(*store_, *learner_,
                                                options_.slow_commit_us);
  commands_ = std::make_unique<CommandLookup>(*specs_, shell_);
  ai_ = std::make_unique<Advisor>(AiParts());
  suggester_ = std::make_unique<Suggester>(Suggester::Parts{
      *store_, *learner_, *specs_, shell_, options_.paths, options_.config,
      *commands_, generators_,
      [this](std::string_view line) { return privacy().Why(line) != nullptr; },
      &ai_->desk()});
  recorder_ = std::make_unique<Recorder>(RecorderParts());
  search_ = std::make_unique<SearchWatch>(SearchWatch::Parts{
      *store_, *event_writer_, *learner_, *specs_, incognito_,
      [this]() -> const Privacy& { return privacy(); }});
  feed_ = std::make_unique<TranscriptFeed>(FeedParts());
  transcripts_ = std::make_unique<TranscriptWatch>(TranscriptWatch::Parts{
      *store_, *learner_, *specs_, clock_, incognito_, feed_repository_,
      [this]() -> const Privacy& { return privacy(); },
      [this](const TranscriptEvent& event) { feed_->Add(event); }});
  upkeep_ = std::make_unique<Upkeep>(
      Upkeep::Parts{*store_, *learner_, *event_writer_, reports_, clock_,
                    options_.config, record_file_, recorder_->tallies()});
  reflection_ = std::make_unique<ReflectionSchedule>(ReflectionSchedule::Parts{
      *store_, *specs_, clock_, incognito_, recorder_->tallies().recorded});
  weekly_report_ = std::make_unique<WeeklyReport>(WeeklyReport::Parts{
      *store_, incognito_, [this](const std::string& line) {
        return suggester_->risk().Of(line).level > RiskLevel::kCareful;
      }});
  incognito_.Choose(IncognitoOf(config));
  SetShell({});
  SetConfig(config);
}

void Engine::SetShell(ShellNames names) {
  shell_ = std::move(names);
  shell_.alias = [this, of_shell = std::move(shell_.alias)](
                     std::string_view name) -> std::optional<std::string> {
    if (name.find(' ', 1) != name.npos) {
      return suggester_->SubcommandAlias(name);
    }
    return of_shell ? of_shell(name) : std::nullopt;
  };
  shell_.completes =
      [this, of_shell = std::move(shell_.completes)](std::string_view command) {
        return (of_shell && of_shell(command)) ||
               program_completion_.HasFile(
                   std::string(command), Variable("PATH"), options_.paths.home);
      };
}

std::string Engine::Variable(std::string_view name) const {
  if (shell_.variable) return shell_.variable(name).value_or("");
  const char* value = getenv(std::string(name).c_str());
  return value ? value : "";
}

// A shell has its specs made in the background, at a prompt.
void Engine::MakeWantedSpecs() {
  const auto wanted = specs_->TakeWanted();
  if (wanted.empty() || options_.shell.empty() || !incognito_.off() ||
      !config().Bool("suggest.manuals")) {
    return;
  }
  MakeMachinePacksInBackground({.wanted = wanted,
                                .cache = options_.paths.cache,
                                .directories = specs_->directories(),
                                .path = Variable("PATH")});
}

Sessions::Finders Engine::Finders() {
  return {.argument_types =
              [this](std::span<const std::string> words) {
                return ArgumentTypeAfter(*specs_, words);
              },
          .failures =
              [this](std::span<const std::string> words, int exit) {
                return BlamesWords(*specs_, words, exit);
              },
          .repositories =
              [this](const std::string& directory) {
                return recorder_->RepositoryAt(directory);
              }};
}

Engine::~Engine() {
  store_->Refresh();
  KeepImpressions();
  ai_->Save();
  search_->End(clock_.NowMs());
  recorder_->EndSessions();
  log_.Write(Log::Level::kInfo,
             std::to_string(tallies().recorded) + " commands recorded, " +
                 std::to_string(event_writer_->waiting()) + " waiting, " +
                 std::to_string(tallies().skipped()) + " left out");
  event_writer_.reset();
  if (store_->retention().WantsCompaction()) (void)store_->CompactLog();
}

Recorder::Parts Engine::RecorderParts() {
  return {.store = *store_,
          .event_writer = *event_writer_,
          .history = suggester_->history(),
          .shell = shell_,
          .clock = clock_,
          .config = options_.config,
          .reports = reports_,
          .tracker = tracker_,
          .records = record_file_,
          .host = options_.host,
          .shell_name = options_.shell,
          .version = version_,
          .incognito = incognito_,
          .llm_ended = [this](const LlmOutcome& ended) {
            ai_->desk().ledger().CountShown(ended.version, ended.accepted);
          }};
}

TranscriptFeed::Parts Engine::FeedParts() {
  return {.sessions = search_->sessions(),
          .repository =
              [this](const std::string& directory) {
                return feed_repository_.Of(directory);
              },
          .exists =
              [](const std::string& path) {
                return !OnSlowMount(path) && IsRegularFile(path);
              },
          .is_private =
              [this](const std::string& text) {
                return privacy().Why(text) ||
                       privacy().IsIgnoredDirectory(text);
              }};
}

Advisor::Parts Engine::AiParts() {
  return {.desk = {.store = *store_,
                   .specs = *specs_,
                   .shell = shell_,
                   .reports = reports_,
                   .runner = runner_,
                   .has_secret =
                       [this](std::string_view text) {
                         return !SecretsIn(text, *specs_, shell_.alias).empty();
                       },
                   .can_run =
                       [this](std::string_view name) {
                         constexpr int64_t kUs = 20'000;
                         return commands_->CanRun(name, kUs);
                       }},
          .shell_name = options_.shell,
          .home = options_.paths.home,
          .privacy = [this]() -> const Privacy& { return privacy(); },
          .incognito = incognito_,
          .branch =
              [this](const std::string& cwd) {
                return recorder_->RepositoryAt(cwd).branch;
              },
          .recent =
              [this] {
                std::vector<AiCommand> recent;
                for (const TrackedCommand& command : tracker_.commands()) {
                  recent.push_back({command.input, command.exit});
                }
                return recent;
              }};
}

Engine::EndedCommands Engine::ReadCommands() {
  EndedCommands ended;
  for (const CommandRunner::Finished& done : runner_.Read()) {
    if (generators_.Ended(done)) {
      ended.generators = true;
    } else if (shell_completion_.Ended(done) ||
               program_completion_.Ended(done)) {
      ended.shell = true;
    } else {
      ai_->desk().Ended(done);
    }
  }
  return ended;
}

Engine::Answers Engine::TakeAnswers() {
  const EndedCommands ended = ReadCommands();
  const Answers answers{ended.generators || ended.shell,
                        ai_->desk().Work(clock_.NowMs())};
  if (ended.generators || answers.ai) suggester_->ForgetFindings();
  return answers;
}

void Engine::StopAsking() {
  ai_->desk().Stop();
  if (!runner_.running()) return;
  (void)ReadCommands();
  runner_.Stop();
}

void Engine::SetConfig(Config config) {
  // `synapse incognito` sets it until the setting changes.
  const std::string& mode = config.String("privacy.incognito");
  if (mode != options_.config.String("privacy.incognito")) {
    SetIncognito(IncognitoOf(config));
  }
  incognito_.SetGuardProblem(config.guard_problem());
  options_.config = std::move(config);
  log_ = Log(ExpandTilde(options_.config.String("log.path")),
             options_.config.String("log.level"));
  transcripts_->SetPaths(options_.config.List("learn.transcripts"));
  std::vector<std::string> problems;
  suggester_->SetFactors(options_.config.List("rank.factors"), problems);
  for (const std::string& problem : problems) Report("config", problem);
  search_->Set(options_.config);
  const bool details = options_.config.Bool("tracking.details");
  tracker_.SetDetails({details, details});
  AiSettings ai = AiSettings::Of(options_.config, options_.paths,
                                 options_.spec_directories);
  ai.debounce_ms = options_.ai_debounce_ms;
  ai_->SetSettings(std::move(ai));
  recorder_->SetPrivacy(std::make_unique<Privacy>(
      options_.config, options_.paths.home, [this](std::string_view line) {
        return SecretsIn(line, *specs_, shell_.alias);
      }));
}

void Engine::SetIncognito(Incognito mode) {
  // Impressions learned so far are written now: the new mode may forbid
  // writing.
  KeepImpressions();
  ai_->Save();
  incognito_.Choose(mode);
}

void Engine::WriteNow() {
  store_->TryLast();
  KeepImpressions();
  ai_->Save();
  (void)event_writer_->FoldAll(/*living=*/false);
}

void Engine::KeepImpressions() {
  if (incognito_.off()) suggester_->impressions().Keep();
}

SuggestReply Engine::SuggestAndLog(const SuggestRequest& request) {
  RequestLog entry;
  SuggestRequest watched = request;
  watched.explain = true;
  watched.on_list = [&](const std::vector<Suggestion>& list,
                        const std::vector<CandidateFeatures>& rows) {
    entry.Note(list, rows);
    if (request.on_list) request.on_list(list, rows);
  };
  const int64_t start = Clock::MonotonicUs();
  SuggestReply reply = suggester_->Suggest(watched);
  reply.latency_us = Clock::MonotonicUs() - start;
  const bool with_texts =
      config().Bool("log.commands") && incognito() == Incognito::kOff &&
      SecretsIn(request.buffer, *specs_, shell_.alias).empty();
  log_.WriteJson(
      entry.Json(request, reply, with_texts, [&](const Suggestion& s) {
        return IsGhost(config(), request.buffer, s);
      }));
  return reply;
}

SuggestReply Engine::Suggest(const SuggestRequest& request) {
  const int64_t start = Clock::MonotonicUs();
  // Another shell may have written to the index.
  upkeep_->Key();
  SuggestReply reply = log_.IsAt(Log::Level::kDebug)
                           ? SuggestAndLog(request)
                           : suggester_->Suggest(request);
  reply.latency_us = Clock::MonotonicUs() - start;
  recorder_->Asked(request.session, request.buffer, reply.latency_us);
  latency_.suggest.Add(reply.latency_us);
  return reply;
}

Status Engine::Record(const Run& run) {
  const bool learns = recorder_->MayLearn(run);
  suggester_->impressions().Finish(run.command, learns);
  if (learns) learner_->applier().MoveNext(suggester_->StepsTo(run.command));
  const Recorder::Outcome outcome = recorder_->Record(run);
  suggester_->CommandRan(
      {run.command, run.exit, outcome.recorded, run.start_ms, run.cwd});
  program_completion_.CommandRan(run.command);
  if (!outcome.status.ok()) Report("store", outcome.status.message());
  if (outcome.recorded) LookForProgramsOf(*specs_, run.command);
  if (outcome.recorded && run.exit == 0) {
    for (const std::string& name : CommandsThatLack(*specs_, run.command)) {
      specs_->Lacks(name);
    }
  }
  if (outcome.recorded) {
    search_->CommandRan({run.session, run.cwd, outcome.kept, run.exit,
                         run.start_ms, shell_.alias});
  }
  return outcome.status;
}

Status Engine::Feedback(FeedbackAction action, std::string_view suggestion,
                        std::string_view executed,
                        const std::vector<uint8_t>& viewed, int64_t at_ms) {
  return recorder_->Feedback(action, suggestion, executed, viewed, at_ms);
}

void Engine::ForgetPrompt() {
  suggester_->ForgetPrompt();
  recorder_->ForgetRepository();
  project().CommandRan();
}

void Engine::NewPrompt() {
  ForgetPrompt();
  // Another shell forgot a line, which an unsaved answer may contain.
  if (store().log_file().Replaced()) ai_->desk().ledger().DropAnswers();
  upkeep_->Prompt();
  ai_->Save();
  transcripts_->Prompt();
  MakeWantedSpecs();
}

void Engine::CatchUpFully() {
  ForgetPrompt();
  upkeep_->CatchUpFully();
}

Status Engine::Hide(const std::string& line, int64_t now_ms) {
  suggester_->Hide(line);
  ai_->desk().ledger().DropAnswers();
  return upkeep_->Hide(line, now_ms);
}

Status Engine::HideAndFinish(const std::string& line, int64_t now_ms) {
  suggester_->Hide(line);
  ai_->desk().ledger().DropAnswers();
  return upkeep_->HideAndFinish(line, now_ms);
}

Status Engine::FinishForgetting() {
  ForgetPrompt();
  const Status done = upkeep_->FinishForgetting();
  const Status dropped = DropLoggedRequests();
  return done.ok() ? dropped : done;
}

Status Engine::RenewIndex() {
  ForgetPrompt();
  return upkeep_->RenewIndex();
}

Status Engine::Reflect() {
  Status done = reflection_->Run();
  if (done.ok() && config().Bool("prompt.notices")) {
    done = weekly_report_->Prepare(clock_.NowMs());
  }
  return done;
}

void Engine::AnswerFor(const SessionState& shell) {
  latency_ = shell.latency;
  incognito_.Choose(shell.incognito);
  recorder_->SetTallies(shell.tallies);
  lines_ = shell.lines;
  shell_writer_state_ = shell.event_writer;
  reports_.AddAll(shell.reports);
}

}  // namespace synapse
