#include "source/environment.h"

#include <filesystem>

#include "tests/source/source_testing.h"

namespace synapse {
namespace {

using testing::Bench;
using Kind = ShellNames::Kind;
using Texts = std::vector<std::string>;

bool Exists(Bench& b, EnvironmentSource& env, std::string_view name) {
  std::string line;
  CompletionContext context = BuildContext(line, 0, b.specs, nullptr);
  SourceInput input{context, b.shell, b.cwd, b.home, b.now_s};
  Budget budget = Budget::Unlimited();
  return env.Exists(name, input, budget);
}

// The names in their order; `visit` is called with each.
Texts NamesOf(Bench& b, EnvironmentSource& env,
              const std::function<void(std::string_view)>& visit) {
  std::string line;
  CompletionContext context = BuildContext(line, 0, b.specs, nullptr);
  Budget budget = Budget::Unlimited();
  Texts names;
  env.EachName({context, b.shell, b.cwd, b.home, b.now_s}, budget,
               [&](std::string_view name) {
                 visit(name);
                 names.emplace_back(name);
               });
  return names;
}

}  // namespace

// `builtin c` offered conda.
TEST_CASE("environment: the kinds of names behind builtin and command") {
  Bench b;
  b.MakeExecutable("bin/conda");
  b.MakeExecutable("bin/cat");
  b.variables["PATH"] = b.tree.Path("bin");
  b.names = {{"cd", Kind::kBuiltin},
             {"cat", Kind::kAlias},
             {"cleanup", Kind::kFunction},
             {"case", Kind::kReserved}};
  EnvironmentSource env{b.specs};
  CHECK(b.Texts(env, "builtin c") == Texts{"builtin cd"});
  CHECK(b.Texts(env, "command c") ==
        Texts{"command cat", "command cd", "command conda"});
  CHECK(b.Texts(env, "command builtin c") == Texts{"command builtin cd"});
  CHECK(b.Texts(env, "builtin command c") == Texts{"builtin command cat",
                                                   "builtin command cd",
                                                   "builtin command conda"});
  CHECK(b.Texts(env, "nohup c").size() == 5);
}

TEST_CASE("environment: executables on PATH") {
  Bench b;
  b.MakeExecutable("bin/frob");
  b.MakeExecutable("bin2/frotz");
  b.MakeExecutable("bin2/frob");
  b.tree.Write("bin/from.txt", "");
  b.tree.MakeDir("bin/frodir");
  b.variables["PATH"] = b.tree.Path("bin") + ":" + b.tree.Path("none") + ":" +
                        b.tree.Path("bin2") + ":relative:";
  EnvironmentSource env{b.specs};
  Texts texts = b.Texts(env, "fro");
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  CHECK(texts == Texts{"frob", "frotz"});
  CHECK(b.Texts(env, "").empty());
  CHECK(b.Texts(env, "./fro").empty());
  CHECK(Exists(b, env, "frob"));
  // In a relative directory on PATH, and in the current one.
  CHECK_FALSE(Exists(b, env, "frozen"));
  b.MakeExecutable("relative/frozen");
  b.MakeExecutable("frolic");
  CHECK(Exists(b, env, "frozen"));
  CHECK(Exists(b, env, "frolic"));
  CHECK_FALSE(Exists(b, env, "from.txt"));
  CHECK_FALSE(Exists(b, env, "frodir"));
  CHECK_FALSE(Exists(b, env, "gti"));
  CHECK(Exists(b, env, "bin/frob"));
  CHECK_FALSE(Exists(b, env, "bin/from.txt"));
  CHECK(Exists(b, env, b.tree.Path("bin/frob")));
}

// chroot is in /usr/sbin, and every Debian has it.
TEST_CASE("environment: a program that was installed just now comes first") {
  Bench b;
  for (const char* name : {"rm", "rsync", "ripper"}) {
    b.MakeExecutable(std::string("bin/") + name);
  }
  b.variables["PATH"] = b.tree.Path("bin");
  EnvironmentSource env{b.specs};
  const auto first = [&] {
    const auto all = b.Ask(env, "r");
    REQUIRE_FALSE(all.empty());
    return *std::max_element(all.begin(), all.end(), [](auto& x, auto& y) {
      return x.evidence[0].score < y.evidence[0].score;
    });
  };
  CHECK(first().word == "rm");
  b.MakeExecutable("bin/rare");
  env.CommandRan();
  CHECK(first().word == "rare");
  CHECK(first().evidence[0].reason == "program installed just now");
  // An upgrade of the system says nothing of one program.
  for (int i = 0; i < 40; ++i) {
    b.MakeExecutable("bin/rx" + std::to_string(i));
  }
  env.CommandRan();
  CHECK(first().word == "rm");
}

TEST_CASE("environment: root has the directories of the system, too") {
  Bench b;
  b.MakeExecutable("bin/sudo");
  b.variables["PATH"] = b.tree.Path("bin");
  EnvironmentSource env{b.specs};
  CHECK(b.Texts(env, "chroo").empty());
  CHECK(env.KnowsPath());
  CHECK_FALSE(Exists(b, env, "chroot"));
  for (const std::string before : {"sudo ", "sudo -n ", "doas ", "pkexec "}) {
    CAPTURE(before);
    CHECK(b.Texts(env, before + "chroo") == Texts{before + "chroot"});
  }
  CHECK(b.Texts(env, "time chroo").empty());
  CHECK(b.Texts(env, "chroo").empty());
}

TEST_CASE("environment: behind what is often run a longer name is not meant") {
  Bench b;
  for (const char* name :
       {"ls", "lsblk", "lsfoo", "w", "wget", "frob", "frobnicate"}) {
    b.MakeExecutable(std::string("bin/") + name);
  }
  b.variables["PATH"] = b.tree.Path("bin");
  EnvironmentSource env{b.specs};
  auto offers = [&](const std::string& line, const std::string& text) {
    Texts texts = b.Texts(env, line);
    return std::find(texts.begin(), texts.end(), text) != texts.end();
  };
  CHECK(offers("l", "lsblk"));
  CHECK_FALSE(offers("ls", "lsblk"));
  CHECK_FALSE(offers("ls", "lsfoo"));
  CHECK(offers("lsb", "lsblk"));
  CHECK(offers("w", "wget"));  // run more often than w
  CHECK(offers("frob", "frobnicate"));
}

// `read` had the ghost `readlink`.
TEST_CASE("environment: behind a name of the shell a longer one is not meant") {
  Bench b;
  for (const char* name : {"frobnicate", "rustup", "makefoo", "frobscope"}) {
    b.MakeExecutable(std::string("bin/") + name);
  }
  b.variables["PATH"] = b.tree.Path("bin");
  b.names = {{"frob", Kind::kBuiltin},
             {"r", Kind::kBuiltin},
             {"ma", Kind::kReserved},
             {"frobs", Kind::kAlias}};
  EnvironmentSource env{b.specs};
  CHECK(b.Texts(env, "frob") == Texts{"frob"});
  CHECK(b.Texts(env, "fro") ==
        Texts{"frob", "frobnicate", "frobs", "frobscope"});
  CHECK(b.Texts(env, "ma") == Texts{"ma"});
  CHECK(b.Texts(env, "r") == Texts{"r", "rustup"});  // zsh's builtin
  // The alias `nr` had the ghost `nroff`.
  CHECK(b.Texts(env, "frobs") == Texts{"frobs"});
}

// In a loop `do` had the ghost `docker`.
TEST_CASE("environment: the keyword that is due excludes other names") {
  Bench b;
  for (const char* name : {"docker", "find", "echo", "elinks"}) {
    b.MakeExecutable(std::string("bin/") + name);
  }
  b.variables["PATH"] = b.tree.Path("bin");
  EnvironmentSource env{b.specs};
  const std::string loop = "for i in 1 2; do echo $i; ";
  CHECK(b.Texts(env, loop + "do") == Texts{loop + "done"});
  CHECK(b.Texts(env, loop + "e") == Texts{loop + "echo", loop + "elinks"});
  CHECK(b.Texts(env, "if x; then y; e") ==
        Texts{"if x; then y; elif", "if x; then y; else"});
  CHECK(b.Texts(env, "do") == Texts{"docker"});
  CHECK(b.Texts(env, loop + "'do") == Texts{loop + "'docker'"});
}

// An alias and a reserved word have no meaning when a part of them is quoted:
// `[` had the ghost `[\\[`.
TEST_CASE("environment: aliases and reserved words are not quoted") {
  Bench b;
  b.names = {{"[[", Kind::kReserved},
             {"gca!", Kind::kAlias},
             {"gc x", Kind::kAlias},
             {"gcf!", Kind::kFunction}};
  EnvironmentSource env{b.specs};
  CHECK(b.Texts(env, "if [") == Texts{"if [["});
  CHECK(b.Texts(env, "gc") == Texts{"gca!", "gcf\\!"});
  CHECK(b.Texts(env, "`gca") == Texts{"`gca!"});
  CHECK(b.Texts(env, "'gca").empty());
  CHECK(b.Texts(env, "gca\\").empty());
}

TEST_CASE(
    "environment: another PATH and a virtual environment are seen at the next "
    "key") {
  Bench b;
  b.MakeExecutable("bin/frob");
  b.MakeExecutable("other/frobnicate");
  b.MakeExecutable("venv/bin/frozen");
  EnvironmentSource env{b.specs};
  const auto texts = [&] {
    env.BeginKey();
    return b.Texts(env, "fro");
  };
  b.variables["PATH"] = b.tree.Path("bin");
  CHECK(texts() == Texts{"frob"});
  b.variables["PATH"] = b.tree.Path("other");
  CHECK(texts() == Texts{"frobnicate"});
  b.variables["VIRTUAL_ENV"] = b.tree.Path("venv");
  CHECK(texts() == Texts{"frobnicate", "frozen"});
  b.variables.erase("VIRTUAL_ENV");
  CHECK(texts() == Texts{"frobnicate"});
  b.variables["PATH"] = b.tree.Path("bin");
  env.CommandRan();
  CHECK(b.Texts(env, "fro") == Texts{"frob"});
}

TEST_CASE("environment: the shell's own names, plumbing only when asked for") {
  Bench b;
  b.names = {{"froalias", Kind::kAlias},
             {"frobuiltin", Kind::kBuiltin},
             {"frofunction", Kind::kFunction},
             {"forward", Kind::kReserved},
             {"_frohelper", Kind::kFunction}};
  EnvironmentSource env{b.specs};
  CHECK(b.Texts(env, "fro") == Texts{"froalias", "frobuiltin", "frofunction"});
  CHECK(b.Texts(env, "_fro") == Texts{"_frohelper"});
  CHECK(b.Texts(env, "forw") == Texts{"forward"});
  CHECK(Exists(b, env, "frofunction"));
  std::map<std::string, std::string> reasons;
  for (const Candidate& c : b.Ask(env, "fro")) {
    reasons[c.text] = c.evidence[0].reason;
    CHECK(c.evidence[0].source == SourceId::kEnvironment);
    CHECK(c.evidence[0].score <= 1);
  }
  CHECK(reasons["froalias"].find("alias") != std::string::npos);
  CHECK(reasons["frobuiltin"].find("builtin") != std::string::npos);
}

TEST_CASE("environment: a directory with two names is read once") {
  Bench b;
  b.MakeExecutable("usr/bin/frob");
  std::filesystem::create_symlink(b.tree.Path("usr/bin"), b.tree.Path("bin"));
  b.variables["PATH"] = b.tree.Path("bin") + ":" + b.tree.Path("usr/bin");
  EnvironmentSource env{b.specs};
  CHECK(NamesOf(b, env, [](std::string_view) {}) == Texts{"frob"});
  CHECK(Exists(b, env, "frob"));
  CHECK(env.KnowsPath());
}

TEST_CASE("environment: names stay while they are visited") {
  Bench b;
  for (const char* name : {"frob", "frobnicate", "frotz"}) {
    b.MakeExecutable(std::string("bin/") + name);
  }
  b.variables["PATH"] = b.tree.Path("bin");
  EnvironmentSource env{b.specs};
  const Texts names = NamesOf(b, env, [&](std::string_view name) {
    b.variables["PATH"] = b.tree.Path("other");
    env.BeginKey();
    CHECK(Exists(b, env, name));
  });
  CHECK(names == Texts{"frob", "frobnicate", "frotz"});
  env.BeginKey();
  CHECK_FALSE(Exists(b, env, "frob"));
}

TEST_CASE("environment: a spent budget answers what there is") {
  Bench b;
  b.MakeExecutable("bin/frob");
  b.variables["PATH"] = b.tree.Path("bin") + ":" + b.tree.Path("missing");
  EnvironmentSource env{b.specs};
  CHECK(b.Ask(env, "fro", Budget(0)).empty());
  CHECK_FALSE(env.KnowsPath());
  CHECK(b.Texts(env, "fro") == Texts{"frob"});  // the rest comes next time
  CHECK(env.KnowsPath());
}

TEST_CASE("environment: a builtin of both shells is no rare name") {
  Bench b;
  b.names["read"] = Kind::kBuiltin;
  b.names["readarray"] = Kind::kBuiltin;
  b.MakeExecutable("bin/readlink");
  b.variables["PATH"] = b.tree.Path("bin");
  EnvironmentSource env{b.specs};
  CHECK(b.ScoreOf(env, "rea", "read") > 0.5);
  CHECK(b.ScoreOf(env, "rea", "readarray") < 0.1);
  CHECK(b.ScoreOf(env, "rea", "readlink") < 0.1);
  // `while tru` offered truncate.
  b.names["true"] = Kind::kBuiltin;
  b.MakeExecutable("bin/truncate");
  CHECK(b.ScoreOf(env, "while tru", "while true") > 0.5);
  CHECK(b.ScoreOf(env, "while tru", "while truncate") < 0.1);
}

}  // namespace synapse
