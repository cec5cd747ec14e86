#include "reflect/alias.h"

#include <algorithm>

#include "base/text.h"
#include "line/quote.h"
#include "line/segment.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

constexpr size_t kMaxName = 6;

// True if the line means the same in a function. Loops and subshells are left
// to the user.
bool CanStandAlone(std::string_view line) {
  if (line.empty() || HasHidden(line) || IsFragment(line)) return false;
  if (line.find("<<") != line.npos || line.back() == '\\') return false;
  const OpenTokens end = TokenizeOpen(line);
  if (end.inside != Inside::kCommand || end.begin != 0) return false;
  const std::vector<Token> tokens = Tokenize(line);
  bool first = true;  // at the beginning of a command
  for (const Token& token : tokens) {
    const bool bracket = token.kind == TokenKind::kOperator &&
                         (token.value == "(" || token.value == ")");
    if (token.kind == TokenKind::kComment || token.open != Quote::kNone ||
        bracket || (first && IsReservedWord(token.value))) {
      return false;
    }
    first = token.kind == TokenKind::kOperator;
  }
  return !first;
}

// The first letters of words that are not options: "gc" for git commit -m.
std::string NameOf(const std::vector<std::string>& steps,
                   const IsTaken& is_taken) {
  std::string name;
  for (const std::string& step : steps) {
    size_t words = 0;
    for (const Token& token : Tokenize(step)) {
      if (token.kind != TokenKind::kWord || words >= 3) break;
      if (token.value.starts_with("-")) continue;
      for (char c : token.value) {
        if (c == '-' || c == '.' || c == '/') continue;
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (c >= 'a' && c <= 'z') name += c;
        break;
      }
      ++words;
    }
  }
  name.resize(std::min(name.size(), kMaxName));
  if (name.size() < 2) name += "do";
  const std::string base = name;
  auto taken = [&](const std::string& text) {
    return IsReservedWord(text) || (is_taken && is_taken(text));
  };
  for (int n = 2; taken(name) && n < 100; ++n) {
    name = base + std::to_string(n);
  }
  return name;
}

// Replaces `""` and `''` of a message that was left out by "$1", "$2".
std::string WithParameters(const std::string& step, int& parameters) {
  std::string out = step;
  for (std::string_view empty : {"\"\"", "''"}) {
    for (size_t at = 0; (at = out.find(empty, at)) != out.npos;) {
      const std::string parameter = "\"$" + std::to_string(++parameters) + "\"";
      out.replace(at, empty.size(), parameter);
      at += parameter.size();
    }
  }
  return out;
}

}  // namespace

std::optional<AliasText> AliasOf(const Fact& fact, const IsTaken& is_taken) {
  if (fact.steps.empty() ||
      !std::all_of(fact.steps.begin(), fact.steps.end(), CanStandAlone)) {
    return std::nullopt;
  }
  AliasText out;
  if (fact.category == FactCategory::kPreference) {
    // The command keeps its name.
    const bool plain = std::all_of(
        fact.subject.begin(), fact.subject.end(), [](unsigned char c) {
          return isalnum(c) || c == '_' || c == '-' || c == '.' || c == '+';
        });
    if (fact.subject.empty() || !plain || fact.subject[0] == '-') {
      return std::nullopt;
    }
    out.name = fact.subject;
  } else {
    out.name = NameOf(fact.steps, is_taken);
  }
  int parameters = 0;
  std::vector<std::string> steps;
  for (const std::string& step : fact.steps) {
    steps.push_back(fact.category == FactCategory::kPreference
                        ? step
                        : WithParameters(step, parameters));
  }
  if (steps.size() == 1 && parameters == 0) {
    out.text = "alias " + out.name + "=" + SingleQuoted(steps[0]) + "\n";
    return out;
  }
  out.text = out.name + "() {\n";
  for (size_t i = 0; i < steps.size(); ++i) {
    out.text += "  " + steps[i] + (i + 1 < steps.size() ? " &&\n" : "\n");
  }
  out.text += "}\n";
  return out;
}

}  // namespace synapse
