#include "effect/risk_programs.h"

#include <algorithm>
#include <cctype>

#include "base/files.h"
#include "base/text.h"
#include "effect/risk_carriers.h"

namespace synapse {
namespace {

using ProgramWords = std::span<const std::string>;

constexpr size_t kMaxPrograms = 16;

// Variables whose value is run.
bool IsProgramVariable(std::string_view name) {
  return name.ends_with("PAGER") || name.ends_with("EDITOR") ||
         IsOneOf(name, {"VISUAL", "BROWSER", "PROMPT_COMMAND", "FCEDIT",
                        "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS",
                        "SSH_ASKPASS", "RSYNC_RSH", "LESSOPEN", "LESSCLOSE",
                        "FZF_DEFAULT_COMMAND", "TAR_OPTIONS", "SHELL"});
}

// Settings of git whose value is run.
bool IsProgramSetting(std::string_view name) {
  const std::string lower = AsciiLower(name);
  for (std::string_view end :
       {".pager", ".editor", ".external", ".sshcommand", ".fsmonitor",
        ".askpass", ".helper", ".clean", ".smudge", ".process", ".driver",
        ".cmd", ".program", ".command", ".textconv"}) {
    if (lower.ends_with(end)) return true;
  }
  return lower.starts_with("pager.");
}

// The line of a value such as `sh -c …`, `!rm x` or `| rm x`.
void AddLine(std::string_view value, std::vector<std::string>& lines) {
  while (!value.empty() && std::string_view("!| ").find(value[0]) != value.npos)
    value.remove_prefix(1);
  if (!value.empty() && lines.size() < kMaxPrograms) lines.emplace_back(value);
}

void AddSetting(std::string_view word, bool (*runs)(std::string_view),
                std::vector<std::string>& lines) {
  const size_t equals = word.find('=');
  if (equals == word.npos || !runs(word.substr(0, equals))) return;
  AddLine(word.substr(equals + 1), lines);
}

// `1e rm x`, `/a/e rm x`, `$!e rm x`; an `e` among letters is none.
void AddSedLines(std::string_view script, std::vector<std::string>& lines) {
  for (size_t at = script.find("e "); at != script.npos;
       at = script.find("e ", at + 1)) {
    constexpr std::string_view kBefore = "/$!;{} \n|,";
    const bool begins = at == 0 ||
                        isdigit(static_cast<unsigned char>(script[at - 1])) ||
                        kBefore.find(script[at - 1]) != kBefore.npos;
    if (!begins) continue;
    AddLine(script.substr(at + 2, script.find('\n', at) - at - 2), lines);
  }
}

// Options of a command whose value is run.
bool IsProgramOption(std::string_view command, std::string_view option) {
  constexpr std::pair<std::string_view, std::string_view> kOptions[] = {
      {"man", "-P"},
      {"man", "--pager"},
      {"git", "-x"},
      {"git", "--exec"},
      {"git", "--upload-pack"},
      {"git", "--receive-pack"},
      {"git", "foreach"},
      {"git", "--extcmd"},
      {"rsync", "-e"},
      {"rsync", "--rsh"},
      {"rsync", "--rsync-path"},
      {"tar", "-I"},
      {"tar", "--use-compress-program"},
      {"tar", "--rmt-command"},
      {"tar", "-F"},
      {"sort", "--compress-program"},
      {"split", "--filter"},
      {"zip", "-TT"},
      {"zip", "--unzip-command"},
      {"crontab", "-e"},
      {"watchexec", "-s"},
      {"rg", "--pre"},
      {"fzf", "--preview"},
      {"fzf", "--bind"},
      {"ncat", "-c"},
      {"ncat", "--sh-exec"},
      {"nc", "-c"},
      {"nmap", "--script"}};
  return std::any_of(std::begin(kOptions), std::end(kOptions),
                     [&](const auto& row) {
                       return row.first == command && row.second == option;
                     });
}

// `ssh -o 'ProxyCommand rm x' h`
void AddSshOption(std::string_view option, std::vector<std::string>& lines) {
  if (option.starts_with("-o")) option.remove_prefix(2);
  for (std::string_view name :
       {"proxycommand", "localcommand", "knownhostscommand"}) {
    if (AsciiLower(option.substr(0, name.size())) != name) continue;
    option.remove_prefix(name.size());
    const size_t begin = option.find_first_not_of(" =");
    if (begin != option.npos) AddLine(option.substr(begin), lines);
    return;
  }
}

// Calls each(line) for each line; `\n` as printf writes it is an end too.
template <class F>
void ForEachEdit(std::string_view edits, const F& each) {
  size_t begin = 0;
  for (size_t i = 0; i < kMaxPrograms && begin < edits.size(); ++i) {
    const size_t end = std::min(
        {edits.find('\n', begin), edits.find("\\n", begin), edits.size()});
    // printf writes `%%` as one sign.
    const size_t doubled = edits.substr(begin, end - begin).find("%%");
    if (doubled == 0) ++begin;
    each(edits.substr(begin, end - begin));
    begin = end + (end < edits.size() && edits[end] == '\\' ? 2 : 1);
  }
}

}  // namespace

std::vector<std::string> ProgramsOf(const std::vector<Token>& assignments) {
  std::vector<std::string> lines;
  for (const Token& token : assignments) {
    AddSetting(token.value, IsProgramVariable, lines);
  }
  return lines;
}

std::vector<std::string> ProgramsIn(ProgramWords words) {
  std::vector<std::string> lines;
  if (words.empty()) return lines;
  const std::string_view command = BaseName(words[0]);
  const bool sets = IsOneOf(command, {"env", "export", "declare", "typeset",
                                      "sudo", "doas", "setenv"});
  const bool is_pager = IsOneOf(command, {"less", "more", "most"});
  const bool is_git = command == "git";
  const bool connects =
      IsOneOf(command, {"ssh", "scp", "sftp", "autossh", "sshfs", "mosh"});
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i], before = words[i - 1];
    if (word.find(' ') == word.npos) continue;
    if (sets) AddSetting(word, IsProgramVariable, lines);
    if (is_git) AddSetting(word, IsProgramSetting, lines);
    if (is_git && IsProgramSetting(before)) AddLine(word, lines);
    if (is_pager && word.starts_with("+!")) AddLine(word.substr(1), lines);
    if (command == "sed") AddSedLines(word, lines);
    if (connects) AddSshOption(word, lines);
    if (IsProgramOption(command, before)) AddLine(word, lines);
    const size_t equals = word.find('=');
    if (word.starts_with('-') && equals != word.npos &&
        IsProgramOption(command, word.substr(0, equals))) {
      AddLine(word.substr(equals + 1), lines);
    }
  }
  return lines;
}

bool TakesEdits(ProgramWords words) {
  const size_t at = words.size() > 1 && IsOneOf(words[0], {"sudo", "doas"});
  return !words.empty() &&
         IsOneOf(BaseName(words[at]), {"ed", "red", "ex", "vi", "vim"});
}

std::vector<std::string> LinesOfEdits(std::string_view edits) {
  std::vector<std::string> lines;
  ForEachEdit(edits, [&](std::string_view edit) {
    const size_t sign = edit.find('!');
    if (sign != edit.npos && sign < 8) AddLine(edit.substr(sign), lines);
  });
  return lines;
}

Risk RiskOfEdits(std::string_view edits) {
  bool empties = false, writes = false;
  ForEachEdit(edits, [&](std::string_view edit) {
    empties |= EmptiesFile(edit);
    writes |= edit.starts_with('w') || edit == "x" || edit == "wq";
  });
  if (!empties || !writes) return {};
  return {RiskLevel::kCareful, "empties a file"};
}

std::vector<std::string> LinesInProgram(std::string_view program) {
  std::vector<std::string> lines;
  constexpr std::string_view kCalls[] = {
      "system(",       "popen(", "exec(",   "shell_exec(", "passthru(",
      "run(",          "call(",  "Popen(",  "execSync(",   "check_call(",
      "check_output(", "spawn(", "system ", "getoutput(",  "os.execute("};
  for (std::string_view call : kCalls) {
    for (size_t at = program.find(call); at != program.npos;
         at = program.find(call, at + 1)) {
      const size_t begin =
          program.find_first_not_of(" ('\"\\", at + call.size());
      const size_t quote = program.find_first_of("'\"", at + call.size());
      if (quote == program.npos || begin == program.npos || begin <= quote)
        continue;
      const size_t end = program.find(program[quote], begin);
      AddLine(program.substr(begin, end - begin), lines);
    }
  }
  return lines;
}

}  // namespace synapse
