#include "line/keywords.h"

#include <algorithm>

#include "line/segment.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

// An open compound command, by the part of it that is being written.
enum class Part {
  kCondition,
  kThen,
  kElse,
  kHead,
  kBody,
  kCase,
  kGroup,
  kSubshell
};

class Reader {
 public:
  explicit Reader(std::string_view line) : line_(line) {}

  void Add(const Token& token) {
    if (token.kind == TokenKind::kOperator) {
      Operator(token.value);
    } else if (token.kind == TokenKind::kRedirect) {
      is_target_ = true;
    } else if (token.kind == TokenKind::kWord) {
      Word(token);
    }
  }

  std::vector<std::string_view> Due() const {
    if (!ended_ || parts_.empty()) return {};
    switch (parts_.back()) {
      case Part::kCondition: return {"then"};
      case Part::kThen: return {"fi", "else", "elif"};
      case Part::kElse: return {"fi"};
      case Part::kHead: return {"do"};
      case Part::kBody: return {"done"};
      case Part::kCase: return {"esac"};
      case Part::kGroup: return {"}"};
      case Part::kSubshell: return {};
    }
    return {};
  }

 private:
  bool In(Part part) const { return !parts_.empty() && parts_.back() == part; }
  void Close() {
    parts_.pop_back();
    starts_ = false;
    has_command_ = true;
  }
  // The next part, whose first command has not been written.
  void Continue(Part part) {
    parts_.back() = part;
    has_command_ = ended_ = false;
  }
  void Open(Part part, bool starts) {
    parts_.push_back(part);
    starts_ = starts;
    has_command_ = !starts;
    ended_ = false;
  }

  void Operator(std::string_view op) {
    is_target_ = false;
    if (op == "(") return Open(Part::kSubshell, true);
    if (op == ")") {
      if (In(Part::kSubshell)) return Close();
      starts_ = true;  // behind a pattern of `case`
      return;
    }
    // A blank line ends nothing.
    const bool ends = op == ";" || op == "\n" || op == "&" || op == ";;" ||
                      op == ";&" || op == ";;&";
    ended_ = ends && has_command_;
    starts_ = true;
  }

  void Word(const Token& token) {
    if (is_target_) {
      is_target_ = false;
      return;
    }
    if (!starts_) {
      // `esac` may follow `in` directly.
      if (In(Part::kCase) && !token.quoted && token.value == "in") {
        starts_ = ended_ = true;
      }
      return;
    }
    if (token.quoted || !Keyword(token.value)) {
      has_command_ = true;
      starts_ = IsAssignment(token, line_);
      ended_ = false;
    }
  }

  // Returns false if the word is none here.
  bool Keyword(std::string_view word) {
    struct Opener {
      std::string_view word;
      Part part;
      bool starts;  // a command may follow
    };
    constexpr Opener kOpeners[] = {
        {"if", Part::kCondition, true}, {"while", Part::kHead, true},
        {"until", Part::kHead, true},   {"for", Part::kHead, false},
        {"select", Part::kHead, false}, {"repeat", Part::kHead, false},
        {"case", Part::kCase, false},   {"{", Part::kGroup, true}};
    struct Middle {
      std::string_view word;
      Part from, to;
    };
    constexpr Middle kMiddles[] = {{"then", Part::kCondition, Part::kThen},
                                   {"elif", Part::kThen, Part::kCondition},
                                   {"else", Part::kThen, Part::kElse},
                                   {"do", Part::kHead, Part::kBody}};
    if (word == "!" || word == "time") return true;
    for (const Opener& opener : kOpeners) {
      if (word != opener.word) continue;
      Open(opener.part, opener.starts);
      return true;
    }
    for (const Middle& middle : kMiddles) {
      if (word != middle.word || !In(middle.from)) continue;
      Continue(middle.to);
      return true;
    }
    const bool in_if = In(Part::kThen) || In(Part::kElse);
    const bool closes = (word == "fi" && in_if) ||
                        (word == "done" && In(Part::kBody)) ||
                        (word == "esac" && In(Part::kCase)) ||
                        (word == "}" && In(Part::kGroup));
    if (closes) Close();
    return closes;
  }

  std::string_view line_;
  std::vector<Part> parts_;   // the innermost is the last
  bool starts_ = true;        // a command may begin at the next word
  bool has_command_ = false;  // in the part that is being written
  bool ended_ = false;        // the command before is complete
  bool is_target_ = false;    // the next word belongs to a redirection
};

}  // namespace

std::vector<std::string_view> DueKeywords(std::string_view left,
                                          std::string_view partial) {
  const OpenTokens open = TokenizeOpen(left);
  if (open.inside != Inside::kCommand) return {};
  Reader reader(left);
  for (const Token& token : open.tokens) reader.Add(token);
  std::vector<std::string_view> due = reader.Due();
  std::erase_if(
      due, [&](std::string_view word) { return !word.starts_with(partial); });
  return due;
}

}  // namespace synapse
