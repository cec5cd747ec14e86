// A model of machines that share a folder over a bad carrier.
//
// Each of 2 to 20 machines has a store in memory and its own copy of the folder.
// Lines run, are forgotten and run again; clocks are years apart; a pass ends
// at any step, as after kill -9; files are lost, cut off, doubled, foreign, put
// below other names, replaced by old versions, and arrive in any order. In the
// end the carrier carries everything. Then:
//   all stores have the same events, each once;
//   an event of a line that nobody ever forgot is there;
//   an event that a machine had when it forgot the line is not there.
//
// SYNAPSE_SYNC_RUNS: how many runs (40). SYNAPSE_TEST_SEED: the first seed.
#include <filesystem>

#include "tests/sync/sync_testing.h"

namespace synapse::sync {
namespace {

namespace fs = std::filesystem;
using testing::Machine;
using testing::TempTree;

// Made of memory where that is possible: the model writes many files.
std::string RootOfRun() {
  std::string path = fs::is_directory("/dev/shm")
                         ? "/dev/shm/synapse-model-XXXXXX"
                         : (fs::temp_directory_path() / "synapse-model-XXXXXX");
  REQUIRE(mkdtemp(path.data()));
  return path;
}

class World {
 public:
  explicit World(uint64_t seed) : random_(seed), root_(RootOfRun()) {
    key_ = NewKey();
    REQUIRE(Folder::Make(Cloud(), key_).ok());
    const size_t machines = 2 + (Below(4) == 0 ? Below(19) : Below(4));
    for (size_t i = 0; i < machines; ++i) {
      machines_.push_back(std::make_unique<Machine>("m" + std::to_string(i)));
      skew_ms_.push_back((static_cast<int64_t>(Below(21)) - 10) * 365 *
                         86'400'000);
      fs::create_directories(Replica(i));
      fs::copy(Cloud() + "/synapse-sync", Replica(i) + "/synapse-sync");
      Pass(i, /*may_end=*/false);
    }
  }
  ~World() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }

  void Live() {
    const size_t steps = 40 + Below(100);
    for (size_t i = 0; i < steps; ++i) {
      const size_t m = Below(machines_.size());
      switch (Below(12)) {
        case 0:
        case 1:
        case 2:
        case 3: Run(m); break;
        case 4: Forget(m); break;
        case 5:
        case 6:
        case 7: Pass(m, /*may_end=*/true); break;
        case 8: Push(m, /*badly=*/true); break;
        case 9:
        case 10: Pull(m, /*badly=*/true); break;
        default: Damage(Below(2) ? Cloud() : Replica(m)); break;
      }
      now_ms_ += static_cast<int64_t>(Below(5000));
    }
  }

  void Settle() {
    for (int round = 0; round < 4; ++round) {
      for (size_t m = 0; m < machines_.size(); ++m) {
        Pull(m, /*badly=*/false);
        Pass(m, /*may_end=*/false);
        Push(m, /*badly=*/false);
      }
    }
  }

  void Check() {
    const auto all = machines_[0]->Events();
    for (auto& m : machines_) CHECK(m->Events() == all);
    for (auto at = all.begin(); at != all.end(); ++at) {
      CHECK(all.count(*at) == 1);
    }
    size_t lost = 0, back = 0;
    for (const std::string& id : ran_) {
      const std::string line = id.substr(id.rfind(' ') + 1);
      if (!ever_forgotten_.contains(line) && !all.contains(id)) ++lost;
    }
    for (const std::string& id : gone_) back += all.count(id);
    CHECK(lost == 0);
    CHECK(back == 0);
  }
  size_t forgotten() const { return gone_.size(); }
  size_t ran() const { return ran_.size(); }
  size_t ended() const { return ended_; }

 private:
  size_t Below(size_t n) { return random_() % n; }
  std::string Cloud() const { return root_ + "/cloud"; }
  std::string Replica(size_t m) const {
    return root_ + "/m" + std::to_string(m);
  }

  void Run(size_t m) {
    const std::string line = "line" + std::to_string(Below(12));
    const uint64_t sequence = machines_[m]->Run(line, now_ms_ + skew_ms_[m]);
    ran_.push_back(HexOf(machines_[m]->id()) + " " + std::to_string(sequence) +
                   " " + line);
  }

  void Forget(size_t m) {
    const auto events = machines_[m]->Events();
    if (events.empty()) return;
    auto any = events.begin();
    std::advance(any, Below(events.size()));
    const std::string line = any->substr(any->rfind(' ') + 1);
    ever_forgotten_.insert(line);
    if (Below(3) == 0) {
      // One run of it, as `history forget --since` does.
      const std::string id = *any;
      const uint64_t self = machines_[m]->id();
      ToRemove to_remove;
      to_remove.event = [&](uint64_t sequence, const Event& e) {
        return HexOf(e.machine ? e.machine : self) + " " +
                   std::to_string(e.machine ? e.remote : sequence) + " " +
                   e.command ==
               id;
      };
      to_remove.afterwards = ToRemove::Afterwards::kStayAway;
      to_remove.now_ms = now_ms_;
      REQUIRE(::synapse::Forget(*machines_[m]->store, machines_[m]->learner,
                                to_remove)
                  .ok());
      gone_.insert(id);
      return;
    }
    for (const std::string& id : events) {
      if (id.ends_with(" " + line)) gone_.insert(id);
    }
    machines_[m]->Forget(line);
  }

  void Pass(size_t m, bool may_end) {
    // A third of the passes end at a step.
    size_t left = may_end && Below(3) == 0 ? Below(12) : SIZE_MAX;
    Report report;
    const Status status = machines_[m]->Pass(Replica(m), key_, report, [&] {
      return left == SIZE_MAX || left-- > 0;
    });
    if (!status.ok()) ++ended_;
    if (may_end) return;
    INFO(status.message());
    REQUIRE(status.ok());
  }

  static std::string DirectoryOf(const std::string& replica, uint64_t machine) {
    return replica + "/" + HexOf(machine);
  }
  // Makes `to` like `from`. Badly: some files are left out, cut off or kept.
  void Copy(const std::string& from, const std::string& to, bool badly) {
    std::error_code ignored;
    fs::create_directories(to, ignored);
    std::vector<fs::path> files;
    for (const auto& f : fs::directory_iterator(from, ignored)) {
      files.push_back(f.path());
    }
    std::shuffle(files.begin(), files.end(), random_);
    for (const fs::path& file : files) {
      if (badly && Below(4) == 0) continue;
      const fs::path copy = fs::path(to) / file.filename();
      fs::copy_file(file, copy, fs::copy_options::overwrite_existing, ignored);
      if (badly && Below(12) == 0 && fs::exists(copy)) {
        fs::resize_file(copy, Below(fs::file_size(copy) + 1), ignored);
      }
      if (Below(8) == 0) {
        const std::string kept = root_ + "/old" + std::to_string(kept_.size());
        fs::copy_file(file, kept, ignored);
        kept_.emplace_back(copy, kept);
      }
    }
    for (const auto& f : fs::directory_iterator(to, ignored)) {
      if (badly && Below(2) == 0) continue;
      if (!fs::exists(fs::path(from) / f.path().filename())) {
        fs::remove(f.path(), ignored);
      }
    }
  }
  void Push(size_t m, bool badly) {
    const uint64_t id = machines_[m]->id();
    if (!fs::exists(DirectoryOf(Replica(m), id))) return;
    Copy(DirectoryOf(Replica(m), id), DirectoryOf(Cloud(), id), badly);
  }
  void Pull(size_t m, bool badly) {
    for (auto& other : machines_) {
      if (other == machines_[m] || (badly && Below(3) == 0)) continue;
      if (!fs::exists(DirectoryOf(Cloud(), other->id()))) continue;
      Copy(DirectoryOf(Cloud(), other->id()),
           DirectoryOf(Replica(m), other->id()), badly);
    }
  }

  void Damage(const std::string& replica) {
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const auto& f : fs::recursive_directory_iterator(replica, ignored)) {
      if (f.path().extension() == ".seg") files.push_back(f.path());
    }
    if (files.empty()) return;
    const fs::path file = files[Below(files.size())];
    const fs::path other = files[Below(files.size())];
    const auto overwrite = fs::copy_options::overwrite_existing;
    switch (Below(7)) {
      case 0: fs::remove(file, ignored); break;
      case 1:
        fs::resize_file(file, Below(fs::file_size(file) + 1), ignored);
        break;
      case 2:
        fs::copy_file(file, file.string() + ".sync-conflict", ignored);
        break;
      case 3:
        fs::copy_file(file, other.parent_path() / file.filename(), ignored);
        break;
      case 4:
        (void)WriteFileAtomically(
            (file.parent_path() /
             (HexOf(1 + Below(9)) + "-" + HexOf(10 + Below(9)) + ".seg"))
                .string(),
            RandomBytes(Below(300)));
        break;
      case 5: {
        fs::create_directories(replica + "/.git", ignored);
        fs::create_directories(replica + "/" + HexOf(random_()), ignored);
        break;
      }
      default:
        // An old version comes back.
        if (kept_.empty()) break;
        const auto& [where, kept] = kept_[Below(kept_.size())];
        fs::copy_file(kept, where, overwrite, ignored);
        break;
    }
  }

  std::mt19937_64 random_;
  std::string root_;
  Key key_;
  std::vector<std::unique_ptr<Machine>> machines_;
  std::vector<int64_t> skew_ms_;
  std::vector<std::pair<fs::path, std::string>> kept_;
  int64_t now_ms_ = testing::kNow;
  std::vector<std::string> ran_;
  std::set<std::string> ever_forgotten_, gone_;
  size_t ended_ = 0;
};

TEST_CASE("sync: in the end all machines have the same, whatever happened") {
  REQUIRE(StartCrypto().ok());
  const char* wanted = getenv("SYNAPSE_SYNC_RUNS");
  const uint64_t runs = wanted ? strtoull(wanted, nullptr, 10) : 40;
  const uint64_t first = ::synapse::testing::RandomSeed();
  size_t forgotten = 0, ran = 0, ended = 0;
  for (uint64_t i = 0; i < runs; ++i) {
    CAPTURE(first + i);
    World world(first + i);
    world.Live();
    world.Settle();
    world.Check();
    forgotten += world.forgotten();
    ran += world.ran();
    ended += world.ended();
  }
  MESSAGE(runs, " runs from seed ", first, ": ", ran, " events, ", forgotten,
          " forgotten, ", ended, " passes cut short");
  // The model does what it is there for.
  CHECK(forgotten > runs);
  CHECK(ended > runs);
}

}  // namespace
}  // namespace synapse::sync
