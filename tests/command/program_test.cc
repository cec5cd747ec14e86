// The program build/synapse, as a script runs it.
#include <cstdlib>

#include "base/files.h"
#include "command/command.h"
#include "tests/command/command_testing.h"

namespace synapse {

using testing::BuiltProgram;
using testing::TempTree;

TEST_CASE("program: every subcommand uses the store of the environment") {
  const std::string program = BuiltProgram();
  if (program.empty()) return;
  for (const Subcommand& sub : Subcommands()) {
    if (sub.engine == NeedsEngine::kNo) continue;
    CAPTURE(sub.name);
    TempTree tree;
    const std::string command = "env -i HOME='" + tree.Path() +
                                "' PATH=\"$PATH\" SYNAPSE_STORE_PATH='" +
                                tree.Path("elsewhere") + "' '" + program +
                                "' " + sub.name + " </dev/null >/dev/null 2>&1";
    CHECK(WEXITSTATUS(system(command.c_str())) < 126);
    CHECK(IsDirectory(tree.Path("elsewhere")));
    CHECK_FALSE(IsDirectory(tree.Path(".local/share/synapse/store")));
  }
}

TEST_CASE("program: a store that cannot be opened is no empty history") {
  const std::string program = BuiltProgram();
  if (program.empty()) return;
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

TEST_CASE("program: output that cannot be written is reported") {
  TempTree tree;
  const std::string program = BuiltProgram();
  if (program.empty()) return;
  std::string command = "HOME='" + tree.Path() + "' '" + program +
                        "' help >/dev/full 2>'" + tree.Path("err") + "'";
  int status = system(command.c_str());
  CHECK(WEXITSTATUS(status) == 1);
  CHECK(*ReadFile(tree.Path("err")) ==
        "synapse: help: cannot write: No space left on device\n");
}

}  // namespace synapse
