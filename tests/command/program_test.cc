// The program build/synapse, as a script runs it.
#include <cstdlib>

#include "base/files.h"
#include "command/command.h"
#include "tests/testing.h"

namespace synapse {

using testing::SourceFile;
using testing::TempTree;

TEST_CASE("program: every subcommand uses the store of the environment") {
  const std::string program = SourceFile("build/synapse");
  if (!IsRegularFile(program)) {
    MESSAGE("build/synapse is missing: skipped");
    return;
  }
  for (const Subcommand& sub : Subcommands()) {
    if (sub.engine == NeedsEngine::kNo) continue;
    CAPTURE(sub.name);
    TempTree tree;
    const std::string command =
        "env -i HOME='" + tree.Path() + "' PATH=\"$PATH\" SYNAPSE_STORE_PATH='" +
        tree.Path("elsewhere") + "' '" + program + "' " + sub.name +
        " </dev/null >/dev/null 2>&1";
    CHECK(WEXITSTATUS(system(command.c_str())) < 126);
    CHECK(IsDirectory(tree.Path("elsewhere")));
    CHECK_FALSE(IsDirectory(tree.Path(".local/share/synapse/store")));
  }
}

TEST_CASE("program: a store that cannot be opened is no empty history") {
  const std::string program = SourceFile("build/synapse");
  if (!IsRegularFile(program)) {
    MESSAGE("build/synapse is missing: skipped");
    return;
  }
  TempTree tree;
  const std::string file = tree.Write("file", "");
  for (const char* words :
       {"history list", "history forget git", "history export", "search",
        "stats", "learn stats", "tune", "reflect", "feedback accepted ls"}) {
    CAPTURE(words);
    const std::string command =
        "env -i HOME='" + tree.Path() + "' SYNAPSE_STORE_PATH='" + file +
        "' '" + program + "' " + words + " >'" + tree.Path("out") + "' 2>'" +
        tree.Path("err") + "'";
    CHECK(WEXITSTATUS(system(command.c_str())) == 1);
    CHECK(ReadFile(tree.Path("out"))->empty());
    CHECK(ReadFile(tree.Path("err"))->find(file) != std::string::npos);
  }
}

}  // namespace synapse
