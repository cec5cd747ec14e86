// Engine: owns the parts and wires them; no policy of its own.
//
//   suggest/  answers a keystroke         Suggest()
//   record/   takes in what ran           Record(), Feedback(), NewPrompt()
//   search/   searches, and what follows them              search()
//   track/    what was suggested, and what became of it   tracker()
//   learn/    the index of what was run   learner()
//   store/    the log on the disk         store()
//   spec/     what commands accept        specs()
//   ai/       what a language model says  ai(), TakeAnswers()
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
#include "learn/learner.h"
#include "record/edited_lines.h"
#include "record/recorder.h"
#include "record/transcript_watch.h"
#include "record/upkeep.h"
#include "reflect/trajectory.h"
#include "search/transcript_feed.h"
#include "search/watch.h"
#include "spec/store.h"
#include "store/store.h"
#include "suggest/suggester.h"
#include "track/record_file.h"
#include "track/tracker.h"

namespace synapse {

struct EngineOptions {
  std::string store;                      // directory; "" keeps all in memory
  PathSet paths;
  Config config;
  std::vector<std::string> spec_directories;
  std::string host;
  std::string shell;                      // "zsh", "bash", ""
  std::string shell_version;              // "5.2", ""
  std::string built_for;  // versions the module is for: "4.4 to 5.3", ""
};

// What was waited for, in microseconds, since the engine was opened.
struct Latency {
  Histogram suggest;
  Histogram hooks;  // each call: before a prompt, and as a command starts
};

// State that only the shell's own process knows, for `synapse doctor` in a
// child.
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
  // Learns the command, unless it is private (learn/privacy.h). What cannot
  // be written now is kept and written later.
  Status Record(const Run& run);
  // Learns what became of a suggestion (record/recorder.h); nothing while
  // incognito.
  Status Feedback(FeedbackAction action, std::string_view suggestion,
                  std::string_view executed,
                  const std::vector<uint8_t>& viewed = {}, int64_t at_ms = 0);
  // A search was answered: what follows it is watched (search/watch.h), unless
  // its query must not be kept. True when it is.
  bool SearchAnswered(const AnsweredSearch& search);
  // The next line starts (record/upkeep.h).
  void NewPrompt();
  void TakeInAll();

  // The line is not offered any more, from now on; what is left of it is to be
  // taken out of the files (learn/forgetting.h), which FinishForgetting() does.
  // Whatever comes of it, this engine suggests the line no more until it runs
  // again. kBusy: another process holds the lock.
  Status Hide(const std::string& line, int64_t now_ms);
  bool IsHidden(const std::string& line) const {
    return suggester_->IsHidden(line);
  }
  // Hide() as long as it takes, and FinishForgetting().
  Status HideAndFinish(const std::string& line, int64_t now_ms);
  Status FinishForgetting();
  // Looks back at what was run (reflect/reflection.h), in the background: once a
  // day, when one of the shells has run something.
  bool TakeReflection();
  // Of what a command's spec says; see reflect/trajectory.h.
  AnswersByExit CommandsThatAnswer();
  Status ReflectNow();
  // What takes in transcripts of agents; their searches go to search(), which is
  // told when a file is at its end.
  Transcripts MakeTranscripts();
  void EndTranscript() { feed_->End(); }
  TranscriptWatch& transcript_watch() { return transcripts_; }
  bool TakeRenewal() { return upkeep_->TakeRenewal(); }
  Status RenewIndex();

  // The mode that holds now: kNoSend, whatever was chosen, while settings that
  // guard the history cannot be read.
  Incognito incognito() const {
    return guard_problem_.empty() ? incognito_ : Incognito::kNoSend;
  }
  const std::string& guard_problem() const { return guard_problem_; }
  void SetIncognito(Incognito mode);
  // Lines of ephemeral stretches are not suggested any more.
  void ForgetEphemeral() { suggester_->history().DropEphemeral(); }

  // The shell's own history list, of which it says when it may have changed.
  void SyncShellList(uint64_t generation, const ShellList::Walk& walk) {
    suggester_->history().SyncShellList(generation, walk);
  }
  // Notes what is on show behind the buffer (rank/skipped_impression.h);
  // `read`: long enough.
  void NoteImpression(std::string_view buffer, std::string_view shown,
                      bool read = true, Took took = Took::kPerhaps) {
    suggester_->impressions().Note(buffer, shown, read, took);
  }
  bool IsOftenSkipped(std::string_view text) const {
    return suggester_->impressions().IsOftenSkipped(text);
  }
  const RiskSpec& RiskOf(std::string_view line) {
    return suggester_->risk().Of(line);
  }

  // Settings that changed; where the store is and how a shell starts are of no
  // effect any more.
  void SetConfig(Config config);
  const Config& config() const { return options_.config; }
  const EngineOptions& options() const { return options_; }

  ShellNames& shell() { return shell_; }
  Clock& clock() { return clock_; }
  Store& store() { return *store_; }
  Learner& learner() { return *learner_; }
  SpecStore& specs() { return *specs_; }
  // What a language model is asked and says.
  Advisor& ai() { return *ai_; }
  // Slow sources said something: which of them has something new to show.
  struct Answers {
    bool generated = false, ai = false;
    bool any() const { return generated || ai; }
  };
  Answers TakeAnswers();
  void StopAsking();

  // Commands of generators (spec/generator.h).
  GeneratorCache& generators() { return suggester_->sources().generators(); }
  ProjectSource& project() { return suggester_->sources().project(); }
  Tracker& tracker() { return tracker_; }
  SearchWatch& search() { return *search_; }
  const RecordFile& record_file() const { return record_file_; }
  const Privacy& privacy() const { return recorder_->privacy(); }
  const EventWriter& event_writer() const { return *event_writer_; }
  EventWriterState event_writer_state() const {
    return shell_writer_state_ ? *shell_writer_state_
                               : event_writer_->state();
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
    return {latency_, incognito_,           tallies(),
            lines_,   event_writer_state(), reports()};
  }
  // This engine answers for the shell's in one of its children.
  void AnswerFor(const SessionState& shell);

 private:
  Advisor::Parts AiParts();
  void KeepImpressions();
  void SaveAiLedger();
  void ReadTranscripts();
  std::string FeedRepository(const std::string& directory);
  void ForgetPrompt();

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
  // Of the shell that this engine answers for.
  std::optional<EventWriterState> shell_writer_state_;
  Incognito incognito_ = Incognito::kOff;
  std::string guard_problem_;
  // Each leans on those before it.
  std::unique_ptr<Store> store_;
  std::unique_ptr<SpecStore> specs_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<EventWriter> event_writer_;
  std::unique_ptr<Suggester> suggester_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<SearchWatch> search_;
  std::unique_ptr<TranscriptFeed> feed_;
  TranscriptWatch transcripts_;
  std::string feed_directory_, feed_repository_;  // the latest
  bool may_reflect_ = true;  // not looked for in this session
  std::unique_ptr<Upkeep> upkeep_;
  std::unique_ptr<Advisor> ai_;
};

// Where `synapse spec generate` puts specs; "" without a home.
std::string GeneratedSpecs(const PathSet& paths);
// Where specs are looked for: the user's, the installed or the source tree's, and
// those that were generated.
std::vector<std::string> SpecDirectories(const PathSet& paths,
                                         const std::string& module_path);

}  // namespace synapse
