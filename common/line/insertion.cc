#include "line/insertion.h"

#include <algorithm>
#include <optional>

#include "line/tokenizer.h"

namespace synapse {
namespace {

// The word that the cursor is in or directly before; none elsewhere.
std::optional<Token> WordAt(std::string_view buffer, size_t cursor) {
  for (Token& token : Tokenize(buffer)) {
    if (token.kind == TokenKind::kWord && token.begin <= cursor &&
        cursor < token.end) {
      return std::move(token);
    }
  }
  return std::nullopt;
}

}  // namespace

size_t TakenWordEnd(std::string_view text, size_t from) {
  const size_t end = NextWordEnd(text, from);
  if (!HasOpenQuote(text.substr(0, end)) ||
      HasOpenQuote(text.substr(0, from))) {
    return end;
  }
  for (const Token& token : Tokenize(text)) {
    if (token.begin < end && end < token.end) {
      return HasOpenQuote(text.substr(0, token.end)) ? end : token.end;
    }
  }
  return end;
}

size_t TakenComponentEnd(std::string_view text, size_t from) {
  const size_t end = TakenWordEnd(text, from);
  const size_t slash = text.find('/', from);
  if (slash >= end) return end;
  return std::min(end, text.find_first_not_of('/', slash));
}

std::string LineWith(std::string_view buffer, size_t cursor,
                     std::string_view left) {
  std::string line(left);
  std::string_view right = buffer.substr(cursor);
  if (right.empty() || left.empty()) return line.append(right);
  auto word = WordAt(buffer, cursor);
  if (!word) return line.append(right);
  const char last = left.back();
  const bool goes_on = last == '/' || last == '=';
  if (cursor == word->begin) {
    // The completion adds one more word.
    if (!goes_on && last != ' ') line += ' ';
    return line.append(right);
  }
  std::string_view rest = right.substr(0, word->end - cursor);
  size_t gone = rest.size();
  if (goes_on) {
    if (buffer[cursor - 1] == last) return line.append(right);
    gone = std::min(rest.find(last), rest.size() - 1) + 1;
  }
  return line.append(right.substr(gone));
}

}  // namespace synapse
