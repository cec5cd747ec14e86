// Recorder: writes this shell's commands and the outcomes of suggestions to the
// log (learn/event_writer.h), without private ones (learn/privacy.h).
//
// Tested by tests/engine/engine_test.cc, incognito_test.cc and secrets_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/config.h"
#include "base/reports.h"
#include "learn/event_writer.h"
#include "learn/incognito.h"
#include "learn/privacy.h"
#include "learn/sessions.h"
#include "lines/line_history.h"
#include "record/tallies.h"
#include "source/shell_names.h"
#include "track/record_file.h"
#include "track/tracker.h"

namespace synapse {

// A command that ended.
struct Run {
  std::string session;
  std::string cwd;
  std::string command;
  int64_t start_ms = 0;
  int64_t duration_ms = Event::kUnknownDuration;
  int exit = Event::kUnknownExit;
  // The mode at its start; the stricter of this and the present mode applies.
  Incognito incognito = Incognito::kOff;
};

class Recorder {
 public:
  // All outlive the recorder; settings may change.
  struct Parts {
    Store& store;
    EventWriter& event_writer;
    LineHistory& history;
    const ShellNames& shell;
    Clock& clock;
    const Config& config;
    Reports& reports;
    Tracker& tracker;
    const RecordFile& records;
    const std::string& host;
    const std::string& shell_name;  // "zsh", "bash", ""
    const std::string& version;     // of engine and weights
    const IncognitoMode& incognito;
    // Called with the line that ended a suggestion of a language model.
    std::function<void(const LlmOutcome&)> llm_ended;
  };
  explicit Recorder(const Parts& parts) : p_(parts) {}

  void SetPrivacy(std::unique_ptr<Privacy> privacy) {
    privacy_ = std::move(privacy);
  }
  const Privacy& privacy() const { return *privacy_; }

  // `recorded`: it is in the log or in a spool. After an error the status says
  // why, and only this shell knows the line.
  struct Outcome {
    bool recorded = false;
    Status status = {};
    std::string kept = {};  // the recorded text
  };
  // Whether the run may be learned: neither it nor this shell is incognito.
  bool MayLearn(const Run& run) const { return ModeOf(run) == Incognito::kOff; }
  Outcome Record(const Run& run);
  // Stores the last request and its latency, for feedback.
  void Asked(const std::string& session, const std::string& buffer,
             int64_t latency_us);
  // Records the outcome of a suggestion, and the suggestions `viewed` until
  // then (store/record.h). Does nothing while incognito, or for a line that
  // only this session knows. `at_ms`: since 1970; 0: now.
  Status Feedback(FeedbackAction action, std::string_view suggestion,
                  std::string_view executed, const std::vector<uint8_t>& viewed,
                  int64_t at_ms);
  void EndSessions();

  // The repository at the time of the prompt. A command that changes the branch
  // ran on the earlier branch.
  const Repository& RepositoryAt(const std::string& directory);
  // A new prompt: repositories are read again.
  void ForgetRepository() { here_directory_.clear(); }

  const Tallies& tallies() const { return tallies_; }
  void SetTallies(const Tallies& tallies) { tallies_ = tallies; }

 private:
  // The stricter of the run's mode and the present one.
  Incognito ModeOf(const Run& run) const {
    return std::max(run.incognito, p_.incognito.now());
  }
  const char* WhyNot(const Run& run, const Screened& screened) const;
  Event EventOf(const Run& run, const Repository& here) const;
  Outcome RecordRun(const Run& run, std::optional<SuggestionRecord> record);
  void BeginSession(const Run& run);
  void AddSuggestion(Event& event, SuggestionRecord record);
  std::string Kept(const std::string& text) const;
  void HideTexts(SuggestionRecord& record) const;

  Parts p_;
  std::unique_ptr<Privacy> privacy_;
  std::map<std::string, SessionRecord> sessions_;  // begun in this process
  Tallies tallies_;
  std::string session_;       // of the latest request or command
  std::string asked_buffer_;  // of the latest suggestion
  int64_t asked_us_ = -1;
  Repository here_;  // of here_directory_
  std::string here_directory_;
};

}  // namespace synapse
