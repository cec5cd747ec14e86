#include "ai/answer.h"

#include <re2/re2.h>

#include "base/regex.h"
#include "base/text.h"
#include "effect/grammar.h"
#include "line/commands.h"
#include "line/tokenizer.h"
#include "spec/wrapped_command.h"

namespace synapse {
namespace {

constexpr size_t kLongest = 1000;  // bytes of a line

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// The first line that is not a code fence, without markup.
std::string FirstLine(std::string_view answer) {
  std::string_view line;
  while (!answer.empty()) {
    const size_t end = std::min(answer.find('\n'), answer.size());
    line = Trimmed(answer.substr(0, end));
    answer.remove_prefix(std::min(end + 1, answer.size()));
    if (!line.empty() && !line.starts_with("```")) break;
  }
  if (line.starts_with("```")) return "";
  if (line.starts_with("$ ")) line = Trimmed(line.substr(2));
  const bool quoted = line.size() > 2 && line.front() == '`' &&
                      line.back() == '`' &&
                      line.find('`', 1) == line.size() - 1;
  if (quoted) line = Trimmed(line.substr(1, line.size() - 2));
  return std::string(line);
}

bool HasPlaceholder(std::string_view line) {
  static const RE2 kPlaceholder(
      R"((?i)(?:^|[\s='"/:@])(?:<[a-z][a-z0-9 _.|-]*>|\[[a-z][a-z_-]+\]|)"
      R"(\{[a-z][a-z_-]+\}|your[-_][a-z]|/?path/to/|foo(?:bar)?(?:$|[\s'"])|)"
      R"(example\.(?:com|org|net)|xxx+|\.\.\.(?:$|\s)))");
  return RE2::PartialMatch(Piece(line), kPlaceholder);
}

bool CanRunAll(const std::string& line, const AnswerCheck& check) {
  const CommandList list = ParseCommands(line);
  if (list.commands.empty() || !list.functions.empty()) return false;
  for (const SimpleCommand& command : list.commands) {
    const std::vector<std::string> values = ValuesOf(command.words);
    std::span<const std::string> words = values;
    while (!words.empty()) {
      if (!check.can_run(words[0])) return false;
      const size_t wrapped = WrappedCommand(check.specs, words);
      if (wrapped == 0) break;
      words = words.subspan(wrapped);
    }
  }
  return true;
}

// True also without a spec, or with a partial one.
bool IsKnownOption(const CompletionContext& context, std::string_view word) {
  if (!word.starts_with('-') || word.size() < 2 || !context.walk ||
      context.walk->after_double_dash ||
      context.walk->expect == Expect::kOptionValue) {
    return true;
  }
  bool any = false;
  for (const CommandSpec* command : context.walk->path) {
    if (command->partial) return true;
    any |= !command->options.empty();
  }
  const std::string_view name = word.substr(0, word.find('='));
  if (!any || name == "--" || OptionNamed(*context.walk, name)) return true;
  if (name.starts_with("--")) return false;
  // -la, -n5, -ofile: the first letter is known, or the rest is a number.
  return OptionNamed(*context.walk, name.substr(0, 2)) ||
         (name[1] >= '0' && name[1] <= '9');
}

bool AllMayStand(const std::string& line, size_t from,
                 const AnswerCheck& check) {
  for (const Token& token : Tokenize(line)) {
    if (token.kind != TokenKind::kWord || token.end <= from) continue;
    const std::string left = line.substr(0, token.begin);
    const CompletionContext context =
        BuildContext(left, left.size(), check.specs, check.alias);
    if (!MayStand(context, left, token.raw(line), /*seen_here=*/false) ||
        !IsKnownOption(context, token.value)) {
      return false;
    }
  }
  return true;
}

}  // namespace

CheckedAnswer CheckAnswer(std::string_view answer, std::string_view typed,
                          const AnswerCheck& check) {
  auto refused = [](const char* why) { return CheckedAnswer{"", why}; };
  std::string line = FirstLine(answer);
  if (line.empty()) return refused("empty");
  if (line.size() > kLongest) return refused("too long");
  if (HasHidden(line)) return refused("hidden characters");
  const std::string_view wanted =
      typed.substr(std::min(typed.find_first_not_of(" \t"), typed.size()));
  if (!line.starts_with(wanted)) {
    return refused("not a continuation of the line");
  }
  if (!wanted.empty() && line == Trimmed(wanted)) {
    return refused("adds nothing");
  }
  line.insert(0, typed.substr(0, typed.size() - wanted.size()));
  const std::string_view added = std::string_view(line).substr(typed.size());
  if (HasPlaceholder(" " + std::string(added))) return refused("a placeholder");
  if (line.find("<<") != line.npos || line.ends_with('\\')) {
    return refused("more than one line");
  }
  if (!CanRunAll(line, check)) {
    return refused("a command that is not installed");
  }
  if (!AllMayStand(line, typed.size(), check)) {
    return refused("a word that is not allowed there");
  }
  return {std::move(line), nullptr};
}

std::string CheckedText(std::string_view answer, size_t most_lines) {
  std::string out;
  while (!answer.empty() && most_lines > 0) {
    const size_t end = std::min(answer.find('\n'), answer.size());
    const std::string_view line = Trimmed(answer.substr(0, end));
    answer.remove_prefix(std::min(end + 1, answer.size()));
    if (line.empty() || line.starts_with("```")) continue;
    out += Drawable(std::string(line.substr(0, kLongest))) + "\n";
    --most_lines;
  }
  return out;
}

}  // namespace synapse
