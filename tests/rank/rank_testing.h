// A directory with files, targets, scripts and branches, and a judge of the words
// that name them. Slots of a test derive from it.
#pragma once

#include <string>

#include "context/argument_kind.h"
#include "source/plausibility.h"
#include "tests/testing.h"

namespace synapse::testing {

struct JudgedProject {
  TempTree tree;
  SpecStore specs{{SourceFile("specs")}};
  GeneratorCache generators;
  ShellNames shell;
  Plausibility plausibility{{generators, specs, shell, /*commands=*/nullptr}};

  JudgedProject() {
    tree.Write("notes.txt", "");
    tree.Write("src/app.js", "");
    tree.Write("Makefile", "all:\ntest:\n");
    tree.Write("package.json", R"({"scripts": {"dev": "x", "lint": "x"}})");
    tree.Write(".git/HEAD", "ref: refs/heads/main\n");
    for (const char* branch : {"main", "topic"}) {
      tree.Write(std::string(".git/refs/heads/") + branch,
                 std::string(40, 'a') + "\n");
    }
    // A busy machine does not change the result.
    plausibility.SetBudget(int64_t{60} * 1'000'000);
    plausibility.BeginPrompt(tree.Path(), tree.Path("home"));
  }
};

}  // namespace synapse::testing
