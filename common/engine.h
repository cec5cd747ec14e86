// Engine: owns the parts and connects them; it has no policy of its own.
//
//   suggest/  answers a keystroke             Suggest(), suggester()
//   record/   records what ran                Record(), Feedback(), upkeep()
//             reads transcripts of agents     transcripts()
//   search/   the commands after a search     search(), transcript_feed()
//   reflect/  findings about past commands    reflection(), weekly_report()
//   track/    suggestions and their outcomes  tracker()
//   learn/    the index of what was run       learner()
//   store/    the log on the disk             store()
//   spec/     what commands accept            specs()
//   ai/       answers of a language model     ai(), TakeAnswers()
//
// Forks: see store.h; abi/abi.cc compares the pid before it calls.
// Tested by tests/engine/engine_test.cc and, through `drive`, by replay.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ai/advisor.h"
#include "base/clock.h"
#include "base/config.h"
#include "base/files.h"
#include "base/histogram.h"
#include "base/log.h"
#include "base/reports.h"
#include "learn/event_writer.h"
#include "learn/incognito.h"
#include "learn/learner.h"
#include "manual/program_completion.h"
#include "manual/program_texts.h"
#include "record/edited_lines.h"
#include "record/recorder.h"
#include "record/transcript_watch.h"
#include "record/upkeep.h"
#include "record/weekly_report.h"
#include "reflect/schedule.h"
#include "search/transcript_feed.h"
#include "search/watch.h"
#include "source/shell_completion.h"
#include "spec/store.h"
#include "store/store.h"
#include "suggest/suggester.h"
#include "track/record_file.h"
#include "track/tracker.h"

namespace synapse {

struct EngineOptions {
  std::string store;  // directory; "" keeps all in memory
  PathSet paths;
  Config config;
  std::vector<std::string> spec_directories;
  std::string host;
  std::string shell;          // "zsh", "bash", ""
  std::string shell_version;  // "5.2", ""
  std::string built_for;      // versions the module is for: "4.4 to 5.3", ""
  // Microseconds after which commands wait in a spool (learn/event_writer.h), and
  // milliseconds without a key before a language model is asked. Tests set them.
  int64_t slow_commit_us = 100;
  int ai_debounce_ms = 150;
};

// Latencies in microseconds since the engine was opened.
struct Latency {
  Histogram suggest;
  Histogram hooks;  // each call: before a prompt, and as a command starts
};

// State of the shell's own process, for `synapse doctor` in a child.
struct SessionState {
  Latency latency;
  Incognito incognito = Incognito::kOff;
  Tallies tallies;
  EditedLines lines;
  EventWriterState event_writer;
  std::vector<std::string> reports;
};

class Engine {
 public:
  explicit Engine(EngineOptions options);
  ~Engine();

  SuggestReply Suggest(const SuggestRequest& request);
  // Learns the command, unless it is private (learn/privacy.h). If the store
  // cannot be written now, the command is kept and written later.
  Status Record(const Run& run);
  // Learns the outcome of a suggestion (record/recorder.h).
  Status Feedback(FeedbackAction action, std::string_view suggestion,
                  std::string_view executed,
                  const std::vector<uint8_t>& viewed = {}, int64_t at_ms = 0);
  // The next line starts (record/upkeep.h).
  void NewPrompt();
  void CatchUpFully();
  // See EventWriter.
  std::vector<Event> WaitingEvents(Budget& budget) {
    return event_writer_->WaitingEvents(budget);
  }
  std::vector<SearchRecord> WaitingSearches(Budget& budget) {
    return event_writer_->WaitingSearches(budget);
  }

  // Hides the line at once. FinishForgetting() then removes it from the files
  // (learn/forgetting.h). After any result this engine does not suggest the
  // line until it runs again. kBusy: another process holds the lock.
  Status Hide(const std::string& line, int64_t now_ms);
  // Hide() with waiting, and FinishForgetting().
  Status HideAndFinish(const std::string& line, int64_t now_ms);
  Status FinishForgetting();
  // Removes requests from the log file, which may have the texts of lines.
  Status DropLoggedRequests() const { return log_.DropJson(); }
  Status RenewIndex();

  // This shell's mode (learn/incognito.h).
  Incognito incognito() const { return incognito_.now(); }
  const std::string& guard_problem() const {
    return incognito_.guard_problem();
  }
  void SetIncognito(Incognito mode);

  // Applies changed settings. The store's path and the initial mode take no
  // effect any more.
  void SetConfig(Config config);
  const Config& config() const { return options_.config; }
  const EngineOptions& options() const { return options_; }

  ShellNames& shell() { return shell_; }
  // The value of a variable of the shell, or of the environment; "" if unset.
  std::string Variable(std::string_view name) const;
  // Its aliases are looked up together with those of subcommands: "git co".
  void SetShell(ShellNames names);
  Clock& clock() { return clock_; }
  Store& store() { return *store_; }
  Learner& learner() { return *learner_; }
  Suggester& suggester() { return *suggester_; }
  Upkeep& upkeep() { return *upkeep_; }
  SpecStore& specs() { return *specs_; }
  ProgramTexts& program_texts() { return *program_texts_; }
  // Requests to a language model and its answers.
  Advisor& ai() { return *ai_; }
  // The slow sources that have something new to show.
  struct Answers {
    bool generated = false, ai = false;
    bool any() const { return generated || ai; }
  };
  Answers TakeAnswers();
  void StopAsking();

  // Commands in the background (runner/command_runner.h): those of generators, of
  // the completion of the shell and of programs, and of requests to a language
  // model.
  CommandRunner& runner() { return runner_; }
  GeneratorCache& generators() { return generators_; }
  ShellCompletion& shell_completion() { return shell_completion_; }
  ProgramCompletion& program_completion() { return program_completion_; }
  ProjectSource& project() { return suggester_->sources().project(); }
  Tracker& tracker() { return tracker_; }
  SearchWatch& search() { return *search_; }
  TranscriptWatch& transcripts() { return *transcripts_; }
  TranscriptFeed& transcript_feed() { return *feed_; }
  ReflectionSchedule& reflection() { return *reflection_; }
  WeeklyReport& weekly_report() { return *weekly_report_; }
  // The work of the day, in the background: see reflection() and
  // weekly_report().
  Status Reflect();
  const RecordFile& record_file() const { return record_file_; }
  const Privacy& privacy() const { return recorder_->privacy(); }
  const EventWriter& event_writer() const { return *event_writer_; }
  EventWriterState event_writer_state() const {
    return shell_writer_state_ ? *shell_writer_state_ : event_writer_->state();
  }

  // For `synapse doctor`.
  void Report(const std::string& what, const std::string& why) {
    reports_.Add(what, why);
  }
  const std::vector<std::string>& reports() const { return reports_.all(); }
  const Tallies& tallies() const { return recorder_->tallies(); }
  EditedLines& lines() { return lines_; }
  Latency& latency() { return latency_; }
  SessionState session_state() const {
    return {latency_, incognito_.chosen(),  tallies(),
            lines_,   event_writer_state(), reports()};
  }
  // Writes what is only in memory, as far as there is room for it.
  void WriteNow();
  // This engine answers for the shell's engine in one of its children.
  void AnswerFor(const SessionState& shell);

 private:
  // Whose commands ended.
  struct EndedCommands {
    bool generators = false, shell = false;
  };
  EndedCommands ReadCommands();
  SuggestReply SuggestAndLog(const SuggestRequest& request);
  Sessions::Finders Finders();
  Recorder::Parts RecorderParts();
  TranscriptFeed::Parts FeedParts();
  Advisor::Parts AiParts();
  void KeepImpressions();
  void ForgetPrompt();
  void MakeWantedSpecs();

  EngineOptions options_;
  Clock clock_;
  ShellNames shell_;
  Log log_;
  Reports reports_{log_};
  Latency latency_;
  EditedLines lines_;
  Tracker tracker_;
  RecordFile record_file_;
  const std::string version_;  // of engine and weights
  // State of the shell that this engine answers for.
  std::optional<EventWriterState> shell_writer_state_;
  IncognitoMode incognito_;
  CommandRunner runner_;
  GeneratorCache generators_{&runner_};
  // Each depends on those before it.
  std::unique_ptr<Store> store_;
  std::unique_ptr<SpecStore> specs_;
  std::unique_ptr<CommandLookup> commands_;
  std::unique_ptr<ProgramTexts> program_texts_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<EventWriter> event_writer_;
  std::unique_ptr<Advisor> ai_;
  std::unique_ptr<Suggester> suggester_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<SearchWatch> search_;
  std::unique_ptr<TranscriptFeed> feed_;
  RepositoryRoot feed_repository_;
  std::unique_ptr<TranscriptWatch> transcripts_;
  std::unique_ptr<Upkeep> upkeep_;
  std::unique_ptr<ReflectionSchedule> reflection_;
  std::unique_ptr<WeeklyReport> weekly_report_;
  ShellCompletion shell_completion_{runner_};
  ProgramCompletion program_completion_{runner_, generators_};
};

}  // namespace synapse
