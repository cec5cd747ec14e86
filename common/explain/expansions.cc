#include "explain/expansions.h"

#include <algorithm>
#include <cstdlib>

#include "base/text.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view raw) : raw_(raw) {}

  Expansions Scan() {
    while (at_ < raw_.size()) Step();
    return std::move(out_);
  }

 private:
  void Step() {
    const char c = raw_[at_];
    if (c == '\\' && at_ + 1 < raw_.size()) {
      Literal(raw_[at_ + 1]);
      at_ += 2;
    } else if (c == '\'' && !in_double_) {
      SingleQuoted(at_ + 1);
    } else if (c == '"') {
      in_double_ = !in_double_;
      ++at_;
    } else if (c == '`') {
      at_ = std::min(raw_.find('`', at_ + 1), raw_.size() - 1) + 1;
    } else if (c == '$') {
      Dollar();
    } else {
      Plain(c);
      ++at_;
    }
  }

  void SingleQuoted(size_t from) {
    const size_t end = std::min(raw_.find('\'', from), raw_.size());
    for (size_t i = from; i < end; ++i) Literal(raw_[i]);
    at_ = std::min(end + 1, raw_.size());
  }

  // A character that the shell does not read as a part of a pattern.
  void Literal(char c) {
    if (std::string_view("*?[]\\").find(c) != std::string_view::npos) {
      out_.pattern += '\\';
    }
    out_.pattern += c;
  }

  void Plain(char c) {
    if (in_double_) return Literal(c);
    out_.pattern += c;
    out_.has_glob |=
        c == '*' || c == '?' || (c == '[' && raw_.find(']', at_) != raw_.npos);
    if (c == '{') {
      const size_t end = raw_.find('}', at_);
      const std::string_view inner =
          raw_.substr(at_, end == raw_.npos ? 0 : end - at_);
      out_.has_braces |=
          inner.find(',') != inner.npos || inner.find("..") != inner.npos;
    }
  }

  void Dollar() {
    const std::string_view rest = raw_.substr(at_ + 1);
    if (!in_double_ && rest.starts_with('\'')) return SingleQuoted(at_ + 2);
    if (rest.starts_with('(')) {
      const size_t begin = at_;
      SkipNested('(', ')');
      if (rest.starts_with("((")) out_.arithmetic.push_back({begin, at_, ""});
      return;
    }
    if (rest.starts_with('{')) return Braced();
    size_t length = 0;
    while (length < rest.size() && IsNameChar(rest[length])) ++length;
    constexpr std::string_view kSpecial = "@*#?-$!";
    if (length > 0 && IsDigit(rest[0])) length = 1;
    const bool is_special =
        length == 0 && !rest.empty() && kSpecial.find(rest[0]) != rest.npos;
    if (is_special) length = 1;
    if (length == 0) {
      out_.pattern += '$';
      ++at_;
      return;
    }
    out_.variables.push_back(
        {at_, at_ + 1 + length, std::string(rest.substr(0, length))});
    at_ += 1 + length;
  }

  // `${NAME...}`, `${#NAME}`, zsh's `${(flags)NAME}`.
  void Braced() {
    const size_t begin = at_;
    size_t name = at_ + 2;
    if (name < raw_.size() && raw_[name] == '(') {
      name = std::min(raw_.find(')', name), raw_.size() - 1) + 1;
    }
    if (name < raw_.size() && (raw_[name] == '#' || raw_[name] == '!')) ++name;
    size_t end = name;
    while (end < raw_.size() && IsNameChar(raw_[end])) ++end;
    SkipNested('{', '}');
    if (end > name) {
      out_.variables.push_back(
          {begin, at_, std::string(raw_.substr(name, end - name))});
    }
  }

  // Skips `$`, the opening character, and all up to the one that closes it.
  void SkipNested(char open, char close) {
    int depth = 0;
    for (++at_; at_ < raw_.size(); ++at_) {
      if (raw_[at_] == '\\') {
        ++at_;
      } else if (raw_[at_] == open) {
        ++depth;
      } else if (raw_[at_] == close && --depth == 0) {
        break;
      }
    }
    at_ = std::min(at_ + 1, raw_.size());
  }

  std::string_view raw_;
  size_t at_ = 0;
  bool in_double_ = false;
  Expansions out_;
};

constexpr size_t kMaxBraces = 1000;  // bytes of a word
constexpr int kMaxBraceDepth = 8;
constexpr size_t kNoBrace = std::string_view::npos;

// The brace that closes the one at `open`, and the commas between them.
size_t ClosingBrace(std::string_view text, size_t open,
                    std::vector<size_t>& commas) {
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == ',' && depth == 1) commas.push_back(i);
    if (text[i] == '}' && --depth == 0) return i;
  }
  return kNoBrace;
}

bool IsNumber(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.size() <= 9 &&
         text.find_first_not_of("0123456789") == text.npos;
}

// A number of a range that has leading zeros is as wide in all words.
std::string Padded(long n, size_t width) {
  std::string digits = std::to_string(std::labs(n));
  const size_t sign = n < 0 ? 1 : 0;
  if (digits.size() + sign < width) {
    digits.insert(0, width - sign - digits.size(), '0');
  }
  return (sign ? "-" : "") + digits;
}

bool HasLeadingZero(std::string_view number) {
  if (number.starts_with('-')) number.remove_prefix(1);
  return number.size() > 1 && number[0] == '0';
}

// The words of `1..5`, `a..e`, `5..1` or `01..9..2`; empty for another text.
std::vector<std::string> Range(std::string_view inner) {
  std::vector<std::string> out;
  const size_t dots = inner.find("..");
  if (dots == inner.npos) return out;
  const std::string_view from = inner.substr(0, dots);
  std::string_view to = inner.substr(dots + 2);
  const size_t again = to.find("..");
  long by = 1;
  if (again != to.npos) {
    if (!IsNumber(to.substr(again + 2))) return out;
    by = std::labs(
        strtol(std::string(to.substr(again + 2)).c_str(), nullptr, 10));
    by = std::max(by, 1L);
    to = to.substr(0, again);
  }
  const bool numbers = IsNumber(from) && IsNumber(to);
  const auto is_letter = [](std::string_view text) {
    return text.size() == 1 && (IsLower(text[0]) || IsUpper(text[0]));
  };
  const bool letters = is_letter(from) && is_letter(to);
  if (!numbers && !letters) return out;
  const long first = numbers ? strtol(std::string(from).c_str(), nullptr, 10)
                             : static_cast<unsigned char>(from[0]);
  const long last = numbers ? strtol(std::string(to).c_str(), nullptr, 10)
                            : static_cast<unsigned char>(to[0]);
  const bool pads = numbers && (HasLeadingZero(from) || HasLeadingZero(to));
  const size_t width = pads ? std::max(from.size(), to.size()) : 0;
  const long step = first <= last ? by : -by;
  for (long n = first; out.size() <= kMaxAlternatives; n += step) {
    if (step > 0 ? n > last : n < last) break;
    out.push_back(numbers ? Padded(n, width)
                          : std::string(1, static_cast<char>(n)));
  }
  return out;
}

// Adds the words for `text` behind each of `before`.
void Expand(const std::string& before, std::string_view text, int depth,
            std::vector<std::string>& out) {
  if (out.size() > kMaxAlternatives) return;
  for (size_t open = text.find('{'); open != text.npos && depth > 0;
       open = text.find('{', open + 1)) {
    std::vector<size_t> commas;
    const size_t close = ClosingBrace(text, open, commas);
    if (close == kNoBrace) break;
    const std::string_view inner = text.substr(open + 1, close - open - 1);
    const std::string_view rest = text.substr(close + 1);
    const std::string left = before + std::string(text.substr(0, open));
    if (!commas.empty()) {
      commas.push_back(close);
      size_t begin = open + 1;
      for (size_t comma : commas) {
        std::vector<std::string> alternatives;
        Expand("", text.substr(begin, comma - begin), depth - 1, alternatives);
        for (const std::string& one : alternatives) {
          Expand(left + one, rest, depth - 1, out);
        }
        begin = comma + 1;
      }
      return;
    }
    const std::vector<std::string> range = Range(inner);
    for (const std::string& one : range)
      Expand(left + one, rest, depth - 1, out);
    if (!range.empty()) return;
  }
  out.push_back(before + std::string(text));
}

// "the last line that begins with git", and what follows in `rest`.
std::string LineOfEvent(std::string_view& rest) {
  auto take = [&](size_t size) {
    const std::string_view taken = rest.substr(0, size);
    rest.remove_prefix(taken.size());
    return std::string(taken);
  };
  if (rest.starts_with('!')) {
    take(1);
    return "the last line";
  }
  if (rest.starts_with('#')) {
    take(1);
    return "this line so far";
  }
  // `!$` and `!*` are words of the last line.
  if (rest.find_first_of("$^*:") == 0) return "the last line";
  const bool back = rest.starts_with('-');
  const size_t digits =
      std::min(rest.find_first_not_of("0123456789", back ? 1 : 0), rest.size());
  if (digits > (back ? 1u : 0u)) {
    const std::string number = take(digits);
    return back ? "the line " + number.substr(1) + " before"
                : "line " + number + " of the history";
  }
  if (rest.starts_with('?')) {
    take(1);
    const std::string text = take(std::min(rest.find('?'), rest.size()));
    if (rest.starts_with('?')) take(1);
    return "the last line that contains " + text;
  }
  const std::string text =
      take(std::min(rest.find_first_of(":^$*"), rest.size()));
  return "the last line that begins with " + text;
}

// "word 2" of ":2", "the last word" of "$".
std::string WordsOfEvent(std::string_view rest) {
  if (rest.starts_with(':')) rest.remove_prefix(1);
  if (rest.empty()) return "";
  if (rest[0] == '$') return "the last word";
  if (rest[0] == '^') return "the first argument";
  if (rest[0] == '*') return "all arguments";
  const size_t digits =
      std::min(rest.find_first_not_of("0123456789"), rest.size());
  return digits > 0 ? "word " + std::string(rest.substr(0, digits)) : "";
}

}  // namespace

Expansions ExpansionsOf(std::string_view raw) { return Scanner(raw).Scan(); }

BraceExpansion ExpandBraces(std::string_view raw) {
  BraceExpansion out;
  const bool is_plain =
      raw.size() <= kMaxBraces && raw.find_first_of("'\"\\$`") == raw.npos;
  if (!is_plain || raw.find('{') == raw.npos) return out;
  Expand("", raw, kMaxBraceDepth, out.words);
  out.complete = out.words.size() <= kMaxAlternatives;
  if (!out.complete) out.words.resize(kMaxAlternatives);
  if (out.words.size() == 1 && out.words[0] == raw) out.words.clear();
  return out;
}

std::string MeaningOfBraces(std::string_view raw) {
  const BraceExpansion expanded = ExpandBraces(raw);
  if (expanded.words.empty()) return "";
  std::string out = "stands for";
  for (const std::string& word : expanded.words) out += " " + word;
  return expanded.complete ? out : out + " and more";
}

std::string MeaningOfHistory(std::string_view raw) {
  if (raw.starts_with('^')) {
    const size_t second = raw.find('^', 1);
    if (second == raw.npos || second == 1) return "";
    const std::string_view rest = raw.substr(second + 1);
    return "the last line with " + std::string(raw.substr(1, second - 1)) +
           " replaced by " + std::string(rest.substr(0, rest.find('^')));
  }
  if (!raw.starts_with('!') || raw.size() < 2) return "";
  std::string_view rest = raw.substr(1);
  const bool begins = rest[0] == '!' || rest[0] == '#' || rest[0] == '$' ||
                      rest[0] == '^' || rest[0] == '*' || rest[0] == '-' ||
                      rest[0] == '?' || rest[0] == ':' || IsDigit(rest[0]) ||
                      IsLower(rest[0]) || IsUpper(rest[0]);
  if (!begins || rest == "-") return "";
  const std::string line = LineOfEvent(rest);
  const std::string words = WordsOfEvent(rest);
  return words.empty() ? line : words + " of " + line;
}

}  // namespace synapse
