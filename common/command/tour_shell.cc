#include "command/tour_shell.h"

#include <dlfcn.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/child.h"
#include "base/files.h"
#include "command/tour.h"
#include "line/quote.h"

extern char** environ;

namespace synapse {
namespace {

constexpr const char* kUnderWay = "SYNAPSE_TOUR";

struct TourShell {
  std::string name;     // "zsh", "bash"
  std::string program;  // its path
  std::string module;   // synapse.so
};

std::string OwnPath() {
  Dl_info info;
  const bool found =
      dladdr(reinterpret_cast<void*>(&CanWalkTour), &info) && info.dli_fname;
  return found && info.dli_fname[0] == '/' ? info.dli_fname : ExecutablePath();
}

// The shell that this module was loaded into; for the program, $SHELL.
TourShell ShellOfTour() {
  TourShell shell;
  const std::string own = OwnPath();
  if (own.ends_with(".so")) {
    shell.program = ExecutablePath();
    shell.module = own;
  } else {
    const char* of_user = getenv("SHELL");
    shell.program = of_user ? of_user : "";
    const std::string directory(DirName(own)), name(BaseName(shell.program));
    for (const std::string& module :
         {JoinPath(directory, name),
          JoinPath(DirName(directory), "lib/synapse/" + name),
          JoinPath(DirName(directory), "lib/" + name)}) {
      const std::string file = JoinPath(
          module, module.ends_with("lib/bash") ? "synapse" : "synapse.so");
      if (shell.module.empty() && IsRegularFile(file)) shell.module = file;
    }
  }
  const std::string_view name = BaseName(shell.program);
  shell.name = name.starts_with("bash")        ? "bash"
               : name.find("zsh") != name.npos ? "zsh"
                                               : "";
  return shell;
}

constexpr std::pair<const char*, const char*> kFiles[] = {
    {"soups/lentil.md", "# Lentil soup\n\nlentils, carrots, salt, cumin\n"},
    {"soups/tomato.md", "# Tomato soup\n\ntomatoes, basil, salt\n"},
    {"cakes/apple.md", "# Apple cake\n\napples, flour, butter, cinnamon\n"},
    {"README.md", "# Recipes\n\nOne file for each.\n"},
};

// The oldest first.
constexpr const char* kHistory[] = {
    "ls soups",
    "cat soups/lentil.md",
    "grep -rn salt soups",
    "cat soups/lentil.md",
    "cat README.md",
    "tar -czf soups.tar.gz soups",
    "grep -rn salt soups",
    "cat soups/lentil.md",
    "wc -l soups/*.md",
    "grep -rn salt soups",
    "cat soups/lentil.md",
    "ls -l cakes",
};

// "1:PATTERN|2:PATTERN" of the steps that have one.
std::string Cases(const char* TourStep::*pattern) {
  std::string cases;
  size_t number = 0;
  for (const TourStep& step : TourSteps()) {
    ++number;
    const std::string_view of_step = step.*pattern;
    if (of_step.empty()) continue;
    cases += (cases.empty() ? "" : "|") + std::to_string(number) + ":";
    for (const char c : of_step) {
      if (c == ' ') cases += '\\';
      cases += c;
    }
  }
  return cases;
}

// `synapse_tour_prompt LINE`: the line that ran, or nothing, then the next
// prompt.
std::string Steps() {
  const std::string last = std::to_string(TourSteps().size());
  return R"(synapse_tour_step=0
synapse_tour_prompt() {
  case $synapse_tour_step:$1 in
    0:* | *: | )" +
         Cases(&TourStep::goal) +
         R"() synapse_tour_step=$((synapse_tour_step + 1)) ;;
    )" + last +
         ":*|" + Cases(&TourStep::before) + R"() return 0 ;;
    *) printf '\n(This was not the line of step %s. An empty line goes on, `synapse help tour %s` shows it again.)\n' \
      "$synapse_tour_step" "$synapse_tour_step"; return 0 ;;
  esac
  if [ "$synapse_tour_step" -le )" +
         last + R"( ]; then
    printf '\n'
    synapse help tour "$synapse_tour_step"
    printf '\n'
  fi
  if [ "$synapse_tour_step" = )" +
         last + R"( ]; then
    printf 'This was the tour. Type `exit` to leave; nothing of it is kept.\n\n'
  fi
}
)";
}

std::string StartUpFile(const TourShell& shell, const std::string& scratch) {
  std::string out = "PS1='$ '\ncd " +
                    SingleQuoted(JoinPath(scratch, "recipes")) +
                    "\nHISTSIZE=1000\nHISTFILE=" +
                    SingleQuoted(JoinPath(scratch, "history")) + "\n" + Steps();
  if (shell.name == "zsh") {
    return out + "bindkey -e\nSAVEHIST=0\nfc -R\nmodule_path=(" +
           SingleQuoted(DirName(shell.module)) +
           " $module_path)\nzmodload synapse\n"
           "preexec() { synapse_tour_line=$1 }\n"
           "precmd() { synapse_tour_prompt \"$synapse_tour_line\"; "
           "synapse_tour_line= }\n";
  }
  return out +
         "set -o emacs\nunset HISTCONTROL HISTIGNORE\nalias suspend=:\n"
         "history -r\nenable -f " +
         SingleQuoted(shell.module) +
         " synapse\n"
         "PROMPT_COMMAND=synapse_tour_ended\n"
         "synapse_tour_ended() {\n"
         "  local entry line=\n"
         "  entry=$(HISTTIMEFORMAT= builtin history 1)\n"
         "  if [ \"$entry\" != \"$synapse_tour_entry\" ]; then\n"
         "    line=${entry#*[0-9]  }\n"
         "  fi\n"
         "  synapse_tour_entry=$entry\n"
         "  synapse_tour_prompt \"$line\"\n"
         "}\n";
}

std::string StartUpPath(const TourShell& shell, const std::string& scratch) {
  return JoinPath(scratch, shell.name == "zsh" ? ".zshrc" : "bashrc");
}

Status MakeFiles(const TourShell& shell, const std::string& scratch) {
  const std::string recipes = JoinPath(scratch, "recipes");
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [name, text] : kFiles) {
    files.emplace_back(JoinPath(recipes, name), text);
  }
  std::string history;
  for (const char* line : kHistory) history += std::string(line) + "\n";
  files.emplace_back(JoinPath(scratch, "history"), history);
  files.emplace_back(StartUpPath(shell, scratch), StartUpFile(shell, scratch));
  for (const auto& [path, text] : files) {
    Status made = MakePrivateDirs(std::string(DirName(path)));
    if (made.ok()) made = WriteFileAtomically(path, text);
    if (!made.ok()) return made;
  }
  return MakePrivateDirs(JoinPath(scratch, "config"));
}

// The settings of the user do not change what the steps describe.
std::vector<std::string> Environment(const std::string& scratch) {
  std::vector<std::string> out;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    const bool other = text.starts_with("SYNAPSE_") &&
                       !text.starts_with("SYNAPSE_SPECS_PATH=");
    if (!other && !text.starts_with("ZDOTDIR=") &&
        !text.starts_with("HISTFILE=")) {
      out.emplace_back(text);
    }
  }
  out.push_back(std::string(kUnderWay) + "=1");
  out.push_back("SYNAPSE_PROMPT_NOTICES=false");
  out.push_back("SYNAPSE_STORE_PATH=" + JoinPath(scratch, "store"));
  out.push_back("SYNAPSE_CONFIG_DIR=" + JoinPath(scratch, "config"));
  out.push_back("XDG_DATA_HOME=" + JoinPath(scratch, "data"));
  out.push_back("ZDOTDIR=" + scratch);
  return out;
}

void RunShell(const TourShell& shell, const std::string& scratch) {
  std::vector<std::string> words = {shell.name};
  for (const char* word :
       shell.name == "zsh"
           ? std::vector<const char*>{"-d", "-i"}
           : std::vector<const char*>{"--noprofile", "--rcfile"}) {
    words.emplace_back(word);
  }
  if (shell.name == "bash") {
    words.push_back(StartUpPath(shell, scratch));
    words.emplace_back("-i");
  }
  std::vector<std::string> variables = Environment(scratch);
  const std::vector<char*> arguments = PointersTo(words);
  const std::vector<char*> environment = PointersTo(variables);
  termios modes;
  const bool known = tcgetattr(STDIN_FILENO, &modes) == 0;
  const pid_t group = getpgrp();
  (void)RunInterruptibly([&] {
    (void)signal(SIGTSTP, SIG_DFL);
    execve(shell.program.c_str(), arguments.data(), environment.data());
    return 127;
  });
  // A shell that was killed gives nothing back.
  SignalsHeld held;
  (void)tcsetpgrp(STDIN_FILENO, group);
  if (known) (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
}

}  // namespace

bool CanWalkTour() {
  if (getenv(kUnderWay) || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
    return false;
  }
  const TourShell shell = ShellOfTour();
  return !shell.name.empty() && !shell.module.empty();
}

std::string WalkTour() {
  const TourShell shell = ShellOfTour();
  const char* base = getenv("TMPDIR");
  std::string scratch =
      JoinPath(base && *base == '/' ? base : "/tmp", "synapse-tour.XXXXXX");
  if (!mkdtemp(scratch.data())) {
    return scratch + ": " + strerror(errno);
  }
  const Status made = MakeFiles(shell, scratch);
  if (made.ok()) RunShell(shell, scratch);
  std::error_code ignored;
  std::filesystem::remove_all(scratch, ignored);
  return made.message();
}

}  // namespace synapse
