#include "rank/grammar.h"

#include <algorithm>
#include <memory>
#include <unordered_set>

#include "line/segment.h"

namespace synapse {
namespace {

bool IsOperator(std::string_view word) {
  return !word.empty() && std::string_view("|&;<>()").find(word[0]) !=
                              std::string_view::npos;
}

bool IsOpen(std::string_view openers, std::string_view left) {
  for (const Token& token : TokenizeOpen(left).tokens) {
    if (token.kind != TokenKind::kWord || token.quoted) continue;
    if (openers.find(" " + token.value + " ") != openers.npos) return true;
  }
  return false;
}

bool HasOption(const CommandSpec& command, std::string_view name) {
  return std::any_of(
      command.options.begin(), command.options.end(), [&](const auto& option) {
        return std::find(option.names.begin(), option.names.end(), name) !=
               option.names.end();
      });
}

void AddOptions(const CommandSpec& command,
                std::unordered_set<std::string_view>& names) {
  for (const OptionSpec& option : command.options) {
    names.insert(option.names.begin(), option.names.end());
  }
  for (const CommandSpec& sub : command.subcommands) AddOptions(sub, names);
}

// Of the command or any of its subcommands; of the spec that was asked about
// last.
bool IsOptionSomewhere(const std::shared_ptr<const Spec>& spec,
                       std::string_view name) {
  static std::shared_ptr<const Spec> last;
  static std::unordered_set<std::string_view> names;
  if (last != spec) {
    names.clear();
    if (spec) AddOptions(spec->root, names);
    last = spec;
  }
  return names.contains(name);
}

// An option that no subcommand has may be newer than the spec, and a number is
// taken by many.
bool IsOptionElsewhere(const CompletionContext& context,
                       std::string_view word) {
  std::string_view name = word.substr(0, word.find('='));
  if (name.find_first_of("0123456789") == 1) return false;
  const auto& path = context.walk->path;
  return std::none_of(path.begin(), path.end(),
                      [&](const CommandSpec* command) {
                        return HasOption(*command, name);
                      }) &&
         IsOptionSomewhere(context.spec, name);
}

bool WantsSubcommand(const WalkResult& walk) {
  const CommandSpec& command = walk.command();
  return walk.subcommand_possible && !walk.arg && walk.also.empty() &&
         !command.subcommands.empty() && command.subcommand_generator.empty() &&
         command.args.empty();
}

bool IsSubcommand(const CommandSpec& command, std::string_view word) {
  return std::any_of(command.subcommands.begin(), command.subcommands.end(),
                     [&](const CommandSpec& sub) {
                       return std::find(sub.names.begin(), sub.names.end(),
                                        word) != sub.names.end();
                     });
}

}  // namespace

bool MayStand(const CompletionContext& context, std::string_view left,
              std::string_view word, bool seen_here) {
  if (context.position == Position::kRedirect) {
    return !word.starts_with('-') && !IsOperator(word);
  }
  bool first = context.position == Position::kCommandName ||
               context.position == Position::kPipeTarget;
  if (first) {
    std::string_view openers = OpenersOf(word);
    // An operator ends a command, and there is none yet.
    return !IsOperator(word) && (openers.empty() || IsOpen(openers, left));
  }
  if (seen_here || !context.walk || context.walk->after_double_dash ||
      IsOperator(word)) {
    return true;
  }
  const WalkResult& walk = *context.walk;
  if (walk.expect == Expect::kOptionValue) return true;
  if (word.starts_with('-')) return !IsOptionElsewhere(context, word);
  // git finds subcommands anywhere on PATH, and so do others: only below.
  if (walk.path.size() < 2 || IsSubcommand(walk.command(), word)) return true;
  return !WantsSubcommand(walk) && !IsSubcommand(*walk.path.front(), word);
}

}  // namespace synapse
