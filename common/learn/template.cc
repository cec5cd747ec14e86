#include "learn/template.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "base/text.h"
#include "learn/privacy.h"

namespace synapse {
namespace {

constexpr size_t kMaxTemplateWords = 9;

// <path>, <branch>
bool IsArgumentSlot(std::string_view word) {
  return word.size() > 2 && word.front() == '<' && word.back() == '>' &&
         std::all_of(word.begin() + 1, word.end() - 1, IsLower);
}

bool LooksLikeSubcommand(std::string_view word) {
  return !word.empty() && IsLower(word[0]) &&
         std::all_of(word.begin(), word.end(), [](char c) {
           return IsLower(c) || IsDigit(c) || c == '_' || c == ':' || c == '-';
         });
}

// An abbreviated object name of git has 7 digits, SHA-256 has 64. A word of
// letters alone is a word, one of digits alone a number.
bool LooksLikeSha(std::string_view word) {
  bool letter = false, digit = false;
  for (char c : word) {
    if (!IsDigit(c) && !(c >= 'a' && c <= 'f')) return false;
    (IsDigit(c) ? digit : letter) = true;
  }
  return word.size() >= 7 && word.size() <= 64 && letter && digit;
}

std::string_view KindByShape(std::string_view word) {
  if (word[0] == '"' || word[0] == '\'' || word.starts_with("$'")) {
    return "<msg>";
  }
  if (std::all_of(word.begin(), word.end(), IsDigit)) return "<num>";
  if (word.find("://") != word.npos || word.starts_with("git@")) return "<url>";
  if (word.find_first_of("/.~") != word.npos) return "<path>";
  return LooksLikeSha(word) ? "<sha>" : "<arg>";
}

// The name of an option, without a value and without quotes.
std::string_view OptionName(std::string_view word) {
  size_t end = 0;
  while (end < word.size() && (isalnum(static_cast<unsigned char>(word[end])) ||
                               word[end] == '-' || word[end] == '_')) {
    ++end;
  }
  return word.substr(0, end);
}

// The target of a redirection, by the word that begins with its operator.
struct Redirection {
  enum class Target { kNone, kInWord, kNextWord };  // 2>&1, >out, >
  std::string_view op;
  Target target;
};
std::optional<Redirection> RedirectionOf(std::string_view word) {
  using Target = Redirection::Target;
  size_t at = word.find_first_not_of("0123456789&");
  if (at == word.npos || (word[at] != '<' && word[at] != '>')) return {};
  size_t end = std::min(word.find_first_not_of("<>&|", at), word.size());
  if (word.substr(at, end - at) == "<<" && word.substr(end, 1) == "-") ++end;
  std::string_view op = word.substr(0, end), rest = word.substr(end);
  if (rest.starts_with('(')) return {};  // <(...)
  if (rest.empty()) return Redirection{op, Target::kNextWord};
  bool number = rest == "-" || std::all_of(rest.begin(), rest.end(), IsDigit);
  if (op.back() == '&' && number) return Redirection{word, Target::kNone};
  return Redirection{op, Target::kInWord};
}

// Argument slots that the line has already would be read as redirections. In
// these brackets they are words while the line is split.
constexpr char kOpen = '\x02', kClose = '\x03';

std::string Shielded(std::string_view line) {
  std::string out(line);
  for (char& c : out) {
    if (c == kOpen || c == kClose) c = '?';
  }
  for (size_t at = 0; (at = out.find('<', at)) != out.npos; ++at) {
    size_t end = out.find('>', at);
    bool alone =
        (at == 0 || out[at - 1] == ' ') &&
        (end == out.npos || end + 1 == out.size() || out[end + 1] == ' ');
    if (end == out.npos) break;
    if (!alone ||
        !IsArgumentSlot(std::string_view(out).substr(at, end + 1 - at))) {
      continue;
    }
    out[at] = kOpen;
    out[end] = kClose;
  }
  return out;
}
bool IsShielded(std::string_view word) {
  return word.size() > 2 && word.front() == kOpen && word.back() == kClose;
}

class Writer {
 public:
  Template Take() && { return std::move(out_); }
  bool full() const { return words_ == kMaxTemplateWords; }

  void Add(const LineWord& word) {
    const std::string& text = word.text;
    bool target = std::exchange(after_redirection_, false);
    if (IsShielded(text)) {
      Put(text);
    } else if (word.is_operator) {
      AddOperator(text);
    } else if (auto redirection = RedirectionOf(text)) {
      Put(redirection->op);
      if (redirection->target == Redirection::Target::kInWord) Put("<path>");
      after_redirection_ =
          redirection->target == Redirection::Target::kNextWord;
    } else if (target) {
      Put("<path>");
    } else if (word.context.command.empty()) {
      Put(text);
    } else if (text[0] == '-') {
      Put(OptionName(text));
    } else {
      Put(Argument(word));
    }
  }

 private:
  void AddOperator(const std::string& text) {
    first_command_ = false;
    if (text == "()") {
      Put("(");
      Put(")");
    } else {
      Put(text == "\n" ? ";" : text);
    }
  }

  std::string Argument(const LineWord& word) {
    const ArgumentType& type = word.context.type;
    if (!type.kind.empty()) {
      if (!IsRedacted(word.text)) out_.values.push_back({type, word.text});
      return "<" + type.kind + ">";
    }
    bool kept = first_command_ && word.context.index == 1 &&
                LooksLikeSubcommand(word.text);
    return kept ? word.text : std::string(KindByShape(word.text));
  }

  void Put(std::string_view word) {
    if (full()) return;
    if (words_++ > 0) out_.text += ' ';
    size_t begin = out_.text.size();
    for (char c : word) out_.text += c == kOpen ? '<' : c == kClose ? '>' : c;
    out_.argument_slots +=
        IsArgumentSlot(std::string_view(out_.text).substr(begin));
  }

  Template out_;
  size_t words_ = 0;
  bool first_command_ = true;
  bool after_redirection_ = false;
};

}  // namespace

Template TemplateOf(std::string_view line, const ArgumentTypeFinder& types,
                    const std::vector<LineWord>* words) {
  const std::string shielded = Shielded(line);
  std::vector<LineWord> split;
  if (!words || shielded != line) {
    split = SplitWords(shielded, types);
    words = &split;
  }
  Writer writer;
  for (const LineWord& word : *words) {
    const bool ends = !word.is_operator && word.text == kEndOfLine;
    if (!writer.full() && !ends && !word.text.empty()) writer.Add(word);
  }
  return std::move(writer).Take();
}

}  // namespace synapse
