// ArgumentType: what an argument slot of a command takes, as far as a spec says
// so. context/argument_type.h finds it out, and is above what learns by it.
#pragma once

#include <functional>
#include <span>
#include <string>

namespace synapse {

struct ArgumentType {
  std::string kind;   // "branch", "host"...: letters; "" where it is not known
  // A name that is not listed may be meant as well: it is to be made, or
  // another machine knows it.
  bool open = false;
  // A file may stand there as well: `git checkout FILE`.
  bool files = false;
  // It is a file that is there already: `git rm FILE`.
  bool is_file = false;
};

// What stands behind the words of a command (unquoted).
using ArgumentTypeFinder =
    std::function<ArgumentType(std::span<const std::string> words)>;

}  // namespace synapse
