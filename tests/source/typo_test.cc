#include "source/typo.h"

#include <sys/stat.h>

#include "base/clock.h"
#include "prompt/ghost.h"
#include "tests/engine/engine_testing.h"
#include "tests/source/source_testing.h"

namespace synapse {
namespace {

using testing::Session;

struct Shell : Session {
  Shell() {
    tree.MakeDir("w/Downloads");
    tree.MakeDir("w/src");
    tree.Write("w/src/main.c", "");
    tree.Write("w/README.md", "");
    tree.Write("w/run.sh", "");
    chmod(tree.Path("w/run.sh").c_str(), 0644);
    tree.Write("w/Makefile", "test:\n\ttrue\nbuild:\n\ttrue\n");
    for (const char* name :
         {"docker", "more", "python3", "sudo", "systemctl"}) {
      tree.Write(std::string("bin/") + name, "");
      chmod(tree.Path(std::string("bin/") + name).c_str(), 0755);
    }
  }
  // The suggestion of this source on the next empty line, or "".
  std::string After(const std::string& line, int exit) {
    Run(line, 1, exit);
    for (const Suggestion& s : Suggest("")) {
      if (s.source == "typo") return s.text;
    }
    return "";
  }
};

}  // namespace

TEST_CASE("typo: the correction of a line that failed") {
  Shell s;
  struct Case {
    const char* line;
    int exit;
    const char* right;
  };
  for (const Case& c : {
           Case{"gti status", 127, "git status"},
           Case{"sudo gti status", 1, "sudo git status"},
           Case{"ls | gerp x", 127, "ls | grep x"},
           Case{"pyhton3 x.py", 127, "python3 x.py"},
           Case{"mroe README.md", 127, "more README.md"},
           Case{"docker-compose ps", 127, "docker compose ps"},
           // Each name that is wrong; another word of the line may be right.
           Case{"gti log | mroe", 127, "git log | more"},
           Case{"gti add . && mkae tset; sl", 127,
                "git add . && make tset; ls"},
           Case{"gti log | frobnicate", 127, "git log | frobnicate"},
           Case{"gti log | grep mroe", 127, "git log | grep mroe"},
           Case{"git stauts", 1, "git status"},
           Case{"git stauts && make", 1, "git status && make"},
           Case{"git comit -m \"x  y\"", 1, "git commit -m \"x  y\""},
           Case{"git log --onelin", 128, "git log --oneline"},
           Case{"make tset", 2, "make test"},
           Case{"cd Donwloads", 1, "cd Downloads/"},
           Case{"cat REAMDE.md", 1, "cat README.md"},
           Case{"cat src/mian.c", 1, "cat src/main.c"},
           Case{"cat \"src/mian.c\"", 1, "cat src/main.c"},
           Case{"cd 'Donwloads'", 1, "cd Downloads/"},
           Case{"cat readme.md", 1, "cat README.md"},
           Case{"cd downloads", 1, "cd Downloads/"},
           Case{"git Status", 1, "git status"},
           Case{"npm tset", 1, "npm test"},  // and not set
           // git exits with 129 here, which is no signal.
           Case{"git push --force-with-leas", 129,
                "git push --force-with-lease"},
           Case{"git stauts", 129, "git status"},
           Case{"Git status", 127, "git status"},
           Case{"mkdir a/b/c", 1, "mkdir -p a/b/c"},
           Case{"cp src dst", 1, "cp -r src dst"},
           Case{"./run.sh", 126, "chmod +x ./run.sh && ./run.sh"},
       }) {
    CAPTURE(std::string(c.line));
    CHECK(s.After(c.line, c.exit) == std::string(c.right));
    // It is the first suggestion, also for its first letters; then it is gone.
    CHECK(s.First("") == c.right);
    CHECK(s.First(std::string(c.right).substr(0, 4)) == c.right);
    s.Run("ls");
    CHECK(s.First("") != c.right);
  }
}

TEST_CASE("typo: a directory to be created is listed behind likelier names") {
  Shell s;
  CHECK(s.After("cd nowhere", 1) == "mkdir -p nowhere && cd nowhere");
  s.Run("ls");
  s.Run("cd nowhere", 1, 1);
  CHECK(s.First("") == "ls");
  CHECK(s.First("mkd") == "mkdir -p nowhere && cd nowhere");
  // Each letter makes it likelier, but not those of the line that failed.
  auto chance = [&](const std::string& typed) {
    for (const Suggestion& suggestion : s.Suggest(typed, 100)) {
      if (suggestion.source == "typo") return suggestion.score;
    }
    return 0.0;
  };
  CHECK(chance("mkd") > 0.3);
  CHECK(chance("mk") > chance("m"));
  CHECK(chance("m") > chance(""));
  s.Run("gti status", 1, 127);
  CHECK(chance("gi") > chance("g"));
}

// Most names that are not found are no typos.
TEST_CASE("typo: the name of a command is corrected when that is likely") {
  Shell s;
  s.tree.Write("bin/frobnicate", "");
  s.tree.Write("bin/gio", "");
  for (const char* name : {"bin/frobnicate", "bin/gio"}) {
    chmod(s.tree.Path(name).c_str(), 0755);
  }
  s.Run("ls");
  // A spec describes it, so it is not installed.
  CHECK(s.After("go build", 127) == "");
  CHECK(s.After("dnf install x", 127) == "");
  s.Run("ls");
  // This user never ran the nearest one, which few people know.
  auto correction = [&] {
    for (const Suggestion& suggestion : s.Suggest("", 100)) {
      if (suggestion.source == "typo") return suggestion.score;
    }
    return 0.0;
  };
  CHECK(s.After("frobnicat x", 127) == "frobnicate x");
  CHECK(s.First("") == "ls");
  CHECK(correction() < 0.1);
  for (int i = 0; i < 5; ++i) s.Run("frobnicate y");
  s.Run("ls");
  CHECK(s.After("frobnicat x", 127) == "frobnicate x");
  CHECK(correction() > 0.2);
  // Most typos swap two letters.
  s.Run("ls");
  CHECK(s.After("frobnciate x", 127) == "frobnicate x");
  CHECK(s.First("") == "frobnicate x");
  // A name that ran three times is meant: a function, perhaps.
  for (int i = 0; i < 3; ++i) s.Run("frobnicat y");
  s.Run("ls");
  s.Run("frobnicat x", 1, 127);
  CHECK(correction() == 0);
}

// A name with a blank was taken for text, in quotes and with backslashes.
// `fuck` failed with 127, and `fsck` was one key away.
TEST_CASE("typo: no correction leads to a destructive or system command") {
  Shell s;
  const std::vector<std::string> harmful = {
      "fsck",     "mkfs",   "dd",    "shred",   "halt", "reboot", "poweroff",
      "shutdown", "wipefs", "fdisk", "userdel", "kill", "pkill",  "rm"};
  for (const std::string& name : harmful) {
    s.tree.Write("bin/" + name, "");
    chmod(s.tree.Path("bin/" + name).c_str(), 0755);
    s.Run(name + " x", 40);
  }
  s.engine->NewPrompt();
  for (const char* line :
       {"fuck", "sfck x", "mksf x", "sherd x", "hlat", "rebot", "reboto",
        "powerof", "shutdwon", "wipfes x", "fdsik x", "usredel x", "klil x",
        "pklil x", "mr x"}) {
    INFO(line);
    CHECK(s.After(line, 127) == "");
    s.engine->NewPrompt();
    for (const Suggestion& offered : s.Suggest(line)) {
      const std::string name = offered.text.substr(0, offered.text.find(' '));
      CHECK((offered.source != "typo" ||
             std::find(harmful.begin(), harmful.end(), name) == harmful.end()));
    }
  }
}

// `userdl bob` offered `useradd bob`.
TEST_CASE("typo: a program of root is meant only by those who run it") {
  Shell s;
  for (const char* path : {"usr/sbin/frobadd", "usr/sbin/both", "bin/both"}) {
    s.tree.Write(path, "");
    chmod(s.tree.Path(path).c_str(), 0755);
  }
  s.engine->shell().variable =
      [&](std::string_view name) -> std::optional<std::string> {
    if (name != "PATH") return std::nullopt;
    return s.tree.Path("bin") + ":" + s.tree.Path("usr/sbin");
  };
  s.engine->NewPrompt();
  const auto offers = [&](const std::string& line, const std::string& text) {
    for (const Suggestion& offered : s.Suggest(line)) {
      if (offered.text.starts_with(text)) return true;
    }
    return false;
  };
  CHECK(s.After("frobdad bob", 127) == "");
  s.engine->NewPrompt();
  CHECK_FALSE(offers("frobdad", "frobadd"));
  CHECK(offers("bpth", "both"));
  s.Run("frobadd alice", 3);
  s.engine->NewPrompt();
  CHECK(offers("frobdad", "frobadd"));
  CHECK(s.After("frobdad bob", 127) == "frobadd bob");
}

TEST_CASE("typo: a file whose name needs quotes") {
  Shell s;
  s.tree.Write("w/my file.txt", "");
  s.tree.Write("w/my dir/main.c", "");
  struct Case {
    const char* line;
    const char* right;
  };
  for (const Case& c : {
           Case{"cat my\\ flie.txt", "cat my\\ file.txt"},
           Case{"cat \"my flie.txt\"", "cat \"my file.txt\""},
           Case{"cat 'my flie.txt' | wc", "cat 'my file.txt' | wc"},
           Case{"cat my\\ dir/mian.c", "cat my\\ dir/main.c"},
           Case{"cat 'my dri/main.c'", "cat 'my dir/main.c'"},
           Case{"cd my\\ dri/", "cd my\\ dir/"},
           Case{"cat my\\ dri/mian.c", ""},  // two typos
           Case{"cat my\\ file.txt", ""},
           Case{"cat 'my dir/none'", ""},
           Case{"cat \"$X my flie.txt\"", ""},
       }) {
    CAPTURE(std::string(c.line));
    CHECK(s.After(c.line, 1) == std::string(c.right));
    s.Run("ls");
  }
  for (const Case& c : {
           Case{"cat my\\ fiel", "cat my\\ file.txt"},
           Case{"cat \"my fiel", "cat \"my file.txt\""},
           Case{"cat 'my dir/mian", "cat 'my dir/main.c'"},
       }) {
    CAPTURE(std::string(c.line));
    CHECK(s.First(c.line) == std::string(c.right));
  }
}

TEST_CASE("typo: quoted text is no misspelt word") {
  Shell s;
  CHECK(s.After("grep 'mian.c' README.md", 1) == "");
  CHECK(s.After("git commit -m 'stauts'", 1) == "");
  CHECK(s.After("cat \"$DIR/mian.c\"", 1) == "");
}

TEST_CASE("typo: behind a pipe a filter is meant") {
  Shell s;
  s.tree.Write("bin/less", "");
  chmod(s.tree.Path("bin/less").c_str(), 0755);
  CHECK(s.After("gti log | les", 127) == "git log | less");
}

// A history file has no exit statuses: `gti` there looks like a name that ran.
TEST_CASE("typo: a typo in an imported history is a typo") {
  Shell s;
  s.Run("git status", 40);
  for (int i = 0; i < 4; ++i) s.Run("gti status");
  s.Run("ls");
  CHECK(s.After("gti log", 127) == "git log");
}

TEST_CASE("typo: a line whose correction is unlikely is offered again") {
  Shell s;
  s.tree.Write("bin/gio", "");
  chmod(s.tree.Path("bin/gio").c_str(), 0755);
  CHECK(s.After("gioo run", 1) == "gio run");
  s.Run("ls");
  CHECK(s.First("gioo") == "gioo run");
}

TEST_CASE("typo: a line that succeeded, was stopped or may be right stays") {
  Shell s;
  CHECK(s.After("gti status", 0) == "");
  CHECK(s.After("git stauts", 130) == "");  // ^C
  CHECK(s.After("git status", 1) == "");
  CHECK(s.After("ls -la zzz", 2) == "");  // no name is near
  CHECK(s.After("grep patern README.md", 1) == "");
  CHECK(s.After("false", 1) == "");
  CHECK(s.After("cat $REAMDE.md", 1) == "");   // not literal
  CHECK(s.After("ls -la", 2) == "");           // clustered letters
  CHECK(s.After("mkdir Downloads", 1) == "");  // the directory exists
  CHECK(s.After("xyzzy", 127) == "");
  // A loop whose last command failed led to `od`.
  s.tree.Write("bin/od", "");
  chmod(s.tree.Path("bin/od").c_str(), 0755);
  CHECK(s.After("for f in *; do grep -q x \"$f\"; done", 1) == "");
  // Another number is another thing, and no typo.
  s.tree.Write("w/log.8080", "");
  CHECK(s.After("cat log.8081", 1) == "");
  CHECK(s.After("cat lgo.8080", 1) == "cat log.8080");
  CHECK(s.After(std::string(5000, 'x'), 127) == "");
}

TEST_CASE("typo: a misspelt line is not offered again") {
  Shell s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/feature/login", std::string(40, 'a') + "\n");
  s.tree.Write("w/.config/app/settings", "");
  struct Case {
    const char* line;
    const char* typed;
    const char* right;
  };
  for (const Case& c : {
           Case{"git psuh", "git p", "git push"},
           Case{"cat srcc/main.c", "cat s", "cat src/main.c"},
           Case{"git checkout featrue/login", "git checkout f",
                "git checkout feature/login"},
           Case{"cat scr/main.c | wc -l", "cat s", "cat src/main.c | wc -l"},
           Case{"cat ./src/mian.c", "cat .", "cat ./src/main.c"},
           Case{"cat .config/app/setings", "cat .c",
                "cat .config/app/settings"},
           Case{"cat .confg/app/settings", "cat .c",
                "cat .config/app/settings"},
           Case{"cat /usr/bni/env", "cat /", "cat /usr/bin/env"},
       }) {
    CAPTURE(std::string(c.line));
    s.Run(c.line, 3, 1);
    for (std::string typed : {std::string(), std::string(c.typed)}) {
      const auto suggestions = s.Suggest(typed);
      REQUIRE(!suggestions.empty());
      CHECK(suggestions[0].text == c.right);
      for (const Suggestion& x : suggestions) {
        CHECK_FALSE(x.text.starts_with(c.line));
      }
    }
    s.Run("true");
    for (const Suggestion& x : s.Suggest(c.typed)) CHECK(x.text != c.line);
  }
  // A word that succeeded once is no typo.
  s.tree.Write("w/Makefile", "test:\ntset:\n");
  s.Run("make tset", 1, 0);
  s.Run("make tset", 1, 2);
  bool offered = false;
  for (const Suggestion& x : s.Suggest("make t")) {
    offered |= x.text == "make tset";
  }
  CHECK(offered);
}

TEST_CASE("typo: rank.factors can switch that off") {
  Shell s;
  auto offered = [&](const char* factor) {
    s.engine->SetConfig(Config::Load(
        "", [&](std::string_view name) -> std::optional<std::string> {
          if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "5000";
          if (name == "SYNAPSE_RANK_FACTORS") return factor;
          return std::nullopt;
        }));
    s.engine->NewPrompt();
    auto texts = s.Texts("cat s", 20);
    return std::find(texts.begin(), texts.end(), "cat scr/main.c") !=
           texts.end();
  };
  s.Run("cat scr/main.c", 3, 1);
  CHECK_FALSE(offered("repeated_typo=1"));
  CHECK_FALSE(offered("missing=0"));
  CHECK(offered("repeated_typo=0,missing=0"));
}

TEST_CASE("typo: a path is not corrected if its rest is missing") {
  Shell s;
  CHECK(s.After("cat srcc/nothing.c", 1) == "");
  CHECK(s.After("cat srcc/mian.c", 1) == "");  // two typos
}

// `diff README.md REAMDE.md` had the correction `diff README.md README.md`.
TEST_CASE("typo: no file becomes one that the command names already") {
  Shell s;
  s.tree.Write("w/notes.txt", "");
  CHECK(s.After("diff README.md REAMDE.md", 2) == "");
  CHECK(s.After("cp REAMDE.md README.md", 1) == "");
  CHECK(s.After("diff README.md nots.txt", 2) == "diff README.md notes.txt");
  CHECK(s.After("ls README.md && cat REAMDE.md", 1) ==
        "ls README.md && cat README.md");
  CHECK(s.After("cat REAMDE.md | sort README.md", 1) ==
        "cat README.md | sort README.md");
}

TEST_CASE("typo: a correction that is dismissed is offered less") {
  Shell s;
  auto score = [&] {
    s.Run("git stauts", 1, 1);
    for (const Suggestion& x : s.Suggest("")) {
      if (x.text == "git status") return x.score;
    }
    return 0.0;
  };
  double first = score();
  CHECK(first > 0.5);
  s.engine->clock().Fix(s.now_ms);
  REQUIRE(
      s.engine->Feedback(FeedbackAction::kDismissed, "git status", "ls").ok());
  s.engine->NewPrompt();
  double second = score();
  CHECK(second < 0.8 * first);
}

// After one dismissal the same typo had no correction for ten minutes, and the
// line counted for less where it is typed.
TEST_CASE("typo: a skipped correction is shown twice more") {
  Shell s;
  s.Run("cat Makefile", 0, 3);
  const std::string right = "cat README.md";
  Ghost ghost(*s.engine);
  auto typed_score = [&] {
    for (const Suggestion& x : s.Suggest("cat ", 20)) {
      if (x.text == right) return x.score;
    }
    return 0.0;
  };
  const double before = typed_score();
  CHECK(before > 0);
  auto shown = [&] {
    s.Run("cat READM", 1, 1);
    s.engine->clock().Fix(s.now_ms);
    s.engine->NewPrompt();
    return std::string(ghost.Show(s.Request("")));
  };
  // The default of the setting.
  const double least = Config::Load("", [](std::string_view) {
                         return std::nullopt;
                       }).Double("suggest.empty_confidence");
  REQUIRE(least > 0);
  for (int dismissed = 0; dismissed < 3; ++dismissed) {
    CHECK(shown() == right);
    CHECK(ghost.shown()->confidence >= least);
    ghost.Finish("ls");
  }
  CHECK((shown() != right || ghost.shown()->confidence < least));
  CHECK(typed_score() > 0.9 * before);
}

TEST_CASE("typo: while typing, if nothing begins with the typed text") {
  Shell s;
  auto first = [&](const std::string& line) {
    auto all = s.Suggest(line);
    if (all.empty()) return std::string();
    CHECK(all[0].source == "typo");
    CHECK(!all[0].evidence.empty());
    return all[0].text;
  };
  CHECK(first("gti") == "git");
  CHECK(first("git cehck") == "git checkout");
  CHECK(first("cat readm") == "cat README.md");
  CHECK(first("cd down") == "cd Downloads/");
  CHECK(first("cat src/mian") == "cat src/main.c");
  CHECK(first("ls | grpe") == "ls | grep");
  CHECK(first("qqqqq") == "");
  CHECK(first("git 'cehck") == "");  // quoted: as it stands
}

// A busy machine had no time at the first key, and nothing was corrected for
// the whole prompt.
TEST_CASE("typo: a search that ran out of time is repeated") {
  testing::Bench bench;
  int asked = 0;
  SpecStore specs({testing::SourceFile("specs")});
  TypoSource source(
      {.at =
           [&](const std::string& left, Budget& budget) {
             std::vector<Candidate> out;
             if (left != "git ") return out;
             if (++asked == 1) {
               while (!budget.SpentNow()) {
               }
               return out;
             }
             Candidate& c = out.emplace_back();
             c.word = "commit";
             c.text = left + c.word;
             return out;
           },
       .context_at = [](const std::string&) { return CompletionContext(); },
       .can_run = [](std::string_view name) { return name == "git"; },
       .each_name =
           [](const std::function<void(std::string_view)>&) { return true; }},
      specs);
  source.SetPrevious("git comit", 1, bench.cwd, bench.home);
  std::vector<Candidate> found = bench.Ask(source, "");
  CHECK(found.empty());
  // One attempt at a key, however often it is asked for: all were spent at the
  // first one.
  for (int i = 0; i < 5; ++i) CHECK(source.RepeatsTypo("git comit"));
  CHECK(source.lacked_time());
  CHECK_FALSE(source.RepeatsTypo("git commit"));
  CHECK(asked == 1);
  // The machine of this test may be busy, too.
  for (int i = 0; i < 2 && found.empty(); ++i) {
    source.BeginKey();
    found = bench.Ask(source, "");
  }
  CHECK_FALSE(source.lacked_time());
  REQUIRE(found.size() == 1);
  CHECK(found[0].text == "git commit");
  const int before = asked;
  bench.Ask(source, "g");
  CHECK(asked == before);
}

}  // namespace synapse
