// A power cut at every point of a shell's writes: the store opens, the log has
// all commands up to some command, and the index matches (I5, I8).
#include <fstream>

#include "tests/safety/recorder.h"
#include "tests/safety/safety.h"

namespace synapse {
namespace {

using namespace testing;

void WriteFiles(const std::string& directory,
                const std::map<std::string, std::string>& files) {
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  std::filesystem::permissions(directory, std::filesystem::perms::owner_all);
  for (const auto& [name, bytes] : files) {
    if (name.ends_with("lock.mdb") || name.ends_with("write.lock")) continue;
    std::string path = directory + "/" + name;
    std::filesystem::create_directories(DirName(path));
    std::ofstream(path, std::ios::binary) << bytes;
  }
}

struct Found {
  int holes = 0, doubled = 0, differ = 0, closed = 0;
  size_t most = 0;  // acknowledged commands that are lost
};

// Opens the files after a power cut, as the next shell does.
void Examine(const std::string& store, size_t acknowledged, Found& found) {
  Engine engine(OptionsOver(store, By::kCommit));
  engine.CatchUpFully();
  if (!engine.store().persistent()) {
    ++found.closed;
    Say("not opened: %s", engine.store().why().c_str());
    return;
  }
  std::vector<std::string> log;
  engine.store().log().Visit(1, [&](uint64_t, const Event& e) {
    log.push_back(e.command);
    return true;
  });
  // The n-th command is there only with all commands before it.
  for (size_t i = 0; i < log.size(); ++i) {
    if (log[i] != "command " + std::to_string(i)) ++found.holes;
  }
  (void)engine.store().index().Read([&](Kv& kv) {
    size_t indexed = 0;
    kv.Scan(Table::kCommand, "", [&](std::string_view, std::string_view value) {
      auto stat = LineStat::Decode(value);
      ++indexed;
      if (!stat || stat->count != 1) ++found.doubled;
      return true;
    });
    found.differ += indexed != log.size();
    if (indexed != log.size())
      Say("index has %zu, log %zu: %s", indexed, log.size(),
          engine.reports().empty() ? "" : engine.reports()[0].c_str());
  });
  size_t lost = acknowledged > log.size() ? acknowledged - log.size() : 0;
  found.most = std::max(found.most, lost);
}

}  // namespace

TEST_CASE("safety: after a power cut at any point the store is consistent") {
  const int kCommands = Rounds(60, 24);
  uint64_t seed = RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (By by : {By::kCommit, By::kSpool}) {
    TempTree tree;
    std::string store = tree.MakeDir("store"), image = tree.Path("image");
    testing::Recorder recorder(store);
    {
      Engine engine(OptionsOver(store, by));
      for (int i = 0; i < kCommands; ++i) {
        RunHooks(engine, "power", "command " + std::to_string(i),
                 1700000000000 + i * 1000);
        recorder.Note("acknowledged");
        if (i % 10 == 9) engine.CatchUpFully();
      }
    }
    const auto& operations = recorder.operations();
    Found found;
    size_t acknowledged = 0, images = 0;
    for (size_t cut = 0; cut <= operations.size(); ++cut) {
      if (cut > 0 &&
          operations[cut - 1].kind == testing::Recorder::Kind::kNote) {
        ++acknowledged;
        continue;  // a note changes no file
      }
      for (auto unsynced : {testing::Recorder::Unsynced::kAll,
                            testing::Recorder::Unsynced::kNone,
                            testing::Recorder::Unsynced::kSome}) {
        WriteFiles(image, recorder.Image(cut, unsynced, random));
        PretendAnotherBoot(true);
        Examine(image, acknowledged, found);
        PretendAnotherBoot(false);
        ++images;
      }
    }
    CHECK(images > 100);
    CHECK(found.closed == 0);
    CHECK(found.holes == 0);
    CHECK(found.doubled == 0);
    CHECK(found.differ == 0);
    // The last page of a commit may be missing: it, and those in a spool.
    if (by == By::kCommit) CHECK(found.most <= 2);
    Say("%zu states that a power cut could leave, %s: all open, whole and in "
        "step; at most %zu commands were lost",
        images, by == By::kSpool ? "by spool" : "at once", found.most);
  }
}

}  // namespace synapse
