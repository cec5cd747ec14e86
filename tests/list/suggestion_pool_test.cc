#include "list/suggestion_pool.h"

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

TEST_CASE("suggestion pool: what each is called, and why it is there") {
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
  // The reason of a suggestion is not its kind.
  d = DetailsOf(s, "cat ", "/etc/hosts");
  CHECK(d.kind == "word");
  CHECK(d.description == "commonly written here");
  // The value comes from a generator.
  s.tree.Write("home/.ssh/config", "Host web-one\n");
  CHECK(DetailsOf(s, "ssh ", "web-one").kind == "host");
  CHECK(DetailsOf(s, "synapse config get ", "prompt.tab").kind == "setting");
  s.tree.Write("w/.git/HEAD", "ref: refs/heads/main\n");
  s.tree.Write("w/.git/refs/heads/topic",
               "8d3b1f0c5a7e9246b0d8f1c3e5a79b2d4f60718c\n");
  s.engine->NewPrompt();
  CHECK(DetailsOf(s, "git checkout ", "topic").kind == "branch");
  d = DetailsOf(s, "frob x y ", "alpha");
  CHECK(d.kind == "word");
  CHECK(d.description == "used with this command before");
}

TEST_CASE("suggestion pool: a reused argument is said to be one") {
  Session s;
  s.Run("frob x alpha", 3);
  s.Run("touch brandnew.txt");
  s.tree.Write("w/brandnew.txt", "");
  s.engine->NewPrompt();
  CHECK(DetailsOf(s, "frob x ", "brandnew.txt").description ==
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
    SuggestionPool pool(*s.engine, s.Request("frob "),
                        [](auto) { return true; }, &ghost);
    REQUIRE(pool.size() >= 2);
    CHECK(pool.Line(0) == text);
    for (size_t i = 1; i < pool.size(); ++i) CHECK(pool.Line(i) != text);
  }
}

// A large directory has more files than are ranked.
TEST_CASE("suggestion pool: a row that was not ranked has its mark too") {
  Session s;
  for (int i = 0; i < 600; ++i) s.tree.Write("w/f" + std::to_string(i), "");
  for (const auto& [line, dangerous] :
       {std::pair("rm -rf ", true), std::pair("cat ", false)}) {
    CAPTURE(line);
    SuggestionPool pool(*s.engine, s.Request(line), [](auto) { return true; });
    Budget budget(10'000'000);
    while (pool.ReadOn(budget)) {
    }
    REQUIRE(pool.size() >= 600);
    const RowDetails last = pool.Details(pool.size() - 1);
    CHECK(last.note == "filesystem");
    CHECK(last.dangerous == dangerous);
    CHECK(last.risk.empty() == !dangerous);
  }
}

}  // namespace synapse
