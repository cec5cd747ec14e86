#include "rank/target.h"

#include <algorithm>
#include <optional>

#include "line/tokenizer.h"

namespace synapse {
namespace {

constexpr RiskLevel kHeldFrom = RiskLevel::kDestructive;
constexpr std::string_view kBetweenWords = " \t\n";

size_t EndOfText(std::string_view text) {
  return text.find_last_not_of(kBetweenWords) + 1;  // 0 of npos
}

// Leaves the words of commands: `2>/dev/null` names no target.
void DropRedirections(std::vector<Token>& tokens) {
  bool is_file = false;  // of the redirection before it
  std::erase_if(tokens, [&](const Token& token) {
    const bool drop = is_file || token.kind != TokenKind::kWord;
    is_file = token.kind == TokenKind::kRedirect;
    return drop;
  });
}

// The lines of a here-document that are examined, one after another.
constexpr int kMaxLines = 64;

class TargetFinder {
 public:
  TargetFinder(const std::string& line, RiskJudge& risk, const IsName& is_name)
      : line_(line),
        risk_(risk),
        is_name_(is_name),
        level_(risk.Of(line).level) {}

  size_t Find() {
    if (level_ < kHeldFrom) return line_.size();
    NestedText nested;
    if (auto target = AmongWords(0, Tokenize(line_, &nested))) return *target;
    for (std::string_view body : nested.here_documents) {
      if (auto target = InDocument(body)) return *target;
    }
    return line_.size();
  }

 private:
  // True if the line is as dangerous when it ends at that byte.
  bool IsSoAt(size_t end) {
    return risk_.Of(line_.substr(0, end)).level >= level_;
  }

  // The words of the line from the byte `from` on.
  std::optional<size_t> AmongWords(size_t from, std::vector<Token> words) {
    DropRedirections(words);
    auto makes_it_so = std::find_if(
        words.begin(), words.end(),
        [&](const Token& word) { return IsSoAt(from + word.end); });
    if (makes_it_so == words.end()) return std::nullopt;
    const Token& word = *makes_it_so;
    if (!word.value.starts_with('-') &&
        !is_name_(line_.substr(from, word.begin), word.value)) {
      return from + word.begin;
    }
    auto named = std::find_if(makes_it_so + 1, words.end(), [](const Token& t) {
      return !t.value.starts_with('-');
    });
    return from + (named == words.end() ? word.begin : named->begin);
  }

  // `body` is a part of the line. A target behind its first lines is cut with
  // the whole document.
  std::optional<size_t> InDocument(std::string_view body) {
    const auto begin = static_cast<size_t>(body.data() - line_.data());
    const size_t body_end = begin + body.size();
    if (!IsSoAt(body_end)) return std::nullopt;
    size_t from = begin;
    for (int i = 0; i < kMaxLines && from < body_end; ++i) {
      const size_t end = std::min(line_.find('\n', from), body_end);
      if (IsSoAt(end)) {
        return AmongWords(from, Tokenize(std::string_view(line_).substr(
                                    from, end - from)))
            .value_or(from);
      }
      from = end + 1;
    }
    return begin;
  }

  const std::string& line_;
  RiskJudge& risk_;
  const IsName& is_name_;
  const RiskLevel level_;
};

}  // namespace

size_t TargetBegin(const std::string& line, RiskJudge& risk,
                   const IsName& is_name) {
  return TargetFinder(line, risk, is_name).Find();
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
  // A text that was cut may be in the list already: the later one is dropped.
  for (size_t i = 0; i < suggestions.size(); ++i) {
    for (size_t j = suggestions.size() - 1; j > i; --j) {
      if (suggestions[j].text != suggestions[i].text) continue;
      suggestions.erase(suggestions.begin() + static_cast<ptrdiff_t>(j));
    }
  }
}

}  // namespace synapse
