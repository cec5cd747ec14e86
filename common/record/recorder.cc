#include "record/recorder.h"

#include <unistd.h>

#include <utility>

#include "spec/git_dir.h"
#include "track/record_json.h"

namespace synapse {

const char* Recorder::WhyNot(const Run& run, const Screened& screened) const {
  if (screened.why) return screened.why;
  if (privacy_->IsIgnoredDirectory(run.cwd)) {
    return "history.ignore_directories";
  }
  // The command began before its line was forgotten, possibly in another shell.
  const bool forgotten =
      p_.store.forgotten().At(screened.text).value_or(INT64_MIN) >=
      run.start_ms;
  return forgotten ? "history forget" : nullptr;
}

Event Recorder::EventOf(const Run& run, const Repository& here) const {
  Event event;
  event.cwd = run.cwd;
  event.session = run.session;
  event.host = p_.host;
  event.shell = p_.shell_name;
  event.start_ms = run.start_ms;
  event.duration_ms = run.duration_ms;
  event.exit = run.exit;
  event.repository = here.root;
  event.branch = here.branch;
  return event;
}

// The text as it may be written, or "".
std::string Recorder::Kept(const std::string& text) const {
  Screened screened = privacy_->Screen(text);
  const bool out = screened.why || p_.history.IsSessionLine(screened.text) ||
                   p_.store.forgotten().Contains(screened.text);
  return out ? "" : std::move(screened.text);
}

// Texts that must not be written become "", so that indices stay valid.
void Recorder::HideTexts(SuggestionRecord& record) const {
  // A command of this shell's memory may be forgotten by now.
  std::erase_if(record.context.commands, [this](const TrackedCommand& command) {
    return Kept(command.input).empty();
  });
  for (OfferedText& offered : record.suggestions) {
    offered.text = Kept(offered.text);
  }
  record.buffer = Kept(record.buffer);
  for (TypedText& typed : record.typed) typed.text = Kept(typed.text);
}

void Recorder::AddSuggestion(Event& event, SuggestionRecord record) {
  event.suggestion = SummaryOf(record);
  for (std::string& text : event.suggestion->suggestions) text = Kept(text);
  if (!p_.config.Bool("tracking.history")) return;
  HideTexts(record);
  record.actual_input = event.command;
  record.context.shell = event.shell;
  record.context.cwd = event.cwd;
  record.context.repository = event.repository;
  record.context.branch = event.branch;
  record.session = event.session;
  record.host = event.host;
  record.version = p_.version;
  const Status written =
      p_.records.Append(record.host, record.session, RecordLine(record),
                        {p_.config.Int("tracking.max_bytes"),
                         p_.config.Int("tracking.max_days")});
  if (!written.ok()) p_.reports.Add("tracking", written.message());
}

Recorder::Outcome Recorder::Record(const Run& run) {
  if (MayLearn(run)) {
    if (auto ended = LlmOutcomeOf(p_.tracker.closed())) p_.llm_ended(*ended);
  }
  Outcome outcome = RecordRun(run, p_.tracker.Take());
  p_.tracker.Ran(outcome.kept, run.exit);
  return outcome;
}

Recorder::Outcome Recorder::RecordRun(const Run& run,
                                      std::optional<SuggestionRecord> record) {
  const Incognito mode = ModeOf(run);
  const Repository here = RepositoryAt(run.cwd);
  ForgetRepository();
  Screened screened = privacy_->Screen(run.command);
  if (const char* why = WhyNot(run, screened)) {
    ++tallies_.left_out[why];
    p_.history.Unlist(run.command);
    return {};
  }
  // Another shell forgot something while this list was on show: its texts, and
  // the request to a language model, may have a part of it.
  if (p_.store.log_file().Replaced()) record.reset();
  Event event = EventOf(run, here);
  event.command = std::move(screened.text);
  const bool offered = !screened.redacted && !event.not_found();
  if (mode == Incognito::kEphemeral && offered) {
    p_.history.AddEphemeral(event.command);
  }
  if (mode == Incognito::kNoSend) p_.history.Unlist(run.command);
  if (mode != Incognito::kOff) return {};
  ++tallies_.recorded;
  tallies_.redacted += screened.redacted;
  BeginSession(run);
  // A secret that was removed from the line may be in its suggestions.
  if (record && !screened.redacted) AddSuggestion(event, *std::move(record));
  Status added = p_.event_writer.Add(event);
  // Kept in memory: only this shell knows it.
  if (!added.ok() && offered) p_.history.AddSessionLine(event.command);
  return {/*recorded=*/true, added, event.command};
}

// Called with the first command: a shell without commands writes nothing.
void Recorder::BeginSession(const Run& run) {
  session_ = run.session;
  auto [at, first] = sessions_.try_emplace(run.session);
  if (!first || run.session.empty()) return;
  SessionRecord& s = at->second;
  s.session = run.session;
  s.host = p_.host;
  s.shell = p_.shell_name;
  if (p_.shell.variable) s.user = p_.shell.variable("USER").value_or("");
  char terminal[256];
  if (ttyname_r(STDIN_FILENO, terminal, sizeof terminal) == 0) {
    s.terminal = terminal;
  }
  s.cwd = run.cwd;
  s.start_ms = run.start_ms;
  s.pid = static_cast<uint32_t>(getpid());
  (void)p_.event_writer.Add(s);
}

void Recorder::EndSessions() {
  for (auto& [name, session] : sessions_) {
    if (session.session.empty()) continue;
    session.end_ms = p_.clock.NowMs();
    // The initial directory may have been forgotten.
    if (auto kept = p_.store.log().FindSession(name)) session.cwd = kept->cwd;
    (void)p_.event_writer.Add(session);
  }
}

void Recorder::Asked(const std::string& session, const std::string& buffer,
                     int64_t latency_us) {
  session_ = session;
  asked_buffer_ = buffer;
  asked_us_ = latency_us;
}

Status Recorder::Feedback(FeedbackAction action, std::string_view suggestion,
                          std::string_view executed,
                          const std::vector<uint8_t>& viewed, int64_t at_ms) {
  if (!p_.incognito.off() || p_.history.IsSessionLine(suggestion)) return {};
  // Another shell may have forgotten the suggestion, or a similar one, while it
  // was on show.
  if (p_.store.log_file().Replaced() ||
      p_.store.forgotten().Contains(suggestion)) {
    return {};
  }
  // The suggestion came from the typed text, or from the shell's own list.
  if (privacy_->Why(suggestion)) return {};
  // Taken but then changed: the user wanted another line.
  if (action == FeedbackAction::kAccepted && !executed.empty() &&
      executed != suggestion) {
    action = FeedbackAction::kEdited;
  }
  FeedbackRecord record;
  record.action = action;
  record.at_ms = at_ms ? at_ms : p_.clock.NowMs();
  record.session = session_;
  record.suggestion = std::string(suggestion);
  record.viewed = viewed;
  record.source = p_.tracker.SourceOf(suggestion);
  // A private line is not stored in this table either.
  if (!executed.empty() && !privacy_->Why(executed) &&
      !p_.store.forgotten().Contains(executed)) {
    record.executed = std::string(executed);
  }
  if (suggestion.starts_with(asked_buffer_)) {
    record.buffer = asked_buffer_;
    record.latency_us = asked_us_;
  }
  // The engine was asked again for the line with the suggestion in it.
  if (auto typed = p_.tracker.TypedFor(suggestion);
      typed && suggestion.starts_with(*typed)) {
    record.buffer = *std::move(typed);
  }
  return p_.event_writer.Add(std::move(record));
}

const Repository& Recorder::RepositoryAt(const std::string& directory) {
  if (here_directory_.empty() || here_directory_ != directory) {
    here_directory_ = directory;
    auto git = FindGitDir({directory, "", "", {}});
    here_ = git ? Repository{git->work_tree, CurrentBranch(git->git_dir)}
                : Repository{};
  }
  return here_;
}

}  // namespace synapse
