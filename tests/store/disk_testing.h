// A small file system of a test, which can be full or read-only; null where
// none can be mounted.
#pragma once

#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "tests/engine/engine_testing.h"

namespace synapse::testing {

class SmallDisk {
 public:
  SmallDisk() {
    path_ = tree_.MakeDir("disk");
    mounted_ = mount("tmpfs", path_.c_str(), "tmpfs", 0, "size=3m") == 0;
    if (!mounted_) {
      MESSAGE("a small disk (", std::strerror(errno), ") is missing: skipped");
    }
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
  // REQUIRES: no file of it is open for writing.
  void SetReadOnly(bool on) {
    REQUIRE(mount("tmpfs", path_.c_str(), "tmpfs",
                  MS_REMOUNT | (on ? MS_RDONLY : 0), "size=3m") == 0);
  }

 private:
  TempTree tree_;
  std::string path_;
  bool mounted_ = false;
};

inline void PutOn(const SmallDisk& disk, Session& s) {
  EngineOptions options = s.engine->options();
  options.store = disk.path() + "/store";
  s.engine = std::make_unique<Engine>(std::move(options));
}

inline int TimesInLog(Session& s, const std::string& line) {
  int n = 0;
  s.engine->store().log().Visit(1, [&](uint64_t, const Event& e) {
    n += e.command == line;
    return true;
  });
  return n;
}

// The log rejects some of the events, as the disk is full; none is lost.
inline void RunAnyway(Session& s, const std::string& line) {
  ::synapse::Run run;
  run.session = s.session;
  run.cwd = s.cwd;
  run.command = line;
  run.start_ms = s.now_ms += 1000;
  run.exit = 0;
  (void)s.engine->Record(run);
  s.engine->NewPrompt();
}

}  // namespace synapse::testing
