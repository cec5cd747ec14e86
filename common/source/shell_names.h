// ShellNames: the names and variables of the running shell, from the callbacks of
// the ABI. Outside of a shell all functions are null.
//
// Tested by tests/source/command_lookup_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace synapse {

struct ShellNames {
  enum class Kind { kNone, kBuiltin, kFunction, kAlias, kReserved };
  std::function<std::optional<std::string>(std::string_view)> variable;
  std::function<std::optional<std::string>(std::string_view)> alias;
  std::function<Kind(std::string_view)> kind;
  // True for a command whose words something else lists: the shell's own
  // completion, or a file that is installed for one.
  std::function<bool(std::string_view command)> completes;
  std::function<void(std::string_view prefix,
                     const std::function<bool(std::string_view, Kind)>&)>
      each;
  // True for a suggestion that settings of the shell hide.
  std::function<bool(std::string_view buffer, std::string_view suggestion,
                     bool from_history)>
      unwanted;
};

}  // namespace synapse
