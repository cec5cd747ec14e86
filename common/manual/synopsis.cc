#include "manual/synopsis.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "manual/option_text.h"
#include "manual/page.h"

namespace synapse {
namespace {

constexpr size_t kMaxSynopsis = 4000, kMaxOperands = 12, kMaxSynopsisArgs = 4;
constexpr size_t kMaxSynopsisOptions = 200;

bool IsOptionsWord(std::string_view word) {
  return IsOneOf(word, {"option", "options", "flags", "flag", "opts", "opt",
                        "global options", "global-options", "switches"});
}

bool IsCommandWord(std::string_view word) {
  return IsOneOf(word, {"command", "subcommand", "cmd", "commands", "verb",
                        "action", "subcommands", "operation"});
}

// A word without brackets, dots and marks of values, in lower case.
std::string BareWord(std::string_view word) {
  std::string out;
  for (char c : PlainText(word)) {
    const bool mark = c == '[' || c == ']' || c == '<' || c == '>' ||
                      c == '{' || c == '}' || c == '.' || c == ',' || c == ';';
    if (!mark) out += c;
  }
  return AsciiLower(out);
}

int Depth(std::string_view word) {
  int depth = 0;
  for (char c : word) {
    if (c == '[' || c == '{' || c == '(') ++depth;
    if (c == ']' || c == '}' || c == ')') --depth;
  }
  return depth;
}

bool IsOperandWord(std::string_view word) {
  const std::string plain = PlainText(word);
  bool letter = false, lower = false;
  for (char c : plain) {
    letter |= IsUpper(c) || IsLower(c);
    lower |= IsLower(c);
  }
  const bool marked = word.find(kValueBegin) != word.npos ||
                      plain.find('<') != plain.npos || plain.starts_with('[');
  return letter && (!lower || marked);
}

// The options in brackets: "[-v]", "[-o file]", and "[-abc]" are three.
void AddBracketed(std::string_view text, Synopsis& synopsis) {
  size_t at = 0;
  while ((at = text.find("[-", at)) != text.npos) {
    const size_t end = text.find(']', at);
    if (end == text.npos || synopsis.options.size() >= kMaxSynopsisOptions) {
      return;
    }
    const std::string_view inside = text.substr(at + 1, end - at - 1);
    at = end;
    const bool cluster =
        inside.size() > 2 && inside.size() < 40 && inside[1] != '-' &&
        std::all_of(inside.begin() + 1, inside.end(), [](char c) {
          return IsLower(c) || IsUpper(c) || IsDigit(c);
        });
    std::vector<OptionDraft> found;
    if (cluster) {
      for (char c : inside.substr(1)) {
        found.emplace_back().names = {std::string("-") + c};
      }
    } else {
      found = OptionsOfText(inside);
    }
    for (OptionDraft& option : found) {
      const bool known = std::any_of(
          synopsis.options.begin(), synopsis.options.end(),
          [&](auto& other) { return other.is_named(option.names[0]); });
      if (!known) synopsis.options.push_back(std::move(option));
    }
  }
}

}  // namespace

void AddSynopsis(std::string_view text, Synopsis& synopsis) {
  text = text.substr(0, kMaxSynopsis);
  AddBracketed(text, synopsis);
  ++synopsis.forms;
  bool first = true;
  int skipped = 0;  // brackets of an option that are open
  bool behind_option = false;
  bool command_before = false;
  while (!text.empty()) {
    const size_t begin = text.find_first_not_of(' ');
    if (begin == text.npos) break;
    text.remove_prefix(begin);
    // A value in two words is one.
    size_t end = 0;
    bool italic = false;
    while (end < text.size() && (italic || text[end] != ' ')) {
      if (text[end] == kValueBegin) italic = true;
      if (text[end] == kValueEnd) italic = false;
      ++end;
    }
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    const std::string plain = PlainText(word);
    if (first) {
      first = false;
      continue;  // the command
    }
    if (skipped > 0) {
      skipped = std::max(0, skipped + Depth(plain));
      continue;
    }
    const size_t dash = plain.find_first_not_of("[{(");
    if (dash != plain.npos && plain[dash] == '-') {
      skipped = std::max(0, Depth(plain));
      behind_option = skipped == 0 && !plain.starts_with('[');
      continue;
    }
    const std::string bare = BareWord(word);
    if (plain.find("...") != plain.npos && bare.empty()) {
      if (!synopsis.args.empty()) synopsis.args.back().variadic = true;
      continue;
    }
    if (IsOptionsWord(bare) || bare.empty() || bare == "|") continue;
    if (behind_option && IsOperandWord(word) && !plain.starts_with('[')) {
      behind_option = false;
      continue;
    }
    behind_option = false;
    if (IsCommandWord(bare)) {
      synopsis.has_command = command_before = true;
      continue;
    }
    if (!IsOperandWord(word)) continue;
    if (command_before &&
        IsOneOf(bare, {"arg", "args", "argument", "arguments", "parameters"})) {
      synopsis.has_command_args = true;
      continue;
    }
    if (synopsis.args.size() >= kMaxOperands) return;
    ArgDraft arg = ArgumentNamed(bare);
    arg.variadic = plain.find("...") != plain.npos;
    const bool known =
        std::any_of(synopsis.args.begin(), synopsis.args.end(),
                    [&](const ArgDraft& a) { return a.name == arg.name; });
    if (!known) synopsis.args.push_back(std::move(arg));
  }
}

std::vector<ArgDraft> ArgumentsOf(const Synopsis& synopsis) {
  std::vector<ArgDraft> out = synopsis.args;
  if (synopsis.forms > 1 || out.size() > kMaxSynopsisArgs) {
    // Several lines of use: any of the arguments may come first.
    const auto file = std::find_if(out.begin(), out.end(),
                                   [](auto& arg) { return arg.takes_files(); });
    if (file == out.end()) return {};
    out = {*file};
  }
  for (ArgDraft& arg : out) {
    arg.optional = true;
    arg.variadic = false;
    arg.values.clear();
    if (arg.type == ValueType::kDirectory) arg.type = ValueType::kFile;
  }
  if (!out.empty()) out.back().variadic = true;
  return out;
}

}  // namespace synapse
