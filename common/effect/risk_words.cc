#include "effect/risk_words.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/files.h"
#include "base/regex.h"
#include "base/text.h"

namespace synapse {
namespace {

using Words = std::span<const std::string>;

bool IsVerb(std::string_view part) {
  return IsOneOf(
      part,
      {"delete",       "destroy",    "purge",      "drop",       "reset",
       "wipe",         "prune",      "revoke",     "flush",      "terminate",
       "obliterate",   "uninstall",  "yank",       "erase",      "remove",
       "rm",           "del",        "nuke",       "unpublish",  "deprovision",
       "rmi",          "undeploy",   "teardown",   "unregister", "empty",
       "decommission", "kill",       "revert",     "gc",         "expunge",
       "zap",          "shred",      "evict",      "cleanup",    "truncate",
       "discard",      "clear",      "rollback",   "downgrade",  "dismiss",
       "forget",       "deregister", "autoremove", "unlink",     "delbr",
       "wipeout",      "deltree",    "mdelete",    "mdel",       "dele",
       "delprinc",     "flash",      "sanitize",   "leave",      "unenroll",
       "deauthorize",  "overwrite",  "reimage",    "reflash",    "shrink"});
}

// Removes only what can be made again easily, where a whole spec says no risk:
// `npm uninstall`, `git reset`.
bool IsMild(std::string_view verb) {
  return IsOneOf(verb,
                 {"reset", "uninstall", "remove", "rm", "del", "rmi", "empty",
                  "unregister", "kill", "revert", "gc", "cleanup", "evict"});
}

// `flushall`, `dropdb`, `deleteMany`
bool IsJoinedVerb(std::string_view part) {
  for (std::string_view verb : {"delete", "destroy", "purge", "drop", "wipe",
                                "flush", "erase", "uninstall", "terminate",
                                "obliterate", "remove", "clear", "rm", "del"}) {
    if (!part.starts_with(verb)) continue;
    return IsOneOf(
        part.substr(verb.size()),
        {"all",      "db",       "cluster",   "schema", "database", "keys",
         "cache",    "table",    "user",      "many",   "one",      "node",
         "snapshot", "vm",       "snapshots", "volume", "data",     "config",
         "rules",    "pool",     "snap",      "vol",    "bucket",   "queue",
         "topic",    "instance", "host",      "vdisk",  "lun",      "share",
         "key",      "index",    "namespace", "group",  "fs"});
  }
  return false;
}

// A word before the verb that makes it an argument: `frobctl get purge`.
bool OnlyReads(std::string_view word) {
  return IsOneOf(
      word,
      {"get",     "list",   "ls",       "show",    "search",     "describe",
       "help",    "info",   "status",   "view",    "explain",    "log",
       "logs",    "find",   "cat",      "diff",    "test",       "check",
       "print",   "why",    "add",      "create",  "new",        "commit",
       "install", "open",   "edit",     "exec",    "checkout",   "push",
       "pull",    "tag",    "fetch",    "build",   "start",      "watch",
       "tail",    "query",  "validate", "inspect", "version",    "man",
       "say",     "echo",   "can-i",    "grep",    "completion", "download",
       "upload",  "import", "export",   "history", "init"});
}

// Words of OnlyReads() that are also things: `frobctl history prune`.
bool IsThing(std::string_view word) {
  return IsOneOf(word, {"history", "log", "logs", "tag", "version", "build"});
}

bool IsPlainWord(std::string_view word) {
  return !word.empty() && word.size() <= 40 && islower(word[0]) &&
         std::all_of(word.begin(), word.end(), [](char c) {
           return islower(static_cast<unsigned char>(c)) ||
                  isdigit(static_cast<unsigned char>(c)) ||
                  std::string_view(":_.-").find(c) != std::string_view::npos;
         });
}

std::vector<std::string_view> PartsOf(std::string_view word) {
  std::vector<std::string_view> parts;
  for (size_t from = 0; from <= word.size();) {
    const size_t end = std::min(word.find_first_of(":_.-", from), word.size());
    if (end > from) parts.push_back(word.substr(from, end - from));
    from = end + 1;
  }
  return parts;
}

// A verb, or a word that begins or ends with one: `delete-stack`, `db:drop`.
// `delete.txt` is a file.
bool SaysDelete(std::string_view word) {
  const auto parts = PartsOf(word);
  if (parts.empty()) return false;
  const auto is = [](std::string_view part) {
    return IsVerb(part) || IsJoinedVerb(part);
  };
  if (is(parts.back())) return true;
  if (word.find('.') != word.npos) return false;
  // `admin-delete-user`
  return (is(parts.front()) && parts.front() != "clear") ||
         (parts.size() > 2 && !OnlyReads(parts.front()) && IsVerb(parts[1]) &&
          (!IsMild(parts[1]) || word.find(':') != word.npos));
}

// `DeleteInstance`, `TerminateInstances`, `deleteVM`: what some clouds and
// virtual machines call their actions.
bool IsActionThatDeletes(std::string_view word) {
  if (word.empty()) return false;
  std::string text(word);
  text[0] = static_cast<char>(tolower(static_cast<unsigned char>(text[0])));
  for (std::string_view verb : {"delete", "destroy", "terminate", "remove",
                                "purge", "drop", "revoke", "release"}) {
    if (text.starts_with(verb) && word.size() > verb.size() &&
        isupper(static_cast<unsigned char>(word[verb.size()])) &&
        word.size() < 60 && std::all_of(word.begin(), word.end(), [](char c) {
          return isalnum(static_cast<unsigned char>(c)) != 0;
        })) {
      return true;
    }
  }
  return false;
}

// `./k3s-uninstall.sh`, `drop_all.sql`; a single verb is the name of a tool, as
// `reset`.
bool NameSaysDelete(std::string_view command) {
  std::string_view name = BaseName(command);
  bool is_script = false;
  for (std::string_view ending :
       {".sh", ".py", ".pl", ".rb", ".js", ".sql", ".yml", ".yaml"}) {
    if (!name.ends_with(ending)) continue;
    name.remove_suffix(ending.size());
    is_script = true;
  }
  if (!IsPlainWord(name)) return false;
  if (name.starts_with("newfs_") || name == "mkudffs") return true;
  const auto parts = PartsOf(name);
  if (is_script && parts.size() == 1) {
    return IsVerb(parts[0]) && !IsMild(parts[0]);
  }
  // `memcflush`, `ldapdelete`
  if (parts.size() == 1) {
    for (std::string_view verb :
         {"delete", "destroy", "purge", "wipe", "flush", "erase", "remove"}) {
      if (name.size() > verb.size() && name.ends_with(verb)) return true;
    }
  }
  if (parts.size() < 2 || OnlyReads(parts.front())) return false;
  return SaysDelete(name) ||
         std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
           return IsVerb(part) && !IsMild(part);
         });
}

// `partclone.ext4 -r -s x.img -o /dev/sda1`; `-c` reads a device.
bool PartcloneWrites(Words words) {
  return BaseName(words[0]) == "partclone.restore" ||
         std::any_of(words.begin() + 1, words.end(), [](const auto& word) {
           return IsOneOf(word, {"-r", "--restore", "-b", "--dev-to-dev"});
         });
}

// `bmaptool copy x.img /dev/sdb`, `frob of=/dev/sda`: writes to a device.
bool WritesDevice(Words words) {
  const std::string_view command = BaseName(words[0]);
  if (command.starts_with("partclone.")) return PartcloneWrites(words);
  const bool copies = IsOneOf(command, {"ddrescue", "partclone"});
  constexpr std::string_view kDisks[] = {
      "/dev/sd",   "/dev/hd",     "/dev/vd",   "/dev/xvd",
      "/dev/nvme", "/dev/mmcblk", "/dev/disk", "/dev/rdisk"};
  bool writes = copies;
  for (const std::string& word : words.subspan(1)) {
    writes |= IsOneOf(word, {"copy", "write", "flash", "burn", "restore",
                             "clone", "format", "wipe", "erase", "image"});
    const size_t equals = word.starts_with("of=") || word.starts_with("wipe=")
                              ? word.find('=') + 1
                              : 0;
    const bool is_disk = std::any_of(
        std::begin(kDisks), std::end(kDisks), [&](std::string_view disk) {
          return std::string_view(word).substr(equals).starts_with(disk);
        });
    if (is_disk && (writes || equals > 0)) return true;
  }
  return false;
}

// `Remove-Item`, `Clear-Content`: what PowerShell calls its commands.
bool IsCmdletThatDeletes(std::string_view command) {
  const size_t dash = command.find('-');
  return dash != command.npos && dash + 1 < command.size() &&
         isupper(static_cast<unsigned char>(command[dash + 1])) &&
         IsOneOf(command.substr(0, dash),
                 {"Remove", "Clear", "Format", "Reset", "Uninstall", "Revoke",
                  "Stop", "Restart", "Initialize", "Dismount", "Unregister"});
}

// `powershell Format-Volume -DriveLetter D`
bool RunsCmdletThatDeletes(Words words) {
  return IsOneOf(BaseName(words[0]),
                 {"pwsh", "powershell", "pwsh.exe", "powershell.exe"}) &&
         std::any_of(words.begin() + 1, words.end(), IsCmdletThatDeletes);
}

// `-CfgClr`, `-CfgLdDel`: what tools of disk controllers call their actions.
bool IsActionOption(std::string_view option) {
  return option.size() > 5 && option[0] == '-' &&
         isupper(static_cast<unsigned char>(option[1])) &&
         std::any_of(option.begin(), option.end(), islower) &&
         (option.ends_with("Clr") || option.ends_with("Del") ||
          option.ends_with("Clear") || option.ends_with("Erase") ||
          option.ends_with("Delete") || option.ends_with("Wipe"));
}

// `--yes-i-really-mean-it`, `--i-know-what-i-am-doing`: a tool asks for it only
// where much is lost.
bool SaysItIsSure(std::string_view option) {
  return option.starts_with("--") &&
         (option.starts_with("--yes-i-") || option.starts_with("--i-know") ||
          option.starts_with("--i-understand") ||
          option.find("really") != option.npos || option == "--dangerous" ||
          option == "--no-preserve-root" || option == "--i-am-sure");
}

// `--delete`, `--delete-files`, `--force`, but neither `--force-color` nor
// `--no-delete`.
bool OptionSaysDelete(std::string_view option) {
  option = option.substr(0, option.find('='));
  if (SaysItIsSure(option)) return true;
  if (!option.starts_with("--")) {
    return IsActionOption(option) ||
           IsOneOf(option,
                   {"-force", "-delete", "-purge", "-format", "-destroy",
                    "-wipe", "-erase", "-rm", "-rmr", "-rmdir", "-expunge",
                    "-kill", "-drop", "-truncate", "-remove"});
  }
  option.remove_prefix(2);
  const auto parts = PartsOf(option);
  if (parts.empty() || !IsPlainWord(option)) return false;
  if (IsOneOf(option, {"full-refresh", "hard", "reset-offsets"})) {
    return true;
  }
  if (IsOneOf(parts[0], {"force", "empty"})) return parts.size() == 1;
  return parts.size() == 1
             ? IsVerb(parts[0]) && parts[0] != "clear"
             : !IsOneOf(parts[0], {"reset", "drop", "kill", "revert", "clear",
                                   "gc", "discard", "unlink", "forget",
                                   "truncate", "rollback"}) &&
                   IsVerb(parts[0]);
}

bool ChangesNothing(Words words) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return (word == "--version" && &word == &words.back()) ||
           IsOneOf(word, {"--help", "-h", "--dry-run", "--dryrun", "--check",
                          "--list", "--simulate", "--no-act", "--noop",
                          "--what-if", "help"}) ||
           word.starts_with("--dry-run=") || word.starts_with("--help=");
  });
}

// The words that may name a subcommand: the first plain ones, up to an argument
// that is none.
std::vector<std::string_view> SubcommandsOf(Words words) {
  constexpr size_t kMaxDepth = 4;
  std::vector<std::string_view> out;
  for (const std::string& word : words.subspan(1)) {
    if (word.starts_with('-')) continue;
    // `storcli /c0 delete`: the thing stands before the verb.
    if (out.empty() && word.starts_with('/')) continue;
    if (!IsPlainWord(word) || out.size() == kMaxDepth) break;
    out.push_back(word);
  }
  return out;
}

bool VerbAmong(std::span<const std::string_view> subcommands) {
  for (size_t i = 0; i < subcommands.size(); ++i) {
    const std::string_view word = subcommands[i];
    const bool has_verb = IsThing(word) && i + 1 < subcommands.size() &&
                          IsVerb(subcommands[i + 1]) &&
                          !IsMild(subcommands[i + 1]);
    if (has_verb) return true;
    if (OnlyReads(word)) return false;
    if (SaysDelete(word)) return true;
  }
  return false;
}

// A subcommand that the spec has, without a risk, or one that it lacks.
bool SpecLeavesOpen(const WalkResult& walk,
                    std::span<const std::string_view> subcommands) {
  const size_t known = walk.path.size() - 1;
  const CommandSpec& last = *walk.path.back();
  for (const CommandSpec* command : walk.path) {
    if (command == walk.path[0] || !SaysDelete(command->name())) continue;
    return command->risk.level == RiskLevel::kNone &&
           (walk.path[0]->partial || !IsMild(command->name()));
  }
  const bool takes_more = !last.subcommands.empty() && last.args.empty();
  return takes_more && known < subcommands.size() &&
         VerbAmong(subcommands.subspan(known));
}

bool UnknownOptionSays(Words words, const WalkResult* walk) {
  for (size_t i = 1; i < words.size(); ++i) {
    if (i > 1 && IsOneOf(words[i], {"DELETE", "PURGE"}) &&
        IsOneOf(words[i - 1], {"--method", "--request", "-X"})) {
      return true;
    }
    // `busctl call … Manager PowerOff b false`
    const size_t dot = words[i].rfind('.') + 1;
    if (IsOneOf(BaseName(words[0]),
                {"busctl", "dbus-send", "gdbus", "loginctl"}) &&
        IsOneOf(
            std::string_view(words[i]).substr(dot),
            {"Reboot", "PowerOff", "Halt", "KExec", "reboot", "poweroff"})) {
      return true;
    }
    // `socat TCP:host:1 EXEC:sh`
    if (BaseName(words[0]) == "socat" &&
        (words[i].starts_with("EXEC:") || words[i].starts_with("SYSTEM:"))) {
      return true;
    }
    // `{"Action":"DELETE"}`
    if (words[i].starts_with('{') &&
        words[i].find("\"DELETE\"") != std::string::npos) {
      return true;
    }
  }
  return std::any_of(
      words.begin() + 1, words.end(), [&](const std::string& word) {
        if (!OptionSaysDelete(word)) return false;
        const std::string name = word.substr(0, word.find('='));
        return !walk || (walk->path[0]->partial && !OptionNamed(*walk, name));
      });
}

struct Decoder {
  std::string_view command;
  std::string_view option;  // a letter or a word that makes it decode; "": none
};
constexpr Decoder kDecoders[] = {
    {"base64", "d"},    {"base64", "D"},      {"base64", "decode"},
    {"base32", "d"},    {"basenc", "d"},      {"basenc", "decode"},
    {"xxd", "r"},       {"openssl", "d"},     {"gunzip", ""},
    {"zcat", ""},       {"bzcat", ""},        {"xzcat", ""},
    {"zstdcat", ""},    {"bunzip2", ""},      {"unxz", ""},
    {"gzip", "d"},      {"bzip2", "d"},       {"xz", "d"},
    {"zstd", "d"},      {"lz4", "d"},         {"brotli", "d"},
    {"lzop", "d"},      {"xz", "decompress"}, {"gpg", "d"},
    {"gpg", "decrypt"}, {"age", "d"},         {"uudecode", ""},
    {"rev", ""},        {"tr", ""},           {"nc", ""},
    {"ncat", ""},       {"netcat", ""},       {"socat", ""},
    {"ssh", ""},        {"unzip", "p"},       {"dig", ""},
    {"xclip", ""},      {"pbpaste", ""},
};

}  // namespace

bool TakesText(std::string_view command) {
  return IsOneOf(
      command,
      {"say",     "figlet",  "toilet",   "cowsay",     "espeak",  "notify-send",
       "task",    "todo",    "jrnl",     "mail",       "echo",    "printf",
       "print",   "man",     "tldr",     "which",      "type",    "whatis",
       "apropos", "whereis", "help",     "info",       "test",    "[",
       "expr",    "ls",      "cd",       "tput",       "cat",     "less",
       "more",    "head",    "tail",     "wc",         "unalias", "alias",
       "unset",   "export",  "fc",       "history",    "read",    "hash",
       "bindkey", "bind",    "typeset",  "declare",    "local",   "set",
       "setopt",  "zle",     "autoload", "unfunction", "disable", "unittest"});
}

Risk RiskOfFile(std::string_view name) {
  if (!NameSaysDelete(name)) return {};
  return {RiskLevel::kCareful, "its name says that it deletes or resets"};
}

std::string WithoutTexts(std::string_view sql) {
  static const RE2 runs_texts(R"((?i)\b(?:execute|prepare|exec|do\s+\$)\b)");
  if (RE2::PartialMatch(Piece(sql), runs_texts)) {
    return std::string(sql);
  }
  std::string out;
  bool in_text = false;
  for (char c : sql) {
    if (c == '\'') in_text = !in_text;
    if (!in_text) out += c;
  }
  return in_text ? std::string(sql) : out;
}

bool SaysNo(const WalkResult& walk, Words words) {
  return std::any_of(walk.values.begin(), walk.values.end(),
                     [&](const WalkedValue& value) {
                       if (!value.option || !value.option->dry_run)
                         return false;
                       std::string_view text = words[value.word];
                       text.remove_prefix(std::min(value.offset, text.size()));
                       return text == "none" || text == "false" || text == "0";
                     });
}

bool AsksForHelp(Words words) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word == "--help" || word == "-help" ||
           (word == "--version" && &word == &words.back());
  });
}

Risk RiskOfWords(Words words, const WalkResult* walk) {
  constexpr std::string_view kBegins = "./~_";
  if (words.empty() || words[0].empty() || TakesText(BaseName(words[0])) ||
      (!isalnum(static_cast<unsigned char>(words[0][0])) &&
       kBegins.find(words[0][0]) == std::string_view::npos)) {
    return {};
  }
  const auto subcommands = SubcommandsOf(words);
  const bool partial = walk && walk->path[0]->partial;
  bool says =
      UnknownOptionSays(words, walk) ||
      (!walk && (NameSaysDelete(words[0]) || IsCmdletThatDeletes(words[0]) ||
                 WritesDevice(words))) ||
      RunsCmdletThatDeletes(words) ||
      (!walk && words.size() > 1 && words.size() < 64 &&
       std::any_of(words.begin() + 1, words.end(), IsActionThatDeletes));
  if (!says && walk && !(partial && walk->path.size() == 1)) {
    says = SpecLeavesOpen(*walk, subcommands);
  } else if (!says) {
    says = (!walk || walk->path[0]->args.empty()) && VerbAmong(subcommands);
  }
  if (!says || ChangesNothing(words)) return {};
  return {RiskLevel::kCareful, "its words say that it deletes or resets"};
}

bool TakesLines(Words words) {
  const size_t at = words.size() > 1 && IsOneOf(words[0], {"sudo", "doas"});
  return !words.empty() &&
         IsOneOf(BaseName(words[at]),
                 {"nc",           "ncat",    "netcat",   "socat",
                  "telnet",       "openssl", "hbase",    "zkCli.sh",
                  "mongo",        "cbc",     "nodetool", "beeline",
                  "impala-shell", "mc",      "ftp",      "smbclient",
                  "lftp",         "curl",    "kadmin",   "kadmin.local"});
}

Risk RiskOfLines(std::string_view text) {
  constexpr size_t kMaxWords = 64;
  std::string plain(text);
  // printf's own ends of lines
  for (std::string_view end : {"\\r", "\\n"}) {
    for (size_t at = 0; (at = plain.find(end, at)) != plain.npos;) {
      plain.replace(at, end.size(), "\n");
    }
  }
  bool first = true;  // of a line: `get delete` reads
  std::string word;
  size_t words = 0;
  const auto is_verb = [&] {
    std::string lower = AsciiLower(word);
    return IsPlainWord(lower) && SaysDelete(lower);
  };
  for (char c : plain + "\n") {
    if (isalnum(static_cast<unsigned char>(c)) || c == '_') {
      word += c;
      continue;
    }
    if (!word.empty()) {
      if (first && is_verb()) {
        return {RiskLevel::kCareful, "its words say that it deletes or resets"};
      }
      if (++words == kMaxWords) return {};
      first = false;
      word.clear();
    }
    first = first || c == '\n' || c == ';';
  }
  return {};
}

bool WritesDecoded(Words words) {
  if (words.empty()) return false;
  const std::string_view command = BaseName(words[0]);
  if (command == "printf" || command == "echo") {
    return std::any_of(words.begin() + 1, words.end(), [](const auto& word) {
      const size_t first = word.find("\\x");
      return first != word.npos && word.find("\\x", first + 1) != word.npos;
    });
  }
  for (const Decoder& decoder : kDecoders) {
    if (command != decoder.command) continue;
    if (decoder.option.empty()) return true;
    const bool is_letter = decoder.option.size() == 1;
    for (const std::string& word : words.subspan(1)) {
      if (!word.starts_with('-')) continue;
      const bool is_long = word.starts_with("--");
      if (is_long ? word.substr(2) == decoder.option
                  : is_letter && word.find(decoder.option) != word.npos) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace synapse
