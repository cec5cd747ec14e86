#include "rank/ghost_rule.h"
#include "store/log_appender.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

const Suggestion* Named(const std::vector<Suggestion>& list,
                        const std::string& text) {
  for (const Suggestion& s : list) {
    if (s.text == text) return &s;
  }
  return nullptr;
}

bool HasVerdict(const Suggestion& s, const std::string& name) {
  return std::any_of(s.verdicts.begin(), s.verdicts.end(),
                     [&](const Verdict& v) { return v.name == name; });
}

}  // namespace

TEST_CASE("elsewhere: a line is not judged by what is missing here") {
  for (const std::string line :
       {"ssh web1 tail -f /srv/app/app.log",
        "docker exec -it web cat /srv/app/settings.py",
        "kubectl exec -it pod-1 -- cat /srv/app/settings.py",
        "docker compose exec web cat /srv/app/settings.py"}) {
    CAPTURE(line);
    Session s;
    for (int i = 0; i < 3; ++i) {
      s.Run(line);
      s.Run("ls");
    }
    for (size_t typed : {line.find('b') + 3, line.rfind(' ') + 1}) {
      const auto list = s.Suggest(line.substr(0, typed));
      REQUIRE_FALSE(list.empty());
      CHECK(list[0].text == line);
      CHECK(list[0].verdicts.empty());
    }
  }
  // The same file, and the command runs here.
  Session s;
  s.Run("tail -f /srv/app/app.log", 3);
  s.Run("ls");
  const auto list = s.Suggest("tail -f /s");
  const auto* line = Named(list, "tail -f /srv/app/app.log");
  CHECK((!line || HasVerdict(*line, "missing")));
}

TEST_CASE("elsewhere: what is found on this machine is only a guess") {
  Session s;
  s.tree.Write("w/notes.txt", "");
  s.tree.Write("w/Makefile", "deploy:\n");
  s.Run("ls");
  for (const std::string before : {"ssh web1 cat ", "docker exec web cat "}) {
    const auto list = s.Suggest(before + "no");
    const auto* file = Named(list, before + "notes.txt");
    REQUIRE(file);
    CHECK(file->score < 0.2);
    CHECK(HasVerdict(*file, "elsewhere"));
    CHECK(file->asked_only);
  }
  const auto here = s.Suggest("cat no");
  REQUIRE_FALSE(here.empty());
  CHECK(here[0].score > 0.5);
  CHECK_FALSE(here[0].asked_only);
  // Neither a command nor a file is corrected to one of here.
  CHECK(s.Suggest("ssh web1 cat notess").empty());
  CHECK_FALSE(s.Suggest("cat notess").empty());
  CHECK(s.Suggest("ssh web1 gzi").size() <= 1);
  CHECK(s.Texts("ssh web1 make ", 20).size() > 1);
  CHECK(s.First("ssh web1 make ") != "ssh web1 make deploy");
  CHECK(s.First("make ") == "make deploy");
}

// Without an archive the ghost of `tar xzf ` was any other file.
TEST_CASE("guess: a file of another extension is listed, and is no ghost") {
  Session s;
  s.tree.Write("w/Makefile", "all:\n");
  s.tree.MakeDir("w/src");
  s.Run("ls");
  // A directory may lead to an archive, until a letter is typed.
  CHECK_FALSE(Named(s.Suggest("tar xzf "), "tar xzf Makefile"));
  const auto before = s.Suggest("tar xzf M");
  const auto* file = Named(before, "tar xzf Makefile");
  REQUIRE(file);
  CHECK(HasVerdict(*file, "other_extension"));
  CHECK(file->asked_only);
  // It may have been meant once.
  s.Run("tar xzf Makefile");
  const auto then = s.Suggest("tar xzf ");
  const auto* known = Named(then, "tar xzf Makefile");
  REQUIRE(known);
  CHECK_FALSE(known->asked_only);
  s.tree.Write("w/release.tgz", "");
  s.Run("ls");
  const auto after = s.Suggest("tar xzf rel");
  REQUIRE_FALSE(after.empty());
  CHECK(after[0].text == "tar xzf release.tgz");
  CHECK_FALSE(after[0].asked_only);
}

// `git add src/a.cc s` had the ghost of the same file.
TEST_CASE("guess: what the line names already is listed, and is no ghost") {
  Session s;
  s.tree.Write("w/notes.txt", "");
  s.Run("ls");
  const auto once = s.Suggest("cp no");
  REQUIRE_FALSE(once.empty());
  CHECK_FALSE(once[0].asked_only);
  const auto twice = s.Suggest("cp notes.txt no");
  const auto* file = Named(twice, "cp notes.txt notes.txt");
  REQUIRE(file);
  CHECK(file->asked_only);
}

TEST_CASE("elsewhere: a word of another command is none of its files") {
  Session s;
  for (int i = 0; i < 3; ++i) {
    s.Run("ssh web1 frobnicate --all");
    s.Run("docker run --rm alpine cat /etc/alpine-release");
    s.Run("make test");
  }
  const auto texts = s.Texts("ssh web1 ls ", 10);
  CHECK_FALSE(texts.empty());
  for (const std::string& text : texts) {
    CAPTURE(text);
    const std::string word = text.substr(text.rfind(' ') + 1);
    CHECK((word[0] == '-' || word.find('/') != word.npos));
  }
}

// It names what it would remove.
TEST_CASE("elsewhere: a destructive line needs what it names") {
  Session s;
  s.Run("rm -rf build-tree", 5);
  for (const std::string& text : s.Texts("rm -rf ")) {
    CHECK(text.find("build-tree") == text.npos);
  }
}

// `qtool --go` of another machine was the ghost of `q` where there is no qtool.
TEST_CASE("elsewhere: another machine's command that is not here is no ghost") {
  Session s;
  s.engine->shell().kind = [](std::string_view) {
    return ShellNames::Kind::kNone;
  };
  // A line of this machine stays: its command may be defined later.
  s.Run("frob -n x", 5, -1);
  REQUIRE(s.engine->store()
              .log_file()
              .Write([&](LogTables& log) -> Status {
                LogAppender appender(log);
                for (uint64_t i = 1; i <= 6; ++i) {
                  Event e;
                  e.command = i % 2 ? "qtool --go now" : "grep -n x y";
                  e.cwd = s.cwd;
                  e.machine = 7;
                  e.remote = i;
                  e.start_ms = s.now_ms - static_cast<int64_t>(i) * 1000;
                  const auto added = appender.Add(e);
                  if (!added.ok()) return added.status();
                }
                return {};
              })
              .ok());
  s.engine->CatchUpFully();
  const Config config = Config::Load("", nullptr);
  for (const char* buffer : {"q", "qtool", "qtool "}) {
    const auto list = s.Suggest(buffer, 20);
    CHECK_FALSE(list.empty());
    for (const Suggestion& suggestion : list) {
      CHECK_FALSE(IsGhost(config, buffer, suggestion));
    }
  }
  for (const char* buffer : {"gr", "fr"}) {
    const auto there = s.Suggest(buffer);
    REQUIRE_FALSE(there.empty());
    CHECK(IsGhost(config, buffer, there[0]));
  }
}

// After `docker logs registry`, `docker exec -it registry ` listed `registry`.
TEST_CASE("elsewhere: a command is one of this machine, or ran there") {
  Session s;
  s.Run("docker logs registry", 3);
  s.Run("docker exec -it web deploy");
  s.Run("ls");
  const std::string left = "docker exec -it registry ";
  for (const Suggestion& row : s.Suggest(left, 20)) {
    CHECK(row.text != left + "registry");
    CHECK(row.text != left + "logs");
  }
}

}  // namespace synapse
