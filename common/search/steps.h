// Steps: what a command line that ran says of a search before it.
//
//   grep -rn login src | head     looks for "login"
//   find . -iname '*login*'       looks for "login"
//   history | grep deploy         looks for "deploy"
//   vim +12 src/login.c           opens src/login.c
//   cd src && make                opens src/, then works
//   python3 src/login.py          works, on src/login.py
//   synapse search login          asks
//
// The specs say which commands look for something and which only open it
// (synapse-spec(5): finds, opens), and which words of the others name files. A
// path counts when it is there.
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
  std::string pattern;                // of kLooksFor
  std::vector<SearchTarget> opened;   // files and directories that are there
};

struct StepContext {
  SpecStore& specs;
  const AliasLookup& alias;  // may be empty
  std::string cwd;           // where the line began
};

std::vector<SearchStep> StepsOf(std::string_view line,
                                const StepContext& context);

// False where no step of the line is kLooksFor or kAsks, as far as can be said
// without reading specs; see SpecStore::MayHave().
bool MayLook(std::string_view line, const StepContext& context);

}  // namespace synapse
