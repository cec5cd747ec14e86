#include "explain/token_roles.h"

#include "line/segment.h"

namespace synapse {
namespace {

class RoleReader {
 public:
  explicit RoleReader(std::string_view line) : line_(line) {}

  TokenRoles Read(NestedText* nested) {
    std::vector<Token> tokens = Tokenize(line_, nested);
    for (size_t i = 0; i < tokens.size(); ++i) {
      Token& token = tokens[i];
      begins_group_ = i + 1 < tokens.size() && (tokens[i + 1].value == "{" ||
                                                tokens[i + 1].value == "(");
      const TokenRole role = RoleOf(token);
      if (role == TokenRole::kOperator && token.value != "()") {
        Push(std::move(token), role);
        now_ = -1;
      } else {
        Push(std::move(token), role);
      }
    }
    return std::move(out_);
  }

 private:
  // How the words of a compound command are read, up to its own commands.
  enum class Head {
    kNone,
    kName,
    kIn,
    kList,
    kCaseIn,
    kPatterns,
    kTest,
    kCoprocess
  };

  void Push(Token token, TokenRole role) {
    const bool belongs =
        role == TokenRole::kWord || role == TokenRole::kAssignment ||
        role == TokenRole::kRedirection || role == TokenRole::kTarget ||
        role == TokenRole::kDelimiter || role == TokenRole::kHereString;
    if (belongs && now_ < 0) {
      now_ = static_cast<int>(out_.commands.size());
      out_.commands.emplace_back();
    }
    if (role == TokenRole::kWord) {
      out_.commands[static_cast<size_t>(now_)].push_back(out_.tokens.size());
    }
    out_.tokens.push_back({std::move(token), role, belongs ? now_ : -1});
  }

  TokenRole RoleOf(const Token& token) {
    switch (token.kind) {
      case TokenKind::kOperator: return OperatorRole(token.value);
      case TokenKind::kRedirect:
        // `<` and `>` compare texts in a condition.
        if (head_ == Head::kTest) return TokenRole::kCondition;
        // 2>&1 has no separate target.
        target_ = token.value;
        needs_target_ = !IsDigit(target_.back()) && target_.back() != '-';
        if (target_ == "<<-") needs_target_ = true;
        return TokenRole::kRedirection;
      case TokenKind::kComment: return TokenRole::kComment;
      case TokenKind::kWord: return WordRole(token);
    }
    return TokenRole::kWord;
  }

  TokenRole OperatorRole(const std::string& op) {
    needs_target_ = false;
    // Inside [[ ]] operators join conditions.
    if (head_ == Head::kTest && op != ";" && op != "\n") {
      return TokenRole::kCondition;
    }
    if (head_ == Head::kPatterns) {
      if (op == ")") head_ = Head::kNone;
      return TokenRole::kOperator;
    }
    if (op == "()") {
      NameFunction();
    } else if (cases_ > 0 &&
               (op.starts_with(";;") || op == ";&" || op == ";|")) {
      head_ = Head::kPatterns;
    } else if (head_ != Head::kCaseIn || op != "\n") {
      head_ = Head::kNone;
    }
    return TokenRole::kOperator;
  }

  // The word before `()` is the name of a function.
  void NameFunction() {
    if (now_ < 0 || static_cast<size_t>(now_) + 1 != out_.commands.size()) {
      return;
    }
    for (size_t word : out_.commands.back()) {
      out_.tokens[word].role = TokenRole::kName;
      out_.tokens[word].command = -1;
    }
    out_.commands.pop_back();
    now_ = -1;
  }

  TokenRole WordRole(const Token& token) {
    if (needs_target_) {
      needs_target_ = false;
      if (target_.ends_with("<<<")) return TokenRole::kHereString;
      if (target_.find("<<") != target_.npos) return TokenRole::kDelimiter;
      return TokenRole::kTarget;
    }
    if (head_ != Head::kNone) return HeadRole(token);
    const bool begins =
        now_ < 0 || out_.commands[static_cast<size_t>(now_)].empty();
    if (!begins) return TokenRole::kWord;
    if (token.raw(line_).starts_with("((")) return TokenRole::kArithmetic;
    if (IsAssignment(token, line_)) return TokenRole::kAssignment;
    if (token.quoted || token.dynamic) return TokenRole::kWord;
    return IsReserved(token.value) ? Reserve(token.value) : TokenRole::kWord;
  }

  TokenRole HeadRole(const Token& token) {
    const std::string& word = token.value;
    switch (head_) {
      case Head::kName:
        head_ = Head::kIn;
        return token.raw(line_).starts_with("((") ? TokenRole::kArithmetic
                                                  : TokenRole::kName;
      case Head::kCoprocess:
        // `coproc cat`, `coproc NAME { cat; }`
        head_ = Head::kNone;
        return begins_group_ && word != "{" ? TokenRole::kName
                                            : WordRole(token);
      case Head::kIn:
        // `function f {`, `repeat 3 ls`
        head_ = word == "in" ? Head::kList : Head::kNone;
        return word == "in" ? TokenRole::kReserved : WordRole(token);
      case Head::kList: return TokenRole::kListWord;
      case Head::kCaseIn:
        if (word != "in" || token.quoted) return TokenRole::kListWord;
        head_ = Head::kPatterns;
        ++cases_;
        return TokenRole::kReserved;
      case Head::kPatterns:
        if (word != "esac" || token.quoted) return TokenRole::kPattern;
        return Reserve(word);
      case Head::kTest:
        if (word != "]]" || token.quoted) return TokenRole::kCondition;
        return Reserve(word);
      case Head::kNone: break;
    }
    return TokenRole::kWord;
  }

  // `time` and `nocorrect` run a command, and have specs as programs do.
  static bool IsReserved(const std::string& word) {
    return IsReservedWord(word) && word != "time" && word != "nocorrect" &&
           word != "-" && word != "in";
  }

  TokenRole Reserve(const std::string& word) {
    head_ = Head::kNone;
    if (word == "case") head_ = Head::kCaseIn;
    if (word == "[[") head_ = Head::kTest;
    if (word == "coproc") head_ = Head::kCoprocess;
    if (word == "esac" && cases_ > 0) --cases_;
    const bool names = word == "for" || word == "select" || word == "foreach" ||
                       word == "function" || word == "repeat";
    if (names) head_ = Head::kName;
    return TokenRole::kReserved;
  }

  std::string_view line_;
  TokenRoles out_;
  Head head_ = Head::kNone;
  int cases_ = 0;  // the number of open `case`
  int now_ = -1;   // the command that is read
  std::string target_;
  bool needs_target_ = false;
  bool begins_group_ = false;  // the token behind this one
};

}  // namespace

TokenRoles RolesOf(std::string_view line, NestedText* nested) {
  return RoleReader(line).Read(nested);
}

}  // namespace synapse
