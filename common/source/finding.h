// Finding: what was found out about a line or a word that could come next, and
// the part of its probability that it keeps for that. One table: each can be
// weighed or taken out by rank.factors, and is named by --explain.
//
// Tested by tests/source/finding_test.cc.
#pragma once

#include <array>
#include <cstddef>

#include "spec/model.h"

namespace synapse {

// Of several the one that leaves least is kept.
enum class Finding {
  kNone,
  kCareful,            // its risk
  kDangerous,
  kDestructive,
  kNoCommand,          // its command is nothing here
  kUnknownSubcommand,  // `git comit`
  kMissing,            // a file or directory is not there; it may be made
  kCarriedVariable,    // `git add $EDITOR` behind `echo $EDITOR`
  kNoRemote,           // `git push` without any
  kOtherBranch,        // `git push origin main` on another one
  kMissingGoal,        // a directory to go to, gone to from elsewhere
  kHere,               // the directory, or the branch, that one is at
  kUnknownName,        // no such branch, tag or remote
  kNeverFile,          // an argument put where a tracked file belongs
  kSlip,               // it repeats what was misspelt
  kUngrammatical,      // it cannot stand there (rank/grammar.h)
  kOtherKind,          // nor can a thing of that kind (rank/fit.h)
};
inline constexpr size_t kFindings = 17;

struct FindingRow {
  const char* name;
  double kept;  // in [0, 1]
};
inline constexpr std::array<FindingRow, kFindings> kFindingTable = {{
    {"none", 1},
    {"careful", 0.9},
    {"dangerous", 0.8},
    {"destructive", 0.8},
    {"no_command", 0.1},
    {"unknown_subcommand", 0.1},
    {"missing", 0.1},
    {"carried_variable", 0.1},
    {"no_remote", 0.1},
    {"other_branch", 0.1},
    {"missing_goal", 0.02},
    {"here", 0},
    {"unknown_name", 0},
    {"never_file", 0},
    {"slip", 0},
    {"ungrammatical", 0},
    {"other_kind", 0},
}};

constexpr const FindingRow& RowOf(Finding finding) {
  return kFindingTable[static_cast<size_t>(finding)];
}
constexpr Finding Worse(Finding a, Finding b) {
  return RowOf(b).kept < RowOf(a).kept ? b : a;
}
constexpr Finding FindingOf(RiskLevel level) {
  switch (level) {
    case RiskLevel::kCareful: return Finding::kCareful;
    case RiskLevel::kDangerous: return Finding::kDangerous;
    case RiskLevel::kDestructive: return Finding::kDestructive;
    default: return Finding::kNone;
  }
}

}  // namespace synapse
