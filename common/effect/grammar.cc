#include "effect/grammar.h"

#include <algorithm>
#include <cctype>

#include "line/commands.h"
#include "line/segment.h"
#include "spec/option_names.h"

namespace synapse {
namespace {

bool BeginsWithOperator(std::string_view word) {
  return !word.empty() &&
         std::string_view("|&;<>()").find(word[0]) != std::string_view::npos;
}

// True if the compound command that a word such as `done` closes is open, and a
// simple command has ended before it: not directly behind `do`.
bool IsOpen(std::string_view openers, std::string_view left) {
  const std::vector<Token> tokens = TokenizeOpen(left).tokens;
  bool open = false, ended = false;
  for (const Token& token : tokens) {
    ended = token.kind != TokenKind::kWord;
    if (ended || token.quoted) continue;
    open |= openers.find(" " + token.value + " ") != openers.npos;
    ended = token.value == "}" || token.value == "fi" ||
            token.value == "done" || token.value == "esac";
  }
  return open && ended;
}

// A command's name has a letter, or is one of the shell's own, which no program
// can run. An option or a quoted text behind `find . -exec ` was an argument of
// find.
bool MayName(const CompletionContext& context, std::string_view word,
             bool seen_here) {
  constexpr std::string_view kOfTheShell[] = {".", ":", "[", "[[", "{",
                                              "}", "!", "-", "..", "~"};
  const bool by_program =
      IsRunByAnother(context) && !IsWrapper(context.segment.words[0].value);
  if (std::find(std::begin(kOfTheShell), std::end(kOfTheShell), word) !=
      std::end(kOfTheShell)) {
    return !by_program;
  }
  const bool has_letter = std::any_of(word.begin(), word.end(), [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) ||
           static_cast<signed char>(c) < 0;
  });
  const bool is_argument =
      std::string_view("-'\"").find(word[0]) != std::string_view::npos;
  return has_letter && (seen_here || !by_program || !is_argument);
}

// True if the operator ends a command that lacks an argument or subcommand.
bool EndsTooEarly(const WalkResult& walk, std::string_view word) {
  const bool ends = std::string_view("|&;").find(word[0]) != word.npos;
  if (ends && WantsSubcommand(walk)) return true;
  const bool wanted =
      walk.expect == Expect::kArgument || walk.expect == Expect::kOptionValue;
  return ends && wanted && walk.arg && !walk.arg->optional &&
         std::none_of(
             walk.values.begin(), walk.values.end(),
             [&](const WalkedValue& value) { return value.arg == walk.arg; });
}

// True for an option of another subcommand. An option that no subcommand has
// may be newer than the spec, and many commands take a number. A short name
// that other subcommands use for another option was learned from those.
bool IsOptionElsewhere(const CompletionContext& context,
                       std::string_view word) {
  std::string_view name = word.substr(0, word.find('='));
  if (name.find_first_of("0123456789") == 1) return false;
  if (!context.spec) return false;
  const auto& all = context.spec->option_names;
  auto elsewhere = [&](std::string_view option) {
    return all.contains(option) && !OptionNamed(*context.walk, option);
  };
  if (all.contains(name)) {
    const OptionSpec* here = DeepestOption(*context.walk, name);
    return !here || IsRatherOfOthers(*context.spec, *here, name);
  }
  if (name.starts_with("--")) return false;
  // A cluster of letters.
  return std::any_of(name.begin() + 1, name.end(), [&](char letter) {
    return elsewhere(std::string({'-', letter}));
  });
}

// True for an option that is written already, and may not be repeated.
bool IsThere(const CompletionContext& context, std::string_view word) {
  const auto& words = context.words;
  if (std::find(words.begin(), words.end(), word) == words.end()) return false;
  const auto& present = context.walk->present;
  return std::none_of(present.begin(), present.end(),
                      [](const auto* option) { return option->repeatable; });
}

}  // namespace

bool MayStand(const CompletionContext& context, std::string_view left,
              std::string_view word, bool seen_here) {
  if (context.position == Position::kRedirect) {
    return !word.starts_with('-') && !BeginsWithOperator(word);
  }
  if (context.names_command()) {
    std::string_view openers = OpenersOf(word);
    // An operator ends a command, and no command is written yet.
    return !BeginsWithOperator(word) && MayName(context, word, seen_here) &&
           (openers.empty() || IsOpen(openers, left));
  }
  // A message is no branch and no file.
  bool is_text = word.starts_with('"') || word.starts_with('\'');
  if (!seen_here && is_text && context.expected != ExpectedType::kAny) {
    return false;
  }
  if (seen_here) return true;
  // The same argument is seldom given twice.
  const auto& words = context.words;
  if (!word.starts_with('-') && !words.empty() &&
      std::find(words.begin() + 1, words.end(), word) != words.end()) {
    return false;
  }
  if (!context.walk || context.walk->after_double_dash) return true;
  if (BeginsWithOperator(word)) return !EndsTooEarly(*context.walk, word);
  const WalkResult& walk = *context.walk;
  if (walk.expect == Expect::kOptionValue) {
    bool must = walk.arg && !walk.arg->optional;
    if (!must) return true;
    // Where an option takes any text only a quoted text may stand: other words
    // were learned from other commands.
    if (context.expected == ExpectedType::kAny) return is_text;
    return !word.starts_with('-');
  }
  if (word.starts_with('-')) {
    return !IsOptionElsewhere(context, word) && !IsThere(context, word);
  }
  if (SubcommandNamed(walk.command(), word)) return true;
  return !WantsSubcommand(walk) &&
         !(context.spec && context.spec->subcommand_names.contains(word));
}

}  // namespace synapse
