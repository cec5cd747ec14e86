// Trajectories: findings about how a user works, from the user's own runs in
// their order. No model is asked: each category is a count over the event log
// with a threshold, and each finding keeps references to its events.
//
//   correction    a line failed, and an edited one directly after it succeeded
//                 (EditOf()); a suggestion was taken and then changed
//   anti_pattern  a line failed each time in a directory, and no other line
//                 replaced it
//   gotcha        a line succeeds in one directory and fails in another
//   preference    an option that a command nearly always has; a command that
//                 often follows another one with the same arguments
//   friction      the same sequence of commands on several days; a long line
//                 that runs often
//
// An interrupt (130, 148) says nothing about a line. For a command that answers
// by its exit status (grep, test), 1 is not a failure.
// Memory: kMaxGroups of each kind; after that no new ones are created.
// Tested by tests/reflect/trajectory_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "store/event.h"
#include "store/fact.h"
#include "store/record.h"

namespace synapse {

// "event:12", "feedback:3".
std::string EventRef(uint64_t sequence);
std::string FeedbackRef(uint64_t number);

// By category, then by the keys to save, then by frequency, then by time.
bool ComesFirst(const Fact& a, const Fact& b);

// True for a command that answers by its exit status, with 1 for "no": grep,
// test, diff (synapse-spec(5): answers). Empty: none does.
using AnswersByExit = std::function<bool(const std::string& command)>;

class Trajectories {
 public:
  explicit Trajectories(AnswersByExit answers) : answers_(std::move(answers)) {}

  static constexpr size_t kMaxGroups = 20'000;
  static constexpr size_t kMaxTraces = 8;

  // Called in the order of the log. Runs of agents and runs without a time are
  // skipped.
  void Add(uint64_t sequence, const Event& event);
  void Add(uint64_t number, const FeedbackRecord& feedback);
  // The findings, by category, the most frequent first.
  std::vector<Fact> Facts() const;
  // The number of runs read.
  size_t runs() const { return runs_; }

 private:
  // The occurrences of a finding, and their events.
  struct Seen {
    uint32_t runs = 0;
    int64_t first_ms = 0, last_ms = 0;
    std::deque<std::string> traces;  // newest first
    void Add(int64_t ms, std::initializer_list<std::string> refs);
    void Into(Fact& fact) const;
  };
  struct Change {  // one line or word replaced by another
    std::string from, to;
    bool is_word = false, of_suggestion = false;
    Seen seen;
  };
  struct LineInDirectory {  // a line in a directory
    std::string line, directory;
    uint32_t runs = 0, failures = 0, successes = 0;
    int32_t exit = 0;
    bool one_exit = true;
    Seen failed, all;
  };
  struct Usage {  // a command, or an option of it
    uint32_t runs = 0, at_end = 0;
    Seen seen;
  };
  struct Sequence {
    std::vector<std::string> steps;
    std::set<int64_t> days;
    uint64_t ends_at = 0;  // the number of its last run
    Seen seen;
  };
  struct Ran {  // a run, with the data that later runs are compared with
    uint64_t sequence, number;
    std::string text, pattern;
    std::vector<std::string> words;
    int64_t start_ms, end_ms;
    int32_t exit;
    bool failed;
  };

  void AddChange(const Change& change, int64_t ms,
                 std::initializer_list<std::string> refs);
  void Corrected(const Ran& before, const Ran& now);
  void Switched(const Ran& before, const Ran& now);
  void AddLineInDirectory(const Ran& now, const std::string& directory);
  void AddUsage(const Ran& now);
  void AddSequences(const std::deque<Ran>& latest);
  // patterns.cc
  void OptionFacts(std::vector<Fact>& out) const;
  void SwitchFacts(std::vector<Fact>& out) const;
  void SequenceFacts(std::vector<Fact>& out) const;
  void LongLineFacts(std::vector<Fact>& out) const;
  void ChangeFacts(std::vector<Fact>& out) const;
  void DirectoryFacts(std::vector<Fact>& out) const;

  AnswersByExit answers_;
  size_t runs_ = 0;
  std::unordered_map<std::string, std::deque<Ran>> sessions_;
  std::unordered_map<uint64_t, Change> changes_;
  std::unordered_map<uint64_t, LineInDirectory> lines_in_directories_;
  std::unordered_set<uint64_t> corrected_;  // lines, by their hashes
  std::unordered_map<std::string, Usage> commands_;
  std::unordered_map<std::string, Usage> options_;   // "ls -la"
  std::unordered_map<std::string, Usage> switches_;  // "grep rg"
  std::unordered_map<uint64_t, Sequence> sequences_;
};

// Edit: the difference between a failed line and the line that replaced it.
//
//   git psuh origin      git push origin       a typo: psuh, push
//   apt install jq       sudo apt install jq   an edit
//   cat a b              cat a c               an edit
//   make                 ls                    another line
struct Edit {
  // For a typo the wrong and the right word; else empty.
  std::string wrong, right;
};
// No value when the lines are equal or have too little in common.
std::optional<Edit> EditOf(const std::vector<std::string>& before,
                           const std::vector<std::string>& after);

}  // namespace synapse
