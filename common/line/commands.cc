#include "line/commands.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "line/segment.h"

namespace synapse {
namespace {

class Parser {
 public:
  Parser(std::string_view line, CommandList& out) : line_(line), out_(out) {}

  void Add(Token token) {
    switch (token.kind) {
      case TokenKind::kOperator: Operator(token.value); break;
      case TokenKind::kRedirect: Redirect(token.value); break;
      case TokenKind::kComment: break;
      case TokenKind::kWord: Word(std::move(token)); break;
    }
  }
  void Finish() { Flush(); }

 private:
  // How the words of a compound command are read, up to its own commands.
  enum class Head { kNone, kSkipOne, kSkipAll, kTest };

  void Operator(std::string_view op) {
    // Inside [[ ]] operators join conditions.
    if (head_ == Head::kTest && op != ";" && op != "\n") return;
    if (op == "()") {
      // The word before `()` is a function name, not a command.
      if (!now_.words.empty()) out_.functions.push_back(now_.words[0].value);
      now_ = {};
      target_.clear();
      return;
    }
    Flush();
    now_.piped = op == "|" || op == "|&";
    head_ = Head::kNone;
  }

  void Redirect(std::string_view op) {
    // 2>&1 has no separate target.
    char last = op.empty() ? '\0' : op.back();
    bool duplicate = (last >= '0' && last <= '9') || op.ends_with("&-");
    target_ = duplicate ? "" : std::string(op);
    if (duplicate) now_.redirects.emplace_back(op, Token());
  }

  void Word(Token token) {
    if (!target_.empty()) {
      now_.redirects.emplace_back(std::move(target_), std::move(token));
      target_.clear();
      return;
    }
    if (head_ == Head::kSkipOne) {
      head_ = Head::kNone;
    } else if (head_ == Head::kTest) {
      if (token.value == "]]") head_ = Head::kNone;
    } else if (head_ == Head::kNone &&
               (!now_.words.empty() || !MayLead(token) || !Leading(token))) {
      now_.words.push_back(std::move(token));
    }
  }

  bool MayLead(const Token& token) const {
    return !token.quoted || IsAssignment(token, line_);
  }

  // True for keywords and assignments in front of a command.
  bool Leading(const Token& token) {
    const std::string& word = token.value;
    if (word == "[[") {
      head_ = Head::kTest;
    } else if (IsOneOf(word, {"for", "select", "foreach", "case"})) {
      head_ = Head::kSkipAll;  // up to the next operator
    } else if (IsOneOf(word, {"function", "repeat"})) {
      head_ = Head::kSkipOne;
    } else if (word.starts_with("((")) {
      return true;  // arithmetic
    } else if (word == "time") {
      return false;  // takes options, as a program does
    } else if (AssignmentValueOffset(word) != word.npos) {
      now_.assignments.push_back(token);
    } else {
      return IsReservedWord(word);
    }
    return true;
  }

  void Flush() {
    if (!now_.words.empty() || !now_.redirects.empty() ||
        !now_.assignments.empty()) {
      out_.commands.push_back(std::move(now_));
    }
    now_ = {};
    target_.clear();
  }

  std::string_view line_;
  CommandList& out_;
  SimpleCommand now_;
  std::string target_;  // a redirection without its target so far
  Head head_ = Head::kNone;
};

// The command line inside backquotes, with one level of backslashes removed.
std::string WithoutBackquotes(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    bool escapes =
        text[i] == '\\' && i + 1 < text.size() &&
        std::string_view("\\`$").find(text[i + 1]) != std::string_view::npos;
    if (escapes) ++i;
    out += text[i];
  }
  return out;
}

}  // namespace

CommandList ParseCommands(std::string_view line) {
  CommandList out;
  NestedText nested;
  Parser parser(line, out);
  for (Token& token : Tokenize(line, &nested)) parser.Add(std::move(token));
  parser.Finish();
  for (const auto& [text, in_backquotes] : nested.substitutions) {
    out.substitutions.push_back(in_backquotes ? WithoutBackquotes(text)
                                              : std::string(text));
    const auto begin = static_cast<size_t>(text.data() - line.data());
    out.substituted.emplace_back(begin, begin + text.size());
  }
  for (std::string_view body : nested.here_documents) {
    out.here_documents.emplace_back(body);
  }
  for (std::string_view body : nested.expanded) {
    out.expanded_documents.emplace_back(body);
  }
  return out;
}

size_t ScheduleWords(std::span<const std::string> words) {
  constexpr size_t kFields = 5;
  if (words.size() < 2) return 0;
  if (IsOneOf(words[0], {"@reboot", "@yearly", "@annually", "@monthly",
                         "@weekly", "@daily", "@midnight", "@hourly"})) {
    return 1;
  }
  const bool has_fields =
      words.size() > kFields &&
      std::all_of(
          words.begin(), words.begin() + kFields, [](const std::string& word) {
            return !word.empty() &&
                   word.find_first_not_of("0123456789*/,-") == word.npos;
          });
  return has_fields ? kFields : 0;
}

bool IsWrapper(std::string_view word) {
  static constexpr std::string_view kWrappers[] = {
      "builtin", "command", "doas", "env",  "exec", "nocorrect",
      "noglob",  "nohup",   "sudo", "time", "watch"};
  return std::find(std::begin(kWrappers), std::end(kWrappers), word) !=
         std::end(kWrappers);
}

}  // namespace synapse
