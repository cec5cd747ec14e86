// Facts in the specs of this tree that code relies on.
#include <algorithm>

#include "spec/store.h"
#include "tests/testing.h"

namespace synapse {
namespace {

bool Seeks(const CommandSpec& command) {
  auto sought = [](const PackedList<ArgSpec>& args) {
    return std::any_of(args.begin(), args.end(),
                       [](const ArgSpec& arg) { return arg.sought; });
  };
  return sought(command.args) ||
         std::any_of(command.options.begin(), command.options.end(),
                     [&](const OptionSpec& o) { return sought(o.args); });
}

}  // namespace

TEST_CASE("traits: what looks for something says which word that is") {
  SpecStore specs{{testing::SourceFile("specs")}};
  for (const char* name : {"rg", "grep", "egrep", "fgrep", "ag", "ack", "fd",
                           "fdfind", "find", "locate"}) {
    const auto spec = specs.FindAny(name);
    REQUIRE_MESSAGE(spec != nullptr, name);
    CHECK_MESSAGE(spec->root.finds, name);
    CHECK_MESSAGE(Seeks(spec->root), name);
  }
}

TEST_CASE("traits: what only opens its files") {
  SpecStore specs{{testing::SourceFile("specs")}};
  for (const char* name :
       {"cat", "bat", "less", "more", "nl", "head", "tail", "sed", "vim"}) {
    const auto spec = specs.FindAny(name);
    REQUIRE_MESSAGE(spec != nullptr, name);
    CHECK_MESSAGE(spec->root.opens, name);
  }
}

TEST_CASE("traits: what changes the directory") {
  SpecStore specs{{testing::SourceFile("specs")}};
  for (const char* name : {"cd", "pushd"}) {
    CHECK_MESSAGE(specs.FindAny(name)->root.enters, name);
  }
  CHECK_FALSE(specs.FindAny("ls")->root.enters);
}

TEST_CASE("traits: exit 1 is an answer, or a failure") {
  SpecStore specs{{testing::SourceFile("specs")}};
  for (const char* name :
       {"grep", "egrep", "fgrep", "rg", "ag", "test", "[", "[[", "diff", "cmp",
        "pgrep", "which", "type", "command"}) {
    const auto spec = specs.FindAny(name);
    REQUIRE_MESSAGE(spec != nullptr, name);
    CHECK_MESSAGE(spec->root.answers, name);
  }
  for (const char* name : {"make", "git", "cat", "find", "ssh"}) {
    CHECK_MESSAGE(!specs.FindAny(name)->root.answers, name);
  }
}

TEST_CASE("traits: what is run again as it is when it failed") {
  SpecStore specs{{testing::SourceFile("specs")}};
  for (const char* name : {"make", "pytest", "python3", "gcc", "npx"}) {
    CHECK_MESSAGE(specs.FindAny(name)->root.retried, name);
  }
  const auto git = specs.FindAny("git");
  CHECK(SubcommandNamed(git->root, "push")->retried);
  CHECK_FALSE(SubcommandNamed(git->root, "checkout")->retried);
  for (const char* name : {"git", "ssh", "cat", "cp"}) {
    CHECK_MESSAGE(!specs.FindAny(name)->root.retried, name);
  }
}

}  // namespace synapse
