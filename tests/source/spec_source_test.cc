#include "source/spec_source.h"

#include "tests/source/source_testing.h"

namespace synapse {
namespace {

using testing::Bench;
using testing::ScopedEnv;
using Texts = std::vector<std::string>;

bool Has(const Texts& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

}  // namespace

TEST_CASE("spec_source: subcommands, options, values") {
  Bench b;
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  CHECK(Has(b.Texts(source, "git chec"), "git checkout"));
  CHECK_FALSE(Has(b.Texts(source, "git chec"), "git commit"));
  CHECK(b.Texts(source, "git commit --ame") == Texts{"git commit --amend"});
  // A present option is not offered again.
  CHECK(b.Texts(source, "git commit --amend --ame").empty());
  Texts styles = b.Texts(source, "git checkout --conflict=d");
  CHECK(Has(styles, "git checkout --conflict=diff3"));
  CHECK(Has(b.Texts(source, "gi"), "git"));
  CHECK(b.Texts(source, "").empty());
  CHECK(b.Texts(source, "frobnicate ").empty());
  // An option that waits for its value ends in =.
  CHECK(b.Texts(source, "git checkout --confl") ==
        Texts{"git checkout --conflict="});
  // `-U=` was offered, which git does not take: it is -U3.
  CHECK(b.Texts(source, "git diff -U") == Texts{"git diff -U"});
  CHECK(Has(b.Texts(source, "git diff --unif"), "git diff --unified="));
  // An optional value has no `=`: `--force-with-lease=` names no commit.
  CHECK(Has(b.Texts(source, "git push --force-w"),
            "git push --force-with-lease"));
  CHECK(Has(b.Texts(source, "git log --color=a"), "git log --color=auto"));
  // A whole subcommand is not the prefix of another.
  CHECK(b.Texts(source, "git diff").empty());
  CHECK(Has(b.Texts(source, "git dif"), "git difftool"));
  // The source offers the usual spelling, or the long one if no spec names it.
  CHECK(Has(b.Texts(source, "git commit -"), "git commit -m"));
  CHECK(Has(b.Texts(source, "git commit --"), "git commit --message"));
  CHECK(Has(b.Texts(source, "git commit -"), "git commit --signoff"));
}

// `git cherry-pick --` listed --abort with nothing to abort.
TEST_CASE("spec_source: nothing is known behind an unknown subcommand") {
  Bench b;
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  CHECK(b.Texts(source, "git annex ").empty());
  CHECK(b.Texts(source, "git annex --").empty());
  CHECK(b.Texts(source, "git -C x lfs tr") == Texts{"git -C x lfs track"});
  // A target of make is known by the Makefile.
  CHECK_FALSE(b.Texts(source, "make install -").empty());
  // Options of the command itself may stand before its subcommand.
  CHECK_FALSE(b.Texts(source, "git --no-").empty());
}

TEST_CASE("spec_source: options of what is under way, once one is begun") {
  Bench b;
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  b.tree.MakeDir(".git");
  b.tree.Write(".git/HEAD", "ref: refs/heads/main\n");
  b.tree.Write(".git/config", "");
  for (const char* none : {"git cherry-pick -", "git cherry-pick --"}) {
    CHECK_FALSE(Has(b.Texts(source, none), "git cherry-pick --abort"));
  }
  CHECK(
      Has(b.Texts(source, "git cherry-pick --ab"), "git cherry-pick --abort"));
}

// `timeout 10 ` listed --foreground, which timeout takes before its duration.
TEST_CASE("spec_source: no option of a wrapper behind its argument") {
  Bench b;
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  CHECK(Has(b.Texts(source, "sudo "), "sudo --login"));
  CHECK(b.Texts(source, "timeout 10 ").empty());
  // Of a container it is known that it has a shell.
  const Texts shells = b.Texts(source, "docker exec -it web ");
  CHECK(shells.size() == 2);
  CHECK(Has(shells, "docker exec -it web sh"));
  CHECK(Has(b.Texts(source, "kubectl exec -it pod -- ba"),
            "kubectl exec -it pod -- bash"));
}

// `virsh destroy ` listed nothing, and `umount ` the directories of the home.
TEST_CASE("spec_source: what is stopped or taken away is what is there") {
  Bench b;
  const auto slot = [&](const std::vector<std::string>& words) {
    const auto spec = b.specs.FindAny(words[0]);
    const ArgSpec* arg = Walk(spec->root, words, "").arg;
    REQUIRE(arg);
    REQUIRE_FALSE(arg->generators.empty());
    CHECK_FALSE(arg->takes_files());
    return std::string(std::string_view(arg->generators[0]));
  };
  CHECK(slot({"virsh", "destroy"}) == "virsh.running");
  CHECK(slot({"virsh", "undefine"}) == "virsh.domains");
  CHECK(slot({"virsh", "snapshot-revert"}) == "virsh.domains");
  CHECK(slot({"umount"}) == "system.mounts");
}

// Behind `ls -l` the list was empty.
TEST_CASE("spec_source: a list continues a cluster of letters") {
  Bench b;
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  const auto listed = [&](const std::string& line) {
    const CompletionContext context =
        BuildContext(line, line.size(), b.specs, b.shell.alias);
    SourceInput input{context, b.shell, b.cwd, b.home, b.now_s, 2000};
    Budget budget = Budget::Unlimited();
    std::vector<Candidate> out;
    source.Collect(input, budget, out);
    Texts texts;
    for (const Candidate& c : out) texts.push_back(c.text);
    return texts;
  };
  CHECK(Has(listed("ls -l"), "ls -la"));
  CHECK(Has(listed("ls -la"), "ls -lah"));
  CHECK(Has(listed("tar -x"), "tar -xf"));
  CHECK_FALSE(Has(listed("ls -l"), "ls -ll"));
  CHECK_FALSE(Has(listed("ls -l"), "ls -l-"));
  // The file of -f follows, gcc has no letters, and é is none.
  CHECK_FALSE(Has(listed("tar -xf"), "tar -xfz"));
  CHECK_FALSE(Has(listed("gcc -c"), "gcc -cS"));
  CHECK_FALSE(Has(listed("ls -é"), "ls -éa"));
  CHECK_FALSE(Has(b.Texts(source, "ls -l"), "ls -la"));  // at a key
}

// A compiler has thousands of options, and each version others.
TEST_CASE("spec_source: options that the installed program reports") {
  Bench b;
  b.tree.Write("specs/frob.json", R"({
    "name": "frob", "subcommands": [{"name": "sub"}],
    "options": [{"name": "-std", "separator": "=", "args": {"name": "x"}}],
    "generators": {"options": {"command": ["frob-options"]}}})");
  b.MakeExecutable("bin/frob-options");
  b.tree.Write("bin/frob-options",
               "#!/bin/sh\necho '-Wall'\necho -std=\necho no-dash\n");
  CommandRunner runner;
  GeneratorCache generators(&runner);
  SpecSource source(b.specs, generators);
  generators.RunCommands(
      [&](std::string_view name) -> std::optional<std::string> {
        if (name == "PATH") return b.tree.Path("bin") + ":/usr/bin:/bin";
        return std::nullopt;
      });
  CHECK(b.Texts(source, "frob -") == Texts{"frob -std="});
  testing::AwaitAnswer(runner, generators);
  CHECK(b.Texts(source, "frob -") == Texts{"frob -Wall", "frob -std="});
  CHECK(b.Texts(source, "frob -W") == Texts{"frob -Wall"});
  // Before a dash, and behind a subcommand, there are none.
  CHECK_FALSE(Has(b.Texts(source, "frob "), "frob -Wall"));
  CHECK(b.Texts(source, "frob sub -").empty());
}

TEST_CASE("spec_source: a value of the spec keeps its place in the machine's") {
  Bench b;
  b.tree.Write("specs/frob.json", R"({"name": "frob", "args": {"name": "x",
    "values": ["zip", "all"], "generator": "make.targets"}})");
  b.tree.Write("Makefile", "all:\nmore:\nzip:\n");
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  const auto candidates = b.Ask(source, "frob ");
  CHECK(candidates.size() == 3);  // zip and all once
  // What the machine confirms is known to be here.
  CHECK(std::all_of(candidates.begin(), candidates.end(),
                    [](const Candidate& c) { return c.evidence[0].is_found; }));
  CHECK(b.ScoreOf(source, "frob ", "frob zip") >
        b.ScoreOf(source, "frob ", "frob all"));
}

TEST_CASE("spec_source: generated values come from the machine") {
  Bench b;
  b.tree.Write(".git/HEAD", "ref: refs/heads/main\n");
  b.tree.Write(".git/refs/heads/main", std::string(40, 'a') + "\n");
  b.tree.Write(".git/refs/heads/feature/auth", std::string(40, 'b') + "\n");
  b.tree.Write(".git/refs/heads/fix/bug-123", std::string(40, 'c') + "\n");
  b.tree.Write("Makefile", "build:\ntest:\n");
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  CHECK(b.Texts(source, "git checkout f") ==
        Texts{"git checkout feature/auth", "git checkout fix/bug-123"});
  // The current branch comes first where it is usually meant.
  for (const std::string line : {"git push origin ", "git pull origin "}) {
    CAPTURE(line);
    CHECK(b.ScoreOf(source, line, line + "main") >
          2 * b.ScoreOf(source, line, line + "feature/auth"));
  }
  CHECK(Has(b.Texts(source, "make t"), "make test"));
  setenv("SYNAPSE_TEST_VARIABLE", "1", 1);
  CHECK(Has(b.Texts(source, "echo $SYNAPSE_TEST_V"),
            "echo $SYNAPSE_TEST_VARIABLE"));
  unsetenv("SYNAPSE_TEST_VARIABLE");
}

// `git checkout -b fe` had a branch of before, and nothing of those that are here.
TEST_CASE("spec_source: a new name may be of a group that exists") {
  Bench b;
  b.tree.Write(".git/HEAD", "ref: refs/heads/main\n");
  for (const char* branch : {"main", "feature/auth", "feature/pay", "fix"}) {
    b.tree.Write(std::string(".git/refs/heads/") + branch,
                 std::string(40, 'a') + "\n");
  }
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  CHECK(b.Texts(source, "git checkout -b f") ==
        Texts{"git checkout -b feature/"});
  CHECK(b.Texts(source, "git checkout -b m").empty());
}

// `git commit --a` had --all before --amend, since -a is frequent.
TEST_CASE("spec_source: a long name is not as frequent as its short one") {
  Bench b;
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  const auto leads = [&](const std::string& typed, const char* first,
                         const char* second) {
    return b.ScoreOf(source, typed, first) > b.ScoreOf(source, typed, second);
  };
  CHECK(leads("git commit --a", "git commit --amend", "git commit --all"));
  CHECK(leads("docker build --ta", "docker build --target",
              "docker build --tag"));
  CHECK(leads("git cherr", "git cherry-pick", "git cherry"));
  CHECK(leads("docker exec -it web ba", "docker exec -it web bash",
              "docker exec -it web bat"));
  CHECK(leads("docker exec -it web b", "docker exec -it web bash",
              "docker exec -it web bg"));
  // One resource is described, and several are listed.
  CHECK(Has(b.Texts(source, "kubectl describe po"), "kubectl describe pod"));
  CHECK(Has(b.Texts(source, "kubectl get po"), "kubectl get pods"));
}

TEST_CASE("spec_source: the last of several values in one word") {
  Bench b;
  ScopedEnv home("HOME", b.home);
  b.tree.Write("home/.ssh/config", "Host webserver\n  User x\n");
  b.tree.Write(".git/HEAD", "ref: refs/heads/main\n");
  for (const char* branch : {"main", "feature/auth", "fix"}) {
    b.tree.Write(std::string(".git/refs/heads/") + branch,
                 std::string(40, 'a') + "\n");
  }
  b.tree.Write("feed.txt", "");
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  CHECK(b.Texts(source, "git log main..fe") ==
        Texts{"git log main..feature/auth"});
  CHECK(b.Texts(source, "git diff feature/auth...") ==
        Texts{"git diff feature/auth...fix", "git diff feature/auth...main"});
  CHECK(b.Texts(source, "git push origin main:f") ==
        Texts{"git push origin main:feature/auth", "git push origin main:fix"});
  CHECK(b.Texts(source, "kubectl get pods,se") ==
        Texts{"kubectl get pods,secrets", "kubectl get pods,serviceaccounts",
              "kubectl get pods,services"});
  CHECK(b.Texts(source, "ssh root@") == Texts{"ssh root@webserver"});
  // The bytes before the value were counted with the quote, so that nothing
  // was found inside of quotes.
  CHECK(b.Texts(source, "git log \"main..fe") ==
        Texts{"git log \"main..feature/auth\""});
  CHECK(b.Texts(source, "git log 'main..fe") ==
        Texts{"git log 'main..feature/auth'"});
  CHECK(b.Texts(source, "git log main.\".fe") ==
        Texts{"git log main.\".feature/auth\""});
  CHECK(b.Texts(source, "git log \"main\"..fe") ==
        Texts{"git log \"main\"..feature/auth"});
  // A column is not named twice, and a list of columns is no column.
  const Texts columns = b.Texts(source, "ps -eo user,pid,");
  CHECK(Has(columns, "ps -eo user,pid,ppid"));
  CHECK_FALSE(Has(columns, "ps -eo user,pid,user"));
  CHECK_FALSE(Has(columns, "ps -eo user,pid,pid,comm"));
  CHECK(b.Texts(source, "git log main..main").empty());
  CHECK(b.Texts(source, "git log ../ma").empty());
  CHECK(b.Texts(source, "git log a/../ma").empty());
}

TEST_CASE("spec_source: hosts where the table asks for them") {
  Bench b;
  ScopedEnv home("HOME", b.home);
  b.tree.Write("home/.ssh/config", "Host webserver\n  User x\n");
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  CHECK(Has(b.Texts(source, "ssh web"), "ssh webserver"));
  CHECK(Has(b.Texts(source, "ping web"), "ping webserver"));
}

TEST_CASE("spec_source: the commands that have a spec, for Synapse itself") {
  Bench b;
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  CHECK(Has(b.Texts(source, "synapse spec show g"), "synapse spec show git"));
}

TEST_CASE("spec_source: scores in range, descriptions and risks reported") {
  Bench b;
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  bool described = false, risky = false;
  for (const char* line : {"git ", "git push --", "docker ", "cargo b"}) {
    for (const Candidate& c : b.Ask(source, line)) {
      CHECK(c.evidence[0].score >= 0);
      CHECK(c.evidence[0].score <= 1);
      described = described || !c.description.empty();
      risky = risky || c.risk.any();
    }
  }
  CHECK(described);
  CHECK(risky);
  CHECK(b.Ask(source, "git ").size() <= kMaxCandidates);
}

TEST_CASE("spec_source: the home of a user") {
  Bench b;
  GeneratorCache generators;
  SpecSource source(b.specs, generators);
  CHECK(Has(b.Texts(source, "cd ~ro"), "cd ~root/"));
  CHECK(b.Texts(source, "cd '~ro").empty());
}

}  // namespace synapse
