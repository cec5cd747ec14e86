// The model of a completion spec: the subcommands, options and arguments that a
// command accepts. Each struct has two forms. A draft (OptionDraft) owns its
// texts, and is built by parse.cc from JSON (man/synapse-spec.5). packer.cc
// turns it into the packed form (OptionSpec), which lies in a mapped file and
// is read in place (spec/packed.h) by walk.cc and all others.
//
// Fields() lists the members, for the code that packs, reads and writes them: a
// member that it leaves out is not packed. kKeys has their keys in JSON.
//
// Tested by tests/spec/parse_test.cc and tests/spec/packer_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "spec/packed.h"

namespace synapse {

namespace field {
template <class Form>
using Text = typename Form::Text;
template <class Form, template <class> class Of>
using List = typename Form::template List<Of<Form>>;
template <class Form, template <class> class Of>
using Late = typename Form::template Late<Of<Form>>;
template <class Form>
using Texts = typename Form::template List<typename Form::Text>;

// The words of a text with one blank between them. REQUIRES: kCount words.
template <size_t kCount>
constexpr std::array<std::string_view, kCount> Split(std::string_view text) {
  std::array<std::string_view, kCount> out;
  for (size_t i = 0; i < kCount; ++i) {
    const size_t end = std::min(text.find(' '), text.size());
    if ((end == text.size()) != (i + 1 == kCount)) throw "another count";
    out[i] = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}
}  // namespace field

// A level of danger. A note is shown with the value, and does not make a line
// dangerous.
enum class RiskLevel : uint8_t {
  kNone,
  kNote,
  kCareful,
  kDangerous,
  kDestructive
};
const char* RiskLevelName(RiskLevel level);  // "destructive"

// The texts of the values of an enum in a spec, in their order; "": left out.
template <class Enum>
inline constexpr int kNamesOf = 0;

// The kind of value, if the spec says so.
enum class ValueType : uint8_t {
  kAny,
  kFile,
  kDirectory,
  kExecutable,
  kCommandName,  // the name of a command that is not run: which, man
  kCommand,      // the rest of the line is a command line: sudo, time, xargs
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
template <>
inline constexpr auto kNamesOf<ValueType> = field::Split<16>(
    " file directory executable command_name command host url user group"
    " variable process signal shell script sql");

// The words of an argument that may name a file or value to be created. kNew: all,
// and the command fails for one that exists.
enum class Creates : uint8_t { kNothing, kLast, kAll, kNew };
template <>
inline constexpr auto kNamesOf<Creates> = field::Split<4>(" last all new");

// The commands that a command line in an argument may begin with.
enum class RunsOnly : uint8_t {
  kAny,
  kBuiltins,  // builtin
  kCommands,  // builtins and programs, no functions and aliases: command
  kPrograms,  // programs, and aliases, which may stand for one: sudo
};
template <>
inline constexpr auto kNamesOf<RunsOnly> =
    field::Split<4>(" builtins commands programs");

// Whether a command reads or changes an existing file (or also a directory)
// that an argument names.
enum class Reads : uint8_t { kNothing, kFile, kAny };
template <>
inline constexpr auto kNamesOf<Reads> = field::Split<3>(" file any");

template <class Form>
struct BasicRisk {
  RiskLevel level = RiskLevel::kNone;
  field::Text<Form> why;  // "overwrites remote history"

  // True if the risk is reported with a line.
  bool any() const { return level >= RiskLevel::kCareful; }
  bool operator==(const BasicRisk&) const = default;
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator BasicRisk<Draft>() const requires(!std::is_same_v<Form, Draft>) {
    return {level, std::string(why)};
  }
  static auto Fields(auto& s) { return std::tie(s.level, s.why); }
};

// The risk of values that match a pattern.
template <class Form>
struct BasicValueRisk {
  field::Text<Form> pattern;  // RE2, found anywhere in the value
  BasicRisk<Form> risk;

  bool operator==(const BasicValueRisk&) const = default;
  static auto Fields(auto& s) { return std::tie(s.pattern, s.risk); }
};

template <class Form>
struct BasicValue {
  field::Text<Form> value;
  field::Text<Form> description;

  bool operator==(const BasicValue&) const = default;
  static constexpr auto kKeys = field::Split<2>("value description");
  static auto Fields(auto& s) { return std::tie(s.value, s.description); }
};

template <class Form>
struct BasicArg {
  field::Text<Form> name;
  field::Text<Form> description;
  field::List<Form, BasicValue> values;
  field::Texts<Form> generators;  // names, see generator.h
  field::Texts<Form> extensions;  // ".py": preferred, not required
  // Kinds of file_contents.h: preferred, not required.
  field::Texts<Form> contents;
  field::Text<Form> default_value;
  // Appended to a value of a generator, not to a file: ":" of scp's hosts.
  field::Text<Form> suffix;
  // Texts between several values in one word: "," of ps -o, ".." of git log.
  field::Texts<Form> joined_by;
  // For a command: the words that end it, as `;` and `+` in find.
  field::Texts<Form> ends;
  // RE2: a matching value is a secret, or its first group is. ".*": any value.
  field::Text<Form> secret;
  // Options with which a file is written and not read: -c of tar.
  field::Texts<Form> written_with;
  BasicRisk<Form> risk;  // of any value
  // The first match counts, before `risk`.
  field::List<Form, BasicValueRisk> risks;
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
  // Of all files only those that its generators list, and the directories that
  // lead to them: git add.
  bool only_listed = false;
  // A new name of the kind that its generators list: docker build -t.
  bool unlisted = false;
  // A file is written with a slash, as another name would be meant without one:
  // apt install ./x.deb.
  bool as_path = false;

  bool operator==(const BasicArg&) const = default;
  bool takes_files() const {
    return type == ValueType::kFile || type == ValueType::kDirectory;
  }
  // Also true for an argument that is only sometimes a file.
  bool takes_paths() const { return reads != Reads::kNothing || takes_files(); }
  static constexpr auto kKeys = field::Split<34>(
      "name description values generator extensions contents default"
      " suffix joined_by ends secret written_with risk risks template"
      " creates reads runs_only optional variadic removes overwrites"
      " open after_dashes program runs elsewhere as_root enters sought"
      " current only_listed unlisted as_path");
  static auto Fields(auto& s) {
    return std::tie(s.name, s.description, s.values, s.generators, s.extensions,
                    s.contents, s.default_value, s.suffix, s.joined_by, s.ends,
                    s.secret, s.written_with, s.risk, s.risks, s.type,
                    s.creates, s.reads, s.runs_only, s.optional, s.variadic,
                    s.removes, s.overwrites, s.open, s.after_dashes, s.program,
                    s.runs, s.elsewhere, s.as_root, s.enters, s.sought,
                    s.current, s.only_listed, s.unlisted, s.as_path);
  }
};

// Most objects have one name or two: a search by std::find(), which is unrolled for
// long lists, takes longer.
bool HasName(const auto& names, std::string_view name) {
  for (const auto& each : names) {
    if (each == name) return true;
  }
  return false;
}

template <class Form>
struct BasicOption {
  field::Texts<Form> names;  // "-m", "--message"; never empty
  field::Text<Form> description;
  field::List<Form, BasicArg> args;
  // "=" when the value must be joined (--color=auto, -M50%); else "". An
  // optional value can be the next word only if this is "".
  field::Text<Form> separator;
  field::Texts<Form> exclusive;  // names that exclude this option
  field::Texts<Form> requires_;  // names that this option requires
  field::Texts<Form> frequent;   // the most common following words
  // Of the files that the command then reads: `.xz` of tar -J.
  field::Texts<Form> extensions;
  // It has a meaning only while the spec's generator kUnderWayGenerator lists
  // this name: --continue of a rebase.
  field::Text<Form> during;
  // Names of arguments that then do not follow: the pattern behind grep -e.
  field::Texts<Form> drops;
  BasicRisk<Form> risk;
  field::List<Form, BasicValueRisk> risk_with;  // together with another option
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
  bool keeps = false;          // no file loses its contents: cp -n, tee -a

  bool operator==(const BasicOption&) const = default;
  bool is_named(std::string_view name) const { return HasName(names, name); }
  static constexpr auto kKeys = field::Split<25>(
      "name description args separator exclusive requires frequent"
      " extensions during drops risk risk_with persistent repeatable required"
      " hidden deprecated dry_run disarms arms secret_stdin directories"
      " not_current other_project keeps");
  static auto Fields(auto& s) {
    return std::tie(s.names, s.description, s.args, s.separator, s.exclusive,
                    s.requires_, s.frequent, s.extensions, s.during, s.drops,
                    s.risk, s.risk_with, s.persistent, s.repeatable, s.required,
                    s.hidden, s.deprecated, s.dry_run, s.disarms, s.arms,
                    s.secret_stdin, s.directories, s.not_current,
                    s.other_project, s.keeps);
  }
};

// How to obtain values at run time: a native reader, a command (argv), or files
// (spec/file_lists.h).
template <class Form>
struct BasicGenerator {
  field::Text<Form> name;
  field::Text<Form> native;
  field::Texts<Form> command;
  field::Texts<Form> files;
  field::Text<Form> parse;    // json, jsonl, or "": lines
  field::Text<Form> path;     // into JSON: packages[].deps[]
  field::Text<Form> pattern;  // RE2
  field::Text<Form> value;    // template: {1}
  field::Text<Form> description;
  // Of its values: "branch"; "" if no other command has them.
  field::Text<Form> kind;
  int timeout_ms = 1000;
  int ttl_s = 30;
  field::Texts<Form> depends;  // "cwd": it is run there, else in /

  bool operator==(const BasicGenerator&) const = default;
  static constexpr auto kKeys = field::Split<13>(
      " native command files parse path pattern value description kind"
      " timeout_ms ttl_s depends");
  static auto Fields(auto& s) {
    return std::tie(s.name, s.native, s.command, s.files, s.parse, s.path,
                    s.pattern, s.value, s.description, s.kind, s.timeout_ms,
                    s.ttl_s, s.depends);
  }
};

// A line that often follows a command (source/workflow.h).
template <class Form>
struct BasicNext {
  field::Text<Form> line;         // with holes: $0, $1 to $9, $N, $S...
  field::Texts<Form> words;       // the first words of the command
  field::Texts<Form> extensions;  // possible endings of its last word
  // Of the directory where it would run: one of these files is there, and none
  // of those.
  field::Texts<Form> files, lacks;
  bool fresh = false;    // which was made just now: a clone
  bool failed = false;   // it follows when the command failed
  bool wrapped = false;  // also after a wrapper, which then runs the line
  int percent = 50;

  bool operator==(const BasicNext&) const = default;
  static constexpr auto kKeys = field::Split<9>(
      "line words extensions files lacks fresh failed wrapped percent");
  static auto Fields(auto& s) {
    return std::tie(s.line, s.words, s.extensions, s.files, s.lacks, s.fresh,
                    s.failed, s.wrapped, s.percent);
  }
};

// A command or a subcommand.
template <class Form>
struct BasicCommand {
  field::Texts<Form> names;  // the first is the canonical one
  field::Text<Form> description;
  field::List<Form, BasicCommand> subcommands;
  field::Late<Form, BasicOption> options;
  field::List<Form, BasicArg> args;
  bool hidden = false;
  bool deprecated = false;
  BasicRisk<Form> risk;
  // The argument that it reads from standard input, 0 or 1.
  field::List<Form, BasicArg> stdin_;
  bool downloads = false;  // writes a download to its output
  bool prints = false;     // writes its arguments to its output: echo
  // Creates files whose names its arguments need not say: tar, wget.
  bool produces = false;
  bool finds = false;    // searches for its argument: grep, find, man
  bool opens = false;    // only shows, edits or enters it: cat, vim, cd
  bool enters = false;   // changes to its argument: cd, pushd
  bool answers = false;  // exit 1 is the answer "no": grep, test, diff
  // A line that failed is right all the same: a build, a test, a push.
  bool retried = false;
  // Without an argument it works on the branch that the current one tracks: git
  // push.
  bool tracks = false;
  // A generator whose values are subcommands, any number of them: make, just.
  field::Text<Form> subcommand_generator;
  // The most common words after this command, the most common first:
  // subcommands, options or other words, as written in a line.
  field::Texts<Form> frequent;
  // Commands that usually read its output behind a pipe, the most usual first.
  field::Texts<Form> piped_to;
  field::List<Form, BasicNext> next;
  // Commands that take the same arguments, the best first: "docker compose".
  field::Texts<Form> instead;
  // Files of the present directory that it makes, without an argument. Where
  // they exist it has nothing to do.
  field::Texts<Form> makes;
  bool root = false;  // fails for most users
  // The first word may be a cluster of options without `-`: tar xzf.
  bool dashless = false;
  // Options end at the first argument: python3 FILE -v.
  bool options_first = false;
  // One argument of its own may stand before a subcommand: dotnet sln FILE add.
  bool args_first = false;
  // The spec describes only what is dangerous or runs a command. No candidates
  // come from it.
  bool partial = false;
  // Another spec file that holds this subtree, joined before it is packed.
  field::Text<Form> ref;

  bool operator==(const BasicCommand&) const = default;
  const field::Text<Form>& name() const { return names.front(); }
  bool is_named(std::string_view name) const { return HasName(names, name); }
  static constexpr auto kKeys = field::Split<30>(
      "name description subcommands options args hidden deprecated risk"
      " stdin downloads prints produces finds opens enters answers"
      " retried tracks subcommand_generator frequent piped_to next"
      " instead makes root dashless options_first args_first partial"
      " ref");
  static auto Fields(auto& s) {
    return std::tie(s.names, s.description, s.subcommands, s.options, s.args,
                    s.hidden, s.deprecated, s.risk, s.stdin_, s.downloads,
                    s.prints, s.produces, s.finds, s.opens, s.enters, s.answers,
                    s.retried, s.tracks, s.subcommand_generator, s.frequent,
                    s.piped_to, s.next, s.instead, s.makes, s.root, s.dashless,
                    s.options_first, s.args_first, s.partial, s.ref);
  }
};

// A sorted list of names.
template <class Form>
struct SortedNames {
  field::Texts<Form> all;

  size_t size() const { return all.size(); }
  bool contains(std::string_view name) const {
    const auto at = std::lower_bound(
        all.begin(), all.end(), name,
        [](std::string_view a, std::string_view b) { return a < b; });
    return at != all.end() && *at == name;
  }
  static auto Fields(auto& s) { return std::tie(s.all); }
};

// How many options have one letter and these long names (spec/option_names.h).
template <class Form>
struct BasicOptionUse {
  field::Text<Form> name;   // "-i"
  field::Text<Form> longs;  // joined by NUL
  int count = 0;

  static auto Fields(auto& s) { return std::tie(s.name, s.longs, s.count); }
};

// One file: the root command and the generators that its arguments name.
template <class Form>
struct BasicSpec {
  BasicCommand<Form> root;
  field::List<Form, BasicGenerator> generators;  // sorted by name
  // The names of all options and of all subcommands, at any depth.
  SortedNames<Form> option_names;
  field::List<Form, BasicOptionUse> option_uses;  // sorted by name and longs
  SortedNames<Form> subcommand_names;
  field::Text<Form> origin;        // its file
  field::Text<Form> generated_by;  // the author, if it is not a person
  // A part of it has a risk, runs a command, or reads a program.
  bool has_risks = false;
  // A value may be a secret, or a secret is read.
  bool takes_secrets = false;

  static auto Fields(auto& s) {
    return std::tie(s.root, s.generators, s.option_names, s.option_uses,
                    s.subcommand_names, s.origin, s.generated_by, s.has_risks,
                    s.takes_secrets);
  }
};

using RiskSpec = BasicRisk<Packed>;
using ValueRisk = BasicValueRisk<Packed>;
using ValueSpec = BasicValue<Packed>;
using ArgSpec = BasicArg<Packed>;
using OptionSpec = BasicOption<Packed>;
using GeneratorSpec = BasicGenerator<Packed>;
using NextSpec = BasicNext<Packed>;
using CommandSpec = BasicCommand<Packed>;
using Spec = BasicSpec<Packed>;

using RiskDraft = BasicRisk<Draft>;
using ValueRiskDraft = BasicValueRisk<Draft>;
using ValueDraft = BasicValue<Draft>;
using ArgDraft = BasicArg<Draft>;
using OptionDraft = BasicOption<Draft>;
using GeneratorDraft = BasicGenerator<Draft>;
using NextDraft = BasicNext<Draft>;
using CommandDraft = BasicCommand<Draft>;
using SpecDraft = BasicSpec<Draft>;

// A spec that says nothing.
inline const Spec& NoSpec() {
  static const Spec kNone{};
  return kNone;
}

// A risk that is kept with a suggestion.
using Risk = RiskDraft;

// The subcommand, the option or the generator of that name; null if there is
// none.
template <class Form>
const BasicCommand<Form>* SubcommandNamed(const BasicCommand<Form>& command,
                                          std::string_view name) {
  for (const auto& sub : command.subcommands) {
    if (sub.is_named(name)) return &sub;
  }
  return nullptr;
}
template <class Form>
const BasicOption<Form>* OptionNamed(const BasicCommand<Form>& command,
                                     std::string_view name) {
  for (const auto& option : command.options) {
    if (option.is_named(name)) return &option;
  }
  return nullptr;
}
template <class Form>
const BasicGenerator<Form>* GeneratorNamed(const BasicSpec<Form>& spec,
                                           std::string_view name) {
  for (const auto& generator : spec.generators) {
    if (generator.name == name) return &generator;
  }
  return nullptr;
}

// Why the line cannot follow any command; "" when it can.
std::string ProblemOf(const NextDraft& next);

// Compute BasicSpec::has_risks and takes_secrets from the root command.
bool HasRisks(const CommandDraft& command);
bool TakesSecrets(const CommandDraft& command);

}  // namespace synapse
