#include "spec/option_names.h"

#include <algorithm>
#include <functional>
#include <map>

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
      {"add", "-p", false},        {"commit", "--message", false},
      {"log", "--oneline", false},
  };
  for (const auto& c : kCases) {
    CAPTURE(std::string(c.subcommand));
    CAPTURE(std::string(c.name));
    const CommandSpec* command = SubcommandNamed(git->root, c.subcommand);
    REQUIRE(command);
    const OptionSpec* option = OptionNamed(*command, c.name);
    REQUIRE(option);
    CHECK(IsRatherOfOthers(*git, *option, c.name) == c.of_others);
  }
}

namespace {

bool IsLong(std::string_view name) { return name.size() > 2; }

std::string LongNamesOf(const OptionSpec& option) {
  std::string out;
  for (std::string_view name : option.names) {
    if (IsLong(name)) out += std::string(name) + ' ';
  }
  return out;
}

bool AreSame(const OptionSpec& a, const OptionSpec& b) {
  const bool a_long = std::any_of(a.names.begin(), a.names.end(), IsLong);
  const bool b_long = std::any_of(b.names.begin(), b.names.end(), IsLong);
  if (!a_long || !b_long) return a_long == b_long;
  return std::any_of(a.names.begin(), a.names.end(), [&](const auto& name) {
    return IsLong(name) && b.is_named(name);
  });
}

void EachOption(const CommandSpec& command,
                const std::function<void(const OptionSpec&)>& visit) {
  for (const OptionSpec& option : command.options) visit(option);
  for (const CommandSpec& sub : command.subcommands) {
    EachOption(sub, visit);
  }
}

}  // namespace

TEST_CASE("option names: agree with a count over all options") {
  SpecStore specs({SourceFile("specs")});
  for (const char* name : {"git", "docker", "tar", "npm", "podman"}) {
    CAPTURE(std::string(name));
    const auto spec = specs.FindAny(name);
    REQUIRE(spec);
    size_t of_others = 0;
    EachOption(spec->root, [&](const OptionSpec& option) {
      for (std::string_view used : option.names) {
        CHECK(spec->option_names.contains(used));
        size_t same = 0, other = 0;
        std::map<std::string, size_t> others;  // by their long names
        EachOption(spec->root, [&](const OptionSpec& each) {
          if (!each.is_named(used)) return;
          if (AreSame(option, each)) {
            ++same;
          } else {
            other = std::max(other, ++others[LongNamesOf(each)]);
          }
        });
        const bool expected = !IsLong(used) && other >= same;
        CHECK(IsRatherOfOthers(*spec, option, used) == expected);
        of_others += expected;
      }
    });
    CHECK((of_others > 0 || std::string(name) != "git"));
  }
}

}  // namespace synapse
