// Walking a spec: given the words of one command line up to the cursor, what
// does the spec expect there?
//
//   git checkout -b ▏         option value of -b (new branch)
//   git commit --message=▏    the same option, joined: value_offset = 10
//   tar -xzf ▏                the value of f, last of a cluster
//   git -C dir ch▏            a subcommand; -C took its value
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

// A value that was written: words[word], from the byte `offset` on.
struct WalkedValue {
  const ArgSpec* arg;
  const OptionSpec* option;  // that it belongs to; null for an argument
  size_t word;
  size_t offset;
};

struct WalkResult {
  std::vector<const CommandSpec*> path;    // root first, deepest last
  std::vector<const OptionSpec*> present;  // options already written
  std::vector<std::string> present_names;  // the spelling that was written
  Expect expect = Expect::kArgument;
  const OptionSpec* option = nullptr;  // for kOptionValue
  const ArgSpec* arg = nullptr;  // what the partial is, where the spec says it
  // Arguments that may stand here as well, because those before them are
  // optional or variadic: the paths of `git checkout ▏`.
  std::vector<const ArgSpec*> also;
  int arg_index = 0;  // which positional argument, from 0
  // Bytes of the partial that stand before the value: "--message=" is 10,
  // "-o" of "-ofile" is 2, else 0.
  size_t value_offset = 0;
  bool after_double_dash = false;
  // Subcommands of the deepest command may still be written here.
  bool subcommand_possible = false;
  // Index into the words passed to Walk where a nested command line starts
  // (its own first word; words.size() when that is the partial), else npos.
  size_t nested_from = npos;
  const ArgSpec* nested_arg = nullptr;  // what it is the value of
  // Nested command lines that came to their end, before words[to]; npos for one
  // that goes on, whose words are arguments all the same: npx.
  struct Nested {
    const ArgSpec* arg;
    size_t from, to;
  };
  std::vector<Nested> nested;
  std::vector<WalkedValue> values;  // of options and arguments, as written
  static constexpr size_t npos = static_cast<size_t>(-1);

  const CommandSpec& command() const { return *path.back(); }
};

// `words` are the values of the words before the partial, words[0] the command
// itself; `partial` is what stands at the cursor (may be empty).
// REQUIRES: !words.empty().
WalkResult Walk(const CommandSpec& root, std::span<const std::string> words,
                std::string_view partial);

// A subcommand must stand at `walk`, and nothing else may but an option.
bool WantsSubcommand(const WalkResult& walk);

// The options that may still be written at `walk`, persistent ones of the
// parents included; without those already there (unless repeatable), those
// excluded by one that is there, and hidden ones.
std::vector<const OptionSpec*> AvailableOptions(const WalkResult& walk);

}  // namespace synapse
