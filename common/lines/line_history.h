// LineHistory: whole lines that continue the buffer, and words used earlier in
// this context.
//
// Lines come from the store's prefix index, from lines that followed the
// previous ones, from the latest lines, and from the shell's own list if the
// store lacks them. The data of a prompt is read once into a pool of a few
// hundred lines. A keystroke filters the pool and asks the prefix index, for
// any length of the history.
//
// Position: a command position gets first words; a subcommand or argument gets
//           words in the same context of the same command (learn/word_model.h);
//           every position gets whole lines.
// Tested by tests/lines/line_history_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "learn/learner.h"
#include "learn/word_model.h"
#include "lines/finding.h"
#include "lines/line_facts.h"
#include "lines/shell_list.h"

namespace synapse {

// See rank/weights.h.
inline constexpr int kPoolFeatures = 23;

// Runs of a line, or of several lines together.
struct LineRuns {
  double lines = 0, count = 0;
  double decayed = 0;  // as of now
  // Weights in the transition tables:
  double followed = 0;        // after the previous line
  double followed_shape = 0;  // after its template
  double here = 0;            // in the directory, and on the branch
  double age = 0;             // commands since the latest run
  int64_t last_ms = 0;

  void Add(const LineRuns& runs) {
    lines += runs.lines;
    count += runs.count;
    decayed += runs.decayed;
    followed += runs.followed;
    followed_shape += runs.followed_shape;
    here += runs.here;
    age = std::min(age, runs.age);
    last_ms = std::max(last_ms, runs.last_ms);
  }
};

// A whole line that could be run next.
struct PoolLine {
  std::string text;
  LineId id = 0;
  LineStat stat;           // count 0: never run
  uint64_t shell_age = 0;  // in the shell's list; 0: of the store
  double relation = 0;     // probability as a line with a reused argument
  double feedback = 0;     // in [-1, 1]: recent feedback on it or its template
  uint64_t template_key = 0;  // learn/feedback.h; 0: not looked up
  double facts = 0;           // in [-1, 1]: from facts (line_facts.h)
  double pattern = 0;         // probability as a line with an emptied message
  bool failed_each_time = false;  // and is to blame (learn/failure.h)
  // The line that ran in its place each of the last times; 0 for none.
  LineId changed_into = 0;
  double runs_here = 0;  // in this directory; older ones count less
  bool ran_here() const { return runs_here > 0; }
  std::string stem;
  std::string last_argument;
  // Whether the line can be run again (source/plausibility.h), computed once a
  // prompt.
  mutable std::optional<Finding> plausibility;
  // The byte at which the name of the thing that the line makes begins; npos if
  // it makes nothing. It is set with `plausibility`.
  mutable size_t made_at = std::string::npos;
  // The features of rank/lines.h, computed once a prompt.
  mutable std::optional<std::array<double, kPoolFeatures>> features;
  // For rank/candidate_features.h, computed once a prompt.
  mutable std::optional<LineRuns> runs;
};

// Known words for one context.
struct ContextWords {
  WordGuesses guesses;
  ArgumentType type;
  std::vector<std::string> words;  // the values of its command's words so far
};

// The data that is the same for every keystroke of a prompt.
struct PromptFacts {
  LineContext context;
  TransitionTables tables;
  UserModel model;      // aged by the time in which nothing ran
  uint64_t events = 0;  // learned, without that
  int64_t now_ms = 0;
};

class LineHistory {
 public:
  // True for lines of the shell's own list that must not be offered.
  using IsPrivate = std::function<bool(std::string_view)>;
  LineHistory(Store& store, Learner& learner, IsPrivate is_private = nullptr)
      : store_(store), learner_(learner), is_private_(std::move(is_private)) {}

  // A new prompt: clears the pool; tables are read at their first use.
  void BeginPrompt(const std::string& session, const std::string& cwd,
                   int64_t now_ms);
  const PromptFacts& facts();

  // Lines that begin with `prefix` and are longer, and generated lines that
  // never ran. Valid until the next prompt.
  std::vector<const PoolLine*> Lines(const std::string& prefix, Budget& budget);
  // The lines of the prompt so far; empty before the first request.
  std::vector<const PoolLine*> Known() const;
  // Drops the findings about its lines.
  void ForgetFindings();
  // The chance that `buffer` is run as it stands, and not as one of the lines
  // that continue it: by the runs of each that are not known to have failed.
  double ChanceOfEnd(const std::string& buffer,
                     const std::vector<const PoolLine*>& longer);
  // The number of runs of a command by this user, in its best lines; counted up
  // to `most`.
  uint64_t RunsOf(std::string_view command, uint64_t most);
  // The learned words for the word at the end of `left`, which may be begun.
  // They are cached for the prompt.
  std::shared_ptr<const ContextWords> Words(std::string_view left);
  // The same for the text before that word.
  std::shared_ptr<const ContextWords> WordsAfter(std::string_view before);
  // Words for the next word, if the word at the end is probably complete; else
  // null.
  std::shared_ptr<const ContextWords> WordsBehind(std::string_view left,
                                                  const OpenWord& open);

  // Reads changes of the shell's own list.
  void SyncShellList(uint64_t generation, const ShellList::Walk& walk);

  // Stops offering a line of the shell's own list that ran here and was not
  // recorded.
  void Unlist(std::string_view line) { unlisted_.insert(IdOf(line)); }
  // Adds a line that ran and is in no store. It is known until the session
  // ends.
  void AddSessionLine(const std::string& line);
  // A line that no file may contain; drops all such lines.
  void AddEphemeral(const std::string& line);
  void DropEphemeral();
  // The line is not offered any more.
  void Drop(const std::string& line);
  bool IsSessionLine(std::string_view line) const {
    return session_lines_.contains(line);
  }

  // Recent arguments, newest first.
  const std::deque<std::string>& recent_arguments();
  // Recent lines, newest first.
  const std::deque<std::string>& recent_lines();

 private:
  void Prepare();
  void ReadRecent();
  void ReadRecentOfLog();
  void AddRecent(const std::string& line, bool failed);
  void AgeByPause();
  // The line if it was added now; else null.
  const PoolLine* AddToPool(Kv& kv, LineId id);
  void AddChanged(std::vector<const PoolLine*>& lines,
                  const std::function<bool(const PoolLine*)>& fits);
  double FeedbackOn(Kv& kv, PoolLine& line) const;
  void AddGenerated(Kv& kv);
  using LineMap = std::map<std::string, ShellList::Entry, std::less<>>;
  void AddShellLines(const std::string& prefix, Budget& budget,
                     std::vector<const PoolLine*>& out);

  Store& store_;
  Learner& learner_;
  std::string session_, cwd_;
  int64_t now_ms_ = 0;
  bool prepared_ = false;
  bool templates_known_ = false;  // some have feedback
  bool changes_known_ = false;    // of some suggestions
  PromptFacts facts_;
  // An id without a line is not looked up again; EachLine() passes it over.
  using Pool = std::unordered_map<LineId, std::unique_ptr<PoolLine>>;
  Pool pool_, last_pool_;
  template <typename Function>
  void EachLine(Function function) const {
    for (const auto& [id, line] : pool_) {
      if (line) function(*line);
    }
  }
  // The lines of the pool for the latest prefix: a longer one looks at these
  // alone, and asks the index only if it has more lines.
  struct Matches {
    std::string prefix;
    std::vector<const PoolLine*> lines;  // by id
    bool all = false;                    // the index has no others
  };
  std::optional<Matches> matches_;
  ShellList shell_list_;
  LineFacts line_facts_;
  LineMap session_lines_;
  std::set<std::string> ephemeral_;  // of these
  uint64_t session_order_ = 0;
  IsPrivate is_private_;
  std::unordered_set<LineId> unlisted_;
  // Its lines that were requested since the prompt began; no value for a
  // private one.
  std::map<std::string, std::optional<PoolLine>, std::less<>> shell_pool_;

  uint64_t store_version_ = 0;  // version of the data that was read
  uint64_t shell_version_ = 0;
  // The log and the waiting events are read up to these sequences.
  uint64_t recent_upto_ = 0, recent_waiting_upto_ = 0;
  std::deque<std::string> recent_lines_;
  std::deque<std::string> recent_arguments_;

  // By the text before the word.
  std::map<std::string, std::shared_ptr<const ContextWords>, std::less<>>
      contexts_;
};

}  // namespace synapse
