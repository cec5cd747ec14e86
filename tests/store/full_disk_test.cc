// A disk that is full, as a small file system of its own; skipped where none
// can be mounted.
#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;
using testing::TempTree;

class SmallDisk {
 public:
  SmallDisk() {
    path_ = tree_.MakeDir("disk");
    mounted_ = mount("tmpfs", path_.c_str(), "tmpfs", 0, "size=3m") == 0;
    if (!mounted_) MESSAGE("skipped: mount: ", std::strerror(errno));
  }
  ~SmallDisk() {
    if (mounted_) umount2(path_.c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }
  const std::string& path() const { return path_; }
  void Fill() {
    std::ofstream ballast(path_ + "/ballast", std::ios::binary);
    const std::string block(4096, 'x');
    while (ballast.write(block.data(), 4096) && ballast.flush()) {
    }
  }
  void MakeRoom() { std::filesystem::remove(path_ + "/ballast"); }

 private:
  TempTree tree_;
  std::string path_;
  bool mounted_ = false;
};

void PutOn(const SmallDisk& disk, Session& s) {
  EngineOptions options = s.engine->options();
  options.store = disk.path() + "/store";
  s.engine = std::make_unique<Engine>(std::move(options));
}

int TimesInLog(Session& s, const std::string& line) {
  int n = 0;
  s.engine->store().Visit(1, [&](uint64_t, const Event& e) {
    n += e.command == line;
    return true;
  });
  return n;
}

// Some are refused, as there is no room; none of them is lost.
void RunAnyway(Session& s, const std::string& line) {
  Run run;
  run.session = s.session;
  run.cwd = s.cwd;
  run.command = line;
  run.start_ms = s.now_ms += 1000;
  run.exit = 0;
  (void)s.engine->Record(run);
  s.engine->NewPrompt();
}

}  // namespace

TEST_CASE("full disk: learning goes on, and is written when there is room") {
  for (const char* slow_commit_us : {"1000000000", "0"}) {
    INFO("store.slow_commit_us: ", std::string(slow_commit_us));
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
      (void)s.Suggest("frob ");
    }
    CHECK(s.engine->store().persistent());
    CHECK(s.engine->intake().dropped() == 0);
    CHECK(s.engine->intake().held() > 0);
    CHECK(s.First("frob be") == "frob before");
    CHECK(s.First("frob number 199").starts_with("frob number 199yyy"));
    // Said, and not once for each command.
    CHECK(s.engine->reports().size() >= 1);
    CHECK(s.engine->reports().size() <= 4);

    disk.MakeRoom();
    RunAnyway(s, "frob after");
    s.engine->TakeInAll();
    CHECK(s.engine->intake().held() == 0);
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
  s.engine->TakeInAll();
  CHECK(s.engine->store().persistent());
  CHECK(TimesInLog(s, "frob early") == 1);
  CHECK(TimesInLog(s, "frob late") == 1);
  s.engine.reset();
}

}  // namespace synapse
