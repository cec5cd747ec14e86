// The tokenizer: splits a line into words, operators and redirections, for
// lines as people really type them.
//
//   sudo git ch          word word word
//   a=1 b "c d" 2>x      word(a=1) word(b) word(c d) redirect(2>) word(x)
//   x && y | z &         word && word | word &
//   echo $(ls "a b       word, and a command substitution that is open:
//                        its own tokens are those of the innermost frame
//
// It never fails: any construct may be unfinished, and any byte may occur. Time
// is linear in the input; offsets are bytes. zsh and bash differ in a few cases
// (glob qualifiers, `repeat`). There the tokenizer keeps the word together.
//
// Tested by tests/line/tokenizer_test.cc, tests/cases/tokens.txt, and fuzzed.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace synapse {

enum class TokenKind {
  kWord,
  kOperator,  // | |& || && ; ;; & ( ) and newline
  kRedirect,  // > >> < << <<< &> >| 2>&1 ...; the target is the next word
  kComment,
};

// The quote that is still open at the end of the text.
enum class Quote { kNone, kSingle, kDouble, kDollarSingle };

struct Token {
  TokenKind kind = TokenKind::kWord;
  size_t begin = 0;
  size_t end = 0;        // one past the last byte
  std::string value;     // the text with quotes and escapes removed
  bool quoted = false;   // a part of it was quoted or escaped
  bool dynamic = false;  // holds $name, ${...}, $(...), `...`: not literal
  Quote open = Quote::kNone;

  std::string_view raw(std::string_view line) const {
    return line.substr(begin, end - begin);
  }
  bool Is(TokenKind k, std::string_view text) const {
    return kind == k && value == text;
  }
};

// The construct that the end of the text is inside.
enum class Inside {
  kCommand,       // a command line: the text itself, $(...), `...`, <(...)
  kParameter,     // ${NAME...
  kArithmetic,    // $((... or ((...
  kHereDocument,  // the body of << WORD
  kComment,
};

// The tokens of the innermost command line that is open at the end, and its
// start in the text.
struct OpenTokens {
  std::vector<Token> tokens;
  size_t begin = 0;
  Inside inside = Inside::kCommand;
  // For kParameter: the offset of the name.
  size_t parameter_begin = 0;
  // The number of open `...`: each removes one level of quoting.
  int backquotes = 0;
};

// Views into the line.
struct NestedText {
  // Outermost $(...) and <(...), and `...` (true).
  std::vector<std::pair<std::string_view, bool>> substitutions;
  std::vector<std::string_view> here_documents;  // their bodies
  std::vector<std::string_view> expanded;        // if the delimiter is unquoted
};

// All tokens of the outermost level. Substitutions are part of their words, and
// are also returned in `nested` if it is given.
std::vector<Token> Tokenize(std::string_view line,
                            NestedText* nested = nullptr);

// The values of the tokens.
inline std::vector<std::string> ValuesOf(const std::vector<Token>& tokens) {
  std::vector<std::string> values;
  values.reserve(tokens.size());
  for (const Token& token : tokens) values.push_back(token.value);
  return values;
}

// Reads `left`, the text left of the cursor, and reports the state at its end.
OpenTokens TokenizeOpen(std::string_view left);

// True if the last word of the text is in a quote that does not end.
inline bool HasOpenQuote(std::string_view text) {
  if (text.find_first_of("'\"") == text.npos) return false;
  const OpenTokens open = TokenizeOpen(text);
  return !open.tokens.empty() && open.tokens.back().open != Quote::kNone;
}

// The bytes of a variable's name, and the first byte of one.
inline bool IsNameStart(char c) { return IsLower(c) || IsUpper(c) || c == '_'; }
inline bool IsNameChar(char c) { return IsNameStart(c) || IsDigit(c); }

}  // namespace synapse
