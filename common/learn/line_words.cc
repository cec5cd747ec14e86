#include "learn/line_words.h"

#include <algorithm>

#include "base/text.h"
#include "line/segment.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

bool IsWrapper(std::string_view w) {
  return w == "sudo" || w == "doas" || w == "nohup" || w == "time" ||
         w == "env" || w == "watch" || w == "command" || w == "exec" ||
         w == "noglob" || w == "builtin";
}

// Follows the tokens of one command line and says where each word stands.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  // The place of a word that comes next; `token` is null for the end.
  WordPlace Place() const {
    WordPlace p = place_;
    p.before = path_;
    return p;
  }

  void Add(const Token& token) {
    std::string raw(token.raw(text_));
    bool operator_token = token.kind == TokenKind::kOperator;
    path_ += raw == "\n" ? ";" : raw;
    path_ += ' ';
    if (operator_token) {
      place_.op_command = place_.command;
      place_.op = raw == "\n" ? ";" : raw;
      place_.command.clear();
      place_.previous.clear();
      place_.index = 0;
      return;
    }
    if (place_.command.empty()) {
      bool leads = !token.quoted && token.kind == TokenKind::kWord &&
                   (IsReservedWord(raw) || IsWrapper(raw) ||
                    AssignmentValueOffset(raw) != std::string::npos);
      // `sudo -u x`: an option behind a wrapper is its own; the word model
      // does not know how many words it takes, and lets the command be it.
      if (!leads && token.kind == TokenKind::kWord) {
        place_.command = raw;
        place_.previous = raw;
        place_.index = 1;
      }
      return;
    }
    place_.previous = raw;
    ++place_.index;
  }

 private:
  std::string_view text_;
  WordPlace place_;
  std::string path_;
};

// Words and redirections that touch are one word: 2>/dev/null.
std::vector<Token> Glue(std::vector<Token> tokens) {
  std::vector<Token> out;
  for (Token& token : tokens) {
    if (token.kind == TokenKind::kComment) continue;
    if (!out.empty() && out.back().end == token.begin &&
        out.back().kind == TokenKind::kRedirect &&
        token.kind == TokenKind::kWord) {
      out.back().end = token.end;
      continue;
    }
    out.push_back(std::move(token));
  }
  return out;
}

}  // namespace

std::vector<LineWord> SplitWords(std::string_view line) {
  std::vector<LineWord> words;
  Reader reader(line);
  for (const Token& token : Glue(Tokenize(line))) {
    words.push_back({std::string(token.raw(line)), reader.Place()});
    reader.Add(token);
  }
  words.push_back({std::string(kEndOfLine), reader.Place()});
  return words;
}

OpenWord SplitOpen(std::string_view left) {
  OpenTokens open = TokenizeOpen(left);
  std::vector<Token> tokens = Glue(std::move(open.tokens));
  OpenWord out;
  if (!tokens.empty() && tokens.back().end == left.size() &&
      tokens.back().kind != TokenKind::kOperator) {
    out.partial = std::string(tokens.back().raw(left));
    tokens.pop_back();
  }
  Reader reader(left);
  for (const Token& token : tokens) reader.Add(token);
  out.place = reader.Place();
  return out;
}

std::vector<WordContext> ContextsOf(const WordPlace& place,
                                    const Surroundings& around) {
  std::vector<WordContext> out;
  if (place.before.empty()) {
    if (around.line) out.push_back({RowKind::kWordFirstLine, around.line});
    if (around.stem) out.push_back({RowKind::kWordFirst, around.stem});
    out.push_back({RowKind::kWordAny, 0});
    return out;
  }
  if (around.here) {
    out.push_back({RowKind::kWordHere, Hash64(place.before, around.here)});
  }
  out.push_back({RowKind::kWordPath, Hash64(place.before)});
  if (place.index == 0) {
    // `sudo `, `A=1 `: any command; behind an operator those that follow it.
    if (place.op.empty()) {
      out.push_back({RowKind::kWordAny, 0});
    } else {
      std::string_view op = place.op;
      uint64_t piped = Hash64(op);
      out.push_back({RowKind::kWordPiped, Hash64(place.op_command, piped)});
      out.push_back({RowKind::kWordPiped, piped});
    }
    return out;
  }
  constexpr int kLastPlace = 4;
  uint64_t command = Hash64(place.command);
  if (place.index > 1) {
    out.push_back({RowKind::kWordPair, Hash64(place.previous, command)});
  }
  char index = static_cast<char>(std::min(place.index, kLastPlace));
  out.push_back(
      {RowKind::kWordPlace, Hash64(std::string_view(&index, 1), command)});
  out.push_back({RowKind::kWordCommand, command});
  return out;
}

}  // namespace synapse
