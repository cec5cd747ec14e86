// ArgumentType: the kind of value that an argument slot of a command takes, as
// far as a spec says so. context/argument_kind.h, in a layer above, computes
// it.
//
// Tested by tests/context/argument_kind_test.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace synapse {

struct ArgumentType {
  std::string kind;  // "branch", "host"...: letters; "" where it is not known
  // The kind of name that the value may begin with: "host" of scp's HOST:PATH.
  std::string begins_with = {};
  // A name that is not listed is possible too: the command creates it, or
  // another machine knows it.
  bool open = false;
  // A file may stand there as well: `git checkout FILE`.
  bool files = false;
  // The name of a subcommand, or of a command that runs: sudo, docker exec.
  bool is_command = false;
  // Which value is meant, if one is the current one, such as a branch.
  enum class Current { kMaybe, kUsually, kNever } current = Current::kMaybe;
  // The word before is an option here, and its name is rather of another option
  // behind other subcommands (spec/option_names.h).
  bool behind_homonym = false;
  // The command has as many arguments as its spec names.
  bool behind_last = false;
  // How many of the words before it are names of subcommands.
  size_t subcommands = 0;
};

// Finds the type of the argument that follows the (unquoted) words of a
// command.
using ArgumentTypeFinder =
    std::function<ArgumentType(std::span<const std::string> words)>;

}  // namespace synapse
