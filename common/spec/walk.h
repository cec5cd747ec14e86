// Walking a spec: computes what the spec expects after the words of a command
// line up to the cursor.
//
//   git checkout -b ▏         option value of -b (new branch)
//   git commit --message=▏    the same option, joined: value_offset = 10
//   tar -xzf ▏                the value of f, last of a cluster
//   git -C dir ch▏            a subcommand; -C took its value
//   git log main..d▏          the second of two joined values
//   docker exec -it web ls ▏  nested_from = 4: the rest is a command line
//   find -exec rm {} \; -▏    nested {2, 4}, and an option of find
//
// Tested by tests/spec/walk_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/model.h"

namespace synapse {

enum class Expect { kSubcommand, kOptionFlag, kOptionValue, kArgument };

// A value in the line: words[word], from the byte `offset` on.
struct WalkedValue {
  const ArgSpec* arg;
  const OptionSpec* option;  // its option; null for an argument
  size_t word;
  size_t offset;
};

// An option as it was written: the bytes [begin, end) of words[word] are its
// name. A letter of a cluster is one option: `z` of -xzf.
struct WrittenOption {
  const OptionSpec* option;
  size_t word, begin, end;
};

struct WalkResult {
  std::vector<const CommandSpec*> path;    // root first, deepest last
  std::vector<size_t> subcommand_words;    // words[] of path[1], path[2]...
  std::vector<const OptionSpec*> present;  // options already written
  std::vector<std::string> present_names;  // their spelling in the line
  std::vector<WrittenOption> written;      // each time, in the line's order
  Expect expect = Expect::kArgument;
  const OptionSpec* option = nullptr;  // for kOptionValue
  const ArgSpec* arg = nullptr;        // of the partial, if the spec knows it
  // More arguments that may stand here, because earlier ones are optional or
  // variadic: the paths of `git checkout ▏`.
  std::vector<const ArgSpec*> also;
  // The values before the cursor's one in the partial (ArgSpec::joined_by).
  std::vector<std::string> joined;
  int arg_index = 0;  // which positional argument, from 0
  // The bytes of the partial before the value: "--message=" is 10, "-o" of
  // "-ofile" is 2, "pods," of "pods,svc" is 5, else 0.
  size_t value_offset = 0;
  bool after_double_dash = false;  // or after the argument that ends options
  // True if a subcommand of the deepest command may still follow.
  bool subcommand_possible = false;
  // True behind a word that the spec lacks where only a subcommand may stand.
  bool unknown_subcommand = false;
  // Index into the words passed to Walk where a nested command line starts (its
  // own first word; words.size() when that is the partial), else npos.
  size_t nested_from = npos;
  const ArgSpec* nested_arg = nullptr;  // the argument that holds it
  // Nested command lines that ended before words[to]. `to` is npos for one that
  // continues and whose words are arguments too: npx.
  struct Nested {
    const ArgSpec* arg;
    size_t from, to;
  };
  std::vector<Nested> nested;
  std::vector<WalkedValue> values;  // of options and arguments, as written
  static constexpr size_t npos = static_cast<size_t>(-1);

  const CommandSpec& command() const { return *path.back(); }
};

// `words` are the values of the words before the partial; words[0] is the
// command. `partial` is the word at the cursor (may be empty). REQUIRES:
// !words.empty().
WalkResult Walk(const CommandSpec& root, std::span<const std::string> words,
                std::string_view partial);

// The option of that name of a command in the path, the root's first, also one
// that is not persistent; null if there is none.
const OptionSpec* OptionNamed(const WalkResult& walk, std::string_view name);

// The deepest command in the path whose `list` is not empty; null if there is
// none.
template <class List>
const CommandSpec* DeepestWith(const WalkResult& walk,
                               List CommandSpec::*list) {
  for (size_t level = walk.path.size(); level-- > 0;) {
    if (!(walk.path[level]->*list).empty()) return walk.path[level];
  }
  return nullptr;
}

// The directory that the values enter (ArgSpec::enters), as written in `words`,
// and relative to `from`, which is empty or a path: "a/b" of
// `git -C a -C b add ▏`.
std::string EnteredFrom(std::string from, const WalkResult& walk,
                        std::span<const std::string> words);

// True if the partial is the beginning of a long option, with two letters at
// least, and no command in the path has one that begins so.
bool LacksOption(const WalkResult& walk, std::string_view partial);

// True if a subcommand is expected behind the command. Hidden ones are not:
// manage.py of python is a file.
bool ListsSubcommands(const CommandSpec& command);

// True if only a subcommand or an option may stand at `walk`.
bool WantsSubcommand(const WalkResult& walk);

// The options that may still be written at `walk`, including persistent ones of
// the parents. Left out are options already present (unless repeatable),
// options that a present one excludes, and hidden options.
std::vector<const OptionSpec*> AvailableOptions(const WalkResult& walk);

}  // namespace synapse
