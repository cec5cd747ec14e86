#include "spec/model.h"

#include <algorithm>

namespace synapse {
namespace {

bool IsRisky(const ArgSpec& arg) {
  return arg.risk->any() || arg.runs || !arg.risks->empty() ||
         arg.type == ValueType::kCommand || arg.type == ValueType::kShell ||
         arg.type == ValueType::kScript || arg.type == ValueType::kSql;
}

bool AnyRisky(const std::vector<ArgSpec>& args) {
  return std::any_of(args.begin(), args.end(), IsRisky);
}

bool AnySecret(const std::vector<ArgSpec>& args) {
  return std::any_of(args.begin(), args.end(), [](const ArgSpec& arg) {
    return !arg.secret->empty();
  });
}

}  // namespace

const char* RiskLevelName(RiskLevel level) {
  constexpr const char* kNames[] = {"none", "note", "careful", "dangerous",
                                    "destructive"};
  return kNames[static_cast<int>(level)];
}

bool HasRisks(const CommandSpec& command) {
  if (command.unread || command.risk.any() || command.downloads ||
      AnyRisky(command.args) || AnyRisky(command.stdin_)) {
    return true;
  }
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionSpec& option) {
                       return option.risk->any() || AnyRisky(option.args) ||
                              !option.risk_with->empty();
                     }) ||
         std::any_of(command.subcommands.begin(), command.subcommands.end(),
                     HasRisks);
}

bool TakesSecrets(const CommandSpec& command) {
  return command.unread || AnySecret(command.args) ||
         AnySecret(command.stdin_) ||
         std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionSpec& option) {
                       return option.secret_stdin || AnySecret(option.args);
                     }) ||
         std::any_of(command.subcommands.begin(), command.subcommands.end(),
                     TakesSecrets);
}

std::string ProblemOf(const NextSpec& next) {
  if (next.line.empty()) return "next needs a line";
  if (next.percent > 100) return "expected 100 percent at most";
  for (size_t at = next.line.find('$'); at != next.line.npos;
       at = next.line.find('$', at + 1)) {
    const char hole = at + 1 < next.line.size() ? next.line[at + 1] : ' ';
    if (hole != 'N' && !(hole >= '0' && hole <= '9')) {
      return "expected $0 to $9 or $N in '" + next.line + "'";
    }
  }
  return "";
}

const CommandSpec* SubcommandNamed(const CommandSpec& command,
                                   std::string_view name) {
  for (const CommandSpec& sub : command.subcommands) {
    if (sub.is_named(name)) return &sub;
  }
  return nullptr;
}

const OptionSpec* OptionNamed(const CommandSpec& command,
                              std::string_view name) {
  for (const OptionSpec& option : command.options) {
    if (option.is_named(name)) return &option;
  }
  return nullptr;
}

}  // namespace synapse
