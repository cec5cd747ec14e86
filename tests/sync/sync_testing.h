// Machines with a store in memory, and the folder that they share.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "learn/forgetting.h"
#include "sync/sync.h"
#include "tests/store/store_testing.h"

namespace synapse::sync::testing {

using ::synapse::testing::kNow;
using ::synapse::testing::TempTree;

struct Machine {
  explicit Machine(std::string name, std::string store_directory = "",
                   uint64_t place = 1)
      : host(std::move(name)),
        store(Store::Open(store_directory)),
        learner(*store, 168),
        place(place) {}

  uint64_t Run(const std::string& command, int64_t ms = kNow) {
    Event e = ::synapse::testing::Ran(command, ms);
    e.session = host;
    if (names_host) e.host = host;
    auto sequence = learner.Record(e);
    REQUIRE(sequence.ok());
    return *sequence;
  }
  void Forget(const std::string& command) {
    REQUIRE(HideLine(*store, learner, command, kNow).ok());
    REQUIRE(FinishForgetting(*store, learner).ok());
  }
  // A pass as `synapse sync now` does it, against this replica of the folder.
  Status Pass(const std::string& directory, const Key& key, Report& report,
              const std::function<bool()>& step = nullptr) {
    auto folder = Folder::Open(directory, key);
    if (!folder.ok()) return folder.status();
    Options options;
    options.host = host;
    options.place = place;
    options.step = step;
    options.keep_here = keep_here;
    Sync sync(*store, learner, *folder, options);
    Status status = sync.Join();
    if (status.ok()) status = sync.Read(report);
    return status.ok() ? sync.Write(report) : status;
  }
  Report MustPass(const std::string& directory, const Key& key) {
    Report report;
    const Status status = Pass(directory, key, report);
    INFO(status.message());
    REQUIRE(status.ok());
    return report;
  }
  uint64_t id() {
    auto member =
        store->log_file().Get([](LogTables& log) { return MemberOf(log); });
    return member ? member->machine : 0;
  }
  // Every event as "MACHINE SEQUENCE COMMAND".
  std::multiset<std::string> Events() {
    std::multiset<std::string> out;
    const uint64_t self = id();
    store->log().Visit(1, [&](uint64_t sequence, const Event& e) {
      const bool ours = e.machine == 0;
      out.insert(HexOf(ours ? self : e.machine) + " " +
                 std::to_string(ours ? sequence : e.remote) + " " + e.command);
      return true;
    });
    return out;
  }
  // `second`, of another machine, says where it ran and follows `first`.
  void CheckFollows(const std::string& where, const std::string& first,
                    const std::string& second) {
    uint64_t before = 0, previous = 0;
    store->log().Visit(1, [&](uint64_t sequence, const Event& e) {
      if (e.machine == 0) return true;
      CHECK(e.host == where);
      if (e.command == first) before = sequence;
      if (e.command == second) previous = e.previous;
      return true;
    });
    CHECK(before != 0);
    CHECK(previous == before);
  }
  std::multiset<std::string> Commands() {
    const auto all = ::synapse::testing::CommandsIn(*store);
    return {all.begin(), all.end()};
  }

  std::string host;
  std::unique_ptr<Store> store;
  Learner learner;
  uint64_t place;
  bool names_host = true;  // a shell's history file names none
  std::function<bool(const Event&)> keep_here;
};

// A folder with its key.
struct Shared {
  Shared() {
    REQUIRE(StartCrypto().ok());
    key = NewKey();
    REQUIRE(Folder::Make(directory, key).ok());
  }
  Folder folder() {
    auto opened = Folder::Open(directory, key);
    REQUIRE(opened.ok());
    return std::move(*opened);
  }
  TempTree tree;
  std::string directory = tree.Path("folder");
  Key key;
};

}  // namespace synapse::sync::testing
