#include "source/command_lookup.h"

#include <filesystem>

#include "tests/source/source_testing.h"

namespace synapse {
namespace {

using Kind = ShellNames::Kind;
using NameList = std::vector<std::string>;

struct Lookup : testing::Bench {
  CommandLookup commands{specs, shell};
  Budget budget = Budget::Unlimited();

  Lookup() { variables["PATH"] = tree.Path("bin"); }
  bool Exists(std::string_view name) {
    return commands.Exists(name, {cwd}, budget);
  }
  // Those that begin so: the machine has others.
  NameList Names(std::string_view prefix,
                 const std::function<void(std::string_view)>& visit = nullptr) {
    NameList names;
    commands.EachName(budget, [&](std::string_view name) {
      if (!name.starts_with(prefix)) return;
      if (visit) visit(name);
      names.emplace_back(name);
    });
    return names;
  }
};

}  // namespace

TEST_CASE("command lookup: programs, paths and names of the shell") {
  Lookup l;
  l.MakeExecutable("bin/frob");
  l.MakeExecutable("bin2/frotz");
  l.tree.Write("bin/from.txt", "");
  l.tree.MakeDir("bin/frodir");
  l.variables["PATH"] = l.tree.Path("bin") + ":" + l.tree.Path("none") + ":" +
                        l.tree.Path("bin2") + ":relative:";
  l.names = {{"frofunction", Kind::kFunction}};
  for (const std::string& name :
       NameList{"frob", "frotz", "frofunction", "bin/frob",
                l.tree.Path("bin/frob")}) {
    CAPTURE(name);
    CHECK(l.Exists(name));
  }
  for (const char* name : {"frozen", "frolic", "from.txt", "frodir", "gti",
                           "bin/from.txt", "bin/frofunction"}) {
    CAPTURE(name);
    CHECK_FALSE(l.Exists(name));
  }
  // In a relative directory on PATH, and in the current one.
  l.MakeExecutable("relative/frozen");
  l.MakeExecutable("frolic");
  CHECK(l.Exists("frozen"));
  CHECK(l.Exists("frolic"));
}

TEST_CASE("command lookup: programs of root exist for every user") {
  constexpr int64_t kLong = int64_t{60} * 1'000'000;
  Lookup l;
  l.MakeExecutable("bin/frob");
  CHECK_FALSE(l.Exists("chroot"));
  CHECK(l.commands.CanRun("chroot", kLong));
  CHECK(l.commands.CanRun("frob", kLong));
  CHECK_FALSE(l.commands.CanRun("gti", kLong));
  CHECK_FALSE(l.commands.IsForRoot("frob", l.budget));
}

TEST_CASE("command lookup: a directory with two names is read once") {
  Lookup l;
  l.MakeExecutable("usr/bin/frob");
  std::filesystem::create_symlink(l.tree.Path("usr/bin"), l.tree.Path("bin"));
  l.variables["PATH"] = l.tree.Path("bin") + ":" + l.tree.Path("usr/bin");
  CHECK(l.Names("frob") == NameList{"frob"});
  CHECK(l.Exists("frob"));
  CHECK(l.commands.KnowsPath());
}

TEST_CASE("command lookup: names stay while they are visited") {
  Lookup l;
  for (const char* name : {"frob", "frobnicate", "frotz"}) {
    l.MakeExecutable(std::string("bin/") + name);
  }
  const NameList names = l.Names("fro", [&](std::string_view name) {
    l.variables["PATH"] = l.tree.Path("other");
    l.commands.BeginKey();
    CHECK(l.Exists(name));
  });
  CHECK(names == NameList{"frob", "frobnicate", "frotz"});
  l.commands.BeginKey();
  CHECK_FALSE(l.Exists("frob"));
}

TEST_CASE("command lookup: the kinds of names that builtin and command run") {
  Lookup l;
  l.MakeExecutable("bin/frob");
  l.names = {{"cd", Kind::kBuiltin}, {"frofunction", Kind::kFunction}};
  const auto may_begin = [&](std::string_view name, RunsOnly only) {
    return l.commands.MayBegin(name, only, l.commands.anybody(), l.budget);
  };
  CHECK(may_begin("frofunction", RunsOnly::kAny));
  CHECK(may_begin("cd", RunsOnly::kBuiltins));
  CHECK_FALSE(may_begin("frob", RunsOnly::kBuiltins));
  CHECK(may_begin("frob", RunsOnly::kCommands));
  CHECK_FALSE(may_begin("frofunction", RunsOnly::kCommands));
  CHECK(may_begin("frob", RunsOnly::kPrograms));
  CHECK_FALSE(may_begin("cd", RunsOnly::kPrograms));
  CHECK_FALSE(may_begin("frofunction", RunsOnly::kPrograms));
}

}  // namespace synapse
