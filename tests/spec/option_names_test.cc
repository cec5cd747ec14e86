#include "spec/option_names.h"

#include "spec/store.h"
#include "tests/testing.h"

namespace synapse {

using testing::SourceFile;

TEST_CASE("option names: one letter of several options") {
  SpecStore specs({SourceFile("specs")});
  const auto git = specs.Find("git");
  REQUIRE(git);
  const struct {
    const char* subcommand;
    const char* name;
    bool of_others;
  } kCases[] = {
      {"log", "-i", true},      // --interactive of `git rebase`
      {"branch", "-m", true},   // --message of `git commit`
      {"remote", "-v", false},  // --version of git is one of few
      {"add", "-p", false},
      {"commit", "--message", false},
      {"log", "--oneline", false},
  };
  for (const auto& c : kCases) {
    CAPTURE(std::string(c.subcommand));
    CAPTURE(std::string(c.name));
    const CommandSpec* command = SubcommandNamed(git->root, c.subcommand);
    REQUIRE(command);
    const OptionSpec* option = OptionNamed(*command, c.name);
    REQUIRE(option);
    CHECK(IsRatherOfOthers(git->root, *option, c.name) == c.of_others);
  }
}

}  // namespace synapse
