// The parts of Engine behind a command: what ran is recorded, what other shells
// ran is taken in, what is too old goes.
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "engine.h"
#include "learn/forgetting.h"
#include "spec/git_dir.h"

namespace synapse {
namespace {


}  // namespace

// A slice at each prompt for as long as there is too much; looked for at the
// first prompt and then after so many commands.
void Engine::Retain() {
  constexpr unsigned kLookAfter = 64;
  constexpr size_t kSlice = 200;
  if (!outdated_left_ && recorded_ % kLookAfter != 0) return;
  const Config& config = options_.config;
  int64_t days = config.Int("history.max_days");
  int64_t most = config.Int("history.max_events");
  constexpr int64_t kDayMs = 86'400'000;
  auto removed = store_->RemoveOldest(
      days > 0 ? clock_.NowMs() - days * kDayMs : INT64_MIN,
      most > 0 ? static_cast<size_t>(most) : SIZE_MAX, kSlice);
  outdated_left_ = removed.ok() && *removed == kSlice;
  index_is_stale_ = !outdated_left_ && learner_->IsStale();
}

bool Engine::TakeRenewal() {
  bool stale = std::exchange(index_is_stale_, false);
  return stale && learner_->ClaimRenewal(clock_.NowMs());
}

Status Engine::RenewIndex() {
  store_->SetLockWait(Env::kForever);
  TakeInAll();
  Status renewed = learner_->Rebuild(nullptr);
  store_->SetLockWait(Store::kPromptWaitMs);
  return renewed;
}

void Engine::NewPrompt() {
  ++generation_;
  project_->CommandRan();
  lags_ = false;
  bool kept = store_->persistent();
  uint64_t version = store_->version();
  store_->Refresh();
  if (kept != store_->persistent() || version != store_->version()) {
    learner_->sessions().ForgetAll();
  }
  if (store_->why() != store_trouble_) {
    std::erase(reports_, "store: " + store_trouble_);
    store_trouble_ = store_->why();
    if (!store_trouble_.empty()) Report("store", store_trouble_);
  }
  // What is in the log comes before what waits behind it.
  Budget budget(Learner::kSliceUs);
  Status caught_up = learner_->RebuildIfFarBehind();
  if (caught_up.ok()) caught_up = learner_->CatchUp(budget);
  Status taken = intake_->Prompt();
  if (!taken.ok() && taken.code() != Code::kBusy) {
    Report("spool", taken.message());
  }
  Retain();
  if (caught_up.ok()) caught_up = learner_->CatchUp(budget);
  if (!caught_up.ok() && caught_up.code() != Code::kBusy) {
    Report("index", caught_up.message());
  }
}

void Engine::TakeInAtKey() {
  learner_->KeepInMemory(true);
  Budget budget(Learner::kSliceUs / 4);
  (void)learner_->CatchUp(budget);
  (void)intake_->KeepUp();
  learner_->KeepInMemory(false);
  lags_ = learner_->Behind() > 0;
}

Status Engine::Hide(const std::string& line, int64_t now_ms) {
  ++generation_;
  history_->Drop(line);
  hidden_.insert(line);
  Status hidden = HideLine(*store_, *learner_, line, now_ms);
  if (hidden.code() != Code::kBusy) return hidden;
  // The log was replaced by the one that an earlier line was taken out of.
  store_->Refresh();
  return HideLine(*store_, *learner_, line, now_ms);
}

namespace {

// Another process may have replaced the log, and do so again.
constexpr int kMostReplaced = 8;

}  // namespace

Status Engine::FinishForgetting() {
  store_->SetLockWait(Env::kForever);
  Status finished;
  for (int i = 0; i < kMostReplaced; ++i) {
    TakeInAll();
    finished = ::synapse::FinishForgetting(*store_, *learner_);
    if (finished.code() != Code::kBusy) break;
  }
  store_->SetLockWait(Store::kPromptWaitMs);
  return finished;
}

Status Engine::HideAndFinish(const std::string& line, int64_t now_ms) {
  store_->SetLockWait(Env::kForever);
  Status hidden;
  for (int i = 0; i < kMostReplaced; ++i) {
    hidden = Hide(line, now_ms);
    if (hidden.code() != Code::kBusy) break;
  }
  store_->SetLockWait(Store::kPromptWaitMs);
  return hidden.ok() ? FinishForgetting() : hidden;
}

void Engine::TakeInAll() {
  NewPrompt();
  Status folded = intake_->FoldAll(true);
  if (!folded.ok()) Report("spool", folded.message());
  Budget budget = Budget::Unlimited();
  (void)learner_->CatchUp(budget);
  (void)learner_->WriteAhead();
}

// As it was when the prompt was asked about: a command that changes the branch
// ran on the one before.
const Repository& Engine::RepositoryAt(const std::string& directory) {
  if (here_generation_ != generation_ || here_directory_ != directory) {
    here_generation_ = generation_;
    here_directory_ = directory;
    auto git = FindGitDir({directory, "", "", {}});
    here_ = git ? Repository{git->work_tree, CurrentBranch(git->git_dir)}
                : Repository{};
  }
  return here_;
}

Status Engine::Record(const Run& run) {
  const Repository here = RepositoryAt(run.cwd);
  ++generation_;
  last_exit_ = run.exit;
  last_line_ = run.command;
  hidden_.erase(run.command);
  last_recorded_ = false;
  generators().CommandRan();
  const Incognito mode = std::max(run.incognito, incognito());
  FinishLooks(run.command, mode);
  Screened screened = privacy_->Screen(run.command);
  const char* why = screened.why;
  if (!why && privacy_->IsIgnoredDirectory(run.cwd)) {
    why = "history.ignore_directories";
  }
  // Begun before it was forgotten, in another shell perhaps.
  if (!why && store_->ForgottenAt(screened.text).value_or(INT64_MIN) >=
                  run.start_ms) {
    why = "history forget";
  }
  if (why) {
    ++left_out_[why];
    history_->Unlist(run.command);
    return {};
  }
  Event event;
  event.command = std::move(screened.text);
  event.cwd = run.cwd;
  event.session = run.session;
  event.host = options_.host;
  event.shell = options_.shell;
  event.start_ms = run.start_ms;
  event.duration_ms = run.duration_ms;
  event.exit = run.exit;
  const bool offered = !screened.redacted && !event.not_found();
  if (mode == Incognito::kEphemeral && offered) {
    history_->AddEphemeral(event.command);
  }
  if (mode == Incognito::kNoSend) history_->Unlist(run.command);
  if (mode != Incognito::kOff) return {};
  last_recorded_ = true;
  ++recorded_;
  redacted_ += screened.redacted;
  event.repository = here.root;
  event.branch = here.branch;
  BeginSession(run);
  Status added = intake_->Add(event);
  if (added.ok()) return {};
  // Kept in memory: known to this shell, if to no other.
  if (offered) history_->AddSessionLine(event.command);
  Report("store", added.message());
  return added;
}

// With its first command: a shell that runs none leaves no trace.
void Engine::BeginSession(const Run& run) {
  session_ = run.session;
  auto [at, first] = sessions_.try_emplace(run.session);
  if (!first || run.session.empty()) return;
  SessionRecord& s = at->second;
  s.session = run.session;
  s.host = options_.host;
  s.shell = options_.shell;
  if (shell_.variable) s.user = shell_.variable("USER").value_or("");
  char terminal[256];
  if (ttyname_r(STDIN_FILENO, terminal, sizeof terminal) == 0) {
    s.terminal = terminal;
  }
  s.cwd = run.cwd;
  s.start_ms = run.start_ms;
  s.pid = static_cast<uint32_t>(getpid());
  (void)intake_->Add(s);
}

void Engine::EndSessions() {
  for (auto& [name, session] : sessions_) {
    if (session.session.empty()) continue;
    session.end_ms = clock_.NowMs();
    // Where it began may have been forgotten.
    if (auto kept = store_->FindSession(name)) session.cwd = kept->cwd;
    (void)intake_->Add(session);
  }
}

Status Engine::Feedback(FeedbackAction action, std::string_view suggestion,
                        std::string_view executed,
                        const std::vector<uint8_t>& viewed, int64_t at_ms) {
  if (incognito() != Incognito::kOff || history_->IsSessionLine(suggestion)) {
    return {};
  }
  // It was on show while another shell forgot it, or something like it.
  if (store_->LogReplaced() || store_->IsForgotten(suggestion)) return {};
  // Made from what was typed, or from the shell's own list.
  if (privacy_->Why(suggestion)) return {};
  // Taken but then changed: what was run is not what was wanted.
  if (action == FeedbackAction::kAccepted && !executed.empty() &&
      executed != suggestion) {
    action = FeedbackAction::kEdited;
  }
  FeedbackRecord record;
  record.action = action;
  record.at_ms = at_ms ? at_ms : clock_.NowMs();
  record.session = session_;
  record.suggestion = std::string(suggestion);
  record.viewed = viewed;
  // What is private stays out of this table too.
  if (!executed.empty() && !privacy_->Why(executed) &&
      !store_->IsForgotten(executed)) {
    record.executed = std::string(executed);
  }
  if (suggestion.starts_with(asked_buffer_)) {
    record.buffer = asked_buffer_;
    record.latency_us = asked_us_;
  }
  return intake_->Add(std::move(record));
}

}  // namespace synapse
