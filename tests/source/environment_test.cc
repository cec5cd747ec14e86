#include "source/environment.h"

#include <sys/stat.h>

#include "tests/engine/engine_testing.h"
#include "tests/source/source_testing.h"

namespace synapse {
namespace {

using testing::Bench;
using Kind = ShellNames::Kind;
using Texts = std::vector<std::string>;

// The source, and what it asks.
struct Environment {
  explicit Environment(Bench& b)
      : commands(b.specs, b.shell), source(commands, b.specs) {}
  CommandLookup commands;
  EnvironmentSource source;
};

}  // namespace

// `builtin c` offered conda.
TEST_CASE("environment: the kinds of names that a wrapper runs") {
  Bench b;
  b.MakeExecutable("bin/conda");
  b.MakeExecutable("bin/cat");
  b.variables["PATH"] = b.tree.Path("bin");
  b.names = {{"cd", Kind::kBuiltin},
             {"cat", Kind::kAlias},
             {"cleanup", Kind::kFunction},
             {"case", Kind::kReserved}};
  Environment env(b);
  CHECK(b.Texts(env.source, "builtin c") == Texts{"builtin cd"});
  CHECK(b.Texts(env.source, "command c") ==
        Texts{"command cat", "command cd", "command conda"});
  CHECK(b.Texts(env.source, "command builtin c") ==
        Texts{"command builtin cd"});
  CHECK(b.Texts(env.source, "builtin command c") ==
        Texts{"builtin command cat", "builtin command cd",
              "builtin command conda"});
  CHECK(b.Texts(env.source, "nohup c") == Texts{"nohup cat", "nohup conda"});
  CHECK(b.Texts(env.source, "time c").size() == 5);
}

// `which gi` listed nothing but git.
TEST_CASE("environment: an argument that is the name of a command") {
  Bench b;
  b.MakeExecutable("bin/conda");
  b.variables["PATH"] = b.tree.Path("bin");
  b.names = {{"cd", Kind::kBuiltin}, {"cleanup", Kind::kFunction}};
  Environment env(b);
  CHECK(b.Texts(env.source, "which c") ==
        Texts{"which cd", "which cleanup", "which conda"});
  CHECK(b.Texts(env.source, "type ls c").size() == 3);
  testing::Session s;
  s.tree.Write("bin/frobnicate", "");
  chmod(s.tree.Path("bin/frobnicate").c_str(), 0755);
  CHECK(s.First("which frobn") == "which frobnicate");
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
  Environment env(b);
  Texts texts = b.Texts(env.source, "fro");
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  CHECK(texts == Texts{"frob", "frotz"});
  CHECK(b.Texts(env.source, "").empty());
  CHECK(b.Texts(env.source, "./fro").empty());
}

// chroot is in /usr/sbin, and every Debian has it.
TEST_CASE("environment: a program that was installed just now comes first") {
  Bench b;
  for (const char* name : {"rm", "rsync", "ripper"}) {
    b.MakeExecutable(std::string("bin/") + name);
  }
  b.variables["PATH"] = b.tree.Path("bin");
  Environment env(b);
  const auto first = [&] {
    const auto all = b.Ask(env.source, "r");
    REQUIRE_FALSE(all.empty());
    return *std::max_element(all.begin(), all.end(), [](auto& x, auto& y) {
      return x.evidence[0].score < y.evidence[0].score;
    });
  };
  CHECK(first().word == "rm");
  b.MakeExecutable("bin/rare");
  env.commands.CommandRan();
  CHECK(first().word == "rare");
  CHECK(first().evidence[0].reason == "program installed just now");
  CHECK(first().is_made);
  // The directory is read once more, because it changed just now.
  env.commands.CommandRan();
  CHECK(first().word == "rare");
  CHECK_FALSE(first().is_made);  // another command ran since
  // An upgrade of the system says nothing of one program.
  for (int i = 0; i < 40; ++i) {
    b.MakeExecutable("bin/rx" + std::to_string(i));
  }
  env.commands.CommandRan();
  CHECK(first().word == "rm");
}

// suggestion-algorithm, Source 4.
TEST_CASE("environment: what the last command installed needs no letter") {
  Bench b;
  b.MakeExecutable("bin/rm");
  b.variables["PATH"] = b.tree.Path("bin");
  Environment env(b);
  CHECK(b.Ask(env.source, "").empty());
  env.commands.CommandRan();
  b.MakeExecutable("bin/rare");
  b.tree.Write("bin/read.me", "");
  CHECK(b.Texts(env.source, "") == std::vector<std::string>{"rare"});
  CHECK(b.Ask(env.source, "ls | ").empty());
  env.commands.CommandRan();
  CHECK(b.Ask(env.source, "").empty());
}

TEST_CASE("environment: root has the directories of the system, too") {
  Bench b;
  b.MakeExecutable("bin/sudo");
  b.variables["PATH"] = b.tree.Path("bin");
  Environment env(b);
  CHECK(b.Texts(env.source, "chroo").empty());
  CHECK(env.commands.KnowsPath());
  for (const std::string before : {"sudo ", "sudo -n ", "doas ", "pkexec "}) {
    CAPTURE(before);
    CHECK(b.Texts(env.source, before + "chroo") == Texts{before + "chroot"});
  }
  CHECK(b.Texts(env.source, "time chroo").empty());
  CHECK(b.Texts(env.source, "chroo").empty());
}

TEST_CASE("environment: no longer name behind the name of a popular command") {
  Bench b;
  for (const char* name :
       {"ls", "lsblk", "lsfoo", "w", "wget", "frob", "frobnicate"}) {
    b.MakeExecutable(std::string("bin/") + name);
  }
  b.variables["PATH"] = b.tree.Path("bin");
  Environment env(b);
  auto offers = [&](const std::string& line, const std::string& text) {
    Texts texts = b.Texts(env.source, line);
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
TEST_CASE("environment: no longer name behind a name of the shell") {
  Bench b;
  for (const char* name : {"frobnicate", "rustup", "makefoo", "frobscope"}) {
    b.MakeExecutable(std::string("bin/") + name);
  }
  b.variables["PATH"] = b.tree.Path("bin");
  b.names = {{"frob", Kind::kBuiltin},
             {"r", Kind::kBuiltin},
             {"ma", Kind::kReserved},
             {"frobs", Kind::kAlias}};
  Environment env(b);
  CHECK(b.Texts(env.source, "frob") == Texts{"frob"});
  CHECK(b.Texts(env.source, "fro") ==
        Texts{"frob", "frobnicate", "frobs", "frobscope"});
  CHECK(b.Texts(env.source, "ma") == Texts{"ma"});
  CHECK(b.Texts(env.source, "r") == Texts{"r", "rustup"});  // zsh's builtin
  // The alias `nr` had the ghost `nroff`.
  CHECK(b.Texts(env.source, "frobs") == Texts{"frobs"});
}

// In a loop `do` had the ghost `docker`.
TEST_CASE("environment: the keyword that is due excludes other names") {
  Bench b;
  for (const char* name : {"docker", "find", "echo", "elinks"}) {
    b.MakeExecutable(std::string("bin/") + name);
  }
  b.variables["PATH"] = b.tree.Path("bin");
  Environment env(b);
  const std::string loop = "for i in 1 2; do echo $i; ";
  CHECK(b.Texts(env.source, loop + "do") == Texts{loop + "done"});
  CHECK(b.Texts(env.source, loop + "e") ==
        Texts{loop + "echo", loop + "elinks"});
  CHECK(b.Texts(env.source, "if x; then y; e") ==
        Texts{"if x; then y; elif", "if x; then y; else"});
  CHECK(b.Texts(env.source, "do") == Texts{"docker"});
  CHECK(b.Texts(env.source, loop + "'do") == Texts{loop + "'docker'"});
}

// An alias and a reserved word have no meaning when a part of them is quoted:
// `[` had the ghost `[\\[`.
TEST_CASE("environment: aliases and reserved words are not quoted") {
  Bench b;
  b.names = {{"[[", Kind::kReserved},
             {"gca!", Kind::kAlias},
             {"gc x", Kind::kAlias},
             {"gcf!", Kind::kFunction}};
  Environment env(b);
  CHECK(b.Texts(env.source, "if [") == Texts{"if [["});
  CHECK(b.Texts(env.source, "gc") == Texts{"gca!", "gcf\\!"});
  CHECK(b.Texts(env.source, "`gca") == Texts{"`gca!"});
  CHECK(b.Texts(env.source, "'gca").empty());
  CHECK(b.Texts(env.source, "gca\\").empty());
}

TEST_CASE(
    "environment: another PATH and a virtual environment are seen at the next "
    "key") {
  Bench b;
  b.MakeExecutable("bin/frob");
  b.MakeExecutable("other/frobnicate");
  b.MakeExecutable("venv/bin/frozen");
  Environment env(b);
  const auto texts = [&] {
    env.commands.BeginKey();
    return b.Texts(env.source, "fro");
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
  env.commands.CommandRan();
  CHECK(b.Texts(env.source, "fro") == Texts{"frob"});
}

TEST_CASE("environment: the shell's own names, plumbing only when asked for") {
  Bench b;
  b.names = {{"froalias", Kind::kAlias},
             {"frobuiltin", Kind::kBuiltin},
             {"frofunction", Kind::kFunction},
             {"forward", Kind::kReserved},
             {"_frohelper", Kind::kFunction}};
  Environment env(b);
  CHECK(b.Texts(env.source, "fro") ==
        Texts{"froalias", "frobuiltin", "frofunction"});
  CHECK(b.Texts(env.source, "_fro") == Texts{"_frohelper"});
  CHECK(b.Texts(env.source, "forw") == Texts{"forward"});
  std::map<std::string, std::string> reasons;
  for (const Candidate& c : b.Ask(env.source, "fro")) {
    reasons[c.text] = c.evidence[0].reason;
    CHECK(c.evidence[0].source == SourceId::kEnvironment);
    CHECK(c.evidence[0].score <= 1);
  }
  CHECK(reasons["froalias"].find("alias") != std::string::npos);
  CHECK(reasons["frobuiltin"].find("builtin") != std::string::npos);
}

TEST_CASE("environment: a spent budget ends the list") {
  Bench b;
  b.MakeExecutable("bin/frob");
  b.variables["PATH"] = b.tree.Path("bin") + ":" + b.tree.Path("missing");
  Environment env(b);
  CHECK(b.Ask(env.source, "fro", Budget(0)).empty());
  CHECK_FALSE(env.commands.KnowsPath());
  CHECK(b.Texts(env.source, "fro") ==
        Texts{"frob"});  // the rest comes next time
  CHECK(env.commands.KnowsPath());
}

TEST_CASE("environment: a builtin of both shells is no rare name") {
  Bench b;
  b.names["read"] = Kind::kBuiltin;
  b.names["readarray"] = Kind::kBuiltin;
  b.MakeExecutable("bin/readlink");
  b.variables["PATH"] = b.tree.Path("bin");
  Environment env(b);
  CHECK(b.ScoreOf(env.source, "rea", "read") > 0.5);
  CHECK(b.ScoreOf(env.source, "rea", "readarray") < 0.1);
  CHECK(b.ScoreOf(env.source, "rea", "readlink") < 0.1);
  // `while tru` offered truncate.
  b.names["true"] = Kind::kBuiltin;
  b.MakeExecutable("bin/truncate");
  CHECK(b.ScoreOf(env.source, "while tru", "while true") > 0.5);
  CHECK(b.ScoreOf(env.source, "while tru", "while truncate") < 0.1);
}

}  // namespace synapse
