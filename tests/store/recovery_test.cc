#include "store/recovery.h"

#include <cstring>

#include "base/files.h"
#include "store/store.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;

constexpr int kEvents = 2000;
constexpr size_t kPageBytes = 4096;

void FillStore(const std::string& directory) {
  auto store = Store::Open(directory);
  std::vector<Event> events(kEvents);
  for (int i = 0; i < kEvents; ++i) {
    events[i].command = "command " + std::to_string(i);
    events[i].session = "s";
    events[i].start_ms = 1'600'000'000'000 + i;
  }
  REQUIRE(store->log().Append(events).ok());
  REQUIRE(store->log_file().Sync().ok());
}

// Overwrites the page that holds this text.
void DamagePageWith(const std::string& file, const std::string& text) {
  std::string bytes = *ReadFile(file);
  size_t damaged = 0;
  for (size_t at = bytes.find(text); at != bytes.npos;
       at = bytes.find(text, at + kPageBytes)) {
    at -= at % kPageBytes;
    memset(bytes.data() + at, 'x', kPageBytes);
    ++damaged;
  }
  REQUIRE(damaged > 0);
  FILE* out = fopen(file.c_str(), "r+");
  REQUIRE(out);
  REQUIRE(fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size());
  fclose(out);
}

}  // namespace

TEST_CASE("recovery: a whole log") {
  TempTree tree;
  FillStore(tree.Path("s"));
  const Recovered found = RecoverLog(tree.Path("s/events"));
  CHECK(found.whole);
  REQUIRE(found.events.size() == kEvents);
  CHECK(found.events.back().command == "command 1999");
}

TEST_CASE("recovery: one damaged page costs the events in it") {
  TempTree tree;
  FillStore(tree.Path("s"));
  DamagePageWith(tree.Path("s/events/data.mdb"), "command 1000");
  const Recovered found = RecoverLog(tree.Path("s/events"));
  CHECK_FALSE(found.whole);
  CHECK(found.events.size() > kEvents - 100);
  CHECK(found.events.size() < kEvents);
  REQUIRE_FALSE(found.events.empty());
  CHECK(found.events.front().command == "command 0");
  CHECK(found.events.back().command == "command 1999");
}

TEST_CASE("recovery: no log at all") {
  TempTree tree;
  tree.Write("s/data.mdb", std::string(64 << 10, 'x'));
  CHECK(RecoverLog(tree.Path("s")).events.empty());
}

// The next shell, and doctor, found a new log without an event, and all was
// well.
TEST_CASE("recovery: every process says that a log was set aside") {
  TempTree tree;
  FillStore(tree.Path("s"));
  tree.Write("s/events/data.mdb", std::string(64 << 10, 'x'));
  (void)Store::Open(tree.Path("s"));
  auto store = Store::Open(tree.Path("s"));
  CHECK(store->persistent());
  CHECK(store->why().find("set aside") != std::string::npos);
  const std::vector<std::string> damaged = SetAsideLogs(tree.Path("s"));
  REQUIRE(damaged.size() == 1);
  MarkRead(damaged[0], /*whole=*/false);
  CHECK(SetAsideLogs(tree.Path("s")).empty());
  CHECK(Store::Open(tree.Path("s"))->why().empty());
}

}  // namespace synapse
