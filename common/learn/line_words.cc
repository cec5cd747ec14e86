#include "learn/line_words.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "line/commands.h"
#include "line/segment.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

// Only the first words of a longer line are learned: each costs a walk over the
// words before it.
constexpr size_t kMaxLookedUp = 24;

// Follows the tokens of one command line and gives each word its context.
class Reader {
 public:
  Reader(std::string_view text, const ArgumentTypeFinder& types)
      : text_(text), argument_types_(types) {}

  // The context of the next word, with the type of the argument slot that it
  // fills.
  WordContext Context(bool fills_slot = true) const {
    WordContext p = context_;
    p.before = path_;
    if (fills_slot && argument_types_ && !values_.empty()) {
      p.type = argument_types_(values_);
    }
    return p;
  }

  std::vector<std::string> TakeWords() && { return std::move(values_); }

  void Add(const Token& token) {
    std::string raw(token.raw(text_));
    path_ += raw == "\n" ? ";" : raw;
    path_ += ' ';
    bool target = std::exchange(redirects_, WantsTarget(token, raw));
    if (token.kind == TokenKind::kOperator) {
      context_.op_command = context_.command;
      context_.op = raw == "\n" ? ";" : raw;
      context_.command.clear();
      context_.previous.clear();
      context_.index = 0;
      values_.clear();
      return;
    }
    if (context_.command.empty()) {
      // The `i` of `for i in 1 2` is no command; `for` counts as the command.
      bool leads =
          !token.quoted && token.kind == TokenKind::kWord &&
          ((IsReservedWord(raw) && !TakesName(raw)) || IsWrapper(raw) ||
           AssignmentValueOffset(raw) != std::string::npos);
      // `sudo -u x`: an option behind a wrapper belongs to the wrapper. The
      // word model does not know how many words it takes, and treats it as the
      // command.
      if (!leads && !target && token.kind == TokenKind::kWord) {
        context_.command = raw;
        context_.previous = raw;
        context_.index = 1;
        values_ = {token.value};
      }
      return;
    }
    context_.previous = raw;
    ++context_.index;
    if (!target && token.kind == TokenKind::kWord) {
      values_.push_back(token.value);
    }
  }

 private:
  // The next word is what it redirects to: ">", not ">out" nor "2>&1".
  static bool WantsTarget(const Token& token, std::string_view raw) {
    return token.kind == TokenKind::kRedirect && raw == token.value &&
           std::string_view("<>|&").find(raw.back()) != raw.npos;
  }

  std::string_view text_;
  WordContext context_;
  std::string path_;
  const ArgumentTypeFinder& argument_types_;
  std::vector<std::string> values_;  // of the command's words
  bool redirects_ = false;           // the word before wants a target
};

// Words and redirections that touch are one word: 2>/dev/null.
std::vector<Token> Glue(std::vector<Token> tokens) {
  size_t kept = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    Token& token = tokens[i];
    if (token.kind == TokenKind::kComment) continue;
    Token* const before = kept > 0 ? &tokens[kept - 1] : nullptr;
    if (before && before->end == token.begin &&
        before->kind == TokenKind::kRedirect &&
        token.kind == TokenKind::kWord) {
      before->end = token.end;
      continue;
    }
    if (kept != i) tokens[kept] = std::move(token);
    ++kept;
  }
  tokens.resize(kept);
  return tokens;
}

constexpr std::string_view kHost = "host";

// The kind of the name in a value, `web` of `ssh web` and of `scp web:a .`.
std::string_view NameKindOf(const ArgumentType& type) {
  return type.begins_with.empty() ? type.kind : type.begins_with;
}

// The name in a value; "" in a value that has none, as a local file of scp.
std::string_view NameIn(std::string_view value, const ArgumentType& type) {
  if (type.begins_with.empty()) return value;
  const size_t colon = value.find(':');
  if (colon == value.npos) return {};
  const std::string_view name = value.substr(0, colon);
  return name.find_first_of("/'\"\\$`[") == name.npos ? name
                                                      : std::string_view();
}

}  // namespace

std::vector<LineWord> SplitWords(std::string_view line,
                                 const ArgumentTypeFinder& types) {
  std::vector<LineWord> words;
  Reader reader(line, types);
  const std::vector<Token> tokens = Glue(Tokenize(line));
  words.reserve(std::min(tokens.size() + 1, kMaxLookedUp));
  for (const Token& token : tokens) {
    if (words.size() == kMaxLookedUp) return words;
    const std::string_view text = token.raw(line);
    const bool is_operator = token.kind == TokenKind::kOperator;
    const bool fills_slot = !is_operator && !text.starts_with('-');
    words.push_back(
        {std::string(text), reader.Context(fills_slot), is_operator});
    reader.Add(token);
  }
  if (words.size() == kMaxLookedUp) return words;
  words.push_back(
      {std::string(kEndOfLine), reader.Context(/*fills_slot=*/false)});
  return words;
}

OpenWord SplitOpen(std::string_view left, const ArgumentTypeFinder& types) {
  OpenTokens open = TokenizeOpen(left);
  std::vector<Token> tokens = Glue(std::move(open.tokens));
  OpenWord out;
  if (!tokens.empty() && tokens.back().end == left.size() &&
      tokens.back().kind != TokenKind::kOperator) {
    out.partial = std::string(tokens.back().raw(left));
    tokens.pop_back();
  }
  Reader reader(left, types);
  for (const Token& token : tokens) reader.Add(token);
  out.context = reader.Context();
  out.words = std::move(reader).TakeWords();
  return out;
}

// Names that values begin with, as `web:` of scp, have rows of their own.
std::string RowOfType(const ArgumentType& type) {
  return type.begins_with.empty() ? type.kind : type.begins_with + ':';
}

std::vector<WordRowKey> WordRowKeysOf(const WordContext& context,
                                      const Surroundings& around) {
  std::vector<WordRowKey> out;
  out.reserve(kMaxWordRows);
  if (context.before.empty()) {
    if (around.line) out.push_back({RowKind::kWordFirstLine, around.line});
    if (around.stem) out.push_back({RowKind::kWordFirst, around.stem});
    out.push_back({RowKind::kWordAny, 0});
    return out;
  }
  if (around.here) {
    out.push_back({RowKind::kWordHere, Hash64(context.before, around.here)});
  }
  out.push_back({RowKind::kWordPath, Hash64(context.before)});
  if (context.index == 0) {
    // `sudo `, `A=1 `: any command may follow; after an operator, the commands
    // that follow it.
    if (context.op.empty()) {
      out.push_back({RowKind::kWordAny, 0});
    } else {
      std::string_view op = context.op;
      uint64_t piped = Hash64(op);
      out.push_back({RowKind::kWordPiped, Hash64(context.op_command, piped)});
      out.push_back({RowKind::kWordPiped, piped});
    }
    return out;
  }
  constexpr int kLastIndex = 4;
  uint64_t command = Hash64(context.command);
  if (context.index > 1) {
    out.push_back({RowKind::kWordPair, Hash64(context.previous, command)});
  }
  const std::string kind = RowOfType(context.type);
  if (!kind.empty()) {
    if (around.here) {
      out.push_back({RowKind::kArgumentTypeHere, Hash64(kind, around.here)});
    }
    out.push_back({RowKind::kArgumentType, Hash64(kind)});
  }
  char index = static_cast<char>(std::min(context.index, kLastIndex));
  out.push_back(
      {RowKind::kWordPosition, Hash64(std::string_view(&index, 1), command)});
  out.push_back({RowKind::kWordCommand, command});
  return out;
}

bool HasNames(const ArgumentType& type) {
  return !type.begins_with.empty() || type.kind == kHost;
}

bool IsTypedRow(RowKind kind) {
  return kind == RowKind::kArgumentType || kind == RowKind::kArgumentTypeHere;
}

std::vector<TypedRow> TypedRowsOf(const LineWord& word,
                                  const Surroundings& around) {
  std::vector<TypedRow> out;
  WordContext context = word.context;
  const std::string kind(NameKindOf(context.type));
  const std::string name(NameIn(word.text, context.type));
  if (kind.empty() || name.empty()) return out;
  for (const bool begins : {false, true}) {
    if (begins && kind != kHost) break;
    context.type.kind = begins ? "" : kind;
    context.type.begins_with = begins ? kind : "";
    for (const WordRowKey& key : WordRowKeysOf(context, around)) {
      if (IsTypedRow(key.kind))
        out.push_back({key, begins ? name + ':' : name});
    }
  }
  return out;
}

}  // namespace synapse
