// The model of a completion spec: what a command accepts. Plain data, built by
// parse.cc from JSON (man/synapse-spec.5), read by walk.cc and the spec source.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace synapse {

// How dangerous something is. A note is shown where it is offered, and is no
// danger of a line.
enum class RiskLevel { kNone, kNote, kCareful, kDangerous, kDestructive };

struct RiskSpec {
  RiskLevel level = RiskLevel::kNone;
  std::string why;  // "overwrites remote history"

  bool operator==(const RiskSpec&) const = default;
  // Is told with a line.
  bool any() const { return level >= RiskLevel::kCareful; }
};
const char* RiskLevelName(RiskLevel level);  // "destructive"

// The risk of values that a pattern fits.
struct ValueRisk {
  std::string pattern;  // RE2, found anywhere in the value
  RiskSpec risk;

  bool operator==(const ValueRisk&) const = default;
};

// What a value may be, where the spec says so.
enum class ValueType {
  kAny,
  kFile,
  kDirectory,
  kExecutable,
  kCommandName,  // of which nothing is run: which, man
  kCommand,  // the rest of the line is a command line: sudo, time, xargs
  kHost,
  kUser,
  kGroup,
  kVariable,
  kProcess,
  kSignal,
  kShell,   // text that a shell reads: sh -c, ssh HOST, watch
  kScript,  // text in another language: python3 -c
  kSql,
};

// Which words of an argument may name what is to be made.
enum class Creates { kNothing, kLast, kAll };

// Whether a command reads or changes what an argument names, so that it must be
// there: a file, or a directory as well.
enum class Reads { kNothing, kFile, kAny };

struct ValueSpec {
  std::string value;
  std::string description;

  bool operator==(const ValueSpec&) const = default;
};

struct ArgSpec {
  std::string name;
  std::string description;
  bool optional = false;
  bool variadic = false;
  ValueType type = ValueType::kAny;
  std::vector<ValueSpec> values;
  std::vector<std::string> generators;  // names, see generator.h
  std::vector<std::string> extensions;  // ".py": preferred, not required
  std::string default_value;
  Creates creates = Creates::kNothing;
  Reads reads = Reads::kNothing;
  bool removes = false;  // what it names is gone afterwards
  // Behind a value of a generator, not behind a file: ":" of scp's hosts.
  std::string suffix;
  bool open = false;  // a name that is not listed may be meant as well
  bool after_dashes = false;  // a `--` leads here: the paths of git checkout
  // Of a command: the words that end it, as `;` and `+` in find.
  std::vector<std::string> ends;
  bool program = false;          // names what runs, so stdin is data: -m json.tool
  bool runs = false;             // it and the words behind it are run
  bool sought = false;           // of a command that finds: what it looks for
  // RE2: a value that fits is a secret, or its first group. ".*": any value.
  std::string secret;
  RiskSpec risk;                 // of any value
  std::vector<ValueRisk> risks;  // the first that fits; before `risk`

  bool operator==(const ArgSpec&) const = default;
};

struct OptionSpec {
  std::vector<std::string> names;  // "-m", "--message"; never empty
  std::string description;
  std::vector<ArgSpec> args;
  // "=" when the value must be joined (--color=auto, -M50%); else "". An
  // optional value is the next word only where this is "".
  std::string separator;
  bool persistent = false;
  bool repeatable = false;
  bool required = false;
  bool hidden = false;
  bool deprecated = false;
  std::vector<std::string> exclusive;  // names that may not stand beside it
  std::vector<std::string> requires_;  // names that must stand beside it
  RiskSpec risk;
  bool dry_run = false;  // with it nothing is done
  bool disarms = false;  // with it the command and its values are no risk
  bool arms = false;     // with it an option that disarms does not
  std::vector<ValueRisk> risk_with;  // beside an option whose name fits
  bool secret_stdin = false;  // with it a secret is read from standard input
  bool directories = false;   // with it what reads files takes directories
  std::vector<std::string> frequent;  // what is written behind it most

  bool operator==(const OptionSpec&) const = default;
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
  int timeout_ms = 1000;
  int ttl_s = 30;
  std::vector<std::string> depends;  // "cwd": it is run there, else in /

  bool operator==(const GeneratorSpec&) const = default;
};

// A line that usually follows a command (source/workflow.h).
struct NextSpec {
  std::string line;  // with holes: $0, $1 to $9, $N
  std::vector<std::string> words;       // that the command's words begin with
  std::vector<std::string> extensions;  // one of which its last word ends in
  bool failed = false;   // it follows when the command failed
  bool wrapped = false;  // also behind a wrapper, which then runs the line, too
  int percent = 50;

  bool operator==(const NextSpec&) const = default;
};

// Why the line cannot follow anything; "" where it can.
std::string ProblemOf(const NextSpec& next);

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
  bool downloads = false;       // writes what a server sends to its output
  bool finds = false;           // looks for what it is given: grep, find, man
  bool opens = false;           // only shows, edits or enters it: cat, vim, cd
  bool answers = false;         // exit 1 is the answer "no": grep, test, diff
  // A generator whose values are subcommands, any number of them: make, just.
  std::string subcommand_generator;
  // Words that are written behind it most, commonest first: subcommands, options
  // or any others, as they stand in a line.
  std::vector<std::string> frequent;
  std::vector<NextSpec> next;
  bool root = false;  // fails for most users
  // The first word may be a cluster of options without `-`: tar xzf.
  bool dashless = false;
  // Only what is dangerous, or runs a command, is described: nothing of it is
  // offered.
  bool partial = false;
  // Another spec file that holds this subtree; SpecStore puts it in.
  std::string ref;

  bool operator==(const CommandSpec&) const = default;
  const std::string& name() const { return names.front(); }
};

// One file: the root command and the generators that its arguments name.
struct Spec {
  CommandSpec root;
  std::map<std::string, GeneratorSpec> generators;
  std::string origin;  // the file it came from
  std::string generated_by;  // whoever wrote it, where no person did
  // Anything in it has a risk, runs a command, or reads a program.
  bool has_risks = false;
  // A value of it may be a secret, or a secret is read.
  bool takes_secrets = false;
};

// What Spec::has_risks and takes_secrets say of its root.
bool HasRisks(const CommandSpec& command);
bool TakesSecrets(const CommandSpec& command);

}  // namespace synapse
