// Sense: whether what was run before can be run again from here: the directory
// that it goes to is there, the file that it reads, the branch that it names.
// The answer is the part of its probability that it keeps: 1 when it can, and
// wherever nobody can say: of a word that the shell has yet to expand, on
// a slow mount, in a directory that is not there itself.
//
// Tested by tests/source/sense_test.cc.
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

// Of a file or a directory that is not there: it may be one that is made.
inline constexpr double kMayBeMade = 0.1;
// Of a directory to go to that was gone to from elsewhere.
inline constexpr double kNotThere = 0.02;
// Of what git can be given here, to no use: a branch, a push without a remote.
inline constexpr double kOfNoUse = 0.1;

class Sense {
 public:
  Sense(GeneratorCache& generators, SpecStore& specs, const ShellNames& shell)
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

  double Of(const PoolLine& line) const;
  // The same of a line that nobody ran yet.
  double OfNew(const std::string& text) const;
  // Of one word, as it is written in a line.
  double OfDirectory(const std::string& word) const;
  // Of one to go to: 0 where one is already.
  double OfGoal(const std::string& word) const;
  double OfFile(const std::string& word) const;
  // Whether it surely names one.
  bool IsFile(const std::string& word) const;
  // Whether OfValue says anything of such a slot's words.
  static bool CanJudge(const Slot& slot);
  enum class Listed { kYes, kNo, kUnknown };
  // Whether a value is one of those that a spec names for its argument: kNo
  // only of a list that is whole and not empty.
  Listed IsListedFor(const ArgSpec& arg,
                     const std::shared_ptr<const Spec>& spec,
                     const std::string& value,
                     const std::vector<std::string>& words) const;
  // 0 when it is gone. `words`: those of the command in front, unquoted.
  double OfValue(const Slot& slot, const std::string& word,
                 const std::vector<std::string>& words) const;

 private:
  enum class Wanted { kDirectory, kAnyFile };
  // What must be there for a line to make sense.
  struct Needs {
    std::vector<std::string> words;  // unquoted, as aliases stand for them now
    std::vector<size_t> files;       // which of the line's own words name one
    std::string program;             // that gives the subcommand: git-lfs
    std::vector<SlotValue> values;   // of what git knows
    bool last_is_file = false;
    bool remote = false;  // there must be one
  };
  double OfLine(const PoolLine& line) const;
  const Needs& NeedsOf(const PoolLine& line,
                       const std::vector<Token>& words) const;
  bool Exists(const Token& word, Wanted wanted) const;
  bool IsHere(const Token& word) const;
  double OfMissingGoal() const;
  bool IsRevision(const std::string& name,
                  const std::vector<std::string>& words) const;
  double UseOf(const std::string& branch,
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
