// Bash's completion functions compute their answers. Only literal lists of
// words are read, with the label of the `case` that they stand in.
#include <algorithm>

#include "base/text.h"
#include "manual/completion_file.h"
#include "manual/option_text.h"

namespace synapse {
namespace {

constexpr size_t kMaxBashFile = 500'000, kMaxBashItems = 2000;
constexpr size_t kMaxBashValues = 100;

// The literal text behind `-W` in the line, "" if a parameter makes it.
std::string_view BashWordList(std::string_view line) {
  const size_t flag = line.find("-W ");
  if (flag == line.npos) return {};
  std::string_view rest = Trim(line.substr(flag + 3));
  if (rest.starts_with('$')) rest.remove_prefix(1);
  if (rest.size() < 2 || (rest[0] != '\'' && rest[0] != '"')) return {};
  const size_t end = rest.find(rest[0], 1);
  if (end == rest.npos) return {};
  const std::string_view words = rest.substr(1, end - 1);
  return words.find_first_of("$`\\") == words.npos ? words : std::string_view();
}

std::vector<std::string> SplitWords(std::string_view text, char between) {
  std::vector<std::string> out;
  while (!text.empty() && out.size() < kMaxBashItems) {
    const size_t end = std::min(text.find(between), text.size());
    const std::string_view word = Trim(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
    if (!word.empty()) out.emplace_back(word);
  }
  return out;
}

class BashFile {
 public:
  explicit BashFile(const std::string& command) { root_.names = {command}; }

  CommandDraft Read(std::string_view text) {
    text = text.substr(0, kMaxBashFile);
    std::string held;
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(text.size(), end + 1));
      if (line.ends_with('\\') && held.size() < 20'000) {
        held += line.substr(0, line.size() - 1);
        continue;
      }
      // A quoted list goes on in the next lines.
      if (held.empty()) {
        Line(line);
      } else {
        held += line;
        Line(held);
        held.clear();
      }
    }
    return std::move(root_);
  }

 private:
  void Line(std::string_view line) {
    std::string_view rest = Trim(line);
    if (rest.starts_with('#')) return;
    if (rest == "esac" || rest.starts_with("esac ")) label_.clear();
    const size_t close = rest.find(')');
    if (close != rest.npos && close < 300 && IsLabel(rest.substr(0, close))) {
      label_ = rest.substr(0, close);
      rest = rest.substr(close + 1);
    }
    const std::string_view list = BashWordList(rest);
    if (!list.empty()) Words(SplitWords(list, ' '));
  }

  static bool IsLabel(std::string_view text) {
    if (text.empty()) return false;
    return std::all_of(text.begin(), text.end(), [](char c) {
      return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '-' || c == '|' ||
             c == '*' || c == '_' || c == '?' || c == ' ' || c == '+' ||
             c == '@' || c == '!' || c == '\'' || c == '"';
    });
  }

  void Words(const std::vector<std::string>& words) {
    const bool general = label_.empty() || label_ == "*" || label_ == "-*";
    if (words.empty()) return;
    if (words[0].starts_with('-')) {
      if (!general) return;
      for (const std::string& word : words) {
        std::string name = word;
        const bool joined = name.ends_with('=');
        if (joined) name.pop_back();
        if (!name.starts_with('-') || !IsOptionName(name) ||
            OptionNamed(root_, name) || root_.options.size() >= kMaxBashItems) {
          continue;
        }
        OptionDraft option;
        option.names = {name};
        if (joined) option.args = {ArgumentNamed("value")};
        root_.options.push_back(std::move(option));
      }
      return;
    }
    if (!label_.starts_with('-') || general) return;
    OptionDraft option;
    for (const std::string& name : SplitWords(label_, '|')) {
      if (IsOptionName(name) && !OptionNamed(root_, name)) {
        option.names.push_back(name);
      }
    }
    if (option.names.empty()) return;
    ArgDraft arg = ArgumentNamed("value");
    for (const std::string& word : words) {
      if (arg.values.size() < kMaxBashValues && !HasHidden(word) &&
          word.find_first_of("\"'()") == word.npos) {
        arg.values.push_back({word, ""});
      }
    }
    arg.open = true;
    option.args = {std::move(arg)};
    root_.options.push_back(std::move(option));
  }

  CommandDraft root_;
  std::string label_;
};

}  // namespace

CommandDraft SpecOfBash(std::string_view text, const std::string& command) {
  return BashFile(command).Read(text);
}

}  // namespace synapse
