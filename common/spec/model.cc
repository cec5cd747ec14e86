#include "spec/model.h"

#include <algorithm>

namespace synapse {
namespace {

bool IsRisky(const ArgDraft& arg) {
  return arg.risk.any() || arg.runs || !arg.risks.empty() ||
         arg.type == ValueType::kCommand || arg.type == ValueType::kShell ||
         arg.type == ValueType::kScript || arg.type == ValueType::kSql;
}

bool AnyRisky(const std::vector<ArgDraft>& args) {
  return std::any_of(args.begin(), args.end(), IsRisky);
}

bool AnySecret(const std::vector<ArgDraft>& args) {
  return std::any_of(args.begin(), args.end(),
                     [](const ArgDraft& arg) { return !arg.secret.empty(); });
}

}  // namespace

const char* RiskLevelName(RiskLevel level) {
  constexpr const char* kNames[] = {"none", "note", "careful", "dangerous",
                                    "destructive"};
  return kNames[static_cast<int>(level)];
}

bool HasRisks(const CommandDraft& command) {
  if (command.risk.any() || command.downloads || AnyRisky(command.args) ||
      AnyRisky(command.stdin_)) {
    return true;
  }
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionDraft& option) {
                       return option.risk.any() || AnyRisky(option.args) ||
                              !option.risk_with.empty();
                     }) ||
         std::any_of(command.subcommands.begin(), command.subcommands.end(),
                     HasRisks);
}

bool TakesSecrets(const CommandDraft& command) {
  return AnySecret(command.args) || AnySecret(command.stdin_) ||
         std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionDraft& option) {
                       return option.secret_stdin || AnySecret(option.args);
                     }) ||
         std::any_of(command.subcommands.begin(), command.subcommands.end(),
                     TakesSecrets);
}

std::string ProblemOf(const NextDraft& next) {
  if (next.line.empty()) return "next needs a line";
  if (next.percent > 100) return "expected 100 percent at most";
  for (size_t at = next.line.find('$'); at != next.line.npos;
       at = next.line.find('$', at + 1)) {
    const char hole = at + 1 < next.line.size() ? next.line[at + 1] : ' ';
    if (std::string_view("0123456789NSOBDU").find(hole) == std::string::npos) {
      return "expected $0 to $9, $N, $S, $O, $B, $D or $U in '" + next.line +
             "'";
    }
  }
  return "";
}

}  // namespace synapse
