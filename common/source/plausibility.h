// Plausibility: whether an earlier line can be run again from here: the
// directory that it changes to exists, the file that it reads, the branch that
// it names. The answer is a finding (lines/finding.h). There is no finding if
// the line can run, or if that is unknown: for a word that the shell expands,
// on a slow mount, in a missing directory.
//
// Tested by tests/source/plausibility_test.cc.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "context/completion_context.h"
#include "context/operands.h"
#include "line/tokenizer.h"
#include "lines/line_history.h"
#include "source/command_lookup.h"
#include "source/machine_facts.h"

namespace synapse {

class Plausibility {
 public:
  // The parts that know what this machine has. All outlive this object. Without
  // `commands` every command can be run.
  struct Parts {
    GeneratorCache& generators;
    SpecStore& specs;
    const ShellNames& shell;
    CommandLookup* commands;
  };
  explicit Plausibility(const Parts& parts)
      : Plausibility(parts, NameFacts(parts.generators)) {}
  Plausibility(const Plausibility&) = delete;
  Plausibility& operator=(const Plausibility&) = delete;

  // Microseconds for one look-up; all of a prompt may take twice as long.
  void SetBudget(int64_t us) {
    budget_us_ = us;
    names_.SetBudget(us);
  }
  void BeginPrompt(const std::string& cwd, const std::string& home) {
    cwd_ = cwd;
    names_.BeginPrompt(cwd, home);
    git_.Forget();
    commands_us_ = 0;
    lacked_path_ = false;
    path_retries_ = 0;
    paths_.BeginPrompt();
    can_run_known_.clear();
  }

  // Begins a key of the prompt. True if earlier answers may change, because
  // there was no time for a list, or to read PATH.
  bool BeginKey() {
    const bool again = names_.AsksAgain();
    names_.BeginKey();
    if (again) git_.Forget();
    return AsksPathAgain() || again;
  }

  // True if there was no time to look up a name at this key.
  bool lacked_time() const { return lacked_path_ || names_.lacked_time(); }

  // The last line, which succeeded in `cwd`. The directories that it made count
  // as existing, because some file systems show them late. An empty line
  // forgets them.
  void SetLastLine(const std::string& line, const std::string& cwd);

  // The directory of the following questions, until the next prompt.
  void SetDirectory(const std::string& directory) {
    if (directory == cwd_) return;
    cwd_ = directory;
    names_.SetDirectory(directory);
    git_.Forget();
  }

  Finding Of(const PoolLine& line) const;
  // The same for a line that never ran.
  Finding OfNew(const std::string& text) const;
  // For one word, as written in a line.
  Finding OfDirectory(const std::string& word) const;
  // For a directory to change to.
  Finding OfGoal(const std::string& word) const;
  Finding OfFile(const std::string& word) const;
  // For a value of an argument that reads files, or what its generators list.
  Finding OfRead(const std::string& word, const ArgSpec& arg, const Spec* spec,
                 const std::vector<std::string>& words) const;
  // Whether files of the directory can be looked up.
  bool KnowsFiles() const;
  // True for a word that is written as a path, whose directory exists, and that
  // does not exist itself. False for `origin/main` without a directory
  // `origin`.
  bool IsGone(const std::string& word) const;
  // True if a file of that path cannot be created, because its directory is
  // missing.
  bool LacksDirectory(const std::string& word) const;
  // True if the word certainly names a file.
  bool IsFile(const std::string& word) const;
  bool IsDirectory(const std::string& word) const;
  // False for the number of a process that has ended.
  bool MayBeProcess(const std::string& word) const;
  // False for a name that certainly cannot be run.
  bool MayRun(std::string_view name) const;
  // False for a name that is not of the kinds that may begin the command line.
  bool IsOneOf(RunsOnly only, std::string_view name) const;
  // True if the word is certainly an existing value of the argument: a file, or
  // a name that a generator lists.
  bool IsThere(const std::string& word, const ArgSpec& arg, const Spec* spec,
               const std::vector<std::string>& words) const;
  // True if the project certainly has no such name for the argument.
  bool IsUnlisted(const std::string& word, const ArgSpec& arg, const Spec* spec,
                  const std::vector<std::string>& words) const;
  // True if the word is certainly no file that the argument takes
  // (NameFacts::LacksFile).
  bool IsUnlistedFile(const std::string& word, const ArgSpec& arg,
                      const Spec* spec,
                      const std::vector<std::string>& words) const;
  // True for an option of an operation that is not under way.
  bool IsIdleOption(const CompletionContext& context,
                    std::string_view word) const;
  // True if a target is expected, as behind make, and the word is certainly
  // none.
  bool LacksTarget(const CompletionContext& context,
                   const std::string& word) const;
  // Whether OfValue can judge words of that type.
  static bool CanJudge(const ArgumentType& type);
  // The names that generators list, in the same directory and within the same
  // budget.
  NameFacts& names() const { return names_; }
  // `words`: the command's words before it, unquoted.
  Finding OfValue(const ArgumentType& type, const std::string& word,
                  const std::vector<std::string>& words) const;

 private:
  enum class Wanted { kDirectory, kAnyFile };
  // The conditions for a line to be plausible.
  struct Needs {
    std::vector<std::string> words;       // unquoted, with aliases expanded
    std::string directory;                // that it enters
    std::vector<Operands::Value> files;   // which of the line's own words read
    std::vector<size_t> processes;        // likewise, that name processes
    std::vector<Operands::Value> made;    // by its own words
    std::vector<Operands::Value> listed;  // names of the project
    std::vector<Operands::Value> reported;       // names that a command lists
    std::vector<Operands::Value> chosen;         // files of a list
    std::vector<size_t> paths, inputs, written;  // (context/operands.h)
    std::vector<Operands::Choice> choices;       // options of what is under way
    std::vector<size_t> targets;  // that a generator of subcommands lists
    std::string target_generator;
    std::shared_ptr<const Spec> target_spec;
    std::vector<std::string> makes;  // files of the directory
    std::string program;             // that provides the subcommand: git-lfs
    std::vector<TypedValue> values;  // values that git knows
    bool unknown_option = false;
    bool remote = false;    // a remote must exist
    bool upstream = false;  // the branch must track one
  };
  Finding OfLine(const PoolLine& line) const;
  // `words`: those of its first command.
  Finding OfCommand(const PoolLine& line,
                    const std::vector<Token>& words) const;
  Finding OfNeeds(const PoolLine& line, const std::vector<Token>& words,
                  const Needs& needs) const;
  // The same in the directory that the line enters.
  Finding OfNeedsInside(const PoolLine& line, const std::vector<Token>& words,
                        const Needs& needs) const;
  // Whether the command changes to the directory that it names.
  bool Enters(const std::string& command) const;
  const Needs& NeedsOf(const PoolLine& line,
                       const std::vector<Token>& words) const;
  bool Exists(const Token& word, Wanted wanted) const;
  bool IsGone(const Token& word) const;
  bool LacksDirectory(const Token& word) const;
  bool IsFile(const Token& word) const;
  bool Lacks(const Token& word, const ArgSpec& arg, const Spec* spec,
             const std::vector<std::string>& words) const;
  // Whether something certainly has that path.
  bool IsPath(const std::string& path) const;
  bool IsThere(const Token& word, const ArgSpec& arg, const Spec* spec,
               const std::vector<std::string>& words) const;
  bool LacksName(const Needs& needs, const std::vector<Token>& words,
                 bool ran_here) const;
  bool LacksFile(const Needs& needs, const std::vector<Token>& words) const;
  bool IsIdle(const Needs& needs) const;
  bool LacksTarget(const Needs& needs, const std::vector<Token>& words,
                   bool ran_here) const;
  bool WasMade(const Token& word) const;
  bool IsInCdPath(const Token& word) const;
  bool MakesNothing(const Needs& needs, const std::vector<Token>& words) const;
  bool IsHere(const Token& word) const;
  bool HasNoCommand(const PoolLine& line) const;
  // False for a word that is no plain name of a task: A=b, task[argument].
  static bool IsListable(const ArgSpec& arg, const std::string& value) {
    return !arg.open || value.find_first_of("=[*") == value.npos;
  }
  // No value if this prompt has no time left for commands.
  std::optional<bool> CanRunNow(std::string_view command) const;
  // True if a command was unknown while a part of PATH was not read. A few keys
  // of a prompt may read on.
  bool AsksPathAgain();
  // Calls `ask` with the microseconds that this prompt has left for commands,
  // and subtracts the time that it takes.
  template <class Ask>
  bool AskInTime(const Ask& ask) const;
  bool NamesNothing(const PoolLine& line, const Needs& needs) const;

  Plausibility(const Parts& parts, NameFacts names)
      : parts_(parts),
        names_(std::move(names)),
        specs_(parts.specs),
        shell_(parts.shell) {}

  const Parts parts_;
  mutable NameFacts names_;
  mutable GitFacts git_{names_};
  SpecStore& specs_;
  const ShellNames& shell_;
  std::string cwd_;
  int64_t budget_us_ = 2000;
  mutable PathFacts paths_;
  mutable std::unordered_map<std::string, bool> can_run_known_;
  mutable int64_t commands_us_ = 0;  // for commands, since the prompt began
  mutable bool lacked_path_ = false;
  int path_retries_ = 0;  // since the prompt began
  mutable std::unordered_map<std::string, bool> enters_;  // also for later ones
  mutable std::unordered_map<LineId, Needs> needs_;  // also for later prompts
};

}  // namespace synapse
