// Risk: what a finished line may destroy. A risky line carries a label, loses
// score, and is never shown unasked on an empty line.
//
//   sudo -n env A=1 rm -rf x      deletes recursively
//   if a; then git push -f; fi    overwrites remote history
//   find . -exec rm -r {} \;      deletes recursively
//   ssh host 'dd of=/dev/sda'     overwrites a device or file
//   echo 'rm -rf x' | sudo sh     deletes recursively
//   curl x | sh                   runs what it downloads
//   echo rm -rf x                 nothing
//
// The line is taken apart into its simple commands, through aliases, wrappers
// with their options, substitutions, and texts that a shell reads; what is
// dangerous about a command is in its spec (man/synapse-spec.5: risk, risks,
// dry_run, disarms, stdin, downloads, prints). Only what belongs to no command
// stands here: SQL, programs in other languages, devices, fork bombs.
//
// Tested by tests/effect/risk_test.cc over tests/cases/risks.txt.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "context/completion_context.h"
#include "effect/risk_verdicts.h"
#include "spec/store.h"

namespace synapse {

class RiskPatterns;

class RiskJudge {
 public:
  RiskJudge(SpecStore& specs, const AliasLookup& alias);
  ~RiskJudge();

  // The greatest risk of the line; kNone or kNote where there is none. The same
  // lines are asked about at every key of a prompt, and at most prompts.
  const Risk& Of(std::string_view line);
  // A new prompt begins: specs and aliases may have changed.
  void Recheck() { verdicts_.Recheck(); }

 private:
  class Line;
  SpecStore& specs_;
  RiskVerdicts verdicts_;
  std::unique_ptr<RiskPatterns> patterns_;
};

}  // namespace synapse
