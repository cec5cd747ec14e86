// A bundle carries the commands of a store, once, and what is not whole is not
// taken in.
#include "sync/bundle.h"

#include <sys/resource.h>

#include "command/history.h"
#include "tests/sync/sync_testing.h"

namespace synapse::sync {
namespace {

using ::synapse::testing::kNow;
using testing::Machine;
using testing::Shared;
using Lines = std::multiset<std::string>;

Key TestKey() {
  REQUIRE(StartCrypto().ok());
  return NewKey();
}

std::string BundleOf(Machine& m, const Key& key, uint64_t place = 1) {
  BundleReport report;
  auto bundle = MakeBundle(*m.store, key, {m.host, place, m.keep_here}, report);
  REQUIRE(bundle.ok());
  return *bundle;
}

BundleReport TakeBundle(Machine& m, const Key& key, const std::string& bytes) {
  auto bundle = OpenBundle(bytes, key);
  REQUIRE_MESSAGE(bundle.ok(), bundle.status().message());
  BundleReport report;
  const Status status = TakeInBundle(*m.store, m.learner, *std::move(bundle),
                                     {m.host, 1, nullptr}, report);
  REQUIRE_MESSAGE(status.ok(), status.message());
  return report;
}

}  // namespace

TEST_CASE("bundle: a store comes whole, with its machines, and once") {
  const Key key = TestKey();
  Machine a("a"), b("b"), c("c");
  a.Run("git push", kNow);
  a.Run("git push", kNow);  // twice in one millisecond
  a.Run("make", kNow + 1000);
  b.Run("make", kNow + 1000);
  const std::string first = BundleOf(a, key);
  CHECK(first.find("push") == std::string::npos);
  BundleReport report = TakeBundle(b, key, first);
  CHECK(report.events == 3);
  CHECK(report.machines == 1);
  report = TakeBundle(b, key, first);
  CHECK(report.events == 0);
  CHECK(report.known == 3);
  CHECK(b.Commands() == Lines{"git push", "git push", "make", "make"});
  // An event keeps its host, and follows the one that it followed there.
  b.CheckFollows("a", "git push", "make");
  // From hand to hand, and home again.
  const std::string second = BundleOf(b, key);
  CHECK(TakeBundle(a, key, second).events == 1);
  report = TakeBundle(c, key, second);
  CHECK(report.events == 4);
  CHECK(report.machines == 2);
  CHECK(TakeBundle(c, key, BundleOf(a, key)).events == 0);
  CHECK(a.Commands() == c.Commands());
}

TEST_CASE("bundle: the folder that a store joins later brings nothing twice") {
  Shared s;
  Machine a("a"), b("b");
  a.Run("ls");
  a.names_host = false;
  a.Run("make");
  TakeBundle(b, s.key, BundleOf(a, s.key));
  a.MustPass(s.directory, s.key);
  CHECK(b.MustPass(s.directory, s.key).taken == 0);
  CHECK(b.Events() == a.Events());
  // And the other way round.
  a.Run("pwd");
  a.MustPass(s.directory, s.key);
  CHECK(b.MustPass(s.directory, s.key).taken == 1);
  CHECK(TakeBundle(b, s.key, BundleOf(a, s.key)).events == 0);
  // A store that was copied has another name: its events are the same ones.
  CHECK(TakeBundle(b, s.key, BundleOf(a, s.key, /*place=*/7)).events == 0);
}

TEST_CASE("bundle: a store with sequences a second time loses nothing") {
  const Key key = TestKey();
  Machine b("b");
  const uint64_t place = 1;
  uint64_t name = 0;
  std::string bundles[2];
  for (int i = 0; i < 2; ++i) {
    Machine a("a");
    // As after a restored backup: the same name, the same sequences.
    REQUIRE(a.store->log_file()
                .Write([&](LogTables& log) -> Status {
                  std::string value;
                  if (i == 0) name = *NameOfStore(log, place);
                  PutLittle<uint64_t>(value, name);
                  PutLittle<uint64_t>(value, place);
                  return log.PutIn(kLogMetaTable, "sync:name", value);
                })
                .ok());
    a.Run(i == 0 ? "first" : "second");
    bundles[i] = BundleOf(a, key);
  }
  for (int i = 0; i < 4; ++i) TakeBundle(b, key, bundles[i % 2]);
  CHECK(b.Commands() == Lines{"first", "second"});
}

TEST_CASE("bundle: what was forgotten does not come back") {
  const Key key = TestKey();
  Machine a("a"), b("b"), c("c");
  a.Run("echo secret");
  a.Run("ls");
  c.Run("echo secret", kNow + 5000);
  const std::string old = BundleOf(a, key);
  TakeBundle(b, key, old);
  TakeBundle(c, key, old);
  b.Forget("echo secret");
  const BundleReport report = TakeBundle(b, key, old);
  CHECK(report.forgotten == 1);
  CHECK(b.Commands() == Lines{"ls"});
  // Nor is it in b's bundle, which brings the forgetting: the copies of it go,
  // and a run of the machine itself stays.
  TakeBundle(c, key, BundleOf(b, key));
  CHECK(c.Commands() == Lines{"echo secret", "ls"});
  Machine d("d");
  TakeBundle(d, key, BundleOf(b, key));
  CHECK(TakeBundle(d, key, old).forgotten == 1);
  CHECK(d.Commands() == Lines{"ls"});
}

TEST_CASE("bundle: one run of many that was forgotten does not come back") {
  const Key key = TestKey();
  Machine a("a"), b("b");
  a.Run("make", kNow);
  a.Run("make", kNow + 60000);
  const std::string old = BundleOf(a, key);
  TakeBundle(b, key, old);
  auto removed = a.store->Remove(
      {.event = [](uint64_t, const Event& e) { return e.start_ms == kNow; },
       .afterwards = ToRemove::Afterwards::kStayAway,
       .now_ms = kNow});
  REQUIRE(removed.ok());
  CHECK(TakeBundle(a, key, old).events == 0);
  CHECK(a.Commands() == Lines{"make"});
  CHECK(TakeBundle(b, key, BundleOf(a, key)).removed == 1);
  CHECK(b.Commands() == Lines{"make"});
  CHECK(TakeBundle(b, key, old).events == 0);
}

TEST_CASE("bundle: what must not leave, or not come, does not") {
  const Key key = TestKey();
  Machine a("a"), b("b");
  a.keep_here = [](const Event& e) { return e.command == "echo here"; };
  a.Run("echo here");
  a.Run("ls");
  BundleReport report;
  auto bundle = MakeBundle(*a.store, key, {"a", 1, a.keep_here}, report);
  REQUIRE(bundle.ok());
  CHECK(report.events == 1);
  CHECK(report.left_out == 1);
  TakeBundle(b, key, *bundle);
  CHECK(b.Commands() == Lines{"ls"});
  auto opened = OpenBundle(*bundle, key);
  REQUIRE(opened.ok());
  Machine c("c");
  REQUIRE(TakeInBundle(*c.store, c.learner, *opened,
                       {"c", 1, [](const Event&) { return true; }}, report)
              .ok());
  CHECK(c.Commands().empty());
}

TEST_CASE("bundle: no changed byte, no cut and no other key opens it") {
  const Key key = TestKey();
  Machine a("a"), b("b");
  for (int i = 0; i < 20; ++i) a.Run("make " + std::to_string(i), kNow + i);
  b.Run("ls");
  TakeBundle(a, key, BundleOf(b, key));  // two parts
  const std::string whole = BundleOf(a, key);
  REQUIRE(OpenBundle(whole, key).ok());
  REQUIRE(OpenBundle(whole, key)->parts.size() == 2);
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK_FALSE(OpenBundle(changed, key).ok());
    CHECK_FALSE(OpenBundle(whole.substr(0, i), key).ok());
  }
  CHECK_FALSE(OpenBundle(whole + "x", key).ok());
  CHECK_FALSE(OpenBundle(whole, NewKey()).ok());
  CHECK(OpenBundle(whole, NewKey()).status().code() == Code::kInvalidArgument);
  // A part of another bundle with the same key, in the place of this one's.
  const std::string other = BundleOf(a, key);
  REQUIRE(other.size() == whole.size());
  const size_t head = kBundleMagic.size() + 16 + 40;
  CHECK_FALSE(OpenBundle(whole.substr(0, head) + other.substr(head), key).ok());
}

TEST_CASE("bundle: a store of many segments") {
  const Key key = TestKey();
  Machine a("a"), b("b");
  std::vector<Event> events;
  for (size_t i = 0; i < 2 * kMaxEvents + 5; ++i) {
    events.push_back(::synapse::testing::Ran("make " + std::to_string(i % 1000),
                                             kNow + static_cast<int64_t>(i)));
  }
  std::vector<uint64_t> sequences;
  REQUIRE(a.store->log().Append(events, &sequences).ok());
  const std::string bundle = BundleOf(a, key);
  REQUIRE(OpenBundle(bundle, key)->parts.size() == 3);
  CHECK(TakeBundle(b, key, bundle).events == events.size());
  CHECK(TakeBundle(b, key, bundle).known == events.size());
}

// A disk that is full in the middle of the import: what came in stays, and a
// second import adds the others.
TEST_CASE("bundle: a full disk loses nothing") {
  const Key key = TestKey();
  Machine a("a");
  std::vector<Event> events;
  for (size_t i = 0; i < 2 * kMaxEvents; ++i) {
    events.push_back(::synapse::testing::Ran(
        "make " + std::to_string(i) + std::string(60, 'x'),
        kNow + static_cast<int64_t>(i)));
  }
  std::vector<uint64_t> sequences;
  REQUIRE(a.store->log().Append(events, &sequences).ok());
  const std::string bytes = BundleOf(a, key);
  ::synapse::testing::TempTree tree;
  Machine b("b", tree.Path("store"));
  auto bundle = OpenBundle(bytes, key);
  REQUIRE(bundle.ok());
  rlimit before;
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  rlimit full = before;
  full.rlim_cur = 2 << 20;
  REQUIRE(setrlimit(RLIMIT_FSIZE, &full) == 0);
  BundleReport report;
  const Status status = TakeInBundle(*b.store, b.learner, *std::move(bundle),
                                     {"b", 1, nullptr}, report);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  CHECK_FALSE(status.ok());
  CHECK(report.events < events.size());
  CHECK(b.Commands().size() == report.events);
  const size_t there = report.events;
  report = TakeBundle(b, key, bytes);
  CHECK(report.known == there);
  CHECK(b.Commands() == a.Commands());
}

}  // namespace synapse::sync
