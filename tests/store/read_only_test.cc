// A home without write permission, and no home at all.
#include "tests/command/command_testing.h"
#include "tests/store/disk_testing.h"

namespace synapse {
namespace {

using testing::PutOn;
using testing::RunAnyway;
using testing::RunCommand;
using testing::Session;
using testing::SmallDisk;
using testing::TimesInLog;

size_t TimesReported(Session& s, const std::string& what) {
  const std::string report = RunCommand(s, "doctor", {}).out;
  size_t n = 0;
  for (size_t at = 0; (at = report.find(what, at)) != report.npos; ++at) ++n;
  return n;
}

}  // namespace

TEST_CASE("read-only home: it learns in memory, and writes it when it can") {
  for (bool had_store : {true, false}) {
    INFO("a store was there: " << had_store);
    SmallDisk disk;
    if (!disk.mounted()) return;
    Session s(false);
    if (had_store) {
      PutOn(disk, s);
      s.Run("frob before");
    }
    EngineOptions options = s.engine->options();
    options.store = disk.path() + "/store";
    s.engine.reset();
    disk.SetReadOnly(true);
    s.engine = std::make_unique<Engine>(options);
    s.engine->store().SetTryAgain(0);
    CHECK_FALSE(s.engine->store().persistent());
    for (const char* line : {"frob one", "frob two"}) RunAnyway(s, line);
    CHECK(s.First("frob o") == "frob one");
    CHECK(TimesReported(s, "Read-only file system") == 1);
    disk.SetReadOnly(false);
    RunAnyway(s, "frob after");
    CHECK(s.engine->store().persistent());
    s.engine->CatchUpFully();
    CHECK(TimesInLog(s, "frob before") == had_store);
    for (const char* line : {"frob one", "frob two", "frob after"}) {
      CHECK(TimesInLog(s, line) == 1);
    }
    CHECK(s.First("frob t") == "frob two");
    CHECK(TimesReported(s, "Read-only file system") == 0);
    s.engine.reset();
  }
}

TEST_CASE("read-only home: a shell that ends tries once more") {
  SmallDisk disk;
  if (!disk.mounted()) return;
  Session s(false);
  EngineOptions options = s.engine->options();
  options.store = disk.path() + "/store";
  s.engine.reset();
  disk.SetReadOnly(true);
  s.engine = std::make_unique<Engine>(options);
  RunAnyway(s, "frob one");
  disk.SetReadOnly(false);
  RunAnyway(s, "frob two");
  CHECK_FALSE(s.engine->store().persistent());  // it is tried every ten seconds
  s.engine->WriteNow();
  s.engine = std::make_unique<Engine>(options);
  CHECK(TimesInLog(s, "frob one") == 1);
  CHECK(TimesInLog(s, "frob two") == 1);
  s.engine.reset();
}

TEST_CASE("no home: it learns in memory, and says so once") {
  Session s(false);
  EngineOptions options = s.engine->options();
  options.paths = {};
  s.engine = std::make_unique<Engine>(std::move(options));
  RunAnyway(s, "frob one");
  CHECK(s.First("frob") == "frob one");
  CHECK(TimesReported(s, "in memory only: there is no home directory") == 1);
}

}  // namespace synapse
