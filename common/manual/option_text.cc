#include "manual/option_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "manual/page.h"

namespace synapse {
namespace {

constexpr size_t kMaxDefinition = 400, kMaxNames = 12, kMaxName = 60;
constexpr size_t kMaxArgs = 4, kMaxValues = 60;

bool IsNameByte(char c) {
  return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '-' || c == '_' ||
         c == '.' || c == '+' || c == ':' || c == '@' || c == '#' || c == '?' ||
         c == '%' || c == '!' || c == '$' || c == '^' || c == '*' || c == '~' ||
         c == '&';
}

bool IsLetter(char c) { return IsLower(c) || IsUpper(c); }

// Reads a definition from the left.
class DefinitionReader {
 public:
  explicit DefinitionReader(std::string_view text) : rest_(text) {}

  std::vector<OptionDraft> Read() {
    while (true) {
      SkipBlanks();
      if (rest_.empty()) break;
      if (!ReadName()) return {};
      if (!ReadValue()) return {};
      if (!ReadSeparator()) break;
    }
    if (!good_ || option_.names.empty()) return {};
    Finish();
    return std::move(out_);
  }

 private:
  void SkipBlanks() {
    while (rest_.starts_with(' ') || rest_.starts_with(kValueEnd)) {
      rest_.remove_prefix(1);
    }
  }

  // The option is complete.
  void Finish() {
    option_.args = std::move(args_);
    TypeByOption();
    if (joined_ && !option_.args.empty()) option_.separator = "=";
    out_.push_back(std::move(option_));
    if (!opposite_.names.empty()) out_.push_back(std::move(opposite_));
    option_ = opposite_ = {};
    args_.clear();
    joined_ = false;
  }

  // "--output-dir PATH", "--config-file string": the option says more than the
  // value.
  void TypeByOption() {
    if (option_.args.size() != 1) return;
    ArgDraft& arg = option_.args[0];
    if (!IsOneOf(arg.name, {"path", "string", "text", "str", "value"}) ||
        !arg.values.empty()) {
      return;
    }
    for (const std::string& name : option_.names) {
      if (!name.starts_with("--")) continue;
      for (std::string_view end : {"-dir", "-directory", "-folder", "-file"}) {
        const std::string_view word = std::string_view(name).substr(1);
        if (!word.ends_with(end)) continue;
        arg.type = end == "-file" ? ValueType::kFile : ValueType::kDirectory;
      }
    }
  }

  void AddName(std::string name, OptionDraft& to) {
    if (name.size() > kMaxName || to.names.size() >= kMaxNames) {
      good_ = false;
    } else if (!to.is_named(name)) {
      to.names.push_back(std::move(name));
    }
  }

  bool ReadName() {
    if (!rest_.starts_with('-')) return false;
    size_t end = rest_.find_first_not_of('-');
    if (end == rest_.npos || end > 2) return false;
    // --[no-]name
    const std::string_view behind = rest_.substr(end);
    size_t bracket = std::string_view::npos;
    if (behind.starts_with("[no-]")) bracket = 5;
    if (behind.starts_with("[no]")) bracket = 4;
    if (bracket != std::string_view::npos) {
      const std::string dashes(rest_.substr(0, end));
      const std::string prefix(behind.substr(1, bracket - 2));
      rest_.remove_prefix(end + bracket);
      const size_t size = NameSize(0);
      if (size == 0) return false;
      const std::string name(rest_.substr(0, size));
      AddName(dashes + name, option_);
      AddName(dashes + prefix + name, opposite_);
      rest_.remove_prefix(size);
      return true;
    }
    const size_t size = NameSize(end);
    if (size == 0) return false;
    std::string name(rest_.substr(0, end + size));
    // "-5" stands for a number; "-." is no option.
    if (name.size() > 2 && IsDigit(name[1]) && IsDigit(name[2])) return false;
    if (name.ends_with("...")) return false;
    // The mode of a file, in a list that `ls -l` made.
    if (name.size() == 10 && name.starts_with("-rw")) return false;
    rest_.remove_prefix(name.size());
    while (name.ends_with('.') || name.ends_with(':')) name.pop_back();
    if (name.size() == end) return false;
    // -T#: a number.
    number_ = name.size() > 2 && name.ends_with('#');
    if (number_) name.pop_back();
    AddName(std::move(name), option_);
    return true;
  }

  // The bytes of a name at `from`.
  size_t NameSize(size_t from) const {
    size_t at = from;
    while (at < rest_.size() && IsNameByte(rest_[at])) ++at;
    if (at == from) return 0;
    // A long name begins with a letter or a digit, a short one with one byte.
    if (at - from > 1 && !IsLetter(rest_[from]) && !IsDigit(rest_[from])) {
      return 0;
    }
    return at - from;
  }

  struct Value {
    std::string text;
    bool optional = false;
  };

  void AddValue(const Value& value) {
    ArgDraft arg = ArgumentNamed(value.text);
    arg.optional = value.optional;
    if (args_read_.size() < kMaxArgs) args_read_.push_back(std::move(arg));
  }

  // The value behind a name, if there is one. False if the text is a sentence.
  bool ReadValue() {
    args_read_.clear();
    bool joined = false;
    if (number_) AddValue({"number", false});
    number_ = false;
    if (rest_.starts_with("[=")) {
      const size_t end = rest_.find(']');
      if (end == rest_.npos) return false;
      AddValue({std::string(rest_.substr(2, end - 2)), true});
      rest_.remove_prefix(end + 1);
      joined = true;
    } else if (rest_.starts_with('=') || rest_.starts_with("[ ")) {
      rest_.remove_prefix(1);
      const auto word = TakeWord();
      if (!word) return false;
      AddValue({*word, false});
    } else if (rest_.starts_with('[') || IsOpened(rest_, '[')) {
      const auto word = TakeWord();
      if (!word) return false;
      AddValue({*word, true});
      joined = true;
    } else if (rest_.starts_with('<') || rest_.starts_with(kValueBegin)) {
      const auto word = TakeWord();
      if (!word) return false;
      AddValue({*word, false});
    }
    // Further values, behind blanks.
    size_t plain = 0;
    while (rest_.starts_with(' ')) {
      const std::string_view before = rest_;
      SkipBlanks();
      if (rest_.empty()) break;
      if (rest_.starts_with('-') || StartsSeparator()) {
        rest_ = before;
        break;
      }
      const bool marked = rest_.starts_with(kValueBegin) ||
                          rest_.starts_with('<') || rest_.starts_with('[') ||
                          rest_.starts_with('{') || IsOpened(rest_, '<') ||
                          IsOpened(rest_, '[');
      const bool optional = rest_.starts_with('[') || IsOpened(rest_, '[');
      const auto word = TakeWord();
      if (!word) return false;
      const std::string shown = PlainText(*word);
      if (shown == "..." || shown == "…") continue;
      if (shown.starts_with('(') || shown == "--") {
        // "(default: 3)" and the like end it.
        rest_ = {};
        break;
      }
      if (!marked && !IsValueName(shown)) {
        if (++plain > 1 || !args_read_.empty()) return false;
        if (shown.empty() || !IsLower(shown[0])) return false;
      } else if (plain > 0) {
        return false;
      }
      if (args_read_.size() >= kMaxArgs) return false;
      AddValue({*word, optional});
    }
    if (args_.empty()) {
      args_ = std::move(args_read_);
      joined_ = joined;
    } else if (!args_read_.empty()) {
      joined_ = joined_ && joined;
    } else if (joined_) {
      joined_ = true;
    }
    return true;
  }

  static bool IsOpened(std::string_view text, char c) {
    return text.size() > 1 && text[0] == kValueBegin && text[1] == c;
  }

  // FILE, N, KEY=VALUE, host:port, "N%".
  static bool IsValueName(std::string_view word) {
    bool upper = false;
    // FILE.json, WxH
    const std::string_view stem = word.substr(0, word.find('.'));
    if (stem.size() < word.size()) return !stem.empty() && IsValueName(stem);
    if (word.size() == 3 && word[1] == 'x' && IsUpper(word[0]) &&
        IsUpper(word[2])) {
      return true;
    }
    for (char c : word) {
      if (IsLower(c)) return word.find('=') != word.npos || word == "n";
      upper |= IsUpper(c);
    }
    return upper;
  }

  bool StartsSeparator() const {
    return rest_.starts_with(',') || rest_.starts_with('|') ||
           rest_.starts_with('/') || rest_.starts_with("or ") ||
           rest_.starts_with("and ");
  }

  // Up to a blank or a comma outside of brackets. No value: nothing is closed.
  std::optional<std::string> TakeWord() {
    int depth = 0;
    bool italic = false;
    size_t at = 0;
    for (; at < rest_.size(); ++at) {
      const char c = rest_[at];
      if (c == kValueBegin) {
        italic = true;
      } else if (c == kValueEnd) {
        italic = false;
        // "file-oX": the value ends with its font.
        if (depth == 0 && at + 1 < rest_.size() && rest_[at + 1] == '-' &&
            at + 2 < rest_.size() && rest_[at + 2] == '-') {
          ++at;
          break;
        }
      } else if (c == '[' || c == '{' || c == '<' || c == '(') {
        ++depth;
      } else if (c == ']' || c == '}' || c == '>' || c == ')') {
        if (depth == 0 && c != '>') break;
        if (depth > 0) --depth;
      } else if (depth == 0 && !italic && (c == ' ' || c == ',')) {
        // "a,b" is one value.
        const char next = at + 1 < rest_.size() ? rest_[at + 1] : ' ';
        if (c == ' ' || next == ' ' || next == '-') break;
      } else if (depth == 0 && italic && c == ',' && at + 1 < rest_.size() &&
                 rest_[at + 1] == ' ') {
        break;
      } else if (depth == 0 && c == '|' && at + 1 < rest_.size() &&
                 rest_[at + 1] == '-') {
        break;
      }
    }
    if (depth > 0 && at >= rest_.size() && rest_.size() > 80) {
      return std::nullopt;
    }
    std::string out(rest_.substr(0, at));
    rest_.remove_prefix(at);
    if (rest_.starts_with(']') || rest_.starts_with('}'))
      rest_.remove_prefix(1);
    return out;
  }

  // True if another name follows. Sets good_ if what follows is not a sentence.
  bool ReadSeparator() {
    SkipBlanks();
    if (rest_.empty()) return false;
    bool any = false;
    for (std::string_view word : {",", "|", "/", "or ", "and "}) {
      if (rest_.starts_with(word)) {
        // "-C and -M" are two options.
        if (word == "and ") Finish();
        rest_.remove_prefix(word.size());
        any = true;
        SkipBlanks();
      }
    }
    if (rest_.starts_with('-')) return true;
    if (rest_.starts_with('(') || rest_.starts_with('[')) return false;
    if (any && rest_.empty()) return false;
    good_ = false;
    return false;
  }

  std::string_view rest_;
  OptionDraft option_, opposite_;
  std::vector<OptionDraft> out_;
  std::vector<ArgDraft> args_, args_read_;
  bool joined_ = false, number_ = false;
  bool good_ = true;
};

// Characters that a terminal can show, as one line.
std::string CleanText(std::string_view text) {
  std::string out;
  char32_t before = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeUtf8(text, at);
    const std::string_view bytes =
        text.substr(at, static_cast<size_t>(c.length));
    at += static_cast<size_t>(c.length);
    const bool blank = c.value == ' ' || c.value == '\n' || c.value == '\t';
    if (blank) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (!IsHidden(c.value, before) && c.value != 0xfffd) {
      out += bytes;
    }
    before = c.value;
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

ValueType TypeNamed(std::string_view name) {
  const auto has = [&](std::string_view part) {
    return name.find(part) != name.npos;
  };
  if (IsOneOf(name, {"url", "uri"})) return ValueType::kUrl;
  if (has("directory") || name == "dir" || name.ends_with("dir") ||
      name == "folder" || has("dirname")) {
    return ValueType::kDirectory;
  }
  if (has("format") || has("type") || has("mode") || has("size")) {
    return ValueType::kAny;
  }
  if (has("file") || name == "path" || name.ends_with("path") ||
      name == "pathname" || name == "archive" || name == "image") {
    return ValueType::kFile;
  }
  if (IsOneOf(name, {"host", "hostname"})) return ValueType::kHost;
  if (IsOneOf(name, {"user", "username", "login", "owner"})) {
    return ValueType::kUser;
  }
  if (IsOneOf(name, {"group", "groupname"})) return ValueType::kGroup;
  if (IsOneOf(name, {"signal", "sig", "signame"})) return ValueType::kSignal;
  if (IsOneOf(name, {"pid"})) return ValueType::kProcess;
  return ValueType::kAny;
}

bool IsListedValue(std::string_view word) {
  if (word.empty() || word.size() > 40 || word == "...") return false;
  return std::all_of(word.begin(), word.end(), [](char c) {
    return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '-' || c == '_' ||
           c == '.' || c == '+' || c == ':';
  });
}

// {a|b}, a|b or {a,b}: their values. Names of values in capitals are none.
std::vector<ValueDraft> ListedValues(std::string_view text) {
  std::vector<ValueDraft> out;
  const bool braces = text.starts_with('{') && text.ends_with('}');
  if (braces) text = text.substr(1, text.size() - 2);
  const char between = text.find('|') != text.npos ? '|' : ',';
  if (text.find(between) == text.npos || (between == ',' && !braces)) return {};
  while (!text.empty()) {
    const size_t end = std::min(text.find(between), text.size());
    const std::string_view word = Trim(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
    if (word == "..." && !out.empty()) continue;
    if (!IsListedValue(word) || out.size() >= kMaxValues) return {};
    const bool capitals = std::all_of(word.begin(), word.end(), [](char c) {
      return !IsLower(c) && !IsDigit(c);
    });
    if (capitals && word.size() > 1) return {};
    out.push_back({std::string(word), ""});
  }
  return out.size() > 1 ? out : std::vector<ValueDraft>{};
}

}  // namespace

ArgDraft ArgumentNamed(std::string_view text) {
  ArgDraft arg;
  std::string name = CleanText(PlainText(text));
  bool more = false;
  while (name.ends_with("...") || name.ends_with("…")) {
    name.resize(name.size() - 3);
    more = true;
  }
  arg.values = ListedValues(name);
  if (!arg.values.empty()) {
    arg.open = true;
    arg.name = "value";
    return arg;
  }
  std::string plain;
  for (char c : AsciiLower(name)) {
    const bool word = IsLower(c) || IsDigit(c) || c == '-' || c == '_' ||
                      c == ' ' || c == ':' || c == '/' || c == '=' ||
                      static_cast<unsigned char>(c) >= 0x80;
    if (word) plain += c == '_' ? ' ' : c;
  }
  arg.name = Trim(plain.substr(0, 40));
  if (HasHidden(arg.name)) arg.name.clear();
  if (arg.name.empty()) arg.name = "value";
  arg.type = TypeNamed(arg.name);
  arg.variadic = more;
  return arg;
}

std::vector<OptionDraft> OptionsOfText(std::string_view text) {
  if (text.size() > kMaxDefinition) return {};
  const std::string clean = [&] {
    std::string out;
    for (char c : text) {
      if (static_cast<unsigned char>(c) >= 0x20 || c == kValueBegin ||
          c == kValueEnd) {
        out += c;
      } else if (c == '\t' || c == '\n') {
        out += ' ';
      }
    }
    return out;
  }();
  std::string_view rest = Trim(clean);
  while (rest.starts_with(kValueBegin)) {
    // The name itself in italics.
    rest.remove_prefix(1);
  }
  for (std::string_view end : {":", ".", ";"}) {
    if (rest.ends_with(end) && !rest.ends_with("...")) rest.remove_suffix(1);
  }
  auto out = DefinitionReader(rest).Read();
  for (OptionDraft& option : out) {
    for (const std::string& name : option.names) {
      if (HasHidden(name)) return {};
    }
  }
  return out;
}

bool IsOptionName(std::string_view text) {
  const auto options = OptionsOfText(text);
  return options.size() == 1 && options[0].names.size() == 1 &&
         options[0].names[0] == text && options[0].args.empty();
}

std::string FirstSentence(std::string_view text) {
  std::string clean = CleanText(PlainText(text.substr(0, 2000)));
  // "- text" and ": text" of some layouts.
  while (clean.starts_with("- ") || clean.starts_with(": ")) clean.erase(0, 2);
  for (size_t at = 0; (at = clean.find_first_of(".;", at)) != clean.npos;
       ++at) {
    const bool ends = at + 1 >= clean.size() || clean[at + 1] == ' ';
    if (!ends) continue;
    const std::string_view before = std::string_view(clean).substr(0, at);
    if (before.ends_with("e.g") || before.ends_with("i.e") ||
        before.ends_with("etc") || before.ends_with(" vs") ||
        before.ends_with("cf") || before.ends_with("..")) {
      continue;
    }
    // "Quiet; suppress messages": the first word alone says little.
    if (clean[at] == ';' && std::count(before.begin(), before.end(), ' ') < 3) {
      continue;
    }
    clean.resize(at);
    break;
  }
  while (clean.ends_with(':') || clean.ends_with(',') || clean.ends_with(' ')) {
    clean.pop_back();
  }
  if (clean.size() <= kMaxMachineText) return clean;
  size_t cut = clean.rfind(' ', kMaxMachineText - 3);
  if (cut == clean.npos || cut < kMaxMachineText / 2) {
    cut = kMaxMachineText - 3;
    while (cut > 0 && (static_cast<unsigned char>(clean[cut]) & 0xc0) == 0x80) {
      --cut;
    }
  }
  clean.resize(cut);
  return clean + "…";
}

std::vector<CommandDraft> CommandsNamed(std::vector<std::string> names) {
  std::vector<CommandDraft> out;
  for (std::string& name : names) {
    const auto same = std::find_if(out.begin(), out.end(), [&](auto& other) {
      const std::string& known = other.names[0];
      return known.size() < 3 || name.size() < 3 || known.starts_with(name) ||
             name.starts_with(known);
    });
    if (same == out.end()) {
      out.emplace_back().names = {std::move(name)};
    } else if (!same->is_named(name)) {
      same->names.push_back(std::move(name));
    }
  }
  return out;
}

bool IsSubcommandName(std::string_view word) {
  if (word.empty() || word.size() > 40 || !IsLower(word[0])) return false;
  return std::all_of(word.begin(), word.end(), [](char c) {
    return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '-' || c == '_' ||
           c == ':' || c == '.';
  });
}

}  // namespace synapse
