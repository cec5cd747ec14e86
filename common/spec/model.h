// The model of a completion spec: what a command accepts. Plain data, built by
// parse.cc from JSON (man/synapse-spec.5), read by walk.cc and the spec source.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace synapse {

// What a value may be, where the spec says so.
enum class ValueType {
  kAny,
  kFile,
  kDirectory,
  kExecutable,
  kCommand,  // the rest of the line is a command line: sudo, time, xargs
  kHost,
  kUser,
  kGroup,
  kVariable,
  kProcess,
  kSignal,
};

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
  bool open = false;  // a name that is not listed may be meant as well
  bool after_dashes = false;  // a `--` leads here: the paths of git checkout

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
  std::string risk;                    // "" or why it is dangerous

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
  std::vector<std::string> depends;  // "cwd", or files whose mtime counts

  bool operator==(const GeneratorSpec&) const = default;
};

// A command or a subcommand.
struct CommandSpec {
  std::vector<std::string> names;  // the first is the canonical one
  std::string description;
  std::vector<CommandSpec> subcommands;
  std::vector<OptionSpec> options;
  std::vector<ArgSpec> args;
  bool hidden = false;
  bool deprecated = false;
  std::string risk;
  // A generator whose values are subcommands, any number of them: make, just.
  std::string subcommand_generator;
  // What is used most, commonest first: names of subcommands and options.
  std::vector<std::string> frequent;
  // The first word may be a cluster of options without `-`: tar xzf.
  bool dashless = false;
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
};

}  // namespace synapse
