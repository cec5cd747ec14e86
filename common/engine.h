// Engine: owns the parts and wires them; no policy of its own.
//
// One keystroke: Suggest() builds the context, asks the sources that the
// activation matrix names, ranks, answers one ordered list. One command:
// Record() appends the event and advances the index.
//
// Forks: see store.h; abi.cc compares the pid before it calls.
// Tested by tests/engine/engine_test.cc and, through `drive`, by replay.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/config.h"
#include "base/files.h"
#include "base/histogram.h"
#include "base/log.h"
#include "context/completion_context.h"
#include "edited_lines.h"
#include "learn/feedback.h"
#include "learn/intake.h"
#include "learn/learner.h"
#include "learn/privacy.h"
#include "rank/fit.h"
#include "rank/merge.h"
#include "rank/refusal.h"
#include "rank/risk.h"
#include "rank/word_fits.h"
#include "source/environment.h"
#include "source/history.h"
#include "source/project.h"
#include "source/sense.h"
#include "source/spec_source.h"
#include "source/source.h"
#include "source/typo.h"
#include "source/workflow.h"
#include "spec/store.h"
#include "store/store.h"

namespace synapse {

struct EngineOptions {
  std::string store;                      // directory; "" keeps all in memory
  Places places;
  Config config;
  std::vector<std::string> spec_directories;
  std::string host;
  std::string shell;                      // "zsh", "bash", ""
  std::string shell_version;              // "5.2", ""
  std::string built_for;  // versions the module is for: "4.4 to 5.3", ""
};

struct SuggestRequest {
  std::string session;
  std::string cwd;
  int64_t now_ms = 0;
  std::string buffer;
  size_t cursor = 0;
  size_t limit = 5;
  bool explain = false;
  // How many candidates a source may give, and how long all of them may take;
  // 0: as at a keystroke.
  size_t most = 0;
  int64_t budget_us = 0;
  // The first suggestion is put on show: what was on show before is passed or
  // taken (rank/refusal.h).
  bool on_show = false;
};

struct SuggestReply {
  std::vector<Suggestion> suggestions;
  int64_t latency_us = 0;
  // For --explain; empty otherwise.
  CompletionContext context;
  std::vector<std::string> asked;  // sources, with how many candidates
  std::string weights;
  double novel = 0;
};

// A command that ended.
struct Run {
  std::string session;
  std::string cwd;
  std::string command;
  int64_t start_ms = 0;
  int64_t duration_ms = Event::kUnknownDuration;
  int exit = Event::kUnknownExit;
  // The mode when it began; the stricter of this and the present one holds.
  Incognito incognito = Incognito::kOff;
};

// What was waited for, in microseconds, since the engine was opened.
struct Latency {
  Histogram suggest;
  Histogram hooks;  // each call: before a prompt, and as a command starts
};

class Engine {
 public:
  explicit Engine(EngineOptions options);
  ~Engine();

  SuggestReply Suggest(const SuggestRequest& request);
  // Learns the command, unless it is private (learn/privacy.h). What cannot
  // be written now is kept and written later.
  Status Record(const Run& run);
  // What became of a suggestion, and which were `viewed` until then
  // (store/record.h). Forgotten while incognito, and of a line that only this
  // session knows. `at_ms`: since 1970; 0: now.
  Status Feedback(FeedbackAction action, std::string_view suggestion,
                  std::string_view executed,
                  const std::vector<uint8_t>& viewed = {}, int64_t at_ms = 0);
  // The line is not offered any more, from now on; what is left of it is to be
  // taken out of the files (learn/forgetting.h), which FinishForgetting() does.
  // Whatever comes of it, this engine suggests the line no more until it runs
  // again. kBusy: another process holds the lock.
  Status Hide(const std::string& line, int64_t now_ms);
  bool IsHidden(const std::string& line) const {
    return hidden_.contains(line);
  }
  // Hide() as long as it takes, and FinishForgetting().
  Status HideAndFinish(const std::string& line, int64_t now_ms);
  Status FinishForgetting();
  // The index holds much of what retention took out of the log, and this engine
  // is the one to have it built anew, beside the shell: by RenewIndex().
  bool TakeRenewal();
  Status RenewIndex();
  // The mode that holds now: kNoSend, whatever was chosen, while settings that
  // guard the history cannot be read.
  Incognito incognito() const {
    return guard_problem_.empty() ? incognito_ : Incognito::kNoSend;
  }
  const std::string& guard_problem() const { return guard_problem_; }
  void SetIncognito(Incognito mode);
  // Lines of ephemeral stretches are not suggested any more.
  void ForgetEphemeral() { history_->DropEphemeral(); }
  // The next line starts: what other shells ran is taken in.
  void NewPrompt();
  // The same, and everything that waits in a spool, of any shell, goes to the
  // log: for who reads or changes the whole history.
  void TakeInAll();

  // The shell's own history list, of which it says when it may have changed.
  void SyncShellList(uint64_t generation, const ShellList::Walk& walk) {
    history_->SyncShellList(generation, walk);
  }

  // Commands of generators (spec/generator.h).
  GeneratorCache& generators();

  ShellNames& shell() { return shell_; }
  Store& store() { return *store_; }
  Learner& learner() { return *learner_; }
  SpecStore& specs() { return *specs_; }
  ProjectSource& project() { return *project_; }
  const Config& config() const { return options_.config; }
  const Privacy& privacy() const { return *privacy_; }
  // Settings that changed; where the store is and how a shell starts are of no
  // effect any more.
  void SetConfig(Config config);
  const EngineOptions& options() const { return options_; }
  Clock& clock() { return clock_; }
  // This engine stands in for the shell's in one of its children, as for
  // `synapse doctor | less`: what is in the shell's memory only is copied.
  // Calls nothing of `shell` that could touch a file.
  void StandInFor(const Engine& shell) {
    latency_ = shell.latency_;
    incognito_ = shell.incognito_;
    recorded_ = shell.recorded_;
    redacted_ = shell.redacted_;
    left_out_ = shell.left_out_;
    lines_ = shell.lines_;
    for (const std::string& report : shell.reports_) {
      if (std::find(reports_.begin(), reports_.end(), report) ==
          reports_.end()) {
        reports_.push_back(report);
      }
    }
  }

  // What went wrong, newest last, for `synapse doctor`; at most 20.
  void Report(const std::string& what, const std::string& why);
  const std::vector<std::string>& reports() const { return reports_; }
  const Intake& intake() const { return *intake_; }
  // Lines that were left out in this session, by why.
  const std::map<std::string, size_t>& left_out() const { return left_out_; }
  size_t skipped() const;
  // Lines that were recorded in this session, and those of them without the
  // secret that they held.
  size_t recorded() const { return recorded_; }
  size_t redacted() const { return redacted_; }
  EditedLines& lines() { return lines_; }
  Latency& latency() { return latency_; }
  const RiskSpec& RiskOf(std::string_view line) { return risk_->Of(line); }

  // What is on show behind the buffer (rank/refusal.h); `read`: long enough.
  void Look(std::string_view buffer, std::string_view shown, bool read = true,
            Took took = Took::kPerhaps) {
    refusals_.Look(buffer, shown, read, took);
  }
  // The text was passed so often, by somebody who takes what is right, that it
  // is hardly what is wanted.
  bool IsRefused(std::string_view text) const;

 private:
  void FinishLooks(std::string_view executed, Incognito mode);
  void KeepAttention();
  void SetPrevious(const SuggestRequest& request);
  std::vector<Candidate> CouldStandAt(const std::string& left, Budget& budget);
  bool CanRun(std::string_view name, int64_t us);
  void EachName(const std::function<void(std::string_view)>& visit);
  std::vector<Suggestion> Corrected(const SuggestRequest& request,
                                    const CompletionContext& context,
                                    const OpenWord& open);
  double FeedbackOf(const std::string& text, int64_t now_ms);
  double TypoFeedback(const std::vector<Candidate>& candidates,
                      int64_t now_ms);
  Fit FitAt(CompletionContext context, std::string left,
            const PlaceWords& place) const;
  WordGuesses LikeliestAt(const std::string& left);
  // Of a command, or of a subcommand, behind `left`.
  bool IsName(const std::string& left, const std::string& word) const;
  bool Allowed(SourceId source) const;
  std::vector<Candidate> Collect(const SuggestRequest& request,
                                 const CompletionContext& context,
                                 Budget& budget,
                                 std::vector<std::string>& asked);
  const Repository& RepositoryAt(const std::string& directory);
  void Retain();
  void TakeInAtKey();
  void BeginSession(const Run& run);
  void EndSessions();

  EngineOptions options_;
  Clock clock_;
  ShellNames shell_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<Learner> learner_;
  std::unique_ptr<SpecStore> specs_;
  std::unique_ptr<Privacy> privacy_;
  std::unique_ptr<HistorySource> history_;
  std::unique_ptr<Sense> sense_;
  std::vector<std::unique_ptr<Source>> sources_;
  SpecSource* spec_source_ = nullptr;       // one of sources_
  ProjectSource* project_ = nullptr;        // likewise
  EnvironmentSource* environment_ = nullptr;
  WorkflowSource* workflow_ = nullptr;
  TypoSource* typo_ = nullptr;
  std::unique_ptr<RiskJudge> risk_;

  WordFits fits_;
  std::unordered_map<std::string, double> feedback_;  // since the prompt began
  std::string prompt_key_;  // what the history source was prepared for
  std::unordered_set<std::string> hidden_;  // lines, by Hide()
  uint64_t generation_ = 1;
  Repository here_;  // of here_directory_, in that generation
  std::string here_directory_;
  uint64_t here_generation_ = 0;
  std::string store_trouble_;  // what was reported of the store
  int last_exit_ = 0;
  bool last_recorded_ = false;  // the line that ended so was recorded
  std::string last_line_;  // in memory only, private or not
  std::string prompt_cwd_;
  int64_t prompt_now_ms_ = 0;
  Incognito incognito_ = Incognito::kOff;
  std::string guard_problem_;
  std::unique_ptr<Intake> intake_;
  std::map<std::string, SessionRecord> sessions_;  // begun in this process
  std::string session_;        // of the latest request or command
  std::string asked_buffer_;   // of the latest suggestion
  int64_t asked_us_ = -1;
  std::vector<std::string> reports_;
  std::map<std::string, size_t> left_out_;
  Log log_;
  size_t recorded_ = 0;
  size_t redacted_ = 0;
  EditedLines lines_;
  bool outdated_left_ = true;  // retention may have more to do
  bool lags_ = false;  // what a key began to take in was too much for one
  bool index_is_stale_ = false;
  Latency latency_;
  Refusals refusals_;
  Attention attention_;
  Factors factors_;
  int attention_changes_ = 0;  // not yet written
};

// Where specs are looked for: the user's, the installed, the source tree's.
std::vector<std::string> SpecDirectories(const Places& places,
                                         const std::string& module_path);

}  // namespace synapse
