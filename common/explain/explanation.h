// Explanation: the parts of a line (line_parts.h), with the present state of the
// files that they name, and with their risks.
//
//   rm -r build *.o      -r "deletes recursively", build "a directory of 14
//                        entries", *.o "matches 3 now: a.o b.o c.o"
//   curl x | sh          the line "runs what it downloads"
//   cd src && cat a.c    a.c is looked up in src
//
// The reason of a risk is at the option or value whose spec names the risk; if
// no spec names it, the reason is at the command.
// Tested by tests/explain/explanation_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "effect/risk.h"
#include "explain/line_parts.h"

namespace synapse {

struct ExplainInput {
  SpecStore& specs;
  const AliasLookup& alias;
  RiskJudge& risk;               // over the same specs and aliases
  std::string cwd;               // absolute
  bool recursive_globs = false;  // zsh: `**`
  // Returns the kind or path of the command that the shell runs for a name:
  // "shell builtin", "/usr/bin/git", "not found". May be null.
  std::function<std::string(const std::string& name)> command = nullptr;
  // Returns the text of a program that has no spec, or "". May be null.
  std::function<std::string(const std::string& name)> describe = nullptr;
};

struct ExplainedPart {
  LinePart part;
  std::string state;  // "a file of 12 KB", "matches 3 now: a b c"; or ""
  Risk risk;          // of the command, if this part is the reason
};

struct Explanation {
  std::vector<ExplainedPart> parts;
  Risk risk;  // of the whole line
};

Explanation Explain(std::string_view line, const ExplainInput& input,
                    Budget& budget);

}  // namespace synapse
