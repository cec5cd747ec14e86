// Programs that a command runs for itself: its pager, its editor, a line in the
// text of an edit or of a program.
//
//   PAGER='rm -rf x' man ls        the value of a variable
//   git -c core.pager='rm x' log   a setting
//   less '+!rm -rf x' f            a command of the pager
//   sed '1e rm -rf x' f            a command of sed
//   ed f <<< '!rm -rf x'           a line of an editor
//   awk 'BEGIN { system("rm x") }' a call in a program
//
// Tested by tests/effect/risk_test.cc over tests/cases/risks.txt.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "line/commands.h"
#include "spec/model.h"

namespace synapse {

// Lines in the values of variables such as PAGER.
std::vector<std::string> ProgramsOf(const std::vector<Token>& assignments);

// Lines in the words of the command.
std::vector<std::string> ProgramsIn(std::span<const std::string> words);

// True for an editor that reads its commands from standard input.
bool TakesEdits(std::span<const std::string> words);

// Lines that such commands give to a shell.
std::vector<std::string> LinesOfEdits(std::string_view edits);

// The risk of such commands for the file.
Risk RiskOfEdits(std::string_view edits);

// Lines that a program in another language gives to a shell.
std::vector<std::string> LinesInProgram(std::string_view program);

// True if the value is a program.
inline bool ReadsProgram(const ArgSpec& arg) {
  return arg.type == ValueType::kShell || arg.type == ValueType::kScript;
}

inline Risk RunsDecoded() {
  return {RiskLevel::kDangerous, "runs what it decodes"};
}
inline Risk RunsDownload() {
  return {RiskLevel::kDangerous, "runs what it downloads"};
}

}  // namespace synapse
