// Patterns of texts that belong to no command: SQL, programs in other languages,
// devices. Compiled when a line first needs them (risk.cc).
// Tested by tests/effect/risk_patterns_test.cc, and by tests/effect/risk_test.cc over
// tests/cases/risks.txt.
#pragma once

#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/regex.h"
#include "base/text.h"
#include "spec/model.h"

namespace synapse {

struct RiskRule {
  const char* regex;
  // A text that has none of them in either case does not fit: most texts need no
  // regex, which takes longer to compile than a key may. "": any may fit.
  const char* words;
  RiskLevel level;
  const char* why;
};

inline constexpr RiskRule kSql[] = {
    {R"((?i)\bdrop\s+(?:table|database|schema|view|materialized|index|user|role|sequence|keyspace|column|owned|measurement|bucket|stream|topic|function|procedure|trigger|extension|tablespace|partition|constraint|publication|subscription|type|collection)\b)",
     "drop", RiskLevel::kDestructive, "drops data"},
    {R"((?i)\btruncate\s+\w)", "truncate", RiskLevel::kDestructive,
     "empties a table"},
    {R"((?i)\bdelete\s+from\b)", "delete", RiskLevel::kDestructive,
     "deletes rows"},
    {R"((?i)\balter\s+table\s+\S+\s+delete\b)", "alter",
     RiskLevel::kDestructive, "deletes rows"},
    {R"(\\!\s*(?:sudo\s+)?rm\s)", "\\!", RiskLevel::kDestructive,
     "deletes files"},
    {R"((?i)\bupdate\s+\S+\s+set\b)", "update", RiskLevel::kDangerous,
     "changes rows"},
};

inline constexpr RiskRule kScripts[] = {
    {R"((?:\b(?:system|shell-command|popen|exec\w*|call|run|spawn\w*|check_\w+|passthru)\W|\bqx\b|`)[^\n`]*\brm\s+(?:-\S+\s+)*-[a-zA-Z]*[rRf])",
     "rm", RiskLevel::kDestructive, "deletes files"},
    {R"(\brm["']\s*,\s*\[?\s*["']-[a-zA-Z]*[rRf])", "rm",
     RiskLevel::kDestructive, "deletes files"},
    {R"(\b(?:rmtree|rm_rf?|remove_tree|rimraf)(?:\s*[(,]|\s+[\w"'$@%*]|\)\()|\brm(?:dir)?Sync\s*\(|\bfs(?:\.promises|["']\s*\))?\.rm\b)",
     "rm remove_tree rimraf", RiskLevel::kDestructive, "deletes files"},
    {R"(\bos\.(?:remove|unlink|removedirs)\s*[(,]|\.unlink\s*[(,]|(?:^|[^/\w"'.])unlink\s*(?:$|[(;}"'$@<*]|\w)|\s-delete\b)",
     "os.remove unlink -delete", RiskLevel::kDangerous, "deletes files"},
    {R"(\b(?:File\.(?:delete|unlink|rm)|file\.remove|(?i:unlinkSync|removeSync)|deleteDir|deleteRecursively|Files\.delete\w*)\s*[(\s"']|\(delete-(?:file|directory)\s|\bfile:delete\(|\bcall\s+delete\(|\barray_map\(\s*["']unlink|\brm\(\s*["'][^)]*recursive\s*=\s*true)",
     "delete unlink remove file.rm rm(", RiskLevel::kDangerous,
     "deletes files"},
    {R"((?:\b(?:system|shell-command|popen|exec\w*|spawn\w*|passthru)\W|`)\s*["'(]*\s*rm\s)",
     "rm", RiskLevel::kDangerous, "deletes files"},
    {R"((?s)\b(?:exec|eval|system)\b.*(?:b64decode|b32decode|decode64|decode_base64|atob|fromhex|unhexlify|urlopen|zlib))",
     "exec eval system", RiskLevel::kDangerous, "runs what it decodes"},
    {R"(\.(?:delete_all|destroy_all)\b|\.objects\b[^;\n]*\.delete\(\))",
     "delete_all destroy_all .delete()", RiskLevel::kDestructive,
     "deletes rows"},
    {R"(\bdropDatabase\b|\.drop\s*\(|\bdeleteMany\b|\bremove\s*\(\s*\{\s*\})",
     "drop deletemany remove", RiskLevel::kDestructive, "drops data"},
};

// Programs that write lines for a shell.
inline constexpr RiskRule kWritten[] = {
    {R"(\brm\s+(?:-\S+\s+)*-[a-zA-Z]*[rRf])", "rm", RiskLevel::kDestructive,
     "deletes files"},
    {R"()", "", RiskLevel::kCareful, "runs what a program writes"},
};

inline constexpr RiskRule kDevices[] = {
    {R"(^/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper/|md|dm-|loop|r?disk))",
     "/dev/", RiskLevel::kDestructive, "overwrites a device"},
    {R"(^/proc/sysrq-trigger$)", "/proc/", RiskLevel::kDangerous,
     "acts on the kernel"},
    {R"(^/sys/(?:.*/(?:delete|remove|reset|unbind)|power/(?:state|disk))$)",
     "/sys/", RiskLevel::kDangerous, "acts on the kernel"},
};

// Files that a redirection with `>` overwrites.
inline constexpr RiskRule kConfigurations[] = {
    {R"(^/(?:etc|boot)/|(?:^|/)\.(?:(?:bash|zsh)(?:rc|env)|(?:bash_|z)?profile|gitconfig|netrc|pgpass|ssh/[^/]+)$)",
     "/etc/ /boot/ .bash .z .profile .gitconfig .netrc .pgpass .ssh/",
     RiskLevel::kCareful, "overwrites a configuration"},
};

// Compiled when they are first needed.
class RiskPatterns {
 public:
  bool Fits(std::string_view regex, std::string_view text) {
    auto& at = compiled_[std::string(regex)];
    if (!at) {
      RE2::Options options = BytePatternOptions();
      options.set_max_mem(1 << 20);
      at = std::make_unique<RE2>(Piece(regex), options);
    }
    return at->ok() && RE2::PartialMatch(Piece(text), *at);
  }
  // False if the text has none of the rule's words.
  static bool MayFit(const RiskRule& rule, std::string_view lower) {
    std::string_view words = rule.words;
    if (words.empty()) return true;
    while (!words.empty()) {
      const size_t end = std::min(words.find(' '), words.size());
      if (lower.find(words.substr(0, end)) != lower.npos) return true;
      words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
  }
  // The first rule that fits.
  template <size_t N>
  Risk Of(const RiskRule (&rules)[N], std::string_view text) {
    const std::string lower = AsciiLower(text);
    for (const RiskRule& rule : rules) {
      if (MayFit(rule, lower) && Fits(rule.regex, text)) {
        return {rule.level, rule.why};
      }
    }
    return {};
  }

 private:
  std::unordered_map<std::string, std::unique_ptr<RE2>> compiled_;
};

}  // namespace synapse
