#include "learn/failure.h"

#include <algorithm>
#include <csignal>
#include <vector>

#include "base/text.h"
#include "line/commands.h"
#include "store/row.h"

namespace synapse {
namespace {

constexpr uint32_t kLeastRuns = 2;

// The entries of a row of failures.
enum FailureOf : uint64_t { kOfRightLine = 1, kOfWrongLine = 2 };
constexpr RowRule kRule = {0.98f, 2};
// If a command has at least so many failures of right lines, and they are at
// least such a part of all, its failures say nothing. Failures before the first
// success of a line count as failures of a wrong line.
constexpr double kLeastOfRight = 3, kPartOfRight = 0.4;

// The command that ends the line, with its subcommands: "git push".
uint64_t CommandOf(std::string_view line, const ArgumentTypeFinder& types) {
  const CommandList list = ParseCommands(line);
  if (list.commands.empty()) return 0;
  const std::vector<std::string> words = ValuesOf(list.commands.back().words);
  if (words.empty()) return 0;
  std::string name = words[0];
  size_t subcommands = types ? types(words).subcommands : 0;
  for (size_t i = 1; i < words.size() && subcommands > 0; ++i) {
    if (words[i].starts_with('-')) continue;
    name += ' ' + words[i];
    --subcommands;
  }
  return Hash64(name);
}

// By what was learned of its command, without the line's own failures.
bool IsTriedAgain(Kv& kv, std::string_view line, const LineStat& stat,
                  const ArgumentTypeFinder& types) {
  const RowView row = ReadRow(kv, Table::kTransition, RowKind::kFailure,
                              CommandOf(line, types));
  if (row.empty()) return false;
  const double right = row.WeightOf(kOfRightLine);
  const double wrong = std::max(
      row.WeightOf(kOfWrongLine) - static_cast<double>(stat.failures), 0.0);
  return right >= kLeastOfRight && right >= kPartOfRight * (right + wrong);
}

}  // namespace

bool IsFailure(int exit) {
  constexpr int kSignalled = 128, kUnknownOption = 129;
  return exit > 0 && (exit <= kSignalled || exit == kUnknownOption ||
                      exit > kSignalled + SIGRTMAX);
}

bool BlamesLine(Kv& kv, std::string_view line, const LineStat& stat, int exit,
                const LineReaders& readers) {
  if (!IsFailure(exit)) return false;
  const CommandList list = ParseCommands(line);
  const bool is_blamed = std::all_of(
      list.commands.begin(), list.commands.end(),
      [&](const SimpleCommand& command) {
        return command.words.empty() ||
               (readers.failures
                    ? readers.failures(ValuesOf(command.words), exit)
                    : command.words.size() > 1);
      });
  return is_blamed && !list.commands.empty() &&
         !IsTriedAgain(kv, line, stat, readers.types);
}

bool FailedEachTime(Kv& kv, std::string_view line, const LineStat& stat,
                    const LineReaders& readers) {
  return stat.count >= kLeastRuns && stat.failures == stat.count &&
         BlamesLine(kv, line, stat, stat.last_exit, readers);
}

Status LearnFailure(Kv& kv, std::string_view line, const LineStat& stat,
                    int exit, const LineReaders& readers) {
  const bool fails = IsFailure(exit);
  const bool recovers = exit == 0 && stat.successes == 0 && stat.failures > 0;
  if (!fails && !recovers) return {};
  const FailureOf of =
      fails && stat.successes == 0 ? kOfWrongLine : kOfRightLine;
  return AddToRow(
      kv,
      {Table::kTransition, RowKind::kFailure, CommandOf(line, readers.types)},
      of, kRule);
}

}  // namespace synapse
