// What each spec that is made from untrusted text holds to.
#pragma once

#include <cstdlib>
#include <string>

#include "base/text.h"
#include "manual/layers.h"
#include "manual/option_text.h"
#include "spec/parse.h"

namespace synapse {

inline void CheckCleanText(const std::string& text, size_t most) {
  if (text.size() > most || HasHidden(text)) abort();
}

inline void CheckMadeCommand(const CommandDraft& command, int depth) {
  if (depth > 2) abort();
  CheckCleanText(command.description, kMaxMachineText + 3);
  for (const OptionDraft& option : command.options) {
    CheckCleanText(option.description, kMaxMachineText + 3);
    for (const std::string& name : option.names) {
      CheckCleanText(name, 64);
      if (!name.starts_with('-')) abort();
    }
    for (const ArgDraft& arg : option.args) {
      CheckCleanText(arg.name, 64);
      for (const ValueDraft& value : arg.values) {
        CheckCleanText(value.value, 4000);
        CheckCleanText(value.description, kMaxMachineText + 3);
      }
    }
  }
  for (const CommandDraft& sub : command.subcommands) {
    CheckMadeCommand(sub, depth + 1);
  }
}

inline void CheckMadeSpec(CommandDraft command) {
  CheckMadeCommand(command, 0);
  DropDoubleNames(command);
  SpecDraft spec;
  spec.root = std::move(command);
  const auto again = ParseSpec(SpecToJson(spec), "fuzz");
  if (!again.ok() || !(again->root == spec.root)) abort();
}

}  // namespace synapse
