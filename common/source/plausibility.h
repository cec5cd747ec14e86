// Plausibility: whether what was run before can be run again from here: the
// directory that it goes to is there, the file that it reads, the branch that
// it names. The answer is a finding (source/finding.h): none when it can, and
// wherever nobody can say: of a word that the shell has yet to expand, on a
// slow mount, in a directory that is not there itself.
//
// Tested by tests/source/plausibility_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "line/tokenizer.h"
#include "source/history.h"
#include "spec/generator.h"

namespace synapse {

class Plausibility {
 public:
  Plausibility(GeneratorCache& generators, SpecStore& specs,
               const ShellNames& shell)
      : generators_(generators), specs_(specs), shell_(shell) {}

  // Whether a command can be run here, as far as that is found out within `us`
  // microseconds: true where nobody can say. Without it all can.
  using CanRun = std::function<bool(std::string_view command, int64_t us)>;
  void SetCanRun(CanRun can_run) { can_run_ = std::move(can_run); }
  // Microseconds that one look-up may take; a prompt's take twice as many.
  void SetBudget(int64_t us) { budget_us_ = us; }
  void BeginPrompt(const std::string& cwd, const std::string& home) {
    cwd_ = cwd;
    home_ = home;
    spent_us_ = 0;
    no_remote_.reset();
    names_us_ = 0;
  }

  Finding Of(const PoolLine& line) const;
  // The same of a line that nobody ran yet.
  Finding OfNew(const std::string& text) const;
  // Of one word, as it is written in a line.
  Finding OfDirectory(const std::string& word) const;
  // Of one to go to.
  Finding OfGoal(const std::string& word) const;
  Finding OfFile(const std::string& word) const;
  // Whether it surely names one.
  bool IsFile(const std::string& word) const;
  // Whether OfValue says anything of words of such a type.
  static bool CanJudge(const ArgumentType& type);
  enum class Listed { kYes, kNo, kUnknown };
  // Whether a value is one of those that a spec names for its argument: kNo
  // only of a list that is whole and not empty.
  Listed IsListedFor(const ArgSpec& arg,
                     const std::shared_ptr<const Spec>& spec,
                     const std::string& value,
                     const std::vector<std::string>& words) const;
  // `words`: those of the command in front, unquoted.
  Finding OfValue(const ArgumentType& type, const std::string& word,
                  const std::vector<std::string>& words) const;

 private:
  enum class Wanted { kDirectory, kAnyFile };
  // The things that must be there for a line to be plausible.
  struct Needs {
    std::vector<std::string> words;  // unquoted, as aliases stand for them now
    std::vector<size_t> files;       // which of the line's own words name one
    std::string program;             // that gives the subcommand: git-lfs
    std::vector<TypedValue> values;  // of what git knows
    bool last_is_file = false;
    bool remote = false;  // there must be one
  };
  Finding OfLine(const PoolLine& line) const;
  const Needs& NeedsOf(const PoolLine& line,
                       const std::vector<Token>& words) const;
  bool Exists(const Token& word, Wanted wanted) const;
  bool IsHere(const Token& word) const;
  Finding OfMissingGoal() const;
  bool IsRevision(const std::string& name,
                  const std::vector<std::string>& words) const;
  Finding UseOf(const std::string& branch,
                const std::vector<std::string>& words) const;
  const GeneratedValues& Names(
      const std::string& generator, const Spec* spec,
      const std::vector<std::string>& words, Budget& budget) const;
  bool CanAsk() const;
  bool HasNoRemote() const;
  bool HasNoCommand(const PoolLine& line) const;
  bool NamesNothing(const PoolLine& line, const Needs& needs) const;
  Listed IsListed(const std::string& generator, const Spec* spec,
                  const std::string& value,
                  const std::vector<std::string>& words) const;

  GeneratorCache& generators_;
  SpecStore& specs_;
  const ShellNames& shell_;
  CanRun can_run_;
  std::string cwd_, home_;
  int64_t budget_us_ = 2000;
  mutable std::optional<bool> no_remote_;
  mutable int64_t names_us_ = 0;  // for commands, since the prompt began
  mutable int64_t spent_us_ = 0;  // in vain, since the prompt began
  mutable std::unordered_map<LineId, Needs> needs_;  // for later prompts too
};

}  // namespace synapse
