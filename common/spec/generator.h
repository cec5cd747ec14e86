// Generators: values that exist only at run time (branches, scripts, hosts).
//
// Native readers read the files that hold the values and start no process. A
// `command` generator runs in the background (command_runner.h), and nobody
// waits for it: its earlier values are returned meanwhile, and its new values
// at the next call. No command is run without a line editor that watches for
// answers. One with `files` reads what the spec describes (file_lists.h).
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
#include "runner/command_runner.h"
#include "spec/model.h"
#include "spec/reading.h"

namespace synapse {

struct GeneratedValue {
  std::string value;
  std::string description;
  int64_t time_s = 0;  // last change if known (of a branch's ref), else 0
};

// The values of a generator. If it is not `complete`, a value may exist that is
// not listed.
struct GeneratedValues {
  std::vector<GeneratedValue> values;
  bool complete = true;
};

// The input of a native reader.
struct GeneratorInput {
  std::string cwd;                 // absolute
  std::string home;                // for ~/.ssh and the like
  std::string partial;             // to read one directory instead of all
  std::vector<std::string> words;  // values of the words so far
  // The names of all specs; may be empty.
  std::function<std::vector<std::string>()> spec_names = {};
  // False: the values of a command that are known are wanted, and no others.
  bool starts_commands = true;
};

// The maximum number of values of one generator, and of bytes in each.
inline constexpr size_t kMaxGenerated = 2000;
inline constexpr size_t kMaxOptions = 5000;  // of kOptionGenerator
inline constexpr size_t kMaxValue = 255;
inline constexpr size_t kMaxDescription = 200;

// False for a value from a file or a program that no person could mean: empty,
// more than kMaxValue bytes, hidden characters (base/text.h), or a leading
// dash, which would turn it into an option (`make --eval=...`).
bool IsPlausibleValue(std::string_view value);

using Values = std::vector<GeneratedValue>;
using NativeReader = Values (*)(const GeneratorInput&, Reading&);
// The reader with a name such as "git.branches", or null.
NativeReader FindNative(std::string_view name);
// The kind of the values that it reads (GeneratorSpec::kind); "" for none.
std::string_view KindOfNative(std::string_view name);
// True if the project in the directory has no names of that kind but those that
// it reads.
bool ListsWholeProject(std::string_view name);
// True if it reads the tasks of the project, where another task is one of another
// project unless it ran here: those of rake.
bool ListsTasks(std::string_view name);
// All names, sorted: for `spec check` and the manual page.
std::vector<std::string> NativeNames();

// A generator of this name in a spec lists the user's aliases for its
// subcommands, each with its text as the description.
inline constexpr char kAliasGenerator[] = "aliases";
// One of this name lists what is under way (OptionSpec::during): a rebase that
// stopped.
inline constexpr char kUnderWayGenerator[] = "under_way";
// One of this name lists further options of the root command, as the installed
// program reports them: a compiler has thousands.
inline constexpr char kOptionGenerator[] = "options";

// Runs and caches generators by (name, cwd, the input that they read).
class GeneratorCache {
 public:
  // `runner` outlives this object. Without it no command is run.
  explicit GeneratorCache(CommandRunner* runner = nullptr) : runner_(runner) {}

  // Values of the generator `name` of `spec`: one declared in the spec's own
  // table, else a native reader of that name. They are cached as long as its
  // row in natives.h says; values of the directory at most until the next
  // command. A reader that reached a bound of its own runs again when one of
  // its files has changed. A reader that ran out of the key's time runs again
  // at the next key, or after the next command if it used most of that time
  // itself. The reference is valid until the next call.
  const GeneratedValues& Get(const Spec& spec, std::string_view name,
                             const GeneratorInput& input, Budget& budget);
  void Clear() { entries_.clear(); }
  // A command ran and may have changed files, branches or targets. A list that
  // a program of `line` reports is not complete until it is asked for again:
  // `docker run` has started a container.
  void CommandRan(std::string_view line = "");

  // Enables running commands. `variable` looks up their environment variables.
  using VariableOf =
      std::function<std::optional<std::string>(std::string_view name)>;
  void RunCommands(VariableOf variable) { variable_ = std::move(variable); }
  // The environment of the commands; no value while none is run.
  std::optional<std::vector<std::string>> Environment() const;
  // A command of the runner ended. True if it was one of this object.
  bool Ended(const CommandRunner::Finished& done);

 private:
  struct Entry {
    GeneratedValues given;
    int64_t expires_us = 0;
    bool here = false;    // commands change these values
    GeneratorDraft spec;  // of a command that was run
    // For a reader that reached a bound: the files it read, and their stamp.
    std::vector<std::string> files;
    uint64_t stamp = 0;
  };
  const GeneratedValues& Command(const GeneratorSpec& spec,
                                 const GeneratorInput& input);
  // The values of read(reading), kept for `ttl_s` seconds under `key`.
  template <class F>
  const GeneratedValues& Kept(std::string key, int ttl_s, Budget& budget,
                              const F& read);
  template <class F>
  static void Read(Budget& budget, Entry& entry, const F& read);
  std::unordered_map<std::string, Entry> entries_;
  VariableOf variable_;
  CommandRunner* runner_;
};

}  // namespace synapse
