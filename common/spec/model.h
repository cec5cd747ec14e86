// The model of a completion spec: the subcommands, options and arguments that a
// command accepts. Plain data, built by parse.cc from JSON
// (man/synapse-spec.5), read by walk.cc and the spec source.
//
// Tested by tests/spec/parse_test.cc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/name_set.h"
#include "base/rare.h"
#include "spec/option_names.h"

namespace synapse {

// A level of danger. A note is shown with the value, and does not make a line
// dangerous.
enum class RiskLevel : uint8_t {
  kNone,
  kNote,
  kCareful,
  kDangerous,
  kDestructive
};

struct RiskSpec {
  RiskLevel level = RiskLevel::kNone;
  std::string why;  // "overwrites remote history"

  bool operator==(const RiskSpec&) const = default;
  // True if the risk is reported with a line.
  bool any() const { return level >= RiskLevel::kCareful; }
};
const char* RiskLevelName(RiskLevel level);  // "destructive"

// The risk of values that match a pattern.
struct ValueRisk {
  std::string pattern;  // RE2, found anywhere in the value
  RiskSpec risk;

  bool operator==(const ValueRisk&) const = default;
};

// The kind of value, if the spec says so.
enum class ValueType : uint8_t {
  kAny,
  kFile,
  kDirectory,
  kExecutable,
  kCommandName,  // the name of a command that is not run: which, man
  kCommand,  // the rest of the line is a command line: sudo, time, xargs
  kHost,
  kUrl,
  kUser,
  kGroup,
  kVariable,
  kProcess,
  kSignal,
  kShell,   // text for a shell: sh -c, ssh HOST, watch
  kScript,  // text in another language: python3 -c
  kSql,
};

// Which words of an argument may name a file or value to be created. kNew: all,
// and the command fails for one that exists.
enum class Creates : uint8_t { kNothing, kLast, kAll, kNew };

// The commands that a command line in an argument may begin with.
enum class RunsOnly : uint8_t {
  kAny,
  kBuiltins,  // builtin
  kCommands,  // builtins and programs, no functions and aliases: command
};

// Whether a command reads or changes an existing file (or also a directory)
// that an argument names.
enum class Reads : uint8_t { kNothing, kFile, kAny };

struct ValueSpec {
  std::string value;
  std::string description;

  bool operator==(const ValueSpec&) const = default;
};

struct ArgSpec {
  std::string name;
  std::string description;
  std::vector<ValueSpec> values;
  std::vector<std::string> generators;        // names, see generator.h
  Rare<std::vector<std::string>> extensions;  // ".py": preferred, not required
  Rare<std::string> default_value;
  // Appended to a value of a generator, not to a file: ":" of scp's hosts.
  Rare<std::string> suffix;
  // Texts between several values in one word: "," of ps -o, ".." of git log.
  Rare<std::vector<std::string>> joined_by;
  // For a command: the words that end it, as `;` and `+` in find.
  Rare<std::vector<std::string>> ends;
  // RE2: a matching value is a secret, or its first group is. ".*": any value.
  Rare<std::string> secret;
  // Options with which a file is written and not read: -c of tar.
  Rare<std::vector<std::string>> written_with;
  Rare<RiskSpec> risk;                 // of any value
  Rare<std::vector<ValueRisk>> risks;  // the first match counts, before `risk`
  ValueType type = ValueType::kAny;
  Creates creates = Creates::kNothing;
  Reads reads = Reads::kNothing;
  RunsOnly runs_only = RunsOnly::kAny;
  bool optional = false;
  bool variadic = false;
  bool removes = false;       // the command removes the file
  bool overwrites = false;    // an existing file loses its contents: tee
  bool open = false;          // an unlisted name is possible too
  bool after_dashes = false;  // the paths of git checkout: `--` leads here
  bool program = false;       // a command line follows: python -m pip
  bool runs = false;          // it and the following words are run
  bool elsewhere = false;     // they run on another machine or in a container
  bool as_root = false;       // they run with the PATH of root: sudo
  bool enters = false;        // the command runs in this directory: git -C
  bool sought = false;        // for a command that finds: the text to find
  bool current = false;       // usually the current branch: git push

  bool operator==(const ArgSpec&) const = default;
  bool takes_files() const {
    return type == ValueType::kFile || type == ValueType::kDirectory;
  }
  // Also true for an argument that is only sometimes a file.
  bool takes_paths() const {
    return reads != Reads::kNothing || takes_files();
  }
};

struct OptionSpec {
  std::vector<std::string> names;  // "-m", "--message"; never empty
  std::string description;
  std::vector<ArgSpec> args;
  // "=" when the value must be joined (--color=auto, -M50%); else "". An
  // optional value can be the next word only if this is "".
  Rare<std::string> separator;
  Rare<std::vector<std::string>> exclusive;  // names that exclude this option
  Rare<std::vector<std::string>> requires_;  // names that this option requires
  Rare<std::vector<std::string>> frequent;  // the most common following words
  Rare<RiskSpec> risk;
  Rare<std::vector<ValueRisk>> risk_with;  // together with another option
  bool persistent = false;
  bool repeatable = false;
  bool required = false;
  bool hidden = false;
  bool deprecated = false;
  bool dry_run = false;       // the command changes nothing
  bool disarms = false;       // the command and its values are no risk
  bool arms = false;          // cancels an option that disarms
  bool secret_stdin = false;  // a secret is read from standard input
  bool directories = false;   // arguments that name files also take directories
  bool not_current = false;   // an argument with `current` takes another value
  bool other_project = false;  // the command works in another project: npm -w
  bool keeps = false;         // no file loses its contents: cp -n, tee -a

  bool operator==(const OptionSpec&) const = default;
  bool is_named(std::string_view name) const {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
};

// How to obtain values at run time: a native reader, or a command (argv).
struct GeneratorSpec {
  std::string native;
  std::vector<std::string> command;
  std::string parse = "lines";  // lines | json | jsonl
  std::string path;             // into JSON: packages[].deps[]
  std::string pattern;          // RE2
  std::string value;            // template: {1}
  std::string description;
  std::string kind;  // of its values: "branch"; "" if no other command has them
  int timeout_ms = 1000;
  int ttl_s = 30;
  std::vector<std::string> depends;  // "cwd": it is run there, else in /

  bool operator==(const GeneratorSpec&) const = default;
};

// A line that often follows a command (source/workflow.h).
struct NextSpec {
  std::string line;  // with holes: $0, $1 to $9, $N
  std::vector<std::string> words;       // the first words of the command
  std::vector<std::string> extensions;  // possible endings of its last word
  bool failed = false;   // it follows when the command failed
  bool wrapped = false;  // also after a wrapper, which then runs the line
  int percent = 50;

  bool operator==(const NextSpec&) const = default;
};

// Why the line cannot follow any command; "" when it can.
std::string ProblemOf(const NextSpec& next);

class UnreadMembers;

// A command or a subcommand.
struct CommandSpec {
  std::vector<std::string> names;  // the first is the canonical one
  std::string description;
  std::vector<CommandSpec> subcommands;
  std::vector<OptionSpec> options;
  std::vector<ArgSpec> args;
  bool hidden = false;
  bool deprecated = false;
  RiskSpec risk;
  std::vector<ArgSpec> stdin_;  // what it reads from standard input, 0 or 1
  bool downloads = false;       // writes a download to its output
  bool prints = false;          // writes its arguments to its output: echo
  // Creates files whose names its arguments need not say: tar, wget.
  bool produces = false;
  bool finds = false;           // searches for its argument: grep, find, man
  bool opens = false;           // only shows, edits or enters it: cat, vim, cd
  bool enters = false;          // changes to its argument: cd, pushd
  bool answers = false;         // exit 1 is the answer "no": grep, test, diff
  // A generator whose values are subcommands, any number of them: make, just.
  std::string subcommand_generator;
  // The most common words after this command, the most common first:
  // subcommands, options or other words, as written in a line.
  std::vector<std::string> frequent;
  // Commands that usually read its output behind a pipe, the most usual first.
  std::vector<std::string> piped_to;
  std::vector<NextSpec> next;
  // Commands that take the same arguments, the best first: "docker compose".
  Rare<std::vector<std::string>> instead;
  // Files of the present directory that it makes, without an argument. Where
  // they exist it has nothing to do.
  Rare<std::vector<std::string>> makes;
  bool root = false;  // fails for most users
  // The first word may be a cluster of options without `-`: tar xzf.
  bool dashless = false;
  // Options end at the first argument: python3 FILE -v.
  bool options_first = false;
  // The spec describes only what is dangerous or runs a command. No candidates
  // come from it.
  bool partial = false;
  // Another spec file that holds this subtree. SpecStore loads it.
  std::string ref;
  // Options, arguments and subcommands that are read when a line walks into
  // it (spec/unread.h); null when they are here.
  std::shared_ptr<const UnreadMembers> unread;

  bool operator==(const CommandSpec&) const = default;
  const std::string& name() const { return names.front(); }
  bool is_named(std::string_view name) const {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
};

// The subcommand or the option of that name; null if there is none.
const CommandSpec* SubcommandNamed(const CommandSpec& command,
                                   std::string_view name);
const OptionSpec* OptionNamed(const CommandSpec& command,
                              std::string_view name);

// One file: the root command and the generators that its arguments name.
struct Spec {
  CommandSpec root;
  std::map<std::string, GeneratorSpec> generators;
  // The names of all options and of all subcommands, at any depth.
  OptionNames option_names;
  NameSet subcommand_names;
  std::string origin;  // its file
  size_t unread_bytes = 0;  // of the file, in members that are not read yet
  std::string generated_by;  // the author, if it is not a person
  // A part of it has a risk, runs a command, or reads a program, or it has
  // members that are not read yet.
  bool has_risks = false;
  // A value may be a secret, a secret is read, or there are such members.
  bool takes_secrets = false;
};

// Compute Spec::has_risks and takes_secrets from the root command.
bool HasRisks(const CommandSpec& command);
bool TakesSecrets(const CommandSpec& command);

}  // namespace synapse
