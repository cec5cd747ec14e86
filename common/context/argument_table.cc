#include "context/argument_table.h"

#include <algorithm>
#include <iterator>

namespace synapse {
namespace {

struct Row {
  std::string_view command;
  ArgumentKind kind;
};

// Sorted by command: looked up by binary search.
constexpr Row kTable[] = {
    {".", ArgumentKind::kFirstFile},
    {"[", ArgumentKind::kFile},
    {"awk", ArgumentKind::kLaterFile},
    {"bash", ArgumentKind::kFirstFile},
    {"bat", ArgumentKind::kFile},
    {"builtin", ArgumentKind::kCommand},
    {"bunzip2", ArgumentKind::kFile},
    {"bzip2", ArgumentKind::kFile},
    {"cat", ArgumentKind::kFile},
    {"cd", ArgumentKind::kDirectory},
    {"chgrp", ArgumentKind::kFile},
    {"chmod", ArgumentKind::kFile},
    {"chown", ArgumentKind::kFile},
    {"cmp", ArgumentKind::kFile},
    {"code", ArgumentKind::kFile},
    {"command", ArgumentKind::kCommand},
    {"cp", ArgumentKind::kFile},
    {"cut", ArgumentKind::kFile},
    {"diff", ArgumentKind::kFile},
    {"doas", ArgumentKind::kCommand},
    {"du", ArgumentKind::kFile},
    {"emacs", ArgumentKind::kFile},
    {"env", ArgumentKind::kCommand},
    {"exec", ArgumentKind::kCommand},
    {"export", ArgumentKind::kVariable},
    {"file", ArgumentKind::kFile},
    {"find", ArgumentKind::kDirectory},
    {"grep", ArgumentKind::kLaterFile},
    {"gunzip", ArgumentKind::kFile},
    {"gzip", ArgumentKind::kFile},
    {"head", ArgumentKind::kFile},
    {"hx", ArgumentKind::kFile},
    {"ionice", ArgumentKind::kCommand},
    {"less", ArgumentKind::kFile},
    {"ln", ArgumentKind::kFile},
    {"ls", ArgumentKind::kFile},
    {"man", ArgumentKind::kExecutable},
    {"md5sum", ArgumentKind::kFile},
    {"micro", ArgumentKind::kFile},
    {"mkdir", ArgumentKind::kDirectory},
    {"more", ArgumentKind::kFile},
    {"mosh", ArgumentKind::kHost},
    {"mv", ArgumentKind::kFile},
    {"nano", ArgumentKind::kFile},
    {"nice", ArgumentKind::kCommand},
    {"nocorrect", ArgumentKind::kCommand},
    {"node", ArgumentKind::kFirstFile},
    {"noglob", ArgumentKind::kCommand},
    {"nohup", ArgumentKind::kCommand},
    {"nvim", ArgumentKind::kFile},
    {"open", ArgumentKind::kFile},
    {"patch", ArgumentKind::kFile},
    {"perl", ArgumentKind::kFirstFile},
    {"ping", ArgumentKind::kHost},
    {"printenv", ArgumentKind::kVariable},
    {"pushd", ArgumentKind::kDirectory},
    {"python", ArgumentKind::kFirstFile},
    {"python3", ArgumentKind::kFirstFile},
    {"readlink", ArgumentKind::kFile},
    {"realpath", ArgumentKind::kFile},
    {"rg", ArgumentKind::kLaterFile},
    {"rm", ArgumentKind::kFile},
    {"rmdir", ArgumentKind::kDirectory},
    {"ruby", ArgumentKind::kFirstFile},
    {"scp", ArgumentKind::kHost},
    {"sed", ArgumentKind::kLaterFile},
    {"setsid", ArgumentKind::kCommand},
    {"sh", ArgumentKind::kFirstFile},
    {"sha256sum", ArgumentKind::kFile},
    {"sort", ArgumentKind::kFile},
    {"source", ArgumentKind::kFirstFile},
    {"ssh", ArgumentKind::kHost},
    {"stat", ArgumentKind::kFile},
    {"stdbuf", ArgumentKind::kCommand},
    {"strace", ArgumentKind::kCommand},
    {"sudo", ArgumentKind::kCommand},
    {"tac", ArgumentKind::kFile},
    {"tail", ArgumentKind::kFile},
    {"tee", ArgumentKind::kFile},
    {"test", ArgumentKind::kFile},
    {"time", ArgumentKind::kCommand},
    {"timeout", ArgumentKind::kCommand},
    {"touch", ArgumentKind::kFile},
    {"tree", ArgumentKind::kDirectory},
    {"truncate", ArgumentKind::kFile},
    {"type", ArgumentKind::kExecutable},
    {"uniq", ArgumentKind::kFile},
    {"unset", ArgumentKind::kVariable},
    {"unzip", ArgumentKind::kFile},
    {"vi", ArgumentKind::kFile},
    {"vim", ArgumentKind::kFile},
    {"vimdiff", ArgumentKind::kFile},
    {"watch", ArgumentKind::kCommand},
    {"wc", ArgumentKind::kFile},
    {"whence", ArgumentKind::kExecutable},
    {"where", ArgumentKind::kExecutable},
    {"which", ArgumentKind::kExecutable},
    {"xargs", ArgumentKind::kCommand},
    {"xz", ArgumentKind::kFile},
    {"zcat", ArgumentKind::kFile},
    {"zip", ArgumentKind::kFile},
    {"zsh", ArgumentKind::kFirstFile},
};

static_assert(std::is_sorted(std::begin(kTable), std::end(kTable),
                             [](const Row& a, const Row& b) {
                               return a.command < b.command;
                             }));

struct ExtensionRow {
  std::string_view command;
  std::string_view extensions;
};

constexpr ExtensionRow kExtensions[] = {
    {"bash", ".sh .bash"},     {"bunzip2", ".bz2"},
    {"cargo", ".rs"},          {"g++", ".cc .cpp .cxx .o"},
    {"gcc", ".c .o"},          {"go", ".go"},
    {"gunzip", ".gz"},         {"java", ".jar .class"},
    {"javac", ".java"},        {"lua", ".lua"},
    {"node", ".js .mjs .cjs"}, {"patch", ".patch .diff"},
    {"perl", ".pl .pm"},       {"php", ".php"},
    {"python", ".py"},         {"python3", ".py"},
    {"ruby", ".rb"},           {"rustc", ".rs"},
    {"sh", ".sh"},             {"sqlite3", ".db .sqlite .sqlite3"},
    {"tsc", ".ts"},            {"unzip", ".zip"},
    {"zsh", ".zsh .sh"},
};

constexpr std::string_view kFilesOnly[] = {
    "bat",  "bunzip2", "bzip2", "cat",  "gunzip", "gzip", "head", "less",
    "more", "nano",    "rm",    "tail", "wc",     "xz",   "zcat",
};

}  // namespace

ArgumentKind LookUpArgument(std::string_view command) {
  auto at = std::lower_bound(
      std::begin(kTable), std::end(kTable), command,
      [](const Row& row, std::string_view name) { return row.command < name; });
  return at != std::end(kTable) && at->command == command
             ? at->kind
             : ArgumentKind::kNone;
}

std::string_view PreferredExtensions(std::string_view command) {
  for (const ExtensionRow& row : kExtensions) {
    if (row.command == command) return row.extensions;
  }
  return {};
}

bool TakesNoDirectory(std::string_view command,
                      const std::vector<std::string>& words) {
  if (!std::binary_search(std::begin(kFilesOnly), std::end(kFilesOnly),
                          command)) {
    return false;
  }
  return std::none_of(words.begin(), words.end(), [](const auto& word) {
    if (word.starts_with("--")) return word == "--recursive" || word == "--dir";
    return word.starts_with('-') && word.find_first_of("rRd") != word.npos;
  });
}

}  // namespace synapse
