// Trajectories: what a user's own runs, in the order in which they ran, show
// about how they work. Nothing is asked of a model: each category is a count
// over the event log with a threshold, and each finding keeps references to the
// events that it was counted from.
//
//   correction    a line failed, and an edited one right behind it succeeded
//                 (edit.h); a suggestion was taken and then changed
//   anti_pattern  a line failed each time in a directory, and nothing was run in
//                 its place
//   gotcha        a line succeeds in one directory and fails in another
//   preference    an option that a command nearly always has; a command that is
//                 run behind another one with the same arguments
//   friction      the same commands one behind the other on several days; a
//                 long line that is run often
//
// An interrupt (130, 148) says nothing of a line. Where failing is what the
// command is run to find out (grep, test), exit status 1 is no failure.
// Memory: kMaxGroups of each kind; of events beyond them nothing new is begun.
// Tested by tests/reflect/trajectory_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
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

// By category; within one what would save the most keys, what was seen most
// often, what was seen last.
bool ComesFirst(const Fact& a, const Fact& b);

// The command is run to find something out, and exit 1 is the answer "no": grep,
// test, diff (synapse-spec(5): answers). Empty: none is.
using AnswersByExit = std::function<bool(const std::string& command)>;

class Trajectories {
 public:
  explicit Trajectories(AnswersByExit answers)
      : answers_(std::move(answers)) {}

  static constexpr size_t kMaxGroups = 20'000;
  static constexpr size_t kMaxTraces = 8;

  // In the order of the log. Runs of agents and without a time are left out.
  void Add(uint64_t sequence, const Event& event);
  void Add(uint64_t number, const FeedbackRecord& feedback);
  // What was found, by category, the most frequent first.
  std::vector<Fact> Facts() const;
  // Runs that were looked at.
  size_t runs() const { return runs_; }

 private:
  // How often something was seen, and where.
  struct Seen {
    uint32_t runs = 0;
    int64_t first_ms = 0, last_ms = 0;
    std::deque<std::string> traces;  // newest first
    void Add(int64_t ms, std::initializer_list<std::string> refs);
    void Into(Fact& fact) const;
  };
  struct Change {  // of one line, or word, into another
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
    uint64_t ends_at = 0;  // the number of the run that it ended at
    Seen seen;
  };
  struct Ran {  // one run, as far as the next ones are compared with it
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

}  // namespace synapse
