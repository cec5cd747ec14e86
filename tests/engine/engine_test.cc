#include "engine.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "command/suggest_json.h"
#include "tests/engine/engine_testing.h"
#include "tests/store/held_lock.h"

namespace synapse {
namespace {

using testing::Session;

std::string Bytes(const std::vector<Suggestion>& all) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartArray();
  for (const Suggestion& s : all) {
    WriteSuggestion(w, s, s.confidence, [](const Suggestion&) { return true; });
  }
  w.EndArray();
  return buffer.GetString();
}

void SomeHistory(Session& s) {
  for (int i = 0; i < 5; ++i) {
    s.Run("git status");
    s.Run("git add .");
    s.Run("git commit -m \"message " + std::to_string(i) + "\"");
    s.Run("ls -l");
    s.Run("rm -rf build");
  }
}

}  // namespace

TEST_CASE("engine: the same state gives the same bytes, whatever was asked") {
  Session s;
  SomeHistory(s);
  std::map<std::string, std::string> first;
  const std::vector<std::string> lines = {
      "", "g", "git ", "git c", "l", "cat x | g", "git commit -m "};
  for (const auto& line : lines) first[line] = Bytes(s.Suggest(line, 20));
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    INFO(*line);
    CHECK(Bytes(s.Suggest(*line, 20)) == first[*line]);
  }
  // Another engine over the same events.
  Session other;
  other.now_ms = 1700000000000;
  other.cwd = s.cwd;
  SomeHistory(other);
  for (const char* line : {"g", "git c"}) {
    CHECK(other.Texts(line) == s.Texts(line));
  }
}

// Where nothing fits, a longer word is not looked for. With --explain it is.
TEST_CASE("engine: a word that fits nothing has what it has when asked alone") {
  Session s;
  SomeHistory(s);
  for (const char* name :
       {"readme.md", "release-notes.txt", "src/kernel.c", "src/Makefile"}) {
    s.tree.Write("w/" + std::string(name), "");
  }
  std::mt19937 random(5);
  const std::vector<std::string> stems = {"gi",  "sta",   "commi", "rele",
                                          "rea", "src/k", "Mak",   "xy"};
  const std::string letters = "abegimnrstux-.";
  size_t with = 0, without = 0;
  for (int word = 0; word < 60; ++word) {
    std::string line = stems[random() % 3 ? random() % stems.size() : 0];
    if (random() % 2) line = "git " + line;
    if (random() % 3 == 0) line = "cat " + line;
    s.Texts(line);
    for (int more = 0; more < 9; ++more) {
      line += letters[random() % letters.size()];
      INFO(line);
      const std::vector<std::string> typed = s.Texts(line);
      SuggestRequest alone = s.Request(line);
      alone.explain = true;
      std::vector<std::string> texts;
      for (const Suggestion& one : s.engine->Suggest(alone).suggestions) {
        texts.push_back(one.text);
      }
      CHECK(typed == texts);
      ++(typed.empty() ? without : with);
    }
  }
  CHECK(with > 25);
  CHECK(without > 100);
}

// PATH is looked at again after some time, and so is what fits nothing.
TEST_CASE("engine: a program that is installed meanwhile is seen") {
  Session s;
  SomeHistory(s);
  CHECK(s.First("zebra").empty());
  CHECK(s.First("zebraf").empty());
  s.tree.Write("bin/zebrafish", "");
  chmod(s.tree.Path("bin/zebrafish").c_str(), 0755);
  std::string found;
  for (int tries = 0; tries < 500 && found.empty(); ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    found = s.First(tries % 2 ? "zebrafi" : "zebrafis");
  }
  CHECK(found == "zebrafish");
}

// It is found out about the line and about its word.
TEST_CASE("engine: a file is listed as soon as a command has made it") {
  Session s;
  s.tree.Write("w/edited.txt", "");
  CHECK(s.First("cat e") == "cat edited.txt");
  CHECK(s.First("cat m").empty());
  s.tree.Write("w/made.txt", "");
  s.Run("unpack it");
  CHECK(s.First("cat m") == "cat made.txt");
}

TEST_CASE("engine: what exists is not created again") {
  Session s;
  s.Run("mkdir -p build", 4);
  CHECK(s.First("mk") == "mkdir -p build");
  s.tree.MakeDir("w/build");
  s.Run("ls");
  for (const std::string& text : s.Texts("mk")) {
    CHECK(text.find("build") == std::string::npos);
  }
}

TEST_CASE("engine: a line with a missing file is not offered") {
  Session s;
  for (int i = 0; i < 5; ++i) s.Run("cat gone.txt");
  CHECK(std::ranges::count(s.Texts("cat ", 20), "cat gone.txt") == 0);
  s.tree.Write("w/gone.txt", "");
  s.Run("true");
  CHECK(s.First("cat ") == "cat gone.txt");
}

// `git restore ` had `--staged` only with the files of another repository.
TEST_CASE("engine: a word stands for itself if its line cannot run from here") {
  Session s;
  s.tree.Write("w/kept.c", "");
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.Run("git restore --staged gone.c other.c");
  const auto texts = s.Texts("git restore ", 20);
  CHECK(std::count(texts.begin(), texts.end(), "git restore --staged") == 1);
}

// `git checkout README.md` was the first of the list, and not marked.
TEST_CASE("engine: a modified file behind git checkout is marked") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/index", testing::GitIndexOf({"changed.c"}));
  s.tree.Write("w/changed.c", "x");
  for (const std::string line : {"git checkout ", "git checkout -- "}) {
    CAPTURE(line);
    RiskLevel level = RiskLevel::kNone;
    for (const Suggestion& x : s.Suggest(line, 20)) {
      if (x.text == line + "changed.c") level = x.risk.level;
    }
    CHECK((level == RiskLevel::kCareful));
  }
}

TEST_CASE("engine: every suggestion continues the line, scores in range") {
  Session s;
  SomeHistory(s);
  s.tree.Write("w/file.txt", "");
  size_t seen = 0;
  for (std::string line : {"",
                           "g",
                           "gi",
                           "git",
                           "git ",
                           "git commit",
                           "cat ",
                           "cat f",
                           "ls -",
                           "echo $H",
                           "a=",
                           "cat < ",
                           "for x in ",
                           "sudo ",
                           "'",
                           "\"",
                           "$(",
                           "`",
                           "git commit -m \"",
                           "|",
                           "ls |",
                           "\xff",
                           "# x",
                           "cat <<E\n",
                           "~/",
                           "/"}) {
    INFO(line);
    for (const Suggestion& x : s.Suggest(line, 50)) {
      ++seen;
      INFO(x.text);
      CHECK(x.text.starts_with(line));
      CHECK(x.text.size() > line.size());
      CHECK(x.score >= 0);
      CHECK(x.score <= 1);
      CHECK(x.confidence >= 0);
      CHECK(x.confidence <= 1);
      CHECK_FALSE(x.source.empty());
    }
  }
  CHECK(seen > 50);
}

TEST_CASE("engine: the cursor inside the line keeps what stands right of it") {
  Session s;
  auto reply = s.engine->Suggest(s.Request("git che x", 7));
  REQUIRE(!reply.suggestions.empty());
  CHECK(reply.suggestions[0].text.starts_with("git che"));
  CHECK(reply.suggestions[0].text.ends_with(" x"));
  // A cursor out of range does not crash.
  CHECK(s.engine->Suggest(s.Request("git", 4)).suggestions.empty());
}

// The user never wrote the typed text after tar: words of other commands that
// name no file are not offered.
TEST_CASE("engine: a word of elsewhere that names no file is not offered one") {
  Session s;
  s.Run("git checkout main");
  s.Run("ls");
  CHECK(s.First("git che") == "git checkout main");
  CHECK(s.First("tar czf c").empty());
}

TEST_CASE("engine: a buffer beyond suggest.max_buffer gets nothing") {
  Session s;
  s.Run("git status");
  CHECK(s.Suggest(std::string(5000, 'g')).empty());
}

TEST_CASE("engine: private lines are not recorded") {
  Session s;
  s.Run(" secret");
  s.Run("export TOKEN=abcdef123456");
  CHECK(s.engine->store().info().event_count == 0);
  CHECK(s.engine->tallies().skipped() == 2);
  s.Run("export TZ=UTC");
  const auto texts = s.Texts("export T");
  REQUIRE(!texts.empty());
  CHECK(texts[0] == "export TZ=UTC");
  for (const auto& t : texts) CHECK(t.find("abc") == t.npos);
}

TEST_CASE(
    "engine: what is not recorded does not come out of the shell's list") {
  Session s;
  const std::vector<std::string> lines = {"mysql --password=hunter2zz -u root",
                                          " blank first", "echo quiet",
                                          "echo shown"};
  s.engine->SetIncognito(Incognito::kNoSend);
  s.Run("echo quiet");
  s.engine->SetIncognito(Incognito::kOff);
  s.engine->NewPrompt();
  LineHistory& history = s.engine->suggester().history();
  history.SyncShellList(1, [&](const ShellList::Visitor& visit) {
    for (const auto& line : lines) {
      if (!visit(line)) return;
    }
  });
  for (const char* typed : {"", "m", "mysql ", " ", " bl", "e", "echo "}) {
    for (const auto& text : s.Texts(typed, 50)) {
      for (size_t i = 0; i + 1 < lines.size(); ++i) CHECK(text != lines[i]);
    }
  }
  CHECK(s.First("echo s") == "echo shown");
}

TEST_CASE("engine: an alias that comes later is seen behind") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/main", std::string(40, 'a') + "\n");
  s.cwd = s.tree.Path("w");
  s.Run("g checkout gone", 3);
  CHECK(s.First("g c") == "g checkout gone");
  s.engine->shell().alias =
      [](std::string_view name) -> std::optional<std::string> {
    if (name == "g") return "git";
    return std::nullopt;
  };
  s.engine->NewPrompt();
  for (const auto& text : s.Texts("g c", 50)) CHECK(text != "g checkout gone");
}

TEST_CASE("engine: a line that is put together names what is there") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/main", std::string(40, 'a') + "\n");
  s.tree.Write("w/.git/config", "[remote \"origin\"]\n\turl = /x/y\n");
  s.cwd = s.tree.Path("w");
  s.Run("git remote add origin /x/y", 3);
  CHECK(s.First("git push ") == "git push origin");
  CHECK(s.First("git push origin ") == "git push origin main");
  for (const char* line : {"git push ", "git push origin "}) {
    CAPTURE(std::string(line));
    const auto texts = s.Texts(line, 20);
    CHECK(std::ranges::count(texts, "git push origin /x/y") == 0);
  }
}

TEST_CASE("engine: what always fails with 127 is not offered") {
  Session s;
  s.Run("gti status", 3, 127);
  s.Run("git status");
  const auto texts = s.Texts("g", 20);
  REQUIRE(!texts.empty());
  CHECK(texts[0] == "git status");
  for (const auto& t : texts) CHECK_FALSE(t.starts_with("gti"));
}

TEST_CASE("engine: a risky line is never unlabelled") {
  Session s;
  s.tree.MakeDir("w/build");
  s.Run("rm -rf build", 5);
  s.Run("ls");
  bool seen = false;
  for (const Suggestion& x : s.Suggest("rm -rf b", 20)) {
    if (!x.text.starts_with("rm -rf build")) continue;
    seen = true;
    CHECK(x.risk.why == "deletes recursively");
  }
  CHECK(seen);
}

// `make clean && r` ended in `rm -rf build` without its mark: words were joined
// to the line after it was judged.
TEST_CASE("engine: a composed line is judged as it ends") {
  Session s;
  for (int i = 0; i < 8; ++i) {
    s.Run("rm -rf build");
    s.Run("make clean");
    s.Run("git reset --hard");
    s.Run("docker compose down -v");
    s.Run("ls");
  }
  for (const char* line :
       {"make clean && r", "make && git res", "true && docker com", "ls; git r",
        "r", "docker compose d"}) {
    auto all = s.Suggest(line, 20);
    for (const Suggestion& x : all) {
      INFO(line << " -> " << x.text);
      bool risky = x.text.find("rm -r") != std::string::npos ||
                   x.text.find("--hard") != std::string::npos ||
                   x.text.find("down -v") != std::string::npos;
      CHECK(x.risk.any() == risky);
    }
  }
  // The typed text asks for it.
  auto typed = s.Suggest("make clean && rm -rf ");
  REQUIRE(!typed.empty());
  CHECK(typed[0].risk.any());
}

TEST_CASE("engine: no suggestion is without the risk that it has") {
  Session s;
  SpecStore specs({testing::SourceFile("specs")});
  AliasLookup alias;
  RiskJudge judge(specs, alias);
  auto cases = testing::ReadCases("risks.txt");
  for (size_t i = 0; i < cases.size(); i += 4) s.Run(cases[i].line);
  size_t seen = 0;
  for (size_t i = 0; i < cases.size(); i += 12) {
    const std::string& line = cases[i].line;
    for (size_t typed = 0; typed < line.size(); typed += 4) {
      for (const Suggestion& x : s.Suggest(line.substr(0, typed), 10)) {
        INFO(line.substr(0, typed) << " -> " << x.text);
        const Risk& risk = judge.Of(x.text);
        CHECK(x.risk.level >= (risk.any() ? risk.level : RiskLevel::kNone));
        seen += x.risk.any();
      }
    }
  }
  CHECK(seen > 50);
}

TEST_CASE("engine: while the store is busy an event waits, and is not lost") {
  Session s;
  s.Run("ls");
  testing::HeldLock held(s.tree.Path("store/events"));
  Run run;
  run.command = "held";
  run.session = s.session;
  run.start_ms = s.now_ms + 1;
  CHECK(s.engine->Record(run).ok());  // safe in the spool
  CHECK(s.engine->event_writer().waiting() == 1);
  run.command = "held too";
  CHECK(s.engine->Record(run).ok());
  CHECK(s.engine->event_writer().waiting() == 2);
  held.Release();
  s.engine->NewPrompt();
  CHECK(s.engine->event_writer().waiting() == 0);
  CHECK(s.engine->store().log().Find(2)->command == "held");
  CHECK(s.engine->store().log().Find(3)->command == "held too");
}

TEST_CASE("engine: a new command of another shell is seen at the next prompt") {
  Session s;
  s.Run("ls");
  CHECK(s.First("frobn").empty());
  pid_t child = fork();
  if (child == 0) {
    auto own = Store::Open(s.tree.Path("store"));
    Learner learner(*own, 168);
    Event e;
    e.command = "frobnicate --all";
    e.session = "other";
    e.start_ms = s.now_ms;
    bool right = learner.Record(e).ok();
    own.reset();
    _exit(right ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  s.engine->NewPrompt();
  CHECK(s.First("frobn") == "frobnicate --all");
}

TEST_CASE("engine: without a store it works in memory") {
  Session s(/*persistent=*/false);
  s.Run("make everything", 2);
  CHECK(s.First("make e") == "make everything");
}

TEST_CASE("engine: a workflow whose command is not there is not offered") {
  Session s;
  s.Run("vim main.rs");  // there is no cargo on this PATH
  for (const std::string& text : s.Texts("", 20)) CHECK(text != "cargo test");
  s.Run("vim main.c");
  auto texts = s.Texts("", 20);
  CHECK(std::find(texts.begin(), texts.end(), "make") != texts.end());
}

// `fg` had the ghost `fgrep`, which has a spec.
TEST_CASE("engine: behind a complete name no longer one is offered unasked") {
  Session s;
  s.tree.Write("bin/fgrep", "");
  chmod(s.tree.Path("bin/fgrep").c_str(), 0755);
  auto offers = [&](const std::string& line) {
    auto texts = s.Texts(line, 20);
    return std::find(texts.begin(), texts.end(), "fgrep") != texts.end();
  };
  CHECK(offers("fgr"));
  CHECK_FALSE(offers("fg"));
  s.Run("fgrep");
  CHECK(offers("fg"));
}

// Teaches pairs: `beta` after `alpha`, `delta` after `gamma`.
void TeachPairs(Session& s) {
  for (int i = 0; i < 5; ++i) {
    for (const char* line : {"alpha", "beta", "gamma", "delta"}) s.Run(line);
  }
}

TEST_CASE("engine: what one session ran is not another's context (I1)") {
  Session a, b(false);
  TeachPairs(a);
  b.engine = std::make_unique<Engine>(a.engine->options());
  b.session = "s2";
  b.now_ms = a.now_ms;
  a.Run("alpha");
  b.Run("gamma");
  a.engine->NewPrompt();
  b.engine->NewPrompt();
  CHECK(a.First("") == "beta");
  CHECK(b.First("") == "delta");
  // Neither is an ephemeral line.
  b.engine->SetIncognito(Incognito::kEphemeral);
  b.Run("zeta of this session");
  a.engine->NewPrompt();
  CHECK(b.First("zet") == "zeta of this session");
  CHECK(a.First("zet") == "");
}

TEST_CASE("engine: a command that ended is in the next answer (I7)") {
  Session s;
  TeachPairs(s);
  // One minute and no new prompt: nothing else separates the two.
  auto ran = [&](const char* line) {
    Run run;
    run.session = s.session;
    run.cwd = s.cwd;
    run.command = line;
    run.start_ms = s.now_ms;
    run.exit = 0;
    REQUIRE(s.engine->Record(run).ok());
    return s.First("");
  };
  CHECK(ran("alpha") == "beta");
  CHECK(ran("gamma") == "delta");
}

}  // namespace synapse
