// Operands: what the words of a whole command refer to, according to its spec:
// files that must exist, values that must not, and what the spec does not have.
//
//   sudo head -n 5 a b      3, 4 (the files that head reads)
//   python3 plot.py x       1
//   git comit               its subcommand is unknown
//   docker run --nmae x y   it has an unknown option
//   git branch fix main     2 must not exist yet
//
// Tested by tests/context/operands_test.cc.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/store.h"
#include "spec/walk.h"

namespace synapse {

struct Operands {
  std::vector<size_t> processes;  // indices of words that name processes
  size_t unknown_subcommand = 0;  // its index; 0 for none
  // True for a long option that a full spec does not have: a typo, or an option
  // of a newer version.
  bool unknown_option = false;
  struct Value {
    size_t word;  // its index
    const ArgSpec* arg;
    std::shared_ptr<const Spec> spec;  // which has the argument
  };
  std::vector<Value> files;   // to be read, so they must exist
  std::vector<Value> made;    // to be created, so they must not exist yet
  std::vector<Value> listed;  // names that the project lists: `npm run dev`
  // Names that a command lists, and no others are possible: `docker logs web`.
  std::vector<Value> reported;
  // Files of an argument that takes only some: the changed ones of `git add`.
  std::vector<Value> chosen;
  // Words with a '/' that may name a file: the spec does not say what they
  // mean, or the command has none: `node run.js data/a.csv`.
  std::vector<size_t> paths;
  // Names without a '/' of files that are likely read, by their endings:
  // `frobnicate a.csv`, `exiftool a.jpg`.
  std::vector<size_t> inputs;
  // Files that are written: their directories must exist.
  std::vector<size_t> written;
  // Options that need something to be under way: `git rebase --continue`.
  struct Choice {
    const OptionSpec* option;
    std::shared_ptr<const Spec> spec;  // which has the option
  };
  std::vector<Choice> choices;
  // Words that a generator of subcommands lists, as the targets of make; and
  // that generator.
  std::vector<size_t> targets;
  std::string target_generator;
  std::shared_ptr<const Spec> target_spec;
  // A word may name a branch, a tag or a remote.
  bool names_git = false;
  // A remote is not named, and one must exist: `git push`.
  bool needs_remote = false;
  // Nothing is named, and the current branch must track one: `git push`.
  bool needs_upstream = false;
  // Files that the command makes in its directory.
  std::vector<std::string> makes;
  // The directory that options enter, to which other words are relative: that
  // of `git -C dir`; "" if there is none.
  std::string directory;
};

// True if a value of the argument (may be null) must not exist yet. With
// --force it may.
bool IsToBeNew(const ArgSpec* arg, const WalkResult& walk);

// True if the spec does not exclude that a value of the argument names a file.
bool MayNameFile(const ArgSpec& arg);

// True if the name of a file is of one of the endings in ArgSpec::extensions:
// ".py", or "test_*.py" with its beginning too.
bool HasEnding(std::string_view path, std::string_view ending);

// The endings of the files that the argument takes: those of an option on the
// line, or the argument's own.
const PackedList<PackedText>& ExtensionsOf(const ArgSpec& arg,
                                           const WalkResult& walk);

// True if the argument at the cursor takes a file and no directory: that of rm,
// and not of rm -r.
bool TakesNoDirectory(const WalkResult& walk);

// True if only a name that the project lists can be meant, and no option leads
// to another project: `npm run `, `cargo run --bin `.
bool IsListedByProject(const Spec& spec, const ArgSpec* arg,
                       const WalkResult& walk);

// True if only a name that a command of the spec lists can be meant: the
// container of `docker logs `, and no new one.
bool IsReported(const Spec& spec, const ArgSpec& arg);

// The arguments at the cursor that take files.
std::vector<const ArgSpec*> FileArguments(const WalkResult& walk);
// True if none of these arguments takes a file that its generators do not list.
bool TakesOnlyListed(const WalkResult& walk);

// True if an option makes the command write the file that a value of the
// argument (may be null) names, and not read it: tar -c.
bool IsWritten(const ArgSpec* arg, const WalkResult& walk);

// True if a file that a value of the argument (may be null) names would lose
// its contents. The files of a copy are known at its last argument only.
bool Overwrites(const ArgSpec* arg, const WalkResult& walk);

// True if an option keeps the contents of every file that exists: cp -n.
bool KeepsFiles(const WalkResult& walk);

// `words` are the values of a command's words, including wrappers such as sudo.
// REQUIRES: !words.empty().
Operands OperandsOf(SpecStore& specs, std::span<const std::string> words);

// A name with the ending of a kind of file that programs usually read.
bool IsNameOfFile(std::string_view word);

}  // namespace synapse
