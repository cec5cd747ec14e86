#include "learn/search_index.h"

#include <set>

#include "base/words.h"
#include "store/memory_kv.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::kNow;

}  // namespace

TEST_CASE("search index: lines by their words, as a linear scan finds them") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  MemoryKv kv;
  std::map<std::string, uint32_t> counts;
  std::map<std::string, std::set<std::string>> in;  // lines by directory
  for (int i = 0; i < 3000; ++i) {
    std::string line = "tool" + std::to_string(random() % 4);
    for (int w = 0; w < 2; ++w) line += " word" + std::to_string(random() % 40);
    const std::string cwd = "/d" + std::to_string(random() % 3);
    in[cwd].insert(line);
    REQUIRE(
        IndexRun(kv, {line, cwd, "/r", kNow + i * 1000, ++counts[line]}).ok());
  }
  for (const std::string& word : {std::string("tool1"), std::string("word7"),
                                  std::string("word39"), std::string("none")}) {
    std::set<LineId> wanted, found;
    for (const auto& [line, n] : counts) {
      for (const std::string& w : SearchWords(line)) {
        if (w == word) wanted.insert(IdOf(line));
      }
    }
    bool all = false;
    for (LineId id : LinesOf(kv, word, 100'000, &all)) found.insert(id);
    CHECK(found == wanted);
    CHECK(all);
    CHECK(LinesWith(kv, word) == wanted.size());
  }
  // A limited result reports the limit, and has the best lines.
  bool all = true;
  CHECK(LinesOf(kv, "tool1", 200, &all).size() < LinesWith(kv, "tool1"));
  CHECK_FALSE(all);
  for (const auto& [cwd, lines] : in) {
    const std::string scope = ScopeKey::Directory(cwd);
    bool all_there = false;
    const auto there = LinesIn(kv, scope, 100'000, &all_there);
    CHECK(there.size() == lines.size());
    CHECK(all_there);
    CHECK(std::is_sorted(there.begin(), there.end(),
                         [](const LineThere& a, const LineThere& b) {
                           return a.runs.last_ms > b.runs.last_ms;
                         }));
    if (there.size() > 1) {
      CHECK(LinesIn(kv, scope, 1, &all_there)[0].id == there[0].id);
      CHECK_FALSE(all_there);
    }
    for (const auto& [line, n] : counts) {
      CHECK(RunsIn(kv, scope, IdOf(line)).has_value() == lines.contains(line));
    }
  }
  const std::string& any = counts.begin()->first;
  CHECK(RunsIn(kv, ScopeKey::Repository("/r"), IdOf(any))->count ==
        counts.begin()->second);
}

TEST_CASE("search index: what ran often or lately comes first") {
  MemoryKv kv;
  for (uint32_t i = 1; i <= 60; ++i) {
    REQUIRE(IndexRun(kv, {"make often", "/d", "", kNow, i}).ok());
  }
  for (int i = 0; i < 500; ++i) {
    const std::string line = "make t" + std::to_string(i);
    REQUIRE(IndexRun(kv, {line, "/d", "", kNow + i * 60'000, 1}).ok());
  }
  bool all = true;
  auto lines = LinesOf(kv, "make", 1, &all);
  REQUIRE(lines.size() >= kTopOfWord);
  CHECK(lines[0] == IdOf("make often"));
  CHECK(lines[1] == IdOf("make t499"));
}

TEST_CASE("search index: words, comments and directories") {
  MemoryKv kv;
  REQUIRE(IndexRun(kv, {"make login # for the demo", "/a", "", kNow, 1}).ok());
  REQUIRE(IndexRun(kv, {"echo 'a # b'", "/b", "", kNow + 1, 1}).ok());
  REQUIRE(
      IndexRun(kv, {"make login # for the demo", "/b", "", kNow + 2, 2}).ok());
  std::vector<std::string> words;
  VisitWords(kv, "", [&](std::string_view word, uint32_t lines) {
    words.push_back(std::string(word) + std::to_string(lines));
    return true;
  });
  CHECK(words == std::vector<std::string>{"#1", "a1", "b1", "demo1", "echo1",
                                          "for1", "login1", "make1", "the1"});
  words.clear();
  VisitWords(kv, "e", [&](std::string_view word, uint32_t) {
    words.emplace_back(word);
    return true;
  });
  CHECK(words == std::vector<std::string>{"echo"});
  CHECK(DirectoryOfLine(kv, IdOf("make login # for the demo")) == "/b");
  CHECK(DirectoryOfLine(kv, IdOf("never")).empty());
  std::map<std::string, uint32_t> directories;
  VisitDirectories(kv, [&](const KnownDirectory& d) {
    directories[d.path] = d.runs.count;
    return true;
  });
  CHECK(directories == std::map<std::string, uint32_t>{{"/a", 1}, {"/b", 2}});
}

TEST_CASE("search index: rows of any bytes are survived") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 300; ++round) {
    MemoryKv kv;
    std::string bytes(random() % 900, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    std::string posting = "p";
    PutBig<uint64_t>(posting, Hash64("make"));
    PutBig<uint32_t>(posting, 0);
    std::string line = "l" + IdKey(IdOf("make"));
    for (const std::string& key :
         {std::string("tmake"), posting, line, "d" + IdKey(7),
          ScopeKey::Directory("/d") + IdKey(IdOf("make"))}) {
      REQUIRE(kv.Put(Table::kTerm, key, bytes).ok());
    }
    bool all;
    CHECK(LinesOf(kv, "make", 1000, &all).size() < 5000);
    (void)RunsIn(kv, ScopeKey::Directory("/d"), IdOf("make"));
    (void)DirectoryOfLine(kv, IdOf("make"));
    VisitDirectories(kv, [](const KnownDirectory&) { return true; });
    CHECK(IndexRun(kv, {"make", "/d", "", kNow, 2}).ok());
  }
}

}  // namespace synapse
