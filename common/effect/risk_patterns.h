// Patterns of texts that belong to no command: SQL, programs in other languages,
// devices. Compiled when a line first needs them (risk.cc).
// Tested by tests/effect/risk_test.cc over tests/cases/risks.txt.
#pragma once

#include "spec/model.h"

namespace synapse {

struct RiskRule {
  const char* regex;
  RiskLevel level;
  const char* why;
};

inline constexpr RiskRule kSql[] = {
    {R"((?i)\bdrop\s+(?:table|database|schema|view|materialized|index|user|role|sequence|keyspace|column|owned)\b)",
     RiskLevel::kDestructive, "drops data"},
    {R"((?i)\btruncate\s+\w)", RiskLevel::kDestructive, "empties a table"},
    {R"((?i)\bdelete\s+from\b)", RiskLevel::kDestructive, "deletes rows"},
    {R"((?i)\balter\s+table\s+\S+\s+delete\b)", RiskLevel::kDestructive,
     "deletes rows"},
    {R"((?i)\bupdate\s+\S+\s+set\b)", RiskLevel::kDangerous, "changes rows"},
};

inline constexpr RiskRule kScripts[] = {
    {R"((?:\b(?:system|popen|exec\w*|call|run|spawn\w*|check_\w+|passthru)\W|\bqx\b|`)[^\n`]*\brm\s+(?:-\S+\s+)*-[a-zA-Z]*[rRf])",
     RiskLevel::kDestructive, "deletes files"},
    {R"(\brm["']\s*,\s*\[?\s*["']-[a-zA-Z]*[rRf])", RiskLevel::kDestructive,
     "deletes files"},
    {R"(\b(?:rmtree|rm_rf?|remove_tree|rimraf)(?:\s*[(,]|\s+[\w"'$@%*]|\)\()|\brm(?:dir)?Sync\s*\(|\bfs(?:\.promises|["']\s*\))?\.rm\b)",
     RiskLevel::kDestructive, "deletes files"},
    {R"(\bos\.(?:remove|unlink|removedirs)\s*[(,]|\.unlink\s*[(,]|(?:^|[^/\w"'.])unlink\s*(?:$|[(;}"'$@<*]|\w)|\s-delete\b)",
     RiskLevel::kDangerous, "deletes files"},
    {R"((?s)\b(?:exec|eval|system)\b.*(?:b64decode|b32decode|decode64|decode_base64|atob|fromhex|unhexlify|urlopen|zlib))",
     RiskLevel::kDangerous, "runs what it decodes"},
    {R"(\bdropDatabase\b|\.drop\s*\(|\bdeleteMany\b|\bremove\s*\(\s*\{\s*\})",
     RiskLevel::kDestructive, "drops data"},
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

}  // namespace synapse
