#include "explain/line_parts.h"

#include <algorithm>
#include <optional>

#include "explain/part_list.h"
#include "explain/shell_words.h"
#include "explain/token_roles.h"
#include "line/shell_syntax.h"

namespace synapse {
namespace {

constexpr int kMaxExpansions = 16;

// True if the bytes at `at` came from the text of that alias.
bool IsFromAlias(const LineText& text, size_t at, const Explaining& shared,
                 const std::string& name) {
  int alias = text.origins[at].alias;
  for (; alias >= 0;
       alias = shared.aliases[static_cast<size_t>(alias)].second) {
    if (shared.aliases[static_cast<size_t>(alias)].first == name) return true;
  }
  return false;
}

// An alias in the line: text[begin, end) is replaced by `value`.
struct FoundAlias {
  size_t begin, end;
  std::string name, value;
};

std::optional<FoundAlias> AliasAt(const LineText& text, const Token& first,
                                  const Token* second,
                                  const Explaining& shared) {
  const auto lookup = [&](const std::string& name, size_t at) {
    return IsFromAlias(text, at, shared, name) ? std::nullopt
                                               : shared.alias(name);
  };
  if (first.quoted || first.dynamic || !shared.alias) return std::nullopt;
  if (auto value = lookup(first.value, first.begin)) {
    return FoundAlias{first.begin, first.end, first.value, std::move(*value)};
  }
  if (!second || second->dynamic || second->value.starts_with('-')) {
    return std::nullopt;
  }
  const std::string name = first.value + ' ' + second->value;
  auto value = lookup(name, second->begin);
  if (!value) return std::nullopt;
  // git gives an alias that begins with `!` to a shell.
  if (value->starts_with('!')) {
    return FoundAlias{first.begin, second->end, name, value->substr(1)};
  }
  return FoundAlias{second->begin, second->end, name, std::move(*value)};
}

// A global alias among the words behind a command's name.
std::optional<FoundAlias> GlobalAliasIn(const LineText& text,
                                        const TokenRoles& roles,
                                        const std::vector<size_t>& words,
                                        const Explaining& shared) {
  for (size_t i = 1; i < words.size() && shared.alias; ++i) {
    const Token& word = roles.tokens[words[i]].token;
    const bool may_be = !word.quoted && !word.dynamic && !word.value.empty() &&
                        word.value.find(' ') == std::string::npos;
    if (!may_be || IsFromAlias(text, word.begin, shared, word.value)) continue;
    if (auto value = shared.alias(" " + word.value)) {
      return FoundAlias{word.begin, word.end, word.value, std::move(*value)};
    }
  }
  return std::nullopt;
}

// The first alias of the text that is not expanded yet.
std::optional<FoundAlias> NextAlias(const LineText& text,
                                    const Explaining& shared) {
  const TokenRoles roles = RolesOf(text.text);
  for (const std::vector<size_t>& words : roles.commands) {
    if (words.empty()) continue;
    const Token* second =
        words.size() > 1 ? &roles.tokens[words[1]].token : nullptr;
    auto found = AliasAt(text, roles.tokens[words[0]].token, second, shared);
    if (!found) found = GlobalAliasIn(text, roles, words, shared);
    if (found) return found;
  }
  return std::nullopt;
}

// An alias as a part, placed in the text that has replaced it.
struct ExpandedAlias {
  size_t at;
  LinePart part;
};

std::vector<ExpandedAlias> ExpandAliases(LineText& text, int depth,
                                         Explaining& shared) {
  std::vector<ExpandedAlias> out;
  for (int i = 0; i < kMaxExpansions; ++i) {
    auto found = NextAlias(text, shared);
    const bool fits =
        found && text.text.size() + found->value.size() < kMaxExplained;
    if (!fits) break;
    const Origin origin = OriginOf(text, found->begin, found->end);
    LinePart part{.kind = PartKind::kAlias};
    part.begin = origin.begin;
    part.end = origin.end;
    part.depth = depth + (origin.alias >= 0 ? 1 : 0);
    part.text = text.text.substr(found->begin, found->end - found->begin);
    part.value = found->name;
    part.meaning = "Stands for: " + found->value;
    shared.aliases.emplace_back(found->name, origin.alias);
    Splice(text, found->begin, found->end, found->value,
           static_cast<int>(shared.aliases.size()) - 1);
    out.push_back({found->begin, std::move(part)});
  }
  return out;
}

// Makes the parts that are no words of simple commands.
class SyntaxReader {
 public:
  SyntaxReader(PartList& list, const NestedText& nested,
               const TokenRoles& roles)
      : list_(list), nested_(nested), roles_(roles) {}

  void Read(size_t i, int command) {
    const RoledToken& roled = roles_.tokens[i];
    const Token& token = roled.token;
    LinePart part = PartFor(roled, i > 0 ? &roles_.tokens[i - 1] : nullptr);
    part.command = command;
    if (list_.shared().elsewhere || token.dynamic) part.path = PathUse::kNone;
    if (part.path != PathUse::kNone) part.value = token.value;
    if (token.kind == TokenKind::kWord) {
      list_.AddWord(std::move(part), token);
    } else if (token.value != "\n") {
      list_.Add(std::move(part), token.begin, token.end);
    }
    if (roled.role == TokenRole::kDelimiter) AddDocument();
  }

 private:
  // `|` and `)` behind a pattern of `case`.
  static std::string MeaningOfSign(const std::string& value,
                                   const RoledToken* before) {
    const bool of_case = before && before->role == TokenRole::kPattern;
    if (of_case && value == "|") return "Compare the following pattern too";
    if (of_case && value == ")") {
      return "Begin the commands that run if a pattern matches";
    }
    return MeaningOfOperator(value);
  }

  LinePart PartFor(const RoledToken& roled, const RoledToken* before) {
    const std::string& value = roled.token.value;
    switch (roled.role) {
      case TokenRole::kAssignment:
        return {.kind = PartKind::kAssignment,
                .meaning = MeaningOfAssignment(roled.token.raw(list_.text()),
                                               RunsCommand(roled.command))};
      case TokenRole::kReserved:
        return {.kind = PartKind::kReserved,
                .meaning = MeaningOfReserved(value)};
      case TokenRole::kName:
        return {.kind = PartKind::kName,
                .meaning =
                    MeaningOfName(before && before->role == TokenRole::kReserved
                                      ? before->token.value
                                      : "function")};
      case TokenRole::kListWord: return Path({.kind = PartKind::kArgument});
      case TokenRole::kPattern:
        return {.kind = PartKind::kPattern,
                .meaning = value == "*" ? "matches every word" : ""};
      case TokenRole::kCondition:
        return Path(
            {.kind = PartKind::kCondition, .meaning = MeaningOfTest(value)});
      case TokenRole::kRedirection:
        redirection_ = value;
        return {.kind = PartKind::kRedirection,
                .meaning = MeaningOfRedirect(value)};
      case TokenRole::kTarget: return Target();
      case TokenRole::kDelimiter:
        return {.kind = PartKind::kInput,
                .meaning = roled.token.quoted
                               ? "Ends the lines of input, which are read as "
                                 "they are written"
                               : "Ends the lines of input, in which variables "
                                 "and commands are replaced"};
      case TokenRole::kHereString:
        return {.kind = PartKind::kInput, .meaning = "the input, as one line"};
      case TokenRole::kOperator:
        return {.kind = PartKind::kOperator,
                .meaning = MeaningOfSign(value, before)};
      case TokenRole::kArithmetic:
        return {.kind = PartKind::kArithmetic,
                .meaning = "Evaluate the arithmetic expression"};
      case TokenRole::kComment:
        return {.kind = PartKind::kComment,
                .meaning = "Comment, which the shell ignores"};
      case TokenRole::kWord: break;
    }
    return {};
  }

  bool RunsCommand(int command) const {
    return command >= 0 &&
           !roles_.commands[static_cast<size_t>(command)].empty();
  }

  // A list or condition may name files. Only patterns are examined in lists.
  static LinePart Path(LinePart part) {
    if (part.meaning.empty()) part.path = PathUse::kReads;
    return part;
  }

  LinePart Target() const {
    LinePart part{.kind = PartKind::kTarget, .type = "file"};
    part.path = ReplacesTarget(redirection_) ? PathUse::kReplaces
                : WritesTarget(redirection_) ? PathUse::kCreates
                                             : PathUse::kReads;
    return part;
  }

  // The next here-document: they follow in the order of their delimiters.
  void AddDocument() {
    if (document_ >= nested_.here_documents.size()) return;
    const std::string_view body = nested_.here_documents[document_++];
    const auto begin = static_cast<size_t>(body.data() - list_.text().data());
    const auto lines = std::count(body.begin(), body.end(), '\n');
    list_.Add({.kind = PartKind::kInput,
               .meaning = "Input of " + std::to_string(lines) +
                          (lines == 1 ? " line" : " lines")},
              begin, begin + body.size());
  }

  PartList& list_;
  const NestedText& nested_;
  const TokenRoles& roles_;
  std::string redirection_;
  size_t document_ = 0;
};

// The bytes of a command from its first part to its last.
std::vector<std::string> TextsOf(std::string_view text,
                                 const TokenRoles& roles) {
  std::vector<std::pair<size_t, size_t>> ranges(roles.commands.size(),
                                                {text.size(), 0});
  for (const RoledToken& roled : roles.tokens) {
    if (roled.command < 0) continue;
    auto& [begin, end] = ranges[static_cast<size_t>(roled.command)];
    begin = std::min(begin, roled.token.begin);
    end = std::max(end, roled.token.end);
  }
  std::vector<std::string> out;
  for (const auto& [begin, end] : ranges) {
    out.emplace_back(text.substr(begin, end - begin));
  }
  return out;
}

}  // namespace

std::vector<LinePart> PartsOfText(LineText text, int depth,
                                  Explaining& shared) {
  std::vector<ExpandedAlias> aliases = ExpandAliases(text, depth, shared);
  NestedText nested;
  const TokenRoles roles = RolesOf(text.text, &nested);
  const int first = static_cast<int>(shared.commands.size());
  for (std::string& command : TextsOf(text.text, roles)) {
    shared.commands.push_back(std::move(command));
  }
  PartList list(text, nested, depth, shared);
  for (ExpandedAlias& alias : aliases) {
    list.Place(std::move(alias.part), alias.at);
  }
  SyntaxReader syntax(list, nested, roles);
  for (size_t i = 0; i < roles.tokens.size(); ++i) {
    const RoledToken& roled = roles.tokens[i];
    if (roled.role == TokenRole::kWord) continue;
    syntax.Read(i, roled.command < 0 ? -1 : first + roled.command);
  }
  for (size_t i = 0; i < roles.commands.size(); ++i) {
    std::vector<Token> words;
    for (size_t word : roles.commands[i]) {
      words.push_back(roles.tokens[word].token);
    }
    if (!words.empty()) {
      AddCommandParts(list, words, first + static_cast<int>(i));
    }
  }
  return list.Take();
}

ExplainedLine PartsOf(std::string_view line, SpecStore& specs,
                      const AliasLookup& alias) {
  Explaining shared{.specs = specs, .alias = alias};
  ExplainedLine out;
  out.parts = PartsOfText(WholeLine(line.substr(0, kMaxExplained)), 0, shared);
  out.commands = std::move(shared.commands);
  return out;
}

const char* PartKindName(PartKind kind) {
  static constexpr const char* kNames[] = {
      "command",   "alias",      "subcommand", "option",       "value",
      "argument",  "assignment", "variable",   "substitution", "redirection",
      "target",    "operator",   "reserved",   "name",         "pattern",
      "condition", "input",      "arithmetic", "comment",      "history"};
  return kNames[static_cast<int>(kind)];
}

std::string_view WordFor(const LinePart& part) {
  if (!part.type.empty()) return part.type;
  return PartKindName(part.kind);
}

}  // namespace synapse
