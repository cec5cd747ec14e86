// Explanation: the parts of a line (line_parts.h), with what is on the disk now
// and what is dangerous.
//
//   rm -r build *.o      -r "deletes recursively", build "a directory of 14
//                        entries", *.o "matches 3 now: a.o b.o c.o"
//   curl x | sh          the line "runs what it downloads"
//   cd src && cat a.c    a.c is looked up in src
//
// The reason of a danger stands at the option or value whose spec names it; if
// there is none, at the command.
// Tested by tests/explain/explanation_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "explain/line_parts.h"
#include "rank/risk.h"

namespace synapse {

struct ExplainInput {
  SpecStore& specs;
  const AliasLookup& alias;
  RiskJudge& risk;  // over the same specs and aliases
  std::string cwd;  // absolute
  bool recursive_globs = false;  // zsh: `**`
  // What runs as a command of that name: "shell builtin", "/usr/bin/git"; "not
  // found". May be null.
  std::function<std::string(const std::string& name)> command = nullptr;
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
