// The disk is full: a small file system of the test. Skipped where none can be
// mounted.
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "tests/store/disk_testing.h"

namespace synapse {

using testing::PutOn;
using testing::RunAnyway;
using testing::Session;
using testing::SmallDisk;
using testing::TimesInLog;

TEST_CASE("full disk: learning goes on, and is written when there is room") {
  for (const int64_t slow_commit_us : {1'000'000'000, 0}) {
    INFO("slow_commit_us: ", slow_commit_us);
    SmallDisk disk;
    if (!disk.mounted()) return;
    Session s(false, slow_commit_us);
    PutOn(disk, s);
    REQUIRE(s.engine->store().persistent());
    s.Run("frob before", 3);
    s.engine->NewPrompt();
    disk.Fill();
    for (int i = 0; i < 200; ++i) {
      RunAnyway(s, "frob number " + std::to_string(i) + std::string(400, 'y'));
      if (i % 20 == 0) (void)s.Suggest("frob ");
    }
    CHECK(s.engine->store().persistent());
    CHECK(s.engine->event_writer().dropped() == 0);
    CHECK(s.engine->event_writer().held() > 0);
    CHECK(s.First("frob be") == "frob before");
    CHECK(s.First("frob number 199").starts_with("frob number 199yyy"));
    // The error is reported, and not once for each command.
    CHECK(s.engine->reports().size() >= 1);
    CHECK(s.engine->reports().size() <= 4);

    disk.MakeRoom();
    RunAnyway(s, "frob after");
    s.engine->CatchUpFully();
    CHECK(s.engine->event_writer().held() == 0);
    for (int i = 0; i < 200; i += 33) {
      CHECK(TimesInLog(s, "frob number " + std::to_string(i) +
                              std::string(400, 'y')) == 1);
    }
    CHECK(TimesInLog(s, "frob before") == 3);
    CHECK(TimesInLog(s, "frob after") == 1);
    s.engine.reset();
  }
}

TEST_CASE("full disk: a shell that starts on one works in memory") {
  SmallDisk disk;
  if (!disk.mounted()) return;
  disk.Fill();
  Session s(false);
  PutOn(disk, s);
  s.engine->store().SetTryAgain(0);
  RunAnyway(s, "frob early");
  CHECK(s.First("frob") == "frob early");
  CHECK_FALSE(s.engine->store().why().empty());
  disk.MakeRoom();
  RunAnyway(s, "frob late");
  s.engine->CatchUpFully();
  CHECK(s.engine->store().persistent());
  CHECK(TimesInLog(s, "frob early") == 1);
  CHECK(TimesInLog(s, "frob late") == 1);
  s.engine.reset();
}

// The first shell kept the locks of an environment that was half made, and all
// others waited for it; the disk was called damaged.
TEST_CASE("full disk: a first start on one holds up nobody, and says so") {
  SmallDisk disk;
  if (!disk.mounted()) return;
  disk.Fill();
  Session s(false), other(false);
  PutOn(disk, s);
  CHECK(s.engine->store().why().find("no space") != std::string::npos);
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    PutOn(disk, other);
    _exit(other.engine->store().why().find("no space") == std::string::npos);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  for (const auto& entry :
       std::filesystem::directory_iterator(disk.path() + "/store")) {
    CHECK(entry.path().string().find(".bad-") == std::string::npos);
  }
  disk.MakeRoom();
  s.engine->store().SetTryAgain(0);
  RunAnyway(s, "frob late");
  s.engine->CatchUpFully();
  CHECK(s.engine->store().persistent());
  s.engine.reset();
}

}  // namespace synapse
