#include "context/directory.h"

#include "tests/engine/engine_testing.h"
#include "tests/testing.h"

namespace synapse {

using testing::Session;
using testing::TempTree;

TEST_CASE("directory: the command at the cursor runs behind cd") {
  TempTree tree;
  tree.MakeDir("src/lib");
  tree.MakeDir("build");
  SpecStore specs({testing::SourceFile("specs")});
  struct {
    const char* line;
    const char* directory;  // below the tree
  } const kCases[] = {
      {"vim ", ""},
      {"cd src && vim ", "src"},
      {"cd src; vim ", "src"},
      {"cd src/ && cd lib && vim x", "src/lib"},
      {"cd src/lib && cd .. && ls ", "src"},
      {"ls && cd build && cmake ", "build"},
      {"(cd src && make ", "src"},
      {"pushd src && ls ", "src"},
      {"cd './build' && ls ", "build"},
      {"git -C src add ", "src"},
      {"git -C src -C lib add ", "src/lib"},
      {"git -C ./src/ checkout ", "src"},
      {"cd src && git -C lib add ", "src/lib"},
      {"sudo git -C src add ", "src"},
      {"env -C src cat ", "src"},
      {"env --chdir=src cat ", "src"},
      {"make -Csrc ", "src"},
      {"npm --prefix src run ", "src"},
      // The line cannot be known, or leads nowhere.
      {"git -C gone add ", ""},
      {"git -C src", ""},
      {"git -C src add x; git add ", ""},
      {"git log -C src ", ""},
      {"cd gone && vim ", ""},
      {"cd src && cd gone && vim ", ""},
      {"cd \"$D\" && vim ", ""},
      {"cd - && vim ", ""},
      {"cd && vim ", ""},
      {"cd src || vim ", ""},
      {"cd src | vim ", ""},
      {"cd src & vim ", ""},
      {"(cd src; ls); vim ", ""},
      {"if cd src; then vim ", ""},
      {"cd src >log && vim ", ""},
      {"echo cd src && vim ", ""},
      {"cd sr", ""},
  };
  for (const auto& c : kCases) {
    const std::string line = c.line;
    CAPTURE(line);
    const CompletionContext context =
        BuildContext(line, line.size(), specs, nullptr);
    CHECK(DirectoryAtCursor(context, tree.Path(), specs) ==
          (*c.directory ? tree.Path(c.directory) : tree.Path()));
  }
}

TEST_CASE("directory: files and tasks behind cd are those of its directory") {
  Session s;
  s.tree.Write("w/here.c", "");
  s.tree.Write("w/sub/there.c", "");
  s.tree.Write("w/sub/Makefile", "install:\n");
  s.Run("vim here.c", 3);
  s.Run("ls");
  CHECK(s.First("cd sub && vim th") == "cd sub && vim there.c");
  CHECK(s.First("cd sub && vim h").empty());
  CHECK(s.First("cd sub && make ins") == "cd sub && make install");
  CHECK(s.First("cd sub && cat ../h") == "cd sub && cat ../here.c");
  CHECK(s.First("vim ") == "vim here.c");
}

}  // namespace synapse
