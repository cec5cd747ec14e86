#include "context/directory.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

// No value if there is no such directory, or it may block.
std::optional<std::string> Entered(const std::string& from,
                                   const std::string& name) {
  const std::string named = JoinPath(from, name);
  std::string path = std::filesystem::path(named).lexically_normal();
  path = std::string(WithoutSlash(path));
  if (path.empty()) path = "/";
  if (OnSlowMount(path) || !IsDirectory(path)) return std::nullopt;
  return path;
}

// The directory after a command of these words ran in `from`; no value if it
// cannot be known.
std::optional<std::string> After(const std::vector<Token>& words,
                                 const std::string& from, SpecStore& specs) {
  if (words.empty()) return from;
  const auto spec = specs.FindAny(words[0].value);
  if (!spec || !spec->root.enters) return from;
  const bool is_plain = words.size() == 2 && !words[1].dynamic &&
                        !words[1].value.empty() && words[1].value[0] != '-';
  if (!is_plain) return std::nullopt;
  return Entered(from, ExpandTilde(words[1].value));
}

// The directory in which the command line of the cursor begins.
std::string DirectoryOfLine(const CompletionContext& context,
                            const std::string& cwd, SpecStore& specs) {
  if (context.segment.begin == 0) return cwd;
  const std::string before = context.buffer.substr(0, context.segment.begin);
  std::string at = cwd;
  std::vector<Token> words;
  for (const Token& token : Tokenize(before)) {
    if (token.kind == TokenKind::kWord) {
      words.push_back(token);
      continue;
    }
    const bool is_operator = token.kind == TokenKind::kOperator;
    if (is_operator && token.value == "(" && words.empty()) continue;
    // Behind other operators a command may not have run, or in another shell.
    const bool joins =
        is_operator && (token.value == "&&" || token.value == ";");
    if (!joins) return cwd;
    auto after = After(words, at, specs);
    if (!after) return cwd;
    at = std::move(*after);
    words.clear();
  }
  // A keyword stands in front of the command.
  return words.empty() ? at : cwd;
}

}  // namespace

std::string DirectoryAtCursor(const CompletionContext& context,
                              const std::string& cwd, SpecStore& specs) {
  std::string at = DirectoryOfLine(context, cwd, specs);
  if (context.entered.empty()) return at;
  return Entered(at, context.entered).value_or(at);
}

}  // namespace synapse
