// LineHistory: whole lines that continue the buffer, and the words that stood
// in this context before.
//
// Lines come from the store's prefix index, from what followed the previous
// lines, from the latest lines, and from the shell's own list where the store
// does not know them. What a prompt needs is read once and kept in a pool of a
// few hundred lines: a keystroke filters the pool and asks the prefix index,
// whatever the length of the history.
//
// Position: a command position gets first words, a subcommand or argument the
// words in the same context of the same command (learn/word_model.h), and every
// position whole lines.
// Tested by tests/source/history_test.cc.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "learn/learner.h"
#include "learn/reused_argument.h"
#include "learn/word_model.h"
#include "line/tokenizer.h"
#include "source/finding.h"
#include "source/line_facts.h"
#include "source/shell_list.h"
#include "source/source.h"

namespace synapse {

// Of rank/weights.h.
inline constexpr int kPoolFeatures = 22;

// A whole line that could be run next.
struct PoolLine {
  std::string text;
  LineId id = 0;
  LineStat stat;           // count 0: never run
  uint64_t shell_age = 0;  // lines ago in the shell's list; 0: of the store
  double relation = 0;     // chance as a line with a reused argument
  double feedback = 0;     // in [-1, 1]: taken or dismissed lately, or its like
  uint64_t template_key = 0;  // learn/feedback.h; 0: not looked up
  double facts = 0;        // in [-1, 1]: what looking back says of it
  double pattern = 0;      // chance as a line with its message emptied
  std::string stem;
  std::string last_argument;
  // Whether it could be run again (source/plausibility.h), found out once a
  // prompt.
  mutable std::optional<Finding> plausibility;
  // The features of rank/lines.h, computed once a prompt.
  mutable std::optional<std::array<double, kPoolFeatures>> features;
};

// What is known of the word in one context.
struct ContextWords {
  WordGuesses guesses;
  ArgumentType type;
  std::vector<std::string> words;  // the values of its command's words so far
};

// What is the same for every keystroke of a prompt.
struct PromptFacts {
  LineContext context;
  TransitionTables tables;
  Model model;
  int64_t now_ms = 0;
};

class LineHistory {
 public:
  LineHistory(Store& store, Learner& learner)
      : store_(store), learner_(learner) {}

  // A new prompt: forgets the pool, reads the tables when they are first used.
  void BeginPrompt(const std::string& session, const std::string& cwd,
                   int64_t now_ms);
  const PromptFacts& facts();

  // Lines that begin with `prefix` and are longer, and lines never run that
  // were made from patterns. Valid until the next prompt.
  std::vector<const PoolLine*> Lines(const std::string& prefix,
                                     Budget& budget);
  // The lines of the prompt so far; none before it was asked for anything.
  std::vector<const PoolLine*> Known() const;
  // Of the word at the end of `left`, which may have been begun; kept for the
  // prompt.
  std::shared_ptr<const ContextWords> Words(std::string_view left);
  // Of the word behind it, when what is written of it is likely to be the whole
  // of it; else null.
  std::shared_ptr<const ContextWords> WordsBehind(std::string_view left,
                                                  const OpenWord& open);

  // Takes in what changed in the shell's own list.
  void SyncShellList(uint64_t generation, const ShellList::Walk& walk);

  // Of a line of the shell's own list: it is not to be offered.
  using IsPrivate = std::function<bool(std::string_view)>;
  void SetPrivate(IsPrivate is_private) { is_private_ = std::move(is_private); }
  // A line that was run here and not recorded: nor is it offered out of the
  // shell's own list.
  void Unlist(std::string_view line) { unlisted_.insert(IdOf(line)); }
  // A line that was run and is in no store: known until the session ends.
  void AddSessionLine(const std::string& line);
  // One that no file is to have, and all of these again.
  void AddEphemeral(const std::string& line);
  void DropEphemeral();
  // It is offered no more.
  void Drop(const std::string& line);
  bool IsSessionLine(std::string_view line) const {
    return session_lines_.contains(line);
  }

  // Lately used arguments, newest first.
  const std::deque<std::string>& recent_arguments();
  // Lately run lines, newest first.
  const std::deque<std::string>& recent_lines();

 private:
  void Prepare();
  void ReadRecent();
  void AddToPool(Kv& kv, LineId id);
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
  bool templates_known_ = false;  // some of them have feedback
  PromptFacts facts_;
  using Pool = std::unordered_map<LineId, std::unique_ptr<PoolLine>>;
  Pool pool_, last_pool_;
  ShellList shell_list_;
  LineFacts line_facts_;
  LineMap session_lines_;
  std::set<std::string> ephemeral_;  // of these
  uint64_t session_order_ = 0;
  IsPrivate is_private_;
  std::unordered_set<LineId> unlisted_;
  // Those of its lines that were asked for since the prompt began; nothing for
  // one that is private.
  std::map<std::string, std::optional<PoolLine>, std::less<>> shell_pool_;

  uint64_t store_version_ = 0;  // what was read is of that version
  uint64_t shell_version_ = 0;
  uint64_t recent_upto_ = 0;  // the log is read up to this sequence
  std::deque<std::string> recent_lines_;
  std::deque<std::string> recent_arguments_;

  // By what stands before the word.
  std::map<std::string, std::shared_ptr<const ContextWords>, std::less<>>
      contexts_;
};

}  // namespace synapse
