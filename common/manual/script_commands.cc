#include "manual/script_commands.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace synapse {
namespace {

constexpr size_t kMaxScript = 1'000'000, kMaxWord = 4000, kMaxAlternatives = 12;

class ShellReader {
 public:
  ShellReader(std::string_view text, Dialect dialect)
      : text_(text.substr(0, kMaxScript)), fish_(dialect == Dialect::kFish) {}

  std::vector<ShellCommand> Read() {
    while (at_ < text_.size()) Step();
    EndCommand();
    return std::move(out_);
  }

 private:
  char Next(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void Add(char c) {
    in_word_ = true;
    for (std::string& each : words_) {
      if (each.size() < kMaxWord) each += c;
    }
  }
  void Add(std::string_view text) {
    for (char c : text) Add(c);
  }

  void EndWord() {
    if (in_word_) {
      for (std::string& each : words_) {
        command_.push_back({std::move(each), dynamic_});
      }
    }
    words_.assign(1, "");
    in_word_ = dynamic_ = false;
  }

  void EndCommand() {
    EndWord();
    if (!command_.empty()) out_.push_back(std::move(command_));
    command_.clear();
  }

  void Step() {
    const char c = text_[at_++];
    switch (c) {
      case '\'': return Single();
      case '"': return Double();
      case '\\':
        if (Next() == '\n') {
          ++at_;
          EndWord();
        } else if (at_ < text_.size()) {
          Add(text_[at_++]);
        }
        return;
      case ' ':
      case '\t':
      case '\r': return EndWord();
      case '\n':
        if (array_) return EndWord();
        return EndCommand();
      case '#':
        if (in_word_) return Add(c);
        at_ = std::min(text_.find('\n', at_), text_.size());
        return;
      case ';':
      case '&':
      case '|': return Separator(c);
      case '$': return Dollar();
      case '`':
        dynamic_ = in_word_ = true;
        at_ = std::min(text_.find('`', at_), text_.size() - 1) + 1;
        return;
      case '(': return Open();
      case ')': return Close();
      case '{': return Brace();
      case '}':
        if (!in_word_ && !fish_) {
          EndCommand();
          Add('}');
          return EndCommand();
        }
        return Add(c);
      default: return Add(c);
    }
  }

  void Separator(char c) {
    if (array_) return Add(c);
    // "a|b)" is one label.
    if (c == '|' && Next() != '|' && in_word_) {
      size_t ahead = at_;
      while (ahead < text_.size() && text_[ahead] != '\n' &&
             text_[ahead] != ' ' && text_[ahead] != ')') {
        ++ahead;
      }
      if (ahead < text_.size() && text_[ahead] == ')') {
        Add('|');
        return;
      }
    }
    EndCommand();
  }

  void Single() {
    in_word_ = true;
    while (at_ < text_.size() && text_[at_] != '\'') {
      if (fish_ && text_[at_] == '\\' && (Next(1) == '\'' || Next(1) == '\\')) {
        ++at_;
      }
      Add(text_[at_++]);
    }
    ++at_;
  }

  void Double() {
    in_word_ = true;
    while (at_ < text_.size() && text_[at_] != '"') {
      const char c = text_[at_++];
      if (c == '\\' && at_ < text_.size()) {
        const char next = text_[at_];
        if (next == '\n') {
          ++at_;
        } else if (next == '"' || next == '\\' || next == '$' || next == '`') {
          Add(text_[at_++]);
        } else {
          Add(c);
        }
      } else if (c == '$' && (Next() == '(' || Next() == '{' || Next() == '_' ||
                              IsLower(Next()) || IsUpper(Next()))) {
        Dollar();
      } else if (c == '`') {
        dynamic_ = true;
      } else {
        Add(c);
      }
    }
    ++at_;
  }

  // Reads an expansion behind a $, and leaves it out.
  void Dollar() {
    if (Next() == '\'') {
      ++at_;
      return Single();
    }
    dynamic_ = in_word_ = true;
    if (Next() == '(' || Next() == '{') {
      const char open = text_[at_], close = open == '(' ? ')' : '}';
      int depth = 0;
      while (at_ < text_.size()) {
        const char c = text_[at_++];
        if (c == open) ++depth;
        if (c == close && --depth == 0) return;
      }
      return;
    }
    while (at_ < text_.size() && (IsLower(text_[at_]) || IsUpper(text_[at_]) ||
                                  IsDigit(text_[at_]) || text_[at_] == '_')) {
      ++at_;
    }
  }

  void Open() {
    if (fish_) {
      // A substitution.
      dynamic_ = in_word_ = true;
      int depth = 1;
      while (at_ < text_.size() && depth > 0) {
        if (text_[at_] == '(') ++depth;
        if (text_[at_] == ')') --depth;
        ++at_;
      }
      return;
    }
    const bool assigns =
        in_word_ && command_.empty() && words_[0].ends_with('=');
    if (assigns && !array_) {
      Add('(');
      EndWord();
      array_ = true;
      return;
    }
    if (array_) {
      ++array_depth_;
      return Add('(');
    }
    if (in_word_ && Next() == ')' && command_.size() <= 1) {
      ++at_;
      std::string name = words_[0];
      in_word_ = false;
      command_.clear();
      command_.push_back({"function", false});
      command_.push_back({std::move(name), false});
      return EndCommand();
    }
    if (in_word_) return Add('(');
    EndCommand();
  }

  void Close() {
    if (array_) {
      if (array_depth_ > 0) {
        --array_depth_;
        return Add(')');
      }
      array_ = false;
      return EndCommand();
    }
    EndWord();
    // A label of a case.
    if (command_.size() == 1) command_.insert(command_.begin(), {")", false});
    EndCommand();
  }

  // {a,b} in a word; a block otherwise.
  void Brace() {
    const size_t end = text_.find_first_of("} \t\n'\"", at_);
    const bool list = end != text_.npos && text_[end] == '}' &&
                      text_.substr(at_, end - at_).find(',') != text_.npos;
    if (!list || fish_) {
      if (in_word_ || fish_) return Add('{');
      EndCommand();
      Add('{');
      return EndCommand();
    }
    std::string_view inside = text_.substr(at_, end - at_);
    at_ = end + 1;
    in_word_ = true;
    std::vector<std::string> made;
    while (true) {
      const size_t comma = std::min(inside.find(','), inside.size());
      for (const std::string& before : words_) {
        if (made.size() >= kMaxAlternatives) break;
        made.push_back(before + std::string(inside.substr(0, comma)));
      }
      if (comma == inside.size()) break;
      inside.remove_prefix(comma + 1);
    }
    words_ = std::move(made);
  }

  const std::string_view text_;
  const bool fish_;
  size_t at_ = 0;
  std::vector<ShellCommand> out_;
  ShellCommand command_;
  std::vector<std::string> words_ = {""};  // the word, in each alternative
  bool in_word_ = false, dynamic_ = false;
  bool array_ = false;
  int array_depth_ = 0;
};

}  // namespace

std::vector<ShellCommand> ShellCommands(std::string_view text,
                                        Dialect dialect) {
  return ShellReader(text, dialect).Read();
}

}  // namespace synapse
