#include "list/suggestion_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

RowDetails DetailsOf(Session& s, const std::string& line,
                     const std::string& text) {
  SuggestionPool pool(*s.engine, s.Request(line), [](auto) { return true; });
  for (size_t i = 0; i < pool.size(); ++i) {
    if (pool.Text(i) == text) return pool.Details(i);
  }
  FAIL("not listed: ", text);
  return {};
}

}  // namespace

TEST_CASE("suggestion pool: the name and the reason of each row") {
  Session s;
  s.tree.Write("w/notes", "");
  s.Run("cat notes | grep x", 2);
  s.Run("git push");
  s.Run("git commit -m x");
  s.Run("frob a b alpha");
  s.Run("ls");
  // The line continues after the file that it names: its kind is not file.
  RowDetails d = DetailsOf(s, "cat ", "cat notes | grep x");
  CHECK(d.kind == "line");
  CHECK(d.description == "run 2 times");
  d = DetailsOf(s, "git ", "git commit -m x");
  CHECK(d.kind == "line");
  CHECK(d.description == "Record staged changes as a new commit");
  d = DetailsOf(s, "git ", "git push");
  CHECK(d.kind == "subcommand");
  // Each line of a word has the word's description.
  s.Run("git push origin main");
  d = DetailsOf(s, "git ", "git push origin main");
  CHECK(d.kind == "line");
  CHECK(d.description == "Upload commits and refs to a remote repository");
  // All of `docker compose` said "Define and run several containers".
  for (const char* line : {"docker compose up -d | cat", "docker compose up"}) {
    s.Run(line);
    CHECK(DetailsOf(s, "docker ", line).description ==
          "Create and start the containers of services");
  }
  // The reason of a suggestion is not its kind, and that a word is common is
  // no description.
  d = DetailsOf(s, "cat ", "/etc/hosts");
  CHECK(d.kind == "file");
  CHECK(d.description.empty());
  d = DetailsOf(s, "tar ", "xzf");
  CHECK(d.kind == "options");
  CHECK(d.description == "extract, gzip, file");
  // The spec of echo is partial.
  d = DetailsOf(s, "echo ", "$PATH");
  CHECK(d.kind == "variable");
  CHECK(d.description == "Directories that are searched for commands");
  // The value comes from a generator.
  s.tree.Write("home/.ssh/config", "Host web-one\n");
  CHECK(DetailsOf(s, "ssh ", "web-one").kind == "host");
  CHECK(DetailsOf(s, "synapse config get ", "prompt.tab").kind == "setting");
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/topic",
               "8d3b1f0c5a7e9246b0d8f1c3e5a79b2d4f60718c\n");
  s.engine->NewPrompt();
  d = DetailsOf(s, "git checkout ", "topic");
  CHECK(d.kind == "branch");
  CHECK(d.description.empty());  // not "branch" again
  CHECK(DetailsOf(s, "git rebase ", "topic").kind == "base");
  d = DetailsOf(s, "frob x y ", "alpha");
  CHECK(d.kind == "word");
  CHECK(d.description == "used with this command before");
}

// Its column of kinds had "corrected: .." and the rest of the row was empty.
TEST_CASE("suggestion pool: a correction shows the corrected word") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/feature/login", std::string(40, 'a') + "\n");
  RowDetails d = DetailsOf(s, "git chekcout f", "feature/login");
  CHECK(d.kind == "correction");
  CHECK(d.description == "corrected: chekcout -> checkout");
  d = DetailsOf(s, "git chekc", "checkout");
  CHECK(d.kind == "correction");
  CHECK(d.description.starts_with("Switch"));
}

TEST_CASE("suggestion pool: a reused argument has its reason") {
  Session s;
  s.Run("wget https://db.example.org/x");
  s.engine->NewPrompt();
  CHECK(DetailsOf(s, "curl ", "https://db.example.org/x").description ==
        "an argument of an earlier command");
}

TEST_CASE("suggestion pool: the ghost on show is the first row, once") {
  Session s;
  s.Run("frob alpha", 3);
  s.Run("frob beta");
  for (const char* text : {"frob beta", "frob gone"}) {
    Suggestion ghost;
    ghost.text = text;
    ghost.word = ghost.text.substr(5);
    SuggestionPool pool(
        *s.engine, s.Request("frob "), [](auto) { return true; }, &ghost);
    REQUIRE(pool.size() >= 2);
    CHECK(pool.Line(0) == text);
    for (size_t i = 1; i < pool.size(); ++i) CHECK(pool.Line(i) != text);
  }
}

// Options came before the files of a large directory if there was no time to
// rank any file.
TEST_CASE(
    "suggestion pool: files come before options, however many there are") {
  Session s;
  for (int i = 0; i < 600; ++i) s.tree.Write("w/f" + std::to_string(i), "");
  // Less probable than f1, more than other files. The line itself cannot run.
  s.Run("tac -b gone");
  s.Run("tac f1", 60);
  SuggestRequest request = s.Request("tac ");
  SuggestionPool pool(*s.engine, request, [](auto) { return true; });
  Budget budget(10'000'000);
  while (pool.ReadOn(budget)) {
  }
  std::vector<std::string> groups;
  for (size_t i = 0; i < pool.size(); ++i) {
    const std::string group(pool.Group(i));
    if (groups.empty() || groups.back() != group) groups.push_back(group);
    const bool is_option = pool.Text(i).starts_with('-');
    CHECK(is_option == (group == "options"));
    CHECK(is_option == pool.Line(i).starts_with("tac -"));
    CHECK(is_option == (pool.Details(i).kind == "option"));
  }
  CHECK(groups ==
        std::vector<std::string>{"likely", "files", "other files", "options"});
}

TEST_CASE("suggestion pool: a command without a spec has its manual's text") {
  Session s;
  s.tree.Write("bin/frobnicate", "");
  chmod(s.tree.Path("bin/frobnicate").c_str(), 0755);
  CHECK(DetailsOf(s, "frob", "frobnicate").description.empty());
  s.tree.Write("pages/man1/frobnicate.1",
               ".SH NAME\nfrobnicate \\- turn widgets\n");
  WriteProgramTexts(s.tree.Path("cache"), {{s.tree.Path("pages")}, {}});
  s.Open();
  s.engine->NewPrompt();
  const RowDetails d = DetailsOf(s, "frobn", "frobnicate");
  CHECK(d.kind == "program");
  CHECK(d.description == "turn widgets");
}

TEST_CASE("suggestion pool: a reserved word, and a command as an argument") {
  Session s;
  s.engine->shell().each = [](std::string_view, const auto& visit) {
    (void)visit("until", ShellNames::Kind::kReserved);
  };
  RowDetails d = DetailsOf(s, "unt", "until");
  CHECK(d.kind == "reserved word");
  CHECK(!d.description.empty());
  d = DetailsOf(s, "man ", "ls");
  CHECK(d.kind == "page");
  CHECK(d.description == "list of directory contents");
}

TEST_CASE("suggestion pool: an alias is described by its text") {
  Session s;
  s.engine->shell().each = [](std::string_view, const auto& visit) {
    (void)visit("frobls", ShellNames::Kind::kAlias);
  };
  s.engine->shell().alias =
      [](std::string_view name) -> std::optional<std::string> {
    if (name == "frobls") return "ls -la";
    return std::nullopt;
  };
  const RowDetails d = DetailsOf(s, "frob", "frobls");
  CHECK(d.kind == "alias");
  CHECK(d.description == "ls -la");
}

// A large directory has more files than are ranked.
TEST_CASE("suggestion pool: a row that was not ranked has its mark too") {
  Session s;
  for (int i = 0; i < 600; ++i) s.tree.Write("w/f" + std::to_string(i), "");
  struct Case {
    const char* line;
    bool marked, risky;
  };
  // `rm -rf ` is as dangerous as each of its rows, and they have no mark.
  for (const auto& [line, marked, risky] :
       {Case{"> ", true, true}, Case{"rm -rf ", false, true},
        Case{"cat ", false, false}}) {
    CAPTURE(line);
    SuggestionPool pool(*s.engine, s.Request(line), [](auto) { return true; });
    Budget budget(10'000'000);
    while (pool.ReadOn(budget)) {
    }
    REQUIRE(pool.size() >= 600);
    size_t i = pool.size() - 1;
    while (pool.Group(i) == "options") --i;  // they follow the files
    const RowDetails last = pool.Details(i);
    CHECK(last.note == "filesystem");
    CHECK(last.dangerous == marked);
    CHECK(last.risk.empty() == !risky);
  }
}

TEST_CASE("suggestion pool: a file has its size and its age") {
  Session s;
  const auto write = [&](const char* name, size_t bytes, int64_t age_s) {
    s.tree.Write(name, std::string(bytes, 'x'));
    const timespec at{s.now_ms / 1000 - age_s, 0};
    const timespec both[] = {at, at};
    REQUIRE(utimensat(AT_FDCWD, s.tree.Path(name).c_str(), both, 0) == 0);
  };
  write("w/a.txt", 12'345, 3 * 3600);
  write("w/in/b.txt", 1, 3 * 86400);
  const auto text = [&](const char* line, const char* word) {
    return DetailsOf(s, line, word).description;
  };
  CHECK(text("cat ", "a.txt") == "12 KB, changed 3 h ago");
  CHECK(text("cat in/", "in/b.txt") == "1 byte, changed 3 days ago");
  CHECK(text("cat ", "in/").empty());
  // Of a file that is gone nothing is said.
  SuggestionPool pool(*s.engine, s.Request("cat a"), [](auto) { return true; });
  REQUIRE(unlink(s.tree.Path("w/a.txt").c_str()) == 0);
  CHECK(pool.Details(0).description.empty());
}

// `git add ` listed unchanged files under "other files".
TEST_CASE("suggestion pool: only files that the command takes") {
  Session s;
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/index", testing::GitIndexOf({"changed.c"}));
  s.tree.Write("w/.gitignore", "*.o\n");
  for (const char* name : {"w/changed.c", "w/new.c", "w/built.o"}) {
    s.tree.Write(name, "text");
  }
  const auto lists = [&](const char* line, std::string_view name) {
    SuggestionPool pool(*s.engine, s.Request(line), [](auto) { return true; });
    Budget budget = Budget::Unlimited();
    while (pool.ReadOn(budget)) {
    }
    for (size_t i = 0; i < pool.size(); ++i) {
      if (pool.Text(i) == name) return true;
    }
    return false;
  };
  CHECK(lists("git add ", "changed.c"));
  CHECK(lists("git add ", "new.c"));
  CHECK_FALSE(lists("git add ", "built.o"));
  CHECK(lists("cat ", "built.o"));
  CHECK(DetailsOf(s, "git add ", "changed.c").kind == "modified file");
  CHECK(DetailsOf(s, "git add ", "changed.c").description.empty());
}

namespace {

// The rows of the list that has a program's answer.
std::vector<std::string> RowsByProgram(Session& s, const std::string& line) {
  for (int i = 0; i < 500; ++i) {
    SuggestionPool pool(*s.engine, s.Request(line), [](auto) { return true; });
    if (s.engine->program_completion().is_under_way()) {
      pollfd watched = {s.engine->runner().fd(), POLLIN, 0};
      poll(&watched, 1, 20);
      (void)s.engine->TakeAnswers();
      continue;
    }
    Budget budget(1'000'000);
    while (pool.ReadOn(budget)) {
    }
    std::vector<std::string> rows;
    for (size_t at = 0; at < pool.size(); ++at) {
      rows.emplace_back(pool.Line(at));
    }
    std::sort(rows.begin(), rows.end());
    return rows;
  }
  return {};
}

}  // namespace

TEST_CASE(
    "suggestion pool: a program lists its words, and says which files fit") {
  Session s;
  s.engine->generators().RunCommands([](auto) { return std::nullopt; });
  s.tree.Write("w/a.yaml", "");
  s.tree.Write("w/a.txt", "");
  s.tree.MakeDir("w/adir");
  s.tree.Write("home/.local/share/bash-completion/completions/frobco",
               "$1 __complete $2 # shellCompDirectiveError");
  s.tree.Write("bin/frobco",
               "#!/bin/sh\ncase \"$2 $3\" in\n"
               "' ') printf 'get\\tGet it\\n:4' ;;\n"
               "'get --o=') printf 'json\\n--o=text\\n:4' ;;\n"
               "'get ') printf 'yaml\\n:8' ;;\n"
               "'put ') echo :16 ;;\n'add ') echo :0 ;;\nesac\n");
  chmod(s.tree.Path("bin/frobco").c_str(), 0755);
  const std::pair<const char*, std::vector<std::string>> cases[] = {
      {"frobco ", {"frobco get"}},
      {"frobco get --o=", {"frobco get --o=json", "frobco get --o=text"}},
      {"frobco get a", {"frobco get a.yaml", "frobco get adir/"}},
      {"frobco put ", {"frobco put adir/"}},
      {"frobco add a",
       {"frobco add a.txt", "frobco add a.yaml", "frobco add adir/"}},
      {"frobco none ", {}},
  };
  for (const auto& [line, rows] : cases) {
    CAPTURE(line);
    CHECK(RowsByProgram(s, line) == rows);
  }
}

}  // namespace synapse
