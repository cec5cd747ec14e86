// Repair: corrects a line that failed for a reason that can be looked up.
//
//   mkdir a/b             -> mkdir -p a/b            (there is no a)
//   touch a/b             -> mkdir -p a && touch a/b
//   cd nowhere            -> mkdir -p nowhere && cd nowhere
//   cd src/main.c         -> cd src                  (it is a file)
//   cp src dst            -> cp -r src dst           (a directory)
//   ./run.sh              -> chmod +x ./run.sh && ./run.sh
//   python3 tool          -> python3 tool.py         (there is one)
//   cd..                  -> cd ..
//   git push              -> git push --set-upstream origin topic
//   cat README            -> cat README.md           (the only one)
//   git remote add o URL  -> git remote set-url o URL
//   git checkout topic    -> git checkout -b topic   (there is none)
//   apt install jq        -> sudo apt install jq
//
// Only lines of one simple command. No command is run: only files and `.git`
// are read.
// Tested by tests/source/repair_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.h"
#include "spec/store.h"

namespace synapse {

struct Correction {
  std::string line;    // the whole corrected line
  std::string reason;  // "gti -> git"
  double score = 0;    // in [0, 1]
};

struct FailedLine {
  const std::string& line;
  int exit;
  const std::string& cwd;  // absolute
  const std::string& home;
  const std::function<bool(std::string_view name)>& can_run;
  SpecStore& specs;
  Budget& budget;  // for reading `.git` and directories
};

// The first repair that applies; no value if none does, or if the budget is
// spent before all is read.
std::optional<Correction> Repair(const FailedLine& failed);
// For a line whose command is missing.
std::optional<Correction> RepairName(const FailedLine& failed);

}  // namespace synapse
