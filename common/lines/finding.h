// Finding: a property of a candidate, and the share of its score that it keeps
// for that. There is one table. rank.factors weighs or removes a row, and
// --explain names it.
//
// rank/judge.h computes the findings about a line, a word or a finished text. A
// finding that depends on the origin of a candidate, or on the other
// candidates, is computed where that is known: kBareWord, kFirstWords,
// kDuplicate and kReusedDirectory in rank/merge.cc,
// kCorrected in suggest/suggester.cc, kOtherExtension in source/filesystem.cc,
// kUseless and kElsewhere in suggest/source_set.cc.
//
// Tested by tests/lines/finding_test.cc.
#pragma once

#include <cstddef>
#include <iterator>

#include "spec/model.h"

namespace synapse {

// If there are several findings, the one that keeps least applies.
enum class Finding {
  kNone,
  // A finished text:
  kCareful,  // its risk
  kDangerous,
  kDestructive,
  kHidden,      // the user removed the line from the history
  kDuplicate,   // a listed one differs only in blanks and quotes
  kBareWord,    // the first word of a line, on an empty line
  kFirstWords,  // the first words of a line, on an empty line
  kCorrected,   // nothing begins with the typed text
  // A line that ran, or a word that was used:
  kOnlyAgents,         // only coding agents ran it
  kNeverFound,         // its command was never found
  kNoCommand,          // its command does not exist here
  kUnknownSubcommand,  // `git comit`
  kUnknownOption,      // it failed, with an option that its spec does not have
  kFailedEachTime,     // each run failed (learn/failure.h)
  kMadeOnce,           // it made what has a new name each time: `mkdir notes`
  kOtherPlace,         // its last word is another one here (rank/lines.h)
  kNotDue,             // in a loop, where `done` is due and fits
  kElsewhere,          // found on this machine, but the command runs elsewhere
  kOtherExtension,     // a file of another extension than the command reads
  kGone,               // a path that may be a file's, and is none here
  kMissing,            // a file or directory is missing
  kUnlisted,           // no script, target, task or service that is here
  kReusedDirectory,    // `..` after `cd ..`
  kNoRemote,           // `git push` without a remote
  kNoUpstream,         // `git push` of a branch that was never pushed
  kOtherBranch,        // `git push origin main` on another branch
  kMissingGoal,        // a missing directory to go to, used elsewhere
  kHere,               // the current directory or branch
  kExists,             // what it would create: `mkdir src`, `git branch main`
  kUnknownName,        // no such branch, tag, remote or process
  kNeverFile,          // an argument where a file belongs
  kTypo,               // it repeats a typo
  kUngrammatical,      // the word cannot stand there (effect/grammar.h)
  kOtherKind,          // this kind of value neither (rank/fit.h)
  kUseless,            // a command nobody ran that can do nothing here
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
    {Finding::kUnknownOption, "unknown_option", 0.1},
    {Finding::kFailedEachTime, "failed_each_time", 0.05},
    {Finding::kMadeOnce, "made_once", 0.2},
    {Finding::kOtherPlace, "other_place", 0.5},
    {Finding::kNotDue, "not_due", 0.1},
    {Finding::kElsewhere, "elsewhere", 0.1},
    {Finding::kOtherExtension, "other_extension", 0.4},
    {Finding::kGone, "gone", 0.05},
    {Finding::kMissing, "missing", 0},
    {Finding::kUnlisted, "unlisted", 0},
    {Finding::kReusedDirectory, "reused_directory", 0},
    {Finding::kNoRemote, "no_remote", 0.1},
    {Finding::kNoUpstream, "no_upstream", 0.1},
    {Finding::kOtherBranch, "other_branch", 0.1},
    {Finding::kMissingGoal, "missing_goal", 0},
    {Finding::kHere, "here", 0},
    {Finding::kExists, "exists", 0},
    {Finding::kUnknownName, "unknown_name", 0},
    {Finding::kNeverFile, "never_file", 0},
    {Finding::kTypo, "repeated_typo", 0},
    {Finding::kUngrammatical, "ungrammatical", 0},
    {Finding::kOtherKind, "other_kind", 0},
    {Finding::kUseless, "useless", 0},
};
inline constexpr size_t kFindings = std::size(kFindingTable);

constexpr const FindingRow& RowOf(Finding finding) {
  return kFindingTable[static_cast<size_t>(finding)];
}
// A candidate of a source with such a finding is listed, and is no ghost: the
// source knows little of what is meant.
constexpr bool IsGuess(Finding finding) {
  return finding == Finding::kElsewhere || finding == Finding::kOtherExtension;
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
