#include "explain/shell_words.h"

#include <algorithm>

#include "base/text.h"
#include "spec/variables.h"

namespace synapse {
namespace {

struct Form {
  std::string_view sign;
  std::string_view before, behind;  // of the text behind the sign
};

// The longer signs first.
constexpr Form kForms[] = {
    {":-", ", or ", " if it is unset or empty"},
    {":=", ", which is set to ", " if it is unset or empty"},
    {":?", "; if it is unset or empty, the shell ends with the message ", ""},
    {":+", " replaced by ", "; empty if the variable is unset or empty"},
    {"-", ", or ", " if it is unset"},
    {"=", ", which is set to ", " if it is unset"},
    {"?", "; if it is unset, the shell ends with the message ", ""},
    {"+", " replaced by ", "; empty if the variable is unset"},
    {"##", " without the longest beginning that matches ", ""},
    {"#", " without the shortest beginning that matches ", ""},
    {"%%", " without the longest end that matches ", ""},
    {"%", " without the shortest end that matches ", ""},
    {"^^", " in upper case", ""},
    {",,", " in lower case", ""},
    {"^", " with its first letter in upper case", ""},
    {",", " with its first letter in lower case", ""},
};

std::string Replaced(std::string_view rest) {
  std::string_view which = " with the first match of ";
  rest.remove_prefix(1);
  if (rest.starts_with('/')) {
    which = " with every match of ";
    rest.remove_prefix(1);
  } else if (rest.starts_with('#') || rest.starts_with('%')) {
    which = rest[0] == '#' ? " with a beginning that matches "
                           : " with an end that matches ";
    rest.remove_prefix(1);
  }
  const size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view by = rest.substr(std::min(slash + 1, rest.size()));
  const std::string text =
      std::string(which) + std::string(rest.substr(0, slash));
  return text + (by.empty() ? " removed" : " replaced by " + std::string(by));
}

// The text behind the name in `${name...}`.
std::string Changed(std::string_view rest) {
  for (const Form& form : kForms) {
    if (!rest.starts_with(form.sign)) continue;
    const std::string text(rest.substr(form.sign.size()));
    if (form.before.starts_with(" in ") || form.before.starts_with(" with its"))
      return std::string(form.before);
    if (text.empty() && form.before == ", or ") return ", or nothing";
    return std::string(form.before) + text + std::string(form.behind);
  }
  if (rest.starts_with('/')) return Replaced(rest);
  if (rest.size() > 1 && rest[0] == ':' &&
      (IsDigit(rest[1]) || rest[1] == ' ' || rest[1] == '(')) {
    rest.remove_prefix(1);
    const size_t colon = rest.find(':');
    std::string out =
        ", from character " + std::string(rest.substr(0, colon)) + " on";
    if (colon != rest.npos) {
      out += ", " + std::string(rest.substr(colon + 1)) + " of them";
    }
    return out;
  }
  return "";
}

std::string JobOf(std::string_view word) {
  if (word == "%" || word == "%%" || word == "%+") return "the current job";
  if (word == "%-") return "the job before the current one";
  const std::string rest(word.substr(1));
  if (IsDigit(rest[0])) return "job " + rest;
  if (rest[0] == '?') return "the job whose line contains " + rest.substr(1);
  return "the job whose line begins with " + rest;
}

// `vim +42 FILE`, `less +F FILE`.
bool BeginsAt(std::string_view command) {
  static constexpr std::string_view kCommands[] = {
      "vi", "vim", "nvim", "view", "gvim", "less", "more", "nano", "emacs"};
  return std::find(std::begin(kCommands), std::end(kCommands), command) !=
         std::end(kCommands);
}

bool TakesJobs(std::string_view command) {
  constexpr std::string_view kCommands[] = {"fg",   "bg",   "kill",
                                            "wait", "jobs", "disown"};
  return std::find(std::begin(kCommands), std::end(kCommands), command) !=
         std::end(kCommands);
}

}  // namespace

std::string MeaningOfParameter(std::string_view use, std::string_view name) {
  const std::string_view known = MeaningOfVariable(name);
  const std::string own(name);
  std::string value =
      known.empty() ? "value of the variable " + own : std::string(known);
  if (!use.starts_with("${") || !use.ends_with('}')) return value;
  std::string_view inner = use.substr(2, use.size() - 3);
  if (inner.starts_with('(')) return value + ", changed by the flags of zsh";
  const bool counts = inner.size() > 1 && inner[0] == '#';
  const bool refers = inner.size() > 1 && inner[0] == '!';
  if (counts || refers) inner.remove_prefix(1);
  inner.remove_prefix(std::min(name.size(), inner.size()));
  const bool all = inner.starts_with("[@]") || inner.starts_with("[*]");
  if (all) {
    inner.remove_prefix(3);
    value = "all values of the array " + own;
  } else if (inner.starts_with('[') && inner.find(']') != inner.npos) {
    const size_t end = inner.find(']');
    value = "value " + std::string(inner.substr(1, end - 1)) +
            " of the array " + own;
    inner.remove_prefix(end + 1);
  }
  if (counts) {
    return all ? "number of values of the array " + own
               : "length of the " + value;
  }
  if (refers) {
    return all ? "the keys of the array " + own
               : "value of the variable whose name is in " + own;
  }
  return value + Changed(inner);
}

std::string MeaningOfOperand(std::string_view command, std::string_view word,
                             std::string_view type) {
  const bool changes = command == "cd" || command == "pushd";
  if (word == "-" && changes) return "the directory before this one (OLDPWD)";
  if (word == "~-") return "the directory before this one (OLDPWD)";
  if (word == "~+") return "the present directory (PWD)";
  if (word == "-" && type == "file") return "standard input or output";
  if (word == "-" && command == "git" && type == "branch") {
    return "the branch that was checked out before";
  }
  if (word.starts_with('%') && TakesJobs(command)) return JobOf(word);
  if (word.size() > 1 && word[0] == '+' && BeginsAt(command)) {
    const std::string_view at = word.substr(1);
    const bool is_line = at.find_first_not_of("0123456789,") == at.npos;
    return is_line ? "line to begin at"
                   : "command to run when the file is open";
  }
  return "";
}

std::string MeaningOfSign(std::string_view command, std::string_view word) {
  if (command != "find" && command != "test" && command != "[") return "";
  if (word == "(") return "Begin a group of conditions";
  if (word == ")") return "End the group of conditions";
  if (word == "!") return "Negate the condition that follows";
  return "";
}

std::string MeaningOfAssignment(std::string_view word, bool for_command) {
  const std::string where =
      for_command ? " for this command only" : " in this shell";
  const size_t equals = word.find('=');
  if (equals == word.npos) return "Set the variable" + where;
  const bool appends = equals > 0 && word[equals - 1] == '+';
  const bool array = word.substr(equals + 1).starts_with('(');
  const bool element = word.substr(0, equals).find('[') != word.npos;
  const std::string what = array     ? "the array"
                           : element ? "this value of the array"
                                     : "the variable";
  return (appends ? "Append to " : "Set ") + what + where;
}

std::string MeaningOfName(std::string_view reserved) {
  if (reserved == "for" || reserved == "foreach" || reserved == "select") {
    return "variable that takes one word after the other";
  }
  if (reserved == "repeat") return "number of times";
  if (reserved == "coproc") return "array of the descriptors of its pipes";
  return "name of the function";
}

Placeholder PlaceholderOf(std::string_view command, std::string_view replaced) {
  if (command == "find" || command == "fd" || command == "fdfind") {
    return {"{}", "the path that was found"};
  }
  if (command == "parallel") return {"{}", "each argument"};
  if (command == "xargs" && !replaced.empty()) {
    return {std::string(replaced), "each line of the input"};
  }
  return {};
}

}  // namespace synapse
