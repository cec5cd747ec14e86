#include "line/segment.h"

#include <algorithm>

namespace synapse {
namespace {

// Reserved words that a command follows.
bool LeadsToCommand(std::string_view word) {
  static constexpr std::string_view kWords[] = {
      "if", "then", "else", "elif",   "do",     "while",     "until",
      "!",  "{",    "time", "coproc", "always", "nocorrect", "-"};
  return std::find(std::begin(kWords), std::end(kWords), word) !=
         std::end(kWords);
}

// Reserved words that no command follows, only an operator.
bool Closes(std::string_view word) {
  return word == "fi" || word == "done" || word == "esac" || word == "}" ||
         word == "]]";
}

// The state of one simple command while its tokens are read.
class Builder {
 public:
  // The line gives the written form: the value of an assignment may be quoted.
  Builder(std::string_view line, size_t begin) : line_(line) {
    segment_.begin = begin;
  }

  void Add(const Token& token) {
    switch (token.kind) {
      case TokenKind::kOperator: Restart(token); break;
      case TokenKind::kRedirect:
        // 2>&1 has no separate target.
        redirect_ = token.value;
        needs_target_ = !IsDuplicate(token.value);
        break;
      case TokenKind::kComment: break;
      case TokenKind::kWord:
        if (needs_target_) {
          needs_target_ = false;
        } else {
          AddWord(token);
        }
        break;
    }
  }

  Segment Finish(Token partial) {
    // zsh also takes a command without a brace: `f() ls`.
    const bool typed = partial.begin < partial.end;
    if (loop_ == Loop::kHead && typed) loop_ = Loop::kNone;
    segment_.position = PositionOfPartial();
    if (segment_.words.empty()) {
      // Leading blanks and keywords do not belong to the command's text.
      segment_.begin = partial.begin;
    }
    segment_.partial = std::move(partial);
    return std::move(segment_);
  }

 private:
  static bool IsDuplicate(std::string_view redirect) {
    char last = redirect.empty() ? '\0' : redirect.back();
    return (last >= '0' && last <= '9') || last == '-';
  }

  // `2>&` and `<&`; `>&` alone takes a file.
  static bool TakesDescriptor(std::string_view redirect) {
    return redirect.ends_with("<&") ||
           (redirect.ends_with(">&") && redirect.size() > 2);
  }

  void Restart(const Token& op) {
    // Inside [[ ]] operators join conditions, not commands.
    bool keeps_list = loop_ == Loop::kTest && op.value != ";";
    const bool is_head = op.value == "()" || (op.value == ")" && opens_head_ &&
                                              segment_.words.empty());
    opens_head_ =
        op.value == "(" && segment_.words.size() == 1 && loop_ == Loop::kNone;
    segment_ = Segment{};
    segment_.begin = op.end;
    segment_.after_pipe = op.value == "|" || op.value == "|&";
    needs_target_ = false;
    if (!keeps_list) loop_ = is_head ? Loop::kHead : Loop::kNone;
  }

  void AddWord(const Token& token) {
    if (loop_ == Loop::kHead) loop_ = Loop::kNone;
    if (segment_.words.empty() &&
        (!token.quoted || IsAssignment(token, line_))) {
      if (AddLeading(token)) return;
    }
    if (loop_ != Loop::kNone) {
      AddLoopWord(token);
      return;
    }
    if (segment_.words.empty()) segment_.begin = token.begin;
    segment_.words.push_back(token);
  }

  // Handles keywords and assignments in front of the command. Returns true if
  // the token is one.
  bool AddLeading(const Token& token) {
    const std::string& word = token.value;
    if (loop_ != Loop::kNone) return false;
    if (LeadsToCommand(word) && word != "-") {
      segment_.assignments.clear();
      segment_.after_pipe = false;
      return true;
    }
    if (word == "for" || word == "select" || word == "foreach") {
      loop_ = Loop::kName;
      return true;
    }
    if (word == "case") {
      loop_ = Loop::kCaseWord;
      return true;
    }
    if (word == "[[") {
      loop_ = Loop::kTest;
      return true;
    }
    if (word == "function") {
      loop_ = Loop::kFunction;
      return true;
    }
    if (AssignmentValueOffset(word) != word.npos) {
      segment_.assignments.push_back(word);
      return true;
    }
    return false;
  }

  void AddLoopWord(const Token& token) {
    switch (loop_) {
      case Loop::kName: loop_ = Loop::kIn; break;
      case Loop::kIn:
        loop_ = token.value == "in" ? Loop::kList : Loop::kNone;
        break;
      case Loop::kCaseWord: loop_ = Loop::kCaseIn; break;
      case Loop::kCaseIn: loop_ = Loop::kList; break;
      case Loop::kFunction: loop_ = Loop::kNone; break;
      case Loop::kTest:
        if (token.value == "]]") loop_ = Loop::kNone;
        break;
      default: break;
    }
  }

  SegmentPosition PositionOfPartial() const {
    if (needs_target_) {
      // As the text of a here-string, a descriptor is the name of no file.
      if (redirect_.ends_with("<<<") || TakesDescriptor(redirect_)) {
        return SegmentPosition::kHereString;
      }
      if (redirect_.ends_with("<<") || redirect_.ends_with("<<-")) {
        return SegmentPosition::kDelimiter;
      }
      return SegmentPosition::kRedirect;
    }
    switch (loop_) {
      case Loop::kNone: return SegmentPosition::kWord;
      case Loop::kList: return SegmentPosition::kLoopWord;
      case Loop::kTest: return SegmentPosition::kTest;
      case Loop::kHead: return SegmentPosition::kNothing;
      default: return SegmentPosition::kLoopName;
    }
  }

  enum class Loop {
    kNone,
    kName,
    kIn,
    kList,
    kCaseWord,
    kCaseIn,
    kTest,
    kFunction,
    kHead
  };
  std::string_view line_;
  Segment segment_;
  std::string redirect_;
  bool needs_target_ = false;
  bool opens_head_ = false;  // `f (`, which `)` makes the head of a function
  Loop loop_ = Loop::kNone;
};

// The offset of $NAME at the end of a word that is not single-quoted, or npos.
size_t TrailingParameter(std::string_view raw, Quote open) {
  if (open == Quote::kSingle || open == Quote::kDollarSingle) return raw.npos;
  size_t i = raw.size();
  while (i > 0 && IsNameChar(raw[i - 1])) --i;
  if (i == 0 || raw[i - 1] != '$') return raw.npos;
  // The history expansion `!$`: the last word of the line before.
  if (i > 1 && raw[i - 2] == '!' && (i == 2 || raw[i - 3] != '\\')) {
    return raw.npos;
  }
  size_t backslashes = 0;
  while (i - 1 > backslashes && raw[i - 2 - backslashes] == '\\') ++backslashes;
  return backslashes % 2 == 1 ? raw.npos : i;
}

}  // namespace

bool IsReservedWord(std::string_view word) {
  return LeadsToCommand(word) || Closes(word) || TakesName(word) ||
         word == "[[" || word == "in" || word == "repeat";
}

bool TakesName(std::string_view word) {
  return word == "for" || word == "select" || word == "foreach" ||
         word == "case" || word == "function";
}

std::string_view OpenersOf(std::string_view word) {
  if (word == "do" || word == "done") return " for while until select repeat ";
  if (word == "then" || word == "elif" || word == "else" || word == "fi") {
    return " if ";
  }
  if (word == "esac") return " case ";
  if (word == "}") return " { ";
  return "";
}

bool IsFragment(std::string_view line) {
  std::vector<Token> whole = Tokenize(line), open = TokenizeOpen(line).tokens;
  return (!whole.empty() && !OpenersOf(whole.front().raw(line)).empty()) ||
         (!open.empty() && open.back().open != Quote::kNone);
}

size_t AssignmentValueOffset(std::string_view word) {
  if (word.empty() || !IsNameStart(word[0])) return word.npos;
  size_t i = 1;
  while (i < word.size() && IsNameChar(word[i])) ++i;
  if (i < word.size() && word[i] == '[') {
    i = word.find(']', i);
    if (i == word.npos) return i;
    ++i;
  }
  if (i < word.size() && word[i] == '+') ++i;
  return i < word.size() && word[i] == '=' ? i + 1 : word.npos;
}

bool IsAssignment(const Token& token, std::string_view line) {
  return AssignmentValueOffset(token.raw(line)) != std::string_view::npos;
}

Segment SegmentAt(std::string_view line, size_t cursor) {
  std::string_view left = line.substr(0, cursor);
  OpenTokens open = TokenizeOpen(left);
  Token partial;
  partial.begin = partial.end = cursor;
  if (!open.tokens.empty()) {
    const Token& last = open.tokens.back();
    // A word that touches the cursor is the word being typed.
    if (last.kind == TokenKind::kWord && last.end == cursor) {
      partial = last;
      open.tokens.pop_back();
    }
  }
  Builder builder(left, open.begin);
  for (const Token& token : open.tokens) builder.Add(token);
  Segment segment = builder.Finish(std::move(partial));

  segment.backquotes = open.backquotes;
  std::string_view raw = segment.partial.raw(left);
  if (open.inside == Inside::kParameter) {
    segment.position = SegmentPosition::kParameter;
    segment.inner_offset = open.parameter_begin - segment.partial.begin;
  } else if (open.inside != Inside::kCommand) {
    segment.position = SegmentPosition::kNothing;
  } else if (size_t at = TrailingParameter(raw, segment.partial.open);
             at != raw.npos) {
    segment.position = SegmentPosition::kParameter;
    segment.inner_offset = at;
  } else if (segment.position == SegmentPosition::kWord &&
             segment.words.empty() && AssignmentValueOffset(raw) != raw.npos) {
    segment.position = SegmentPosition::kAssignment;
    segment.inner_offset = AssignmentValueOffset(raw);
  }
  return segment;
}

}  // namespace synapse
