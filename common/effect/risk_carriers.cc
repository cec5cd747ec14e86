#include "effect/risk_carriers.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "effect/risk_words.h"

namespace synapse {
namespace {

using CarrierWords = std::span<const std::string>;

bool HasBlank(std::string_view word) {
  return word.find(' ') != word.npos || word.find('\n') != word.npos;
}

// Commands whose words are patterns, messages or programs of their own.
bool HasOwnTexts(std::string_view command) {
  return TakesText(command) ||
         IsOneOf(command,
                 {"grep",    "egrep",  "fgrep",   "rg",      "ag",    "ack",
                  "sed",     "awk",    "gawk",    "perl",    "find",  "fd",
                  "git",     "gh",     "glab",    "jq",      "yq",    "tmux",
                  "ruby",    "node",   "php",     "psql",    "mysql", "mariadb",
                  "sqlite3", "python", "python3", "mongosh", "lua",   "julia",
                  "elixir",  "R",      "Rscript", "deno",    "bun",   "emacs",
                  "ps",      "date",   "make"});
}

// Options whose value is prose.
bool TakesMessage(std::string_view option) {
  return IsOneOf(
      option,
      {"-m",      "--message", "--msg",         "-t",        "--title",
       "-b",      "--body",    "--description", "-d",        "--desc",
       "--notes", "--note",    "--comment",     "--subject", "-s",
       "--name",  "--text",    "--label",       "--summary", "--reason"});
}

// `vim -c ':!make'`, `vim '+silent !make'`: the line that the editor's shell
// runs; "" for another word.
std::string_view LineOfEditorWord(std::string_view word) {
  for (std::string_view before : {"+", ":", "silent!", "silent", "sil", "r"}) {
    if (word.starts_with(before)) word.remove_prefix(before.size());
    while (word.starts_with(' ')) word.remove_prefix(1);
  }
  return word.starts_with('!') ? word.substr(1) : std::string_view();
}

// Lines behind an option or word that runs them elsewhere: `gcloud compute ssh i
// --command 'rm -rf x'`, `heroku run 'rake db:drop'`.
std::vector<std::string> RemoteLines(CarrierWords words, bool described) {
  std::vector<std::string> lines;
  constexpr std::string_view kBegins = "./~_";
  if (words.empty() || words[0].empty() || HasOwnTexts(BaseName(words[0])) ||
      (!isalnum(static_cast<unsigned char>(words[0][0])) &&
       kBegins.find(words[0][0]) == kBegins.npos)) {
    return lines;
  }
  for (size_t i = 1; i < words.size(); ++i) {
    std::string_view word = words[i], option = words[i - 1];
    if (word.find(' ') == word.npos) continue;
    const size_t equals = word.find('=');
    if (word.starts_with("--") && equals < word.find(' ')) {
      option = word.substr(0, equals);
      word.remove_prefix(equals + 1);
    }
    const bool runs =
        IsOneOf(option, {"--command",   "--commands",   "--cmd",
                         "--exec",      "--execute",    "--script",
                         "--scripts",   "--parameters", "-C",
                         "-c",          "-e",           "-script",
                         "-command",    "run",          "exec",
                         "-ex",         ":::",          "-Q",
                         "-q",          "-X",           "--checkpoint-action",
                         "--to-command"});
    if (!runs && (described || TakesMessage(option)) &&
        !word.starts_with("+!")) {
      continue;
    }
    for (std::string_view before :
         {"+!", "!", "shell ", "exec=", "do shell script "}) {
      if (word.starts_with(before)) word.remove_prefix(before.size());
    }
    // `commands=["rm -rf x"]`, `do shell script "rm -rf x"`
    const size_t list = word.find("[\"");
    if (list != word.npos || word.starts_with('"')) {
      word.remove_prefix(list == word.npos ? 1 : list + 2);
      word = word.substr(0, word.find('"'));
    }
    lines.emplace_back(word);
  }
  return lines;
}

// `git -c alias.x='!rm -rf y' x`, `git config alias.x '!rm -rf y'`
std::vector<std::string> LinesOfGit(CarrierWords words) {
  std::vector<std::string> lines;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const size_t sign = word.find("=!");
    if (word.starts_with("alias.") && sign != word.npos) {
      lines.push_back(word.substr(sign + 2));
    } else if (words[i - 1].starts_with("alias.") && word.starts_with('!')) {
      lines.push_back(word.substr(1));
    }
  }
  return lines;
}

// A command that a wrapper may carry and that destroys, or runs another one.
bool IsCarried(std::string_view word) {
  const std::string_view name = BaseName(word);
  return name.starts_with("mkfs") ||
         IsOneOf(name,
                 {"rm",       "unlink",  "shred",    "dd",     "wipefs",
                  "find",     "sh",      "bash",     "zsh",    "dash",
                  "sudo",     "doas",    "env",      "xargs",  "rimraf",
                  "git",      "docker",  "kubectl",  "dropdb", "mysql",
                  "psql",     "reboot",  "poweroff", "halt",   "shutdown",
                  "truncate", "busybox", "chmod",    "chown",  "redis-cli",
                  "terraform"});
}

// The words behind `sudo -E`, `env A=1`, `nohup`.
CarrierWords WithoutWrappers(CarrierWords words) {
  while (words.size() > 1 &&
         (IsOneOf(words[0], {"sudo", "doas", "env", "nohup", "exec", "time",
                             "command", "setsid", "nice"}) ||
          words[0].starts_with('-') || words[0].find('=') != words[0].npos)) {
    words = words.subspan(1);
  }
  return words;
}

std::string_view WithoutDot(std::string_view file) {
  while (file.starts_with("./")) file.remove_prefix(2);
  return file;
}

// Commands whose words are typed somewhere else.
bool IsSender(std::string_view command) {
  return IsOneOf(
      command,
      {"tmux",    "screen",    "zellij", "kitty",  "kitten",     "wezterm",
       "byobu",   "mosh",      "pssh",   "pdsh",   "clush",      "dsh",
       "expect",  "osascript", "dtach",  "abduco", "tmuxinator", "xdotool",
       "ydotool", "wtype",     "knife"});
}

bool IsEditor(std::string_view command) {
  return IsOneOf(command, {"vim", "vi", "nvim", "ex", "view", "gvim"});
}

// `s/.*/rm &/e`
bool RunsReplacement(std::string_view edit) {
  if (edit.size() < 5 || edit[0] != 's' || isalnum(edit[1])) return false;
  const size_t last = edit.rfind(edit[1]);
  return last > 2 && edit.find('e', last) != edit.npos &&
         edit.find_first_not_of("egimpIM0123456789", last + 1) == edit.npos;
}

}  // namespace

bool MayCarryText(CarrierWords words) {
  if (words.empty()) return false;
  const auto has_text = [](const std::string& word) {
    return word.find_first_of(" \n\t({`!") != word.npos;
  };
  return std::any_of(words.begin() + 1, words.end(), has_text) ||
         IsSender(BaseName(words[0]));
}

std::vector<std::string> SentLines(CarrierWords words, bool described) {
  std::vector<std::string> lines;
  if (words.empty()) return lines;
  const std::string_view command = BaseName(words[0]);
  if (IsEditor(command)) {
    for (const std::string& word : words.subspan(1)) {
      const std::string_view line = LineOfEditorWord(word);
      if (!line.empty()) lines.emplace_back(line);
    }
    return lines;
  }
  if (command == "git") return LinesOfGit(words);
  if (!IsSender(command)) return RemoteLines(words, described);
  if (command == "osascript") lines = RemoteLines(words, described);
  for (const std::string& word : words.subspan(1)) {
    std::string line = word;
    for (std::string_view key : {"\\n", "\\r", "^M", "\\015", "\n", "\r"}) {
      if (line.ends_with(key)) line.resize(line.size() - key.size());
    }
    // A word without blanks is a line if a key follows that sends it.
    if (line.size() < word.size() || line.find(' ') != line.npos) {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

size_t CarriedFrom(CarrierWords words, bool described) {
  constexpr size_t kMaxWords = 16;
  // `yarn prisma migrate reset`
  if (words.size() > 2 && IsOneOf(words[0], {"yarn", "pnpm", "bun"}) &&
      IsOneOf(words[1], {"prisma", "sequelize", "sequelize-cli", "knex",
                         "typeorm", "rimraf", "firebase", "cdk", "sst",
                         "supabase", "wrangler", "serverless"})) {
    return 1;
  }
  for (size_t i = 1; i < std::min(words.size(), kMaxWords); ++i) {
    const std::string& before = words[i - 1];
    const bool has_option = i + 1 < words.size() &&
                            words[i + 1].starts_with('-') &&
                            words[i + 1] != "--help";
    if ((before != "--" && !has_option) || !IsCarried(words[i])) continue;
    if (HasOwnTexts(BaseName(words[0]))) return 0;
    if (before == "--" ||
        (has_option && (!described ||
                        IsOneOf(before, {"exec", "run", "shell", "ssh", "enter",
                                         "start", "host"}) ||
                        BaseName(words[0]) == "systemd-nspawn"))) {
      return i;
    }
  }
  return 0;
}

std::vector<std::string> ScriptTexts(CarrierWords words) {
  std::vector<std::string> texts;
  constexpr std::string_view kTexts[] = {"grep", "egrep", "fgrep", "rg",  "ag",
                                         "ack",  "sed",   "find",  "fd",  "git",
                                         "gh",   "jq",    "yq",    "curl"};
  if (words.empty() || TakesText(BaseName(words[0])) ||
      std::find(std::begin(kTexts), std::end(kTexts), BaseName(words[0])) !=
          std::end(kTexts)) {
    return texts;
  }
  for (size_t i = 1; i < words.size(); ++i) {
    std::string_view word = words[i];
    const bool is_program =
        IsOneOf(words[i - 1], {"-e", "-c", "-E", "--eval", "-eval", "--execute",
                               "-r", "-ex", "-x", "eval", "-lua", "--expr"}) ||
        word.starts_with('+') || word.starts_with("--eval=");
    if (is_program && word.find_first_of("({`") != word.npos) {
      texts.emplace_back(word);
    }
  }
  return texts;
}

std::vector<std::string> SqlTexts(CarrierWords words) {
  std::vector<std::string> texts;
  if (words.empty() || HasOwnTexts(BaseName(words[0]))) return texts;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view option = words[i - 1];
    const bool sends = option == "-d" || option == "--data";
    if (!HasBlank(words[i]) || (TakesMessage(option) && !sends)) continue;
    std::string_view text = words[i];
    const size_t equals = text.find('=');
    if (equals < text.find(' ')) text.remove_prefix(equals + 1);
    const std::string lower = AsciiLower(text.substr(0, 16));
    for (std::string_view verb : {"drop ", "truncate table ", "delete from "}) {
      if (lower.starts_with(verb)) texts.push_back(WithoutTexts(text));
    }
  }
  return texts;
}

bool WritesLines(CarrierWords words) {
  words = WithoutWrappers(words);
  if (words.empty()) return false;
  const std::string_view command = BaseName(words[0]);
  return command.starts_with("python") ||
         IsOneOf(command, {"awk", "gawk", "mawk", "nawk", "sed", "perl", "ruby",
                           "node", "php", "jq", "yq", "lua", "tclsh"});
}

std::string DownloadOf(const SimpleCommand& command) {
  for (const auto& [op, target] : command.redirects) {
    if (op == ">" || op == ">|") return target.value;
  }
  std::vector<std::string> all;
  for (const Token& token : command.words) all.push_back(token.value);
  const CarrierWords words = WithoutWrappers(all);
  if (words.empty()) return "";
  const bool is_wget = BaseName(words[0]) == "wget";
  bool keeps_name = is_wget;
  std::string_view address;
  for (size_t i = 1; i < words.size(); ++i) {
    std::string_view word = words[i];
    if (word.starts_with("--")) {
      if (word == "--remote-name") keeps_name = true;
      if (word.starts_with("--output=")) return std::string(word.substr(9));
      if (word.starts_with("--output-document=")) {
        return std::string(word.substr(18));
      }
      const bool names = word == "--output" || word == "--output-document";
      if (names && i + 1 < words.size()) return words[i + 1];
    } else if (word.starts_with('-') && word.size() > 1) {
      const char to_file = is_wget ? 'O' : 'o';
      if (word.back() == to_file && i + 1 < words.size()) return words[i + 1];
      keeps_name |= !is_wget && word.find('O') != word.npos;
    } else if (word.find('/') != word.npos) {
      address = word;
    }
  }
  if (!keeps_name || address.empty()) return "";
  return std::string(BaseName(address.substr(0, address.find('?'))));
}

bool RunsFile(CarrierWords words, std::string_view file) {
  file = WithoutDot(file);
  words = WithoutWrappers(words);
  if (words.empty() || file.empty() || file == "-") return false;
  if (WithoutDot(words[0]) == file && words[0].find('/') != words[0].npos) {
    return true;
  }
  const std::string_view command = BaseName(words[0]);
  const bool runs =
      command.starts_with("python") ||
      IsOneOf(command, {"sh", "bash", "zsh", "dash", "ksh", "fish", "source",
                        ".", "perl", "ruby", "node", "php", "bun", "deno"});
  return runs && std::any_of(words.begin() + 1, words.end(),
                             [&](const std::string& word) {
                               return WithoutDot(word) == file;
                             });
}

bool IsRunLater(std::string_view file) {
  const std::string_view name = BaseName(file);
  return IsOneOf(name, {".bashrc", ".zshrc", ".profile", ".bash_profile",
                        ".zprofile", ".zshenv", ".bash_logout", ".zlogin",
                        ".zlogout", ".bash_aliases", "crontab", "rc.local"}) ||
         file.find("/cron.") != file.npos || file.find("/cron/") != file.npos;
}

bool WritesNothing(const SimpleCommand& command) {
  const std::vector<Token>& words = command.words;
  switch (words.size()) {
    case 0: return command.assignments.empty();
    case 1: return words[0].value == ":" || words[0].value == "true";
    case 2:
      return words[1].value == "/dev/null" ||
             (words[0].value == "echo" && words[1].value == "-n") ||
             (words[0].value == "printf" && words[1].value.empty());
    default: return false;
  }
}

bool IsCopy(const SimpleCommand& command) {
  const std::vector<Token>& words = command.words;
  return words.size() > 1 && words[0].value == "tee" &&
         !words[1].value.starts_with('-');
}

bool IsSqlFile(const ArgSpec& arg) {
  return std::count(arg.extensions.begin(), arg.extensions.end(), ".sql") > 0;
}

bool NamesStdin(std::string_view value) {
  return value == "-" || value == "/dev/stdin" ||
         value.starts_with("/dev/fd/") || value.starts_with("<(");
}

std::string ScriptOf(CarrierWords words) {
  words = WithoutWrappers(words);
  if (words.size() < 2 ||
      !IsOneOf(BaseName(words[0]),
               {"sh", "bash", "zsh", "source", ".", "ansible-playbook"}) ||
      std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return IsOneOf(word, {"-n", "-C", "--check", "--help", "--syntax-check",
                              "--list-tasks", "--list-hosts"});
      })) {
    return "";
  }
  for (const std::string& word : words.subspan(1)) {
    for (std::string_view ending : {".sh", ".yml", ".yaml"}) {
      if (word.ends_with(ending)) return word;
    }
  }
  return "";
}

bool IsForkBomb(const CommandList& list) {
  const auto runs = [](const SimpleCommand& c, const std::string& name) {
    return !c.words.empty() && c.words[0].value == name;
  };
  for (const std::string& name : list.functions) {
    for (size_t i = 1; i < list.commands.size(); ++i) {
      if (list.commands[i].piped && runs(list.commands[i], name) &&
          runs(list.commands[i - 1], name)) {
        return true;
      }
    }
  }
  return false;
}

Risk RiskOfComputed(const SimpleCommand& command) {
  const std::vector<Token>& words = command.words;
  if (words.size() < 2 || !words[0].dynamic) return {};
  const std::string_view first = words[0].value;
  if (!first.starts_with("$(") && !first.starts_with('`')) return {};
  const bool removes =
      std::any_of(words.begin() + 1, words.end(), [](const Token& word) {
        return IsOneOf(word.value, {"-rf", "-fr", "-r", "-R", "--recursive"});
      });
  if (!removes) return {};
  return {RiskLevel::kDangerous, "runs what it computes"};
}

bool OpensShell(CarrierWords words) {
  return words.size() == 2 && IsOneOf(BaseName(words[0]), {"sudo", "doas"}) &&
         IsOneOf(words[1], {"-s", "-i", "--shell", "--login"});
}

bool IsRemoteShell(const SimpleCommand& command, std::string_view target) {
  return (target.starts_with("/dev/tcp/") || target.starts_with("/dev/udp/")) &&
         !command.words.empty() &&
         IsOneOf(BaseName(command.words[0].value),
                 {"sh", "bash", "zsh", "dash", "ksh"});
}

bool EmptiesFile(std::string_view edit) {
  const auto skip = [&](std::initializer_list<std::string_view> texts) {
    for (std::string_view text : texts) {
      if (edit.starts_with(text)) edit.remove_prefix(text.size());
      while (edit.starts_with(' ')) edit.remove_prefix(1);
    }
  };
  skip({"+", ":", "silent!", "silent", "bufdo", "argdo"});
  const size_t end = edit.find_first_of("|;\n");
  edit = edit.substr(0, end);
  for (std::string_view form : {"%d", ",d", "1,$d", "g/./d", "g/.*/d", "d",
                                "/./d", "/.*/d", "/^/d", "%delete"}) {
    if (edit == form) return true;
  }
  return false;
}

Risk RiskOfEdit(CarrierWords words) {
  if (words.size() < 2) return {};
  const std::string_view command = BaseName(words[0]);
  bool empties = false;
  if (IsEditor(command)) {
    for (size_t i = 1; i < words.size(); ++i) {
      const bool is_edit =
          words[i].starts_with('+') ||
          (words[i - 1].starts_with('-') && words[i - 1].back() == 'c');
      empties |= is_edit && words[i] != "d" && EmptiesFile(words[i]);
    }
  } else if (command == "sed") {
    const bool in_place = std::any_of(
        words.begin() + 1, words.end(), [](const std::string& word) {
          return word.starts_with("--in-place") ||
                 (word.starts_with('-') && !word.starts_with("--") &&
                  word.find('i') != word.npos);
        });
    const auto edit = std::find_if(
        words.begin() + 1, words.end(),
        [](const std::string& word) { return !word.starts_with('-'); });
    empties = in_place && edit != words.end() && EmptiesFile(*edit);
    if (edit != words.end() && RunsReplacement(*edit)) {
      return {RiskLevel::kCareful, "runs what a program writes"};
    }
  } else if (IsOneOf(command, {"install", "cp"})) {
    empties = words.size() > 2 && words[words.size() - 2] == "/dev/zero";
    empties |= command == "install" && words[words.size() - 2] == "/dev/null";
  }
  if (!empties) return {};
  return {RiskLevel::kCareful, "empties a file"};
}

}  // namespace synapse
