// The argument table: what the arguments of common commands are, for commands
// without a spec (suggestion-algorithm.md, "How It's Built", step 5).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace synapse {

enum class ArgumentKind {
  kNone,       // the table does not know the command
  kDirectory,
  kFile,
  kFirstFile,  // the first argument is a file, what follows is not known
  kLaterFile,  // the first is a pattern or a program; then files follow
  kCommand,    // the rest is a command line
  kHost,
  kVariable,
  kExecutable,  // a command word: which, type, man
};

ArgumentKind LookUpArgument(std::string_view command);

// Extensions that a command works on (".py" for python), as a list separated
// by spaces; "" when it has no preference.
std::string_view PreferredExtensions(std::string_view command);

// What reads or removes files and can do neither with a directory, unless an
// option among `words`, those of the command, says so.
bool TakesNoDirectory(std::string_view command,
                      const std::vector<std::string>& words);

}  // namespace synapse
