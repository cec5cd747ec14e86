#include "spec/make_text.h"

#include <glob.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "base/text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

char Closing(char open) { return open == '(' ? ')' : '}'; }

// The offset of the bracket that ends a reference whose bracket is at `open`.
size_t EndOfReference(std::string_view text, size_t open) {
  const char first = text[open], last = Closing(first);
  int depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    if (text[i] == first) ++depth;
    if (text[i] == last && --depth == 0) return i;
  }
  return text.npos;
}

// Parts of the arguments of a function, at commas outside of brackets.
std::vector<std::string_view> Arguments(std::string_view text) {
  std::vector<std::string_view> out;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == '}') --depth;
    if (text[i] == ',' && depth == 0) {
      out.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  out.push_back(text.substr(begin));
  return out;
}

std::vector<std::string_view> WordsIn(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::string_view word = NextWord(text); !word.empty();
       word = NextWord(text)) {
    out.push_back(word);
  }
  return out;
}

template <class Each>
std::string MapWords(std::string_view text, const Each& each) {
  std::string out;
  for (std::string_view word : WordsIn(text)) {
    const std::string made(each(word));
    if (made.empty()) continue;
    if (!out.empty()) out += ' ';
    out += made;
  }
  return out;
}

std::string Patsubst(std::string_view pattern, std::string_view to,
                     std::string_view text) {
  return MapWords(text, [&](std::string_view word) {
    auto stem = MatchStem(pattern, word);
    if (!stem) return std::string(word);
    std::string out(to);
    const size_t percent = out.find('%');
    if (percent != out.npos) out.replace(percent, 1, *stem);
    return out;
  });
}

std::string Uname(std::string_view command) {
  utsname name;
  if (uname(&name) != 0) return "";
  if (command == "uname" || command == "uname -s") return name.sysname;
  if (command == "uname -m" || command == "uname -p") return name.machine;
  if (command == "uname -r") return name.release;
  return "";
}

// `uname -s 2>/dev/null || echo not`, `sh -c 'uname -s'`, also in small letters
// (`| tr A-Z a-z`); "" for another line.
std::string OutputOfUname(std::string_view line) {
  line = Trim(line);
  if (line.starts_with("sh -c '") && line.ends_with('\'')) {
    line = line.substr(7, line.size() - 8);
  }
  const size_t pipe = line.find('|');
  const std::string_view command = Trim(line.substr(0, pipe));
  std::string out = Uname(Trim(command.substr(0, command.find("2>"))));
  if (pipe == line.npos || line.substr(pipe).starts_with("||")) return out;
  const std::string_view filter = Trim(line.substr(pipe + 1));
  const bool lower =
      IsOneOf(filter, {"tr A-Z a-z", "tr '[A-Z]' '[a-z]'", "tr [A-Z] [a-z]",
                       "tr '[:upper:]' '[:lower:]'", "tr 'A-Z' 'a-z'",
                       "tr [:upper:] [:lower:]"});
  return lower ? AsciiLower(out) : "";
}

std::string Replace(std::string text, std::string_view from,
                    std::string_view to) {
  if (from.empty()) return text;
  for (size_t at = 0; (at = text.find(from, at)) != text.npos;
       at += to.size()) {
    text.replace(at, from.size(), to);
    if (text.size() > (size_t{64} << 10)) break;
  }
  return text;
}

size_t NumberIn(std::string_view text) {
  size_t out = 0;
  for (char c : Trim(text)) {
    if (c < '0' || c > '9' || out > 100'000) return 0;
    out = out * 10 + static_cast<size_t>(c - '0');
  }
  return out;
}

std::string_view WithoutSuffix(std::string_view word) {
  const size_t dot = word.rfind('.');
  const size_t slash = word.rfind('/');
  if (dot == word.npos || (slash != word.npos && slash > dot)) return word;
  return word.substr(0, dot);
}

}  // namespace

size_t FindOutside(std::string_view text, char c, size_t from) {
  for (size_t i = from; i < text.size(); ++i) {
    if (text[i] == c) return i;
    if (text[i] == '$' && i + 1 < text.size() &&
        (text[i + 1] == '(' || text[i + 1] == '{')) {
      i = EndOfReference(text, i + 1);
      if (i == text.npos) return i;
    }
  }
  return text.npos;
}

std::optional<std::string_view> MatchStem(std::string_view pattern,
                                          std::string_view word) {
  const size_t percent = pattern.find('%');
  if (percent == pattern.npos) {
    return pattern == word ? std::optional(word) : std::nullopt;
  }
  std::string_view before = pattern.substr(0, percent);
  std::string_view behind = pattern.substr(percent + 1);
  if (word.size() < before.size() + behind.size() ||
      !word.starts_with(before) || !word.ends_with(behind)) {
    return std::nullopt;
  }
  word.remove_prefix(before.size());
  word.remove_suffix(behind.size());
  return word;
}

MakeText::MakeText(std::string directory,
                   std::function<void(std::string)> evaluate)
    : directory_(std::move(directory)), evaluate_(std::move(evaluate)) {
  const std::pair<const char*, std::string> kOwn[] = {
      {"CC", "cc"},           {"CXX", "g++"},   {"AR", "ar"},
      {"RM", "rm -f"},        {"MAKE", "make"}, {"SHELL", "/bin/sh"},
      {"LD", "ld"},           {"AS", "as"},     {"CPP", "cc -E"},
      {"CURDIR", directory_}, {"INSTALL", ""},  {"MAKELEVEL", "0"}};
  for (const auto& [name, value] : kOwn) {
    // The environment counts more than these, but for two.
    const bool own =
        std::string_view(name) == "CURDIR" || std::string_view(name) == "SHELL";
    if (own || !getenv(name)) variables_[name] = {value, false};
  }
  for (const char* name :
       {"MAKEFILES", "MAKEFLAGS", "MAKECMDGOALS", "MAKE_VERSION",
        "MAKEFILE_LIST", ".FEATURES", ".VARIABLES"}) {
    variables_[name] = {std::nullopt, false};
  }
}

MakeText::Text MakeText::Expand(std::string_view text, int depth) {
  if (text.find('$') == text.npos) return std::string(text);
  if (depth > kMaxDepth || ++steps_ > kMaxSteps) return std::nullopt;
  std::string out;
  while (!text.empty()) {
    const size_t dollar = std::min(text.find('$'), text.size());
    out.append(text.substr(0, dollar));
    text.remove_prefix(dollar);
    if (text.size() < 2) break;
    if (text[1] == '$') {
      out += '$';
      text.remove_prefix(2);
      continue;
    }
    Text value;
    if (text[1] == '(' || text[1] == '{') {
      const size_t end = EndOfReference(text, 1);
      if (end == text.npos) return std::nullopt;
      value = Reference(text.substr(2, end - 2), depth + 1);
      text.remove_prefix(end + 1);
    } else {
      value = Value(std::string(1, text[1]), depth + 1);
      text.remove_prefix(2);
    }
    if (!value || out.size() + value->size() > kMaxValueBytes) {
      return std::nullopt;
    }
    out += *value;
    steps_ += static_cast<int>(value->size() / kBytesAStep);
  }
  return out;
}

// The inside of $(…): a function, a substitution, or a name.
MakeText::Text MakeText::Reference(std::string_view inside, int depth) {
  const size_t blank =
      std::min(FindOutside(inside, ' '), FindOutside(inside, '\t'));
  if (blank != inside.npos && FindOutside(inside, ':') > blank) {
    return Function(inside.substr(0, blank), Trim(inside.substr(blank + 1)),
                    depth);
  }
  const size_t colon = FindOutside(inside, ':');
  const size_t equals =
      colon == inside.npos ? colon : FindOutside(inside, '=', colon);
  Text name =
      Expand(equals == inside.npos ? inside : inside.substr(0, colon), depth);
  if (!name) return std::nullopt;
  Text value = Value(*name, depth);
  if (!value || equals == inside.npos) return value;
  Text from = Expand(inside.substr(colon + 1, equals - colon - 1), depth);
  Text to = Expand(inside.substr(equals + 1), depth);
  if (!from || !to) return std::nullopt;
  if (from->find('%') == from->npos) {
    *from = "%" + *from;
    *to = "%" + *to;
  }
  return Patsubst(*from, *to, *value);
}

MakeText::Text MakeText::Value(const std::string& name, int depth) {
  auto at = variables_.find(name);
  if (at != variables_.end()) {
    const Variable variable = at->second;
    if (!variable.text || !variable.recursive) return variable.text;
    return Expand(*variable.text, depth + 1);
  }
  // Automatic variables have a value in recipes only.
  const char* value = getenv(name.c_str());
  return value ? value : "";
}

MakeText::Text MakeText::Glob(const std::string& patterns) {
  constexpr size_t kMaxNames = 500;
  if (OnSlowMount(directory_) || ++globs_ > kMaxGlobs) return std::nullopt;
  std::string out;
  for (std::string_view pattern : WordsIn(patterns)) {
    // A deep pattern may visit a whole disk.
    if (std::count(pattern.begin(), pattern.end(), '*') > 2) {
      return std::nullopt;
    }
    const std::string path = JoinPath(directory_, pattern);
    const bool relative = !pattern.starts_with('/');
    glob_t found;
    if (glob(path.c_str(), 0, nullptr, &found) == 0) {
      for (size_t i = 0; i < std::min(found.gl_pathc, kMaxNames); ++i) {
        std::string_view name = found.gl_pathv[i];
        if (relative) name.remove_prefix(directory_.size() + 1);
        if (!out.empty()) out += ' ';
        out += name;
      }
    }
    globfree(&found);
  }
  return out;
}

MakeText::Text MakeText::Function(std::string_view name, std::string_view rest,
                                  int depth) {
  if (name == "shell") {
    std::string found = OutputOfUname(rest);
    return found.empty() ? Text() : Text(std::move(found));
  }
  if (auto value = Control(name, rest, depth)) return *value;
  std::vector<std::string> arg;
  for (std::string_view raw : Arguments(rest)) {
    Text value = Expand(raw, depth + 1);
    if (!value) return std::nullopt;
    arg.push_back(*std::move(value));
  }
  const size_t n = arg.size();
  const auto filter = [&](bool keep) {
    const auto patterns = WordsIn(arg[0]);
    return MapWords(arg[1], [&](std::string_view word) {
      const bool is = std::any_of(
          patterns.begin(), patterns.end(),
          [&](auto pattern) { return MatchStem(pattern, word).has_value(); });
      return is == keep ? word : std::string_view();
    });
  };
  if (name == "strip") {
    return MapWords(arg[0], [](std::string_view word) { return word; });
  }
  if (name == "wildcard") return Glob(arg[0]);
  if (name == "notdir") {
    return MapWords(arg[0], [](auto w) { return BaseName(std::string(w)); });
  }
  if (name == "dir") {
    return MapWords(arg[0], [](std::string_view word) {
      const size_t slash = word.rfind('/');
      return slash == word.npos ? std::string("./")
                                : std::string(word.substr(0, slash + 1));
    });
  }
  if (name == "basename") return MapWords(arg[0], WithoutSuffix);
  if (name == "firstword" || name == "lastword") {
    const auto words = WordsIn(arg[0]);
    if (words.empty()) return "";
    return std::string(name == "firstword" ? words.front() : words.back());
  }
  if (name == "sort") {
    auto words = WordsIn(arg[0]);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    std::string out;
    for (auto word : words) out.append(out.empty() ? "" : " ").append(word);
    return out;
  }
  const bool filters = name == "filter" || name == "filter-out";
  if (filters && n == 2 && arg[0].size() * arg[1].size() > kMaxProduct) {
    return std::nullopt;
  }
  if (n == 2 && name == "filter") return filter(true);
  if (n == 2 && name == "filter-out") return filter(false);
  if (n == 2 && name == "findstring") {
    return arg[1].find(arg[0]) == arg[1].npos ? "" : arg[0];
  }
  if (n == 2 && name == "addprefix") {
    return MapWords(arg[1], [&](auto w) { return arg[0] + std::string(w); });
  }
  if (n == 2 && name == "addsuffix") {
    return MapWords(arg[1], [&](auto w) { return std::string(w) + arg[0]; });
  }
  if (n == 3 && name == "patsubst") return Patsubst(arg[0], arg[1], arg[2]);
  if (n == 3 && name == "subst") return Replace(arg[2], arg[0], arg[1]);
  if (name == "info" || name == "warning") return "";
  if (name == "words") return std::to_string(WordsIn(arg[0]).size());
  if (name == "suffix") {
    return MapWords(arg[0], [](std::string_view word) {
      return word.substr(WithoutSuffix(word).size());
    });
  }
  if ((n == 2 && name == "word") || (n == 3 && name == "wordlist")) {
    const auto words = WordsIn(arg[n - 1]);
    const size_t first = NumberIn(arg[0]);
    const size_t last = n == 2 ? first : NumberIn(arg[1]);
    std::string out;
    for (size_t i = first; i > 0 && i <= std::min(last, words.size()); ++i) {
      out.append(out.empty() ? "" : " ").append(words[i - 1]);
    }
    return out;
  }
  if (n == 2 && name == "join") {
    const auto left = WordsIn(arg[0]), right = WordsIn(arg[1]);
    std::string out;
    for (size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
      if (i > 0) out += ' ';
      if (i < left.size()) out.append(left[i]);
      if (i < right.size()) out.append(right[i]);
    }
    return out;
  }
  return std::nullopt;
}

std::optional<MakeText::Text> MakeText::Control(std::string_view name,
                                                std::string_view rest,
                                                int depth) {
  const auto raw = Arguments(rest);
  const size_t n = raw.size();
  if (name == "foreach" && n == 3) return Foreach(raw, depth);
  if (name == "call") return Call(raw, depth);
  if (name == "eval") {
    Text text = Expand(rest, depth + 1);
    if (!text) return Text();
    steps_ += static_cast<int>(text->size() / kBytesAStep);
    if (steps_ > kMaxSteps) return Text();
    evaluate_(*std::move(text));
    return "";
  }
  if (name == "if" && n >= 2) {
    const Text condition = Expand(Trim(raw[0]), depth + 1);
    if (!condition) return Text();
    return !condition->empty() ? Expand(raw[1], depth + 1)
           : n > 2             ? Expand(raw[2], depth + 1)
                               : "";
  }
  if (name == "or" || name == "and") {
    Text value = "";
    for (std::string_view one : raw) {
      value = Expand(Trim(one), depth + 1);
      if (!value || value->empty() == (name == "and")) return value;
    }
    return value;
  }
  return std::nullopt;
}

MakeText::Text MakeText::Foreach(const std::vector<std::string_view>& raw,
                                 int depth) {
  const Text name = Expand(Trim(raw[0]), depth + 1);
  const Text list = Expand(raw[1], depth + 1);
  if (!name || !list) return std::nullopt;
  const auto before = variables_.find(*name);
  const auto kept = before == variables_.end() ? std::optional<Variable>()
                                               : std::optional(before->second);
  Text out = "";
  for (std::string_view word : WordsIn(*list)) {
    variables_[*name] = {std::string(word), false};
    const Text one = Expand(raw[2], depth + 1);
    if (!one || out->size() + one->size() > kMaxValueBytes) {
      out.reset();
      break;
    }
    out->append(out->empty() ? "" : " ").append(*one);
  }
  variables_.erase(*name);
  if (kept) variables_[*name] = *kept;
  return out;
}

MakeText::Text MakeText::Call(const std::vector<std::string_view>& raw,
                              int depth) {
  constexpr size_t kMaxArguments = 10;
  const Text name = Expand(Trim(raw[0]), depth + 1);
  if (!name) return std::nullopt;
  std::unordered_map<std::string, Variable> kept;
  std::vector<Text> values;
  for (size_t i = 1; i < std::min(raw.size(), kMaxArguments); ++i) {
    values.push_back(Expand(raw[i], depth + 1));
  }
  for (size_t i = 1; i < kMaxArguments; ++i) {
    const std::string number = std::to_string(i);
    const auto before = variables_.find(number);
    if (before != variables_.end()) kept[number] = before->second;
    variables_[number] = {i <= values.size() ? values[i - 1] : Text(""), false};
  }
  Text out = Value(*name, depth + 1);
  for (size_t i = 1; i < kMaxArguments; ++i) {
    const std::string number = std::to_string(i);
    variables_.erase(number);
    if (const auto at = kept.find(number); at != kept.end()) {
      variables_[number] = at->second;
    }
  }
  return out;
}

bool MakeText::Assign(std::string_view line) {
  line = Trim(line);
  std::string_view words = line;
  for (std::string_view word = NextWord(words);
       word == "export" || word == "override" || word == "private";
       word = NextWord(words)) {
    line = Trim(words);
  }
  const size_t equals = FindOutside(line, '=');
  const size_t colon = FindOutside(line, ':');
  if (equals == line.npos || equals == 0) return false;
  std::string_view name = line.substr(0, equals);
  char form = '=';
  if (name.ends_with(':') && colon != line.npos) {
    form = ':';
    while (name.ends_with(':')) name.remove_suffix(1);
  } else if (name.ends_with('?') || name.ends_with('+') ||
             name.ends_with('!')) {
    form = name.back();
    name.remove_suffix(1);
  }
  name = Trim(name);
  // `a: X = y` is a rule, `$(call f,x) = y` computes its name.
  if (name.empty() || FindOutside(name, ':') != name.npos ||
      name.find_first_of(" \t") != name.npos) {
    return false;
  }
  Text expanded = Expand(name);
  if (!expanded) return true;
  std::string_view raw = line.substr(equals + 1);
  raw.remove_prefix(std::min(raw.find_first_not_of(" \t"), raw.size()));
  const bool known = variables_.contains(*expanded);
  Variable& variable = variables_[*expanded];
  const std::string value(raw);
  switch (form) {
    case '?':
      if (known || getenv(expanded->c_str())) {
        if (!known) variables_.erase(*expanded);
        break;
      }
      [[fallthrough]];
    case '=': variable = {value, true}; break;
    case ':': variable = {Expand(value), false}; break;
    case '!': variable = {std::nullopt, false}; break;
    case '+': {
      if (!known) {
        const char* own = getenv(expanded->c_str());
        variable = {own ? own : "", !own};
      }
      Text more = variable.recursive ? Text(value) : Expand(value);
      if (!variable.text || !more ||
          variable.text->size() + more->size() > kMaxValueBytes) {
        variable.text.reset();
      } else {
        if (!variable.text->empty()) *variable.text += ' ';
        *variable.text += *more;
      }
      break;
    }
  }
  return true;
}

void MakeText::Define(std::string_view name, std::string text) {
  if (text.size() > kMaxValueBytes) return;
  variables_[std::string(name)] = {std::move(text), true};
}

MakeText::Truth MakeText::IsDefined(std::string_view name) {
  Text expanded = Expand(Trim(name));
  if (!expanded) return Truth::kUnknown;
  auto at = variables_.find(*expanded);
  if (at != variables_.end()) {
    if (!at->second.text) return Truth::kUnknown;
    return at->second.text->empty() ? Truth::kFalse : Truth::kTrue;
  }
  const char* value = getenv(expanded->c_str());
  return value && *value ? Truth::kTrue : Truth::kFalse;
}

MakeText::Truth MakeText::Condition(std::string_view word,
                                    std::string_view rest) {
  const auto negated = [](Truth truth) {
    return truth == Truth::kTrue    ? Truth::kFalse
           : truth == Truth::kFalse ? Truth::kTrue
                                    : truth;
  };
  rest = Trim(rest);
  if (word == "ifdef") return IsDefined(rest);
  if (word == "ifndef") return negated(IsDefined(rest));
  std::string_view a, b;
  if (rest.starts_with('(')) {
    const size_t end = EndOfReference(rest, 0);
    if (end == rest.npos) return Truth::kUnknown;
    rest = rest.substr(1, end - 1);
    const size_t comma = FindOutside(rest, ',');
    if (comma == rest.npos) return Truth::kUnknown;
    a = Trim(rest.substr(0, comma));
    b = Trim(rest.substr(comma + 1));
  } else if (rest.starts_with('"') || rest.starts_with('\'')) {
    const size_t end = rest.find(rest[0], 1);
    if (end == rest.npos) return Truth::kUnknown;
    a = rest.substr(1, end - 1);
    rest = Trim(rest.substr(end + 1));
    if (rest.empty()) return Truth::kUnknown;
    const size_t last = rest.find(rest[0], 1);
    if (last == rest.npos) return Truth::kUnknown;
    b = rest.substr(1, last - 1);
  } else {
    return Truth::kUnknown;
  }
  const Text left = Expand(a), right = Expand(b);
  if (!left || !right) return Truth::kUnknown;
  const Truth equal = *left == *right ? Truth::kTrue : Truth::kFalse;
  return word == "ifneq" ? negated(equal) : equal;
}

}  // namespace synapse
