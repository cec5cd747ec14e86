#include "list/arrange.h"

#include "list/suggestion_pool.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

Suggestion Made(const char* word, double confidence, SourceId source,
                const char* reason) {
  Suggestion s;
  s.text = std::string("frob ") + word;
  s.word = word;
  s.confidence = confidence;
  s.evidence.push_back({source, 0.5, reason, false});
  return s;
}

TEST_CASE("arrange: the likely, then each group, options last") {
  std::vector<Suggestion> list = {
      Made("zap", 0.4, SourceId::kSpec, "subcommand"),
      Made("--all", 0.2, SourceId::kPopular, "option"),
      Made("-B", 0.2, SourceId::kSpec,
           "option"),  // nobody is known to write it
      Made("z.txt", 0.04, SourceId::kFilesystem, "file"),
      Made("--zip", 0.04, SourceId::kSpec, "option"),
      Made("--no-bold", 0.03, SourceId::kSpec, "option"),
      Made("-b", 0.04, SourceId::kSpec, "option"),
      Made("topic", 0.04, SourceId::kProject, "git.branches"),
      Made("older", 0.04, SourceId::kProject, "git.branches"),
      Made("a.txt", 0.03, SourceId::kFilesystem, "file"),
      Made("look", 0.03, SourceId::kSpec, "subcommand"),
      Made("fix", 0.06, SourceId::kSpec, "subcommand"),  // behind a gap
      Made("--bold", 0.03, SourceId::kSpec, "option")};
  const std::vector<RowGroup> groups = Arrange(list);
  std::string order;
  for (size_t i = 0; i < list.size(); ++i) {
    if (i == 0 || groups[i] != groups[i - 1]) {
      order += "[" + std::string(GroupName(groups[i])) + "] ";
    }
    order += list[i].word + " ";
  }
  CHECK(order ==
        "[likely] zap --all [subcommands] fix look [values] topic older "
        "[files] a.txt z.txt [options] -b -B --bold --no-bold --zip ");
}

// `ps -o t` had its columns by length.
TEST_CASE("arrange: values that only a spec lists come by alphabet") {
  std::vector<Suggestion> list;
  for (const char* word : {"tt", "tty", "T", "time", "cmd"}) {
    list.push_back(Made(word, 0.2, SourceId::kSpec, "format"));
  }
  list.push_back(Made("used", 0.1, SourceId::kHistory, "run"));
  list.push_back(Made("found", 0.01, SourceId::kSpec, "git.branches"));
  list.back().evidence[0].is_found = true;
  (void)Arrange(list);
  std::string order;
  for (const Suggestion& s : list) order += s.word + " ";
  CHECK(order == "tt used found cmd T time tty ");
}

// `ssh-keygen -t ` had `dsa`, which nobody should take, before `ed25519`.
TEST_CASE("arrange: a few values come in the order of their spec") {
  Session s;
  for (const auto& [line, first] :
       {std::pair("ssh-keygen -t ", "ed25519 rsa ecdsa "),
        {"aria2c -x ", "4 8 16 "}}) {
    CAPTURE(line);
    SuggestionPool pool(*s.engine, s.Request(line), [](auto) { return true; });
    std::string rows;
    for (size_t i = 0; i < 3; ++i) rows += std::string(pool.Text(i)) + " ";
    CHECK(rows == first);
  }
}

TEST_CASE("arrange: many lines do not hide what else may stand there") {
  std::vector<Suggestion> list;
  for (int i = 0; i < 20; ++i) {
    list.push_back(
        Made(std::to_string(i).c_str(), 0.01, SourceId::kHistory, "run"));
    list.back().is_line = true;
  }
  list.push_back(Made("add", 0.01, SourceId::kSpec, "subcommand"));
  const std::vector<RowGroup> groups = Arrange(list);
  CHECK(list[9].word == "add");
  CHECK(groups[8] == RowGroup::kHistory);
  CHECK(groups[10] == RowGroup::kMoreHistory);
  CHECK(list[10].word == "9");
  CHECK(list.back().word == "19");
}

TEST_CASE("arrange: the first row stays, and at most eight are likely") {
  std::vector<Suggestion> list;
  for (int i = 0; i < 30; ++i) {
    list.push_back(Made(std::to_string(100 - i).c_str(), i == 0 ? 0.01 : 0.5,
                        SourceId::kPopular, "subcommand"));
  }
  const std::vector<RowGroup> groups = Arrange(list);
  CHECK(list[0].word == "100");
  CHECK(std::count(groups.begin(), groups.end(), RowGroup::kLikely) == 8);
  std::vector<Suggestion> none;
  CHECK(Arrange(none).empty());
}

TEST_CASE("arrange: files come before options of which only the spec knows") {
  for (const auto& [source, has_files, first] :
       {std::tuple(SourceId::kSpec, true, "a.txt"),
        {SourceId::kSpec, false, "-b"},
        {SourceId::kHistory, true, "-b"},
        {SourceId::kPopular, true, "-b"}}) {
    std::vector<Suggestion> list = {
        Made("-b", 0.2, source, "option"), Made("-c", 0.1, source, "option"),
        Made("a.txt", 0.1, SourceId::kFilesystem, "file")};
    const auto groups = Arrange(list, {.has_files = has_files});
    CHECK(list[0].word == first);
    CHECK(groups[0] == RowGroup::kLikely);
  }
}

TEST_CASE("arrange: names of commands have a heading of their own") {
  Session s;
  for (char c = 'a'; c < 'z'; ++c) {
    const std::string name = std::string("bin/gnu") + c;
    s.tree.Write(name, "");
    chmod(s.tree.Path(name).c_str(), 0755);
  }
  s.engine->NewPrompt();
  SuggestionPool pool(*s.engine, s.Request("g"), [](auto) { return true; });
  std::string all;
  for (size_t i = 0; i < pool.size(); ++i) {
    all += std::string(pool.Group(i)) + " " + std::string(pool.Text(i)) + "\n";
  }
  CHECK(all.find("commands gnuy\n") != all.npos);
  CHECK(all.find("values") == all.npos);
}

TEST_CASE("arrange: an option is one row with its names and its value's") {
  Session s;
  SuggestionPool pool(*s.engine, s.Request("git commit -"),
                      [](auto) { return true; });
  std::vector<std::string> rows;
  for (size_t i = 0; i < pool.size(); ++i) rows.emplace_back(pool.Text(i));
  auto count = [&](const std::string& row) {
    return std::count(rows.begin(), rows.end(), row);
  };
  CHECK(count("-m, --message <msg>") == 1);
  CHECK(count("--cleanup=<mode>") == 1);
  CHECK(count("--fixup <commit>") == 1);
  CHECK(count("-a, --all") == 1);
  CHECK(count("-S, --gpg-sign[=<key-id>]") == 1);
  CHECK(count("-m") == 0);
  CHECK(count("--message") == 0);
  for (size_t i = 0; i < pool.size(); ++i) {
    if (pool.Text(i) == "-m, --message <msg>") {
      CHECK(pool.Line(i) == "git commit -m");
    }
  }
}

// `-f` was a row of its own, a word that was learned, next to `-f, --force`.
TEST_CASE("arrange: a learned spelling of an option is the option's row") {
  Session s;
  for (const char* learned : {"git checkout -f main", "npm -v"}) {
    s.Run(learned, 2);
  }
  for (const auto& [line, row, taken] :
       {std::tuple("git checkout ", "-f, --force", "git checkout -f"),
        {"npm ", "-v, --version", "npm -v"}}) {
    CAPTURE(line);
    SuggestionPool pool(*s.engine, s.Request(line), [](auto) { return true; });
    int rows = 0;
    for (size_t i = 0; i < pool.size(); ++i) {
      const std::string text(pool.Text(i));
      CHECK(text != "-f");
      CHECK(text != "npm -v");
      if (text != row) continue;
      ++rows;
      CHECK(pool.Line(i) == taken);
      CHECK(pool.Details(i).kind == "option");
      CHECK(!pool.Details(i).description.empty());
      CHECK(pool.Group(i) == "likely");  // the habit's rank
    }
    CHECK(rows == 1);
  }
}

// `-p` of git itself is another option.
TEST_CASE("arrange: an option has the names of its own subcommand") {
  Session s;
  SuggestionPool pool(*s.engine, s.Request("git commit -"),
                      [](auto) { return true; });
  std::string rows;
  for (size_t i = 0; i < pool.size(); ++i) {
    rows += std::string(pool.Text(i)) + "\n";
  }
  CHECK(rows.find("-p, --patch") != rows.npos);
  CHECK(rows.find("-P, --no-pager") == rows.npos);
}

// What is typed decides the spelling that is inserted.
TEST_CASE("arrange: behind two dashes the long name is inserted") {
  Session s;
  SuggestionPool pool(*s.engine, s.Request("git commit --me"),
                      [](auto) { return true; });
  bool found = false;
  for (size_t i = 0; i < pool.size(); ++i) {
    if (pool.Text(i) != "-m, --message <msg>") continue;
    found = true;
    CHECK(pool.Line(i) == "git commit --message");
  }
  CHECK(found);
}

}  // namespace
}  // namespace synapse
