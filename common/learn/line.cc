#include "learn/line.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "base/text.h"
#include "learn/privacy.h"
#include "learn/template.h"
#include "line/commands.h"
#include "line/tokenizer.h"

namespace synapse {
namespace {

// The words of a line one after the other, without copies, while `visit`
// returns true.
template <class Visit>
void EachWord(std::string_view text, const Visit& visit) {
  size_t at = 0;
  while ((at = text.find_first_not_of(" \t\n", at)) != text.npos) {
    size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
    if (!visit(text.substr(at, end - at))) return;
    at = end;
  }
}

// A longer line is not learned: it is in the log, and never suggested.
constexpr size_t kMaxLearned = 2048;  // bytes

bool IsArgument(std::string_view word) {
  return word.size() > 1 && word[0] != '-' && word != "/dev/null" &&
         !IsRedacted(word) && word.find_first_of(" \t\n") == word.npos;
}

// Visits the words of a line that may be reused. Behind kMaxTyped words of a
// command, names of subcommands are not expected.
template <class Visit>
void EachArgument(std::string_view text, const ArgumentTypeFinder& types,
                  const Visit& visit) {
  constexpr size_t kMaxTyped = 24;
  std::vector<std::string> words;  // of one command, unquoted, for `types`
  size_t count = 0;                // of its words
  ArgumentType type;               // of the next one
  bool delimits = false;           // the next word ends a here-document
  for (Token& token : Tokenize(text)) {
    if (token.kind == TokenKind::kOperator) {
      words.clear();
      count = 0;
    }
    const std::string_view raw = token.raw(text);
    const bool word = token.kind == TokenKind::kWord;
    if (!word || std::exchange(delimits, false)) {
      delimits = token.kind == TokenKind::kRedirect && raw.ends_with("<<");
      continue;
    }
    ++count;
    const bool typed = types && count <= kMaxTyped;
    if (typed) words.push_back(std::move(token.value));
    const ArgumentType its =
        std::exchange(type, typed ? types(words) : ArgumentType());
    const bool names = count == 1 || type.subcommands > its.subcommands ||
                       (its.is_command && raw.find_first_of("./") == raw.npos);
    if (!names && IsArgument(raw)) visit(raw);
  }
}

std::vector<std::string> SplitAtBlanks(std::string_view text) {
  std::vector<std::string> out;
  EachWord(text, [&](std::string_view word) {
    out.emplace_back(word);
    return true;
  });
  return out;
}

// Asks the type behind each beginning of a line once: it is a walk over the words
// of that beginning.
class TypesOfLine {
 public:
  explicit TypesOfLine(const ArgumentTypeFinder& types) : types_(types) {}

  ArgumentType operator()(std::span<const std::string> words) {
    std::string joined;
    for (const std::string& word : words) (joined += word) += '\0';
    for (const auto& [before, type] : known_) {
      if (before == joined) return type;
    }
    return known_.emplace_back(std::move(joined), types_(words)).second;
  }

 private:
  const ArgumentTypeFinder& types_;
  std::vector<std::pair<std::string, ArgumentType>> known_;
};

// Quoted texts with blanks in them are messages: emptied.
std::string PatternOf(std::string_view text) {
  if (text.find_first_of("\"'") == text.npos) return "";
  std::string out;
  size_t at = 0;
  bool emptied = false;
  for (const Token& token : Tokenize(text)) {
    std::string_view raw = token.raw(text);
    if (token.kind != TokenKind::kWord || raw.size() < 3 || token.dynamic) {
      continue;
    }
    char quote = raw.front();
    if ((quote != '"' && quote != '\'') || raw.back() != quote) continue;
    out.append(text.substr(at, token.begin - at));
    out += quote;
    out += quote;
    at = token.end;
    emptied = true;
  }
  if (!emptied) return "";
  return out.append(text.substr(at));
}

}  // namespace

Line MakeLine(std::string_view text, const ArgumentTypeFinder& types,
              std::vector<LineWord>* words) {
  Line line;
  line.text = std::string(text);
  line.id = IdOf(text);
  if (text.size() > kMaxLearned) return line;  // without words
  line.words = SplitAtBlanks(text);
  if (line.words.empty()) return line;
  const auto& w = line.words;
  line.stem = w[0];
  if (IsWrapper(w[0]) && w.size() > 1) line.stem += " " + w[1];
  TypesOfLine of_line(types);
  ArgumentTypeFinder once;
  if (types) once = std::ref(of_line);
  line.arguments = ArgumentsOf(text, once);
  std::vector<LineWord> split = SplitWords(text, once);
  line.shape = TemplateOf(text, once, &split);
  if (words) *words = std::move(split);
  line.pattern = PatternOf(text);
  return line;
}

std::vector<std::string> ArgumentsOf(std::string_view text,
                                     const ArgumentTypeFinder& types) {
  std::vector<std::string> out;
  EachArgument(text, types,
               [&](std::string_view word) { out.emplace_back(word); });
  return out;
}

LineParts PartsOf(std::string_view text) {
  LineParts parts;
  bool is_second = false;
  EachWord(text, [&](std::string_view word) {
    if (is_second) parts.stem += ' ';
    parts.stem += word;
    return !std::exchange(is_second, true) && IsWrapper(word);
  });
  std::string_view last;
  EachArgument(text, nullptr, [&](std::string_view word) { last = word; });
  parts.last_argument = std::string(last);
  return parts;
}

namespace {

// With the last number counted on, as wide as it was: "a09.txt" is "a10.txt".
// "" without a number, and with one of more than nine digits.
std::string NextNumber(const std::string& argument) {
  constexpr std::string_view kDigits = "0123456789";
  const size_t last = argument.find_last_of(kDigits);
  if (last == argument.npos) return "";
  const size_t before = argument.find_last_not_of(kDigits, last);
  const size_t begin = before == argument.npos ? 0 : before + 1;
  const size_t width = last + 1 - begin;
  if (width > 9) return "";
  const long number = std::stol(argument.substr(begin, width)) + 1;
  std::string digits = std::to_string(number);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return argument.substr(0, begin) + digits + argument.substr(last + 1);
}

}  // namespace

std::vector<ReusedForm> ReusedForms(const std::string& argument) {
  std::vector<ReusedForm> forms = {{Reuse::kSame, argument}};
  std::string bare = argument;
  while (!bare.empty() && bare.back() == '/') bare.pop_back();
  if (bare != argument && bare.size() > 1) {
    forms.push_back({Reuse::kNoSlash, bare});
  }
  std::string base = bare.substr(bare.rfind('/') + 1);
  if (base != bare && base.size() > 1) {
    forms.push_back({Reuse::kBaseName, base});
  }
  std::string stem = base;
  for (std::string_view ending : {".tar.gz", ".tar.xz", ".tar.bz2"}) {
    if (stem.ends_with(ending)) stem.resize(stem.size() - ending.size());
  }
  size_t dot = stem.rfind('.');
  if (stem == base && dot != std::string::npos && dot > 0) stem.resize(dot);
  if (stem != base && stem.size() > 1) {
    forms.push_back({Reuse::kNoExtension, stem});
  }
  std::string next = NextNumber(argument);
  if (!next.empty()) forms.push_back({Reuse::kNextNumber, std::move(next)});
  dot = argument.rfind('.');
  if (dot != std::string::npos && dot > argument.size() - base.size() &&
      bare == argument && dot + 1 < argument.size()) {
    forms.push_back({Reuse::kStem, argument.substr(0, dot + 1)});
  }
  return forms;
}

bool HasArgument(const Line* line, std::string_view argument) {
  argument = WithoutSlash(argument);
  return line && !argument.empty() &&
         std::any_of(line->arguments.begin(), line->arguments.end(),
                     [&](const std::string& other) {
                       return WithoutSlash(other) == argument;
                     });
}

size_t MessageBegin(std::string_view line) {
  if (line.empty() || (line.back() != '"' && line.back() != '\'')) {
    return line.size();
  }
  std::vector<Token> words = Tokenize(line);
  if (words.size() < 3) return line.size();
  const Token& last = words.back();
  std::string_view raw = last.raw(line);
  const std::string& option = words[words.size() - 2].value;
  bool is_message = option == "--message" ||
                    (option.starts_with('-') && !option.starts_with("--") &&
                     option.ends_with('m'));
  if (!is_message || last.kind != TokenKind::kWord || raw.size() < 3 ||
      raw.front() != raw.back()) {
    return line.size();
  }
  return last.begin + 1;
}

std::string WithoutMessage(std::string_view line) {
  const size_t message = MessageBegin(line);
  std::string out(line.substr(0, message));
  if (message < line.size()) out += line.back();
  return out;
}

}  // namespace synapse
