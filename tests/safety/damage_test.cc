// The store is damaged while a process has it open: flipped bits, a cut at any
// page, another file in its place, no file. The process lives, the broken part
// is set aside or rebuilt, and learning continues.
#include <sys/stat.h>

#include <fstream>

#include "learn/import.h"
#include "tests/safety/safety.h"

namespace synapse {
namespace {

using namespace testing;

constexpr const char* kWays[] = {"flipped", "cut", "replaced", "removed"};

void Flip(const std::string& file, std::mt19937_64& random) {
  int fd = open(file.c_str(), O_RDWR | O_CLOEXEC);
  struct stat st;
  fstat(fd, &st);
  // A whole page of noise, bytes anywhere, or bytes at the head of pages, where
  // LMDB's sizes and offsets are.
  enum Where { kPage, kAnywhere, kHeads };
  const auto where = static_cast<Where>(random() % 3);
  size_t count = where == kPage ? 4096 : 1 + random() % 400;
  auto some_page = [&] { return random() % (st.st_size / 4096) * 4096; };
  const size_t page = some_page();
  for (size_t i = 0; i < count; ++i) {
    size_t at = where == kPage    ? page + i
                : where == kHeads ? some_page() + random() % 40
                                  : random() % st.st_size;
    char byte = static_cast<char>(random());
    (void)!pwrite(fd, &byte, 1, static_cast<off_t>(at));
  }
  close(fd);
}

void Damage(const std::string& store, size_t way, std::mt19937_64& random) {
  std::string file =
      store + (random() % 2 ? "/events/data.mdb" : "/index/data.mdb");
  if (way == 0) Flip(file, random);
  if (way == 1) {
    auto pages = std::filesystem::file_size(file) / 4096;
    (void)!truncate(file.c_str(), static_cast<off_t>(random() % pages) * 4096);
  }
  if (way == 2) {
    std::string noise(random() % 3 == 0 ? 0 : 1 + random() % 50000, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    std::ofstream(file + ".other", std::ios::binary) << noise;
    std::filesystem::rename(file + ".other", file);
  }
  if (way == 3) {
    if (random() % 2) {
      std::filesystem::remove(file);
    } else {
      std::filesystem::remove_all(store);
    }
  }
}

// Works, waits until the store is damaged, and continues. Returns 0 on success;
// another status names the failed step.
int Shell(const std::string& store, By by, int ready, int go) {
  Engine engine(OptionsOver(store, by));
  const std::string session = "damaged";
  RunHooks(engine, session, "git status", 1700000000000);
  (void)Ask(engine, session, "git", 1700000000500);
  char byte = 'r';
  (void)!write(ready, &byte, 1);
  (void)!read(go, &byte, 1);
  for (int i = 0; i < 4; ++i) {
    int64_t ms = 1700000001000 + i * 2000;
    (void)Ask(engine, session, "git", ms);
    RunHooks(engine, session, "freshly learned", ms + 500);
  }
  for (const auto& s : Ask(engine, session, "freshly l", 1700000010000)) {
    if (s.text == "freshly learned") return 0;
  }
  return 3;
}

// The next shell can use the store.
int NextShell(const std::string& store) {
  Engine engine(OptionsOver(store, By::kCommit));
  for (int i = 0; i < 3; ++i) {
    RunHooks(engine, "next", "later words", 1700000020000 + i * 1000);
  }
  for (const auto& s : Ask(engine, "next", "later w", 1700000030000)) {
    if (s.text != "later words") continue;
    if (engine.store().persistent()) return 0;
    Say("the next shell works in memory: %s", engine.store().why().c_str());
    return 4;
  }
  return 5;
}

}  // namespace

TEST_CASE("safety: what is written outside of a page is seen") {
  for (int at : {-1, 4096, 4095}) {
    auto status = [at](bool freed) {
      return WaitFor(Fork([at, freed] {
        auto* page = static_cast<char*>(malloc(4096));
        volatile int offset = at;
        page[offset] = 1;
        if (freed) free(page);
        return 0;
      }));
    };
    int expected = at == 4095 ? 0 : kFenceBroken << 8;
    CHECK(status(true) == expected);
    CHECK(status(false) == expected);
  }
}

TEST_CASE("safety: a store that is damaged in use never ends the shell") {
  const int kRounds = Rounds(2000, 40);
  uint64_t seed = RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  TempTree tree;
  std::string pristine = tree.Path("pristine");
  {
    Engine engine(OptionsOver(pristine, By::kCommit));
    std::vector<Event> events;
    for (int i = 0; i < 1500; ++i) {
      Event e;
      e.command = i % 3 ? "git checkout branch" + std::to_string(i % 200)
                        : "make target" + std::to_string(i);
      e.session = "old";
      e.start_ms = 1600000000000 + i * 1000;
      e.exit = 0;
      events.push_back(std::move(e));
    }
    REQUIRE(ImportEvents(engine.learner(), std::move(events), nullptr).ok());
  }
  for (size_t way = 0; way < std::size(kWays); ++way) {
    CAPTURE(kWays[way]);
    std::map<int, int> outcomes, next_outcomes;
    for (int round = 0; round < kRounds; ++round) {
      std::string store = tree.Path("store");
      std::filesystem::remove_all(store);
      std::filesystem::copy(pristine, store,
                            std::filesystem::copy_options::recursive);
      int ready[2], go[2];
      REQUIRE(pipe2(ready, O_CLOEXEC) == 0);
      REQUIRE(pipe2(go, O_CLOEXEC) == 0);
      By by = round % 2 ? By::kSpool : By::kCommit;
      pid_t shell = Fork([&] { return Shell(store, by, ready[1], go[0]); });
      char byte;
      REQUIRE(read(ready[0], &byte, 1) == 1);
      Damage(store, way, random);
      (void)!write(go[1], &byte, 1);
      ++outcomes[WaitFor(shell)];
      ++next_outcomes[WaitFor(Fork([&] { return NextShell(store); }))];
      for (int fd : {ready[0], ready[1], go[0], go[1]}) close(fd);
    }
    CHECK(outcomes[0] == kRounds);
    CHECK(next_outcomes[0] == kRounds);
    std::string other;
    for (const auto* all : {&outcomes, &next_outcomes}) {
      for (auto [status, n] : *all) {
        if (status != 0) {
          other +=
              ", status " + std::to_string(status) + ": " + std::to_string(n);
        }
      }
    }
    Say("%d times %s under a shell: %d lived and learned, and so did the next "
        "%d%s",
        kRounds, kWays[way], outcomes[0], next_outcomes[0], other.c_str());
  }
}

}  // namespace synapse
