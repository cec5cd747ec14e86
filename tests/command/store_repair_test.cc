// Damage in the files of the store: `doctor` finds it, `doctor --repair` takes
// over what is left.
#include "command/store_repair.h"

#include <cstdio>

#include "tests/command/command_testing.h"

namespace synapse {
namespace {

using testing::Outcome;
using testing::RunCommand;
using testing::Session;

constexpr size_t kPage = 4096;

// Overwrites these pages of a file of the store, which is closed meanwhile.
void DamagePages(Session& s, const std::string& name, size_t from, size_t to) {
  s.engine.reset();
  const std::string path = s.tree.Path("store/" + name + "/data.mdb");
  FILE* file = fopen(path.c_str(), "r+");
  REQUIRE(file);
  REQUIRE(fseek(file, static_cast<long>(from * kPage), SEEK_SET) == 0);
  const std::string bytes((to - from) * kPage, 'x');
  REQUIRE(fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size());
  fclose(file);
  s.Open();
}

size_t PagesOf(const Session& s, const std::string& name) {
  return std::filesystem::file_size(
             s.tree.Path("store/" + name + "/data.mdb")) /
         kPage;
}

bool Has(const Outcome& o, const std::string& text) {
  return o.out.find(text) != std::string::npos;
}

std::map<std::string, Event> LatestRuns(Session& s) {
  std::map<std::string, Event> out;
  s.engine->store().log().Visit(1, [&](uint64_t, const Event& e) {
    out[e.command] = e;
    return true;
  });
  return out;
}

}  // namespace

// A log of which nothing can be read took the whole history with it: the index,
// which had it, was rebuilt from nothing.
TEST_CASE("store repair: the index has the runs that a damaged log lost") {
  Session s;
  s.Run("make test", 3);
  s.cwd = s.tree.MakeDir("elsewhere");
  s.Run("make deploy", 1, 2);
  const int64_t latest_ms = s.now_ms;
  DamagePages(s, "events", 0, PagesOf(s, "events"));
  s.Run("make after");
  const Outcome repaired = RunCommand(s, "doctor", {"--repair"});
  INFO(repaired.out);
  CHECK(Has(repaired, "recovered      0 events of "));
  CHECK(Has(repaired, "recovered      3 events of the index"));
  auto runs = LatestRuns(s);
  REQUIRE(runs.size() == 3);
  CHECK(runs["make test"].cwd == s.tree.Path("w"));
  CHECK(runs["make deploy"].cwd == s.cwd);
  CHECK(runs["make deploy"].exit == 2);
  CHECK(runs["make deploy"].start_ms == latest_ms);
  CHECK(runs.contains("make after"));
  CHECK(s.First("make te") == "make test");
  CHECK(RunCommand(s, "doctor", {}).out.find("set aside") == std::string::npos);
}

TEST_CASE("store repair: a run that can be read is not taken twice") {
  Session s;
  for (int i = 0; i < 400; ++i) s.Run("echo number " + std::to_string(i));
  const size_t pages = PagesOf(s, "events");
  // Page 0 and 1 lead to the newest state.
  DamagePages(s, "events", pages / 2, pages / 2 + 1);
  Outcome repaired = RunCommand(s, "doctor", {"--repair"});
  INFO(repaired.out);
  std::map<std::string, int> count;
  s.engine->store().log().Visit(1, [&](uint64_t, const Event& e) {
    ++count[e.command];
    return true;
  });
  CHECK(count.size() == 400);
  for (const auto& [line, n] : count) CHECK_MESSAGE(n == 1, line);
}

// Damage in the middle of the log was found when somebody read that far.
TEST_CASE("store repair: doctor reads every page of the log and of the index") {
  for (const std::string name : {"events", "index"}) {
    CAPTURE(name);
    Session s;
    for (int i = 0; i < 300; ++i) s.Run("echo number " + std::to_string(i));
    CHECK(LogDamage(s.engine->store()).empty());
    CHECK(IndexDamage(s.engine->store()).empty());
    DamagePages(s, name, 2, PagesOf(s, name));
    CHECK(RunCommand(s, "doctor", {}).status == 1);
    (void)RunCommand(s, "doctor", {"--repair"});
    CHECK(LogDamage(s.engine->store()).empty());
    CHECK(IndexDamage(s.engine->store()).empty());
    CHECK(s.First("echo number 29") != "");
  }
}

TEST_CASE(
    "store repair: the index has the first and the latest run of each line") {
  Session s;
  s.Run("make test");
  const int64_t first_ms = s.now_ms;
  s.Run("ls", 1, 1);
  s.Run("make test", 2);
  const std::vector<Event> events = EventsOfIndex(s.engine->store().index());
  REQUIRE(events.size() == 3);
  CHECK(events[0].command == "make test");
  CHECK(events[0].start_ms == first_ms);
  CHECK(events[1].command == "ls");
  CHECK(events[1].exit == 1);
  CHECK(events[1].cwd == s.cwd);
  CHECK(events[2].command == "make test");
  CHECK(events[2].start_ms == s.now_ms);
  CHECK(events[2].exit == 0);
  for (const Event& e : events) CHECK(e.imported);
}

TEST_CASE("store repair: an empty index has no events") {
  Session s;
  CHECK(EventsOfIndex(s.engine->store().index()).empty());
}

}  // namespace synapse
