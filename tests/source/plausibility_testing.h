// A place for lines whose plausibility is judged: a directory with the specs of
// this tree.
#pragma once

#include "learn/line.h"
#include "source/plausibility.h"
#include "tests/testing.h"

namespace synapse::testing {

class There {
 public:
  // A busy machine does not change the result.
  There() {
    plausibility.SetBudget(int64_t{60} * 1'000'000);
    commands.BeginPrompt(tree.Path());
  }

  // From now on there is a shell, whose PATH has these programs alone.
  void HavePrograms(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      const std::string path = tree.Write(std::string("bin/") + name, "");
      REQUIRE(chmod(path.c_str(), 0755) == 0);
    }
    shell.variable = [this](std::string_view name) {
      return name == "PATH" ? std::optional(tree.Path("bin")) : std::nullopt;
    };
    shell.kind = [](std::string_view) { return ShellNames::Kind::kNone; };
    commands.CommandRan();
  }

  Finding Line(const std::string& text) { return Line(text, tree.Path()); }
  Finding Line(const std::string& text, const std::string& cwd) {
    plausibility.BeginPrompt(cwd, tree.Path("home"));
    PoolLine line;
    line.text = text;
    line.id = IdOf(text);
    line.stem = MakeLine(text).stem;
    return plausibility.Of(line);
  }
  void Expect(Finding wanted, std::initializer_list<const char*> lines) {
    for (const char* line : lines) {
      INFO(std::string(line));
      CHECK(Line(line) == wanted);
    }
  }
  void MakeRepository(const std::string& at) {
    const std::string sha = std::string(40, 'a') + "\n";
    tree.Write(at + ".git/HEAD", "ref: refs/heads/main\n");
    tree.Write(at + ".git/config",
               "[remote \"origin\"]\n\turl = https://host/x\n");
    for (const char* ref :
         {"heads/main", "heads/fix/one", "remotes/origin/theirs", "tags/v1"}) {
      tree.Write(at + ".git/refs/" + ref, sha);
    }
  }

  TempTree tree;
  SpecStore specs{{tree.Path("specs"), SourceFile("specs")}};
  GeneratorCache generators;
  ShellNames shell;
  CommandLookup commands{specs, shell};
  Plausibility plausibility{{generators, specs, shell, &commands}};
};

}  // namespace synapse::testing
