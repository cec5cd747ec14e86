// Finding: what was found out about a candidate, and the part of its score that
// it keeps for that. One table: a row is weighed or taken out by rank.factors,
// is named by --explain, and is asked for by rank/judge.h alone.
//
// Tested by tests/source/finding_test.cc.
#pragma once

#include <cstddef>
#include <iterator>

#include "spec/model.h"

namespace synapse {

// Of several the one that leaves least is kept.
enum class Finding {
  kNone,
  // A finished text:
  kCareful,            // its risk
  kDangerous,
  kDestructive,
  kHidden,             // the user took the line out of the history
  kDuplicate,          // one is listed that differs in blanks and quotes alone
  kBareWord,           // the first word of a line, where nothing is typed
  kFirstWords,         // the first words of one, likewise
  kCorrected,          // nothing begins with what is typed
  // A line that was run, or a word that was used:
  kOnlyAgents,         // coding agents ran it, and not the user
  kNeverFound,         // its command was found nowhere, ever
  kNoCommand,          // its command is nothing here
  kUnknownSubcommand,  // `git comit`
  kMissing,            // a file or directory is not there; it may be made
  kReusedVariable,     // `git add $EDITOR` behind `echo $EDITOR`
  kReusedDirectory,    // `..` behind `cd ..`
  kNoRemote,           // `git push` without any
  kOtherBranch,        // `git push origin main` on another one
  kMissingGoal,        // a directory to go to, gone to from elsewhere
  kHere,               // the directory, or the branch, that one is at
  kUnknownName,        // no such branch, tag or remote
  kNeverFile,          // an argument put where a tracked file belongs
  kTypo,               // it repeats what was misspelt
  kUngrammatical,      // it cannot stand there (rank/grammar.h)
  kOtherKind,          // nor can a thing of that kind (rank/fit.h)
  kUseless,            // a command that nobody ran could do nothing here
};

struct FindingRow {
  Finding finding;
  const char* name;
  double kept;  // in [0, 1]
};
inline constexpr FindingRow kFindingTable[] = {
    {Finding::kNone, "none", 1},
    {Finding::kCareful, "careful", 0.9},
    {Finding::kDangerous, "dangerous", 0.8},
    {Finding::kDestructive, "destructive", 0.8},
    {Finding::kHidden, "hidden", 0},
    {Finding::kDuplicate, "duplicate", 0},
    {Finding::kBareWord, "bare_word", 0.01},
    {Finding::kFirstWords, "first_words", 0.2},
    {Finding::kCorrected, "corrected", 0.3},
    {Finding::kOnlyAgents, "only_agents", 0.2},
    {Finding::kNeverFound, "never_found", 0},
    {Finding::kNoCommand, "no_command", 0.1},
    {Finding::kUnknownSubcommand, "unknown_subcommand", 0.1},
    {Finding::kMissing, "missing", 0.1},
    {Finding::kReusedVariable, "carried_variable", 0.1},
    {Finding::kReusedDirectory, "carried_place", 0},
    {Finding::kNoRemote, "no_remote", 0.1},
    {Finding::kOtherBranch, "other_branch", 0.1},
    {Finding::kMissingGoal, "missing_goal", 0.02},
    {Finding::kHere, "here", 0},
    {Finding::kUnknownName, "unknown_name", 0},
    {Finding::kNeverFile, "never_file", 0},
    {Finding::kTypo, "slip", 0},
    {Finding::kUngrammatical, "ungrammatical", 0},
    {Finding::kOtherKind, "other_kind", 0},
    {Finding::kUseless, "useless", 0},
};
inline constexpr size_t kFindings = std::size(kFindingTable);

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
