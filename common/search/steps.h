// Steps: how the commands of a line relate to an earlier search.
//
//   grep -rn login src | head     looks for "login"
//   find . -iname '*login*'       looks for "login"
//   history | grep deploy         looks for "deploy"
//   vim +12 src/login.c           opens src/login.c
//   cd src && make                opens src/, then works
//   python3 src/login.py          works, on src/login.py
//   synapse search login          asks
//
// The specs say which commands search and which only open (synapse-spec(5):
// finds, opens), and which words of other commands name files. Only existing
// paths count; of a long line only the first words are looked up.
// Tested by tests/search/steps_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "context/completion_context.h"
#include "spec/store.h"
#include "store/search_record.h"

namespace synapse {

struct SearchStep {
  enum class Kind { kLooksFor, kOpens, kWorks, kAsks };
  Kind kind = Kind::kWorks;
  std::string pattern;               // of kLooksFor
  std::vector<SearchTarget> opened;  // existing files and directories
};

struct StepContext {
  SpecStore& specs;
  const AliasLookup& alias;  // may be empty
  std::string cwd;           // the initial directory of the line
};

std::vector<SearchStep> StepsOf(std::string_view line,
                                const StepContext& context);

// False if no step of the line can be kLooksFor or kAsks.
bool MayLook(std::string_view line, const StepContext& context);

}  // namespace synapse
