// Patterns of texts that belong to no command: SQL, programs in other languages,
// devices. Compiled when a line first needs them (risk.cc).
// Tested by tests/effect/risk_test.cc over tests/cases/risks.txt.
#pragma once

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/regex.h"
#include "spec/model.h"

namespace synapse {

struct RiskRule {
  const char* regex;
  RiskLevel level;
  const char* why;
};

inline constexpr RiskRule kSql[] = {
    {R"((?i)\bdrop\s+(?:table|database|schema|view|materialized|index|user|role|sequence|keyspace|column|owned|measurement|bucket|stream|topic|function|procedure|trigger|extension|tablespace|partition|constraint|publication|subscription|type|collection)\b)",
     RiskLevel::kDestructive, "drops data"},
    {R"((?i)\btruncate\s+\w)", RiskLevel::kDestructive, "empties a table"},
    {R"((?i)\bdelete\s+from\b)", RiskLevel::kDestructive, "deletes rows"},
    {R"((?i)\balter\s+table\s+\S+\s+delete\b)", RiskLevel::kDestructive,
     "deletes rows"},
    {R"(\\!\s*(?:sudo\s+)?rm\s)", RiskLevel::kDestructive, "deletes files"},
    {R"((?i)\bupdate\s+\S+\s+set\b)", RiskLevel::kDangerous, "changes rows"},
};

inline constexpr RiskRule kScripts[] = {
    {R"((?:\b(?:system|shell-command|popen|exec\w*|call|run|spawn\w*|check_\w+|passthru)\W|\bqx\b|`)[^\n`]*\brm\s+(?:-\S+\s+)*-[a-zA-Z]*[rRf])",
     RiskLevel::kDestructive, "deletes files"},
    {R"(\brm["']\s*,\s*\[?\s*["']-[a-zA-Z]*[rRf])", RiskLevel::kDestructive,
     "deletes files"},
    {R"(\b(?:rmtree|rm_rf?|remove_tree|rimraf)(?:\s*[(,]|\s+[\w"'$@%*]|\)\()|\brm(?:dir)?Sync\s*\(|\bfs(?:\.promises|["']\s*\))?\.rm\b)",
     RiskLevel::kDestructive, "deletes files"},
    {R"(\bos\.(?:remove|unlink|removedirs)\s*[(,]|\.unlink\s*[(,]|(?:^|[^/\w"'.])unlink\s*(?:$|[(;}"'$@<*]|\w)|\s-delete\b)",
     RiskLevel::kDangerous, "deletes files"},
    {R"(\b(?:File\.(?:delete|unlink|rm)|file\.remove|(?i:unlinkSync|removeSync)|deleteDir|deleteRecursively|Files\.delete\w*)\s*[(\s"']|\(delete-(?:file|directory)\s|\bfile:delete\(|\bcall\s+delete\(|\barray_map\(\s*["']unlink|\brm\(\s*["'][^)]*recursive\s*=\s*true)",
     RiskLevel::kDangerous, "deletes files"},
    {R"((?:\b(?:system|shell-command|popen|exec\w*|spawn\w*|passthru)\W|`)\s*["'(]*\s*rm\s)",
     RiskLevel::kDangerous, "deletes files"},
    {R"((?s)\b(?:exec|eval|system)\b.*(?:b64decode|b32decode|decode64|decode_base64|atob|fromhex|unhexlify|urlopen|zlib))",
     RiskLevel::kDangerous, "runs what it decodes"},
    {R"(\.(?:delete_all|destroy_all)\b|\.objects\b[^;\n]*\.delete\(\))",
     RiskLevel::kDestructive, "deletes rows"},
    {R"(\bdropDatabase\b|\.drop\s*\(|\bdeleteMany\b|\bremove\s*\(\s*\{\s*\})",
     RiskLevel::kDestructive, "drops data"},
};

// Programs that write lines for a shell.
inline constexpr RiskRule kWritten[] = {
    {R"(\brm\s+(?:-\S+\s+)*-[a-zA-Z]*[rRf])", RiskLevel::kDestructive,
     "deletes files"},
    {R"()", RiskLevel::kCareful, "runs what a program writes"},
};

inline constexpr RiskRule kDevices[] = {
    {R"(^/dev/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|mapper/|md|dm-|loop|r?disk))",
     RiskLevel::kDestructive, "overwrites a device"},
    {R"(^/proc/sysrq-trigger$)", RiskLevel::kDangerous, "acts on the kernel"},
    {R"(^/sys/(?:.*/(?:delete|remove|reset|unbind)|power/(?:state|disk))$)",
     RiskLevel::kDangerous, "acts on the kernel"},
};

// Files that a redirection with `>` overwrites.
inline constexpr RiskRule kConfigurations[] = {
    {R"(^/(?:etc|boot)/|(?:^|/)\.(?:(?:bash|zsh)(?:rc|env)|(?:bash_|z)?profile|gitconfig|netrc|pgpass|ssh/[^/]+)$)",
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
  // The first rule that fits.
  template <size_t N>
  Risk Of(const RiskRule (&rules)[N], std::string_view text) {
    for (const RiskRule& rule : rules) {
      if (Fits(rule.regex, text)) return {rule.level, rule.why};
    }
    return {};
  }

 private:
  std::unordered_map<std::string, std::unique_ptr<RE2>> compiled_;
};

}  // namespace synapse
