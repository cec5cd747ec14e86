#include "rank/target.h"

#include <algorithm>

#include "line/tokenizer.h"

namespace synapse {
namespace {

constexpr RiskLevel kHeldFrom = RiskLevel::kDestructive;
constexpr std::string_view kBetweenWords = " \t\n";

size_t EndOfText(std::string_view text) {
  return text.find_last_not_of(kBetweenWords) + 1;  // 0 of npos
}

}  // namespace

size_t TargetBegin(const std::string& line, RiskJudge& risk,
                   const IsName& is_name) {
  const RiskLevel level = risk.Of(line).level;
  if (level < kHeldFrom) return line.size();
  std::vector<Token> words = Tokenize(line);
  auto is_other = [](const Token& t) { return t.kind != TokenKind::kWord; };
  std::erase_if(words, is_other);
  auto makes_it_so = std::find_if(
      words.begin(), words.end(), [&](const Token& word) {
        return risk.Of(line.substr(0, word.end)).level >= level;
      });
  if (makes_it_so == words.end()) return line.size();
  const Token& word = *makes_it_so;
  if (!word.value.starts_with('-') &&
      !is_name(line.substr(0, word.begin), word.value)) {
    return word.begin;
  }
  auto named = std::find_if(makes_it_so + 1, words.end(), [](const Token& t) {
    return !t.value.starts_with('-');
  });
  return named == words.end() ? word.begin : named->begin;
}

void HoldTargets(std::vector<Suggestion>& suggestions,
                 const std::string& buffer, RiskJudge& risk,
                 const IsName& is_name) {
  for (Suggestion& s : suggestions) {
    if (s.risk.level < kHeldFrom || !s.text.starts_with(buffer)) continue;
    const size_t target = TargetBegin(s.text, risk, is_name);
    if (target < buffer.size()) continue;
    const size_t end = EndOfText(std::string_view(s.text).substr(0, target));
    if (end <= EndOfText(buffer)) {
      s.asked_only = true;
      continue;
    }
    s.text.resize(end);
    s.word = s.text.substr(buffer.find_last_of(kBetweenWords) + 1);
    s.is_line = false;
    s.risk = risk.Of(s.text);
  }
  // One that was cut may be there already, and is the likelier for it.
  for (size_t i = 0; i < suggestions.size(); ++i) {
    for (size_t j = suggestions.size() - 1; j > i; --j) {
      if (suggestions[j].text != suggestions[i].text) continue;
      suggestions.erase(suggestions.begin() + static_cast<ptrdiff_t>(j));
    }
  }
}

}  // namespace synapse
