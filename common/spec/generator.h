// Generators: values that exist only at run time (branches, scripts, hosts).
//
// Native readers know the files that hold them and start no process. A
// `command` generator is never waited for: it runs in the background
// (command_runner.h), what it said before is given meanwhile, and what it says
// is there at the next question. Without a line editor that looks for answers
// none is run.
//
// Tested by tests/spec/generator_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "spec/command_runner.h"
#include "spec/model.h"
#include "spec/reading.h"

namespace synapse {

struct GeneratedValue {
  std::string value;
  std::string description;
  int64_t time_s = 0;  // last change where known (a branch's ref), else 0
};

// What a generator gave. Not all of it where it is not `complete`: then a value
// may exist that is not listed.
struct GeneratedValues {
  std::vector<GeneratedValue> values;
  bool complete = true;
};

// What a native reader may look at.
struct GeneratorInput {
  std::string cwd;                 // absolute
  std::string home;                // for ~/.ssh and the like
  std::string partial;             // to read one directory only, not all
  std::vector<std::string> words;  // the command line so far, values
  // The names of all specs; may be empty.
  std::function<std::vector<std::string>()> spec_names = {};
};

// At most this many values from one generator, and so many bytes in each.
inline constexpr size_t kMaxGenerated = 2000;
inline constexpr size_t kMaxValue = 255;
inline constexpr size_t kMaxDescription = 200;

// False for what a file or a program names that no person could mean: nothing,
// more than kMaxValue bytes, hidden characters (base/text.h), or a dash at the
// beginning, which would make an option of it (`make --eval=...`).
bool IsPlausibleValue(std::string_view value);

using NativeReader = std::vector<GeneratedValue> (*)(const GeneratorInput&,
                                                     Reading&);
// The reader of a name such as "git.branches", or null.
NativeReader FindNative(std::string_view name);
// All names, sorted: for `spec check` and the manual page.
std::vector<std::string> NativeNames();

// Runs and caches generators by (name, cwd, what they read).
class GeneratorCache {
 public:
  // Values of the generator `name` of `spec`: one declared in the spec's own
  // table, else a native reader of that name. They are kept as long as the
  // table in generator.cc says, those of the directory until the next command
  // at most. A reader that met a bound of its own is asked again when one of
  // its files has changed; one that ran out of the key's time, at the next key,
  // or, where it took most of that time itself, after the next command.
  // The reference is good until the next call.
  const GeneratedValues& Get(const Spec& spec, const std::string& name,
                             const GeneratorInput& input, Budget& budget);
  void Clear() { entries_.clear(); }
  // A command ran, and may have changed what is here: files, branches, targets.
  void CommandRan();

  // From now on commands are run, with the variables that it looks up.
  using VariableOf =
      std::function<std::optional<std::string>(std::string_view name)>;
  void RunCommands(VariableOf variable) { variable_ = std::move(variable); }
  // Readable when a command said something; -1 before one was run.
  int fd() const { return runner_.fd(); }
  bool running() const { return runner_.running(); }
  // Takes in what commands said; true when one ended. Those of others go to
  // whoever started them.
  using Others = std::function<void(const CommandRunner::Finished&)>;
  bool TakeAnswers();
  void SetOthers(Others others) { others_ = std::move(others); }
  CommandRunner& runner() { return runner_; }
  void StopCommands();

 private:
  struct Entry {
    GeneratedValues given;
    int64_t expires_us = 0;
    bool here = false;   // what commands change
    GeneratorSpec spec;  // of a command that was run
    // Of a reader that met a bound: what it read, and its stamp.
    std::vector<std::string> files;
    uint64_t stamp = 0;
  };
  const GeneratedValues& Command(const GeneratorSpec& spec,
                                 const GeneratorInput& input);
  static void Read(NativeReader read, const GeneratorInput& input,
                   Budget& budget, Entry& entry);
  std::unordered_map<std::string, Entry> entries_;
  VariableOf variable_;
  CommandRunner runner_;
  Others others_;
};

}  // namespace synapse
