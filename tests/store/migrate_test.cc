// A store of the first schema is migrated; a newer one is not touched.
#include <filesystem>
#include <fstream>

#include "store/keys.h"
#include "store/log_keys.h"
#include "store/store.h"
#include "tests/engine/engine_testing.h"
#include "tests/store/store_testing.h"

namespace synapse {
namespace {

using testing::Ran;
using testing::Session;
using testing::TempTree;

// The event record of version 1: it ends after the seven strings.
std::string OldRecord(const Event& e) {
  std::string bytes = EncodeEvent(e);
  return bytes.substr(0, bytes.size() - 16);
}

// The events environment of version 1: four tables, no "schema".
void WriteOldStore(const std::string& store, size_t events) {
  Env::Options options;
  options.directory = store + "/events";
  options.tables = {"event", "identity", "meta", "forgotten"};
  auto env = Env::Open(options);
  REQUIRE(env.ok());
  REQUIRE((*env)
              ->Write([&](Txn& txn) {
                Status status;
                for (uint64_t i = 1; i <= events && status.ok(); ++i) {
                  Event e;
                  e.command = "old command " + std::to_string(i);
                  e.session = i % 2 ? "odd" : "even";
                  e.cwd = "/w";
                  e.host = "h";
                  e.shell = "zsh";
                  e.start_ms = 1600000000000 + static_cast<int64_t>(i) * 1000;
                  e.duration_ms = 10;
                  e.exit = 0;
                  e.previous = i > 2 ? i - 2 : 0;
                  status = txn.PutIn(0, Big64(i), OldRecord(e));
                  if (!status.ok()) return status;
                  status = txn.PutIn(
                      1, Big64(EventIdentity(e.start_ms / 1000, e.command)),
                      "");
                }
                return status.ok() ? txn.PutIn(3, Big64(Hash64("gone")), "")
                                   : status;
              })
              .ok());
}

std::string BytesOf(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void WriteSchema(const std::string& directory, const char* const* tables,
                 size_t count, uint32_t schema) {
  Env::Options options;
  options.directory = directory;
  options.tables.assign(tables, tables + count);
  auto env = Env::Open(options);
  REQUIRE(env.ok());
  std::string value;
  PutLittle<uint32_t>(value, schema);
  size_t meta = 0;
  while (options.tables[meta] != "meta") ++meta;
  REQUIRE(
      (*env)
          ->Write([&](Txn& txn) { return txn.PutIn(meta, "schema", value); })
          .ok());
}

}  // namespace

TEST_CASE("migrate: a store of the first schema loses nothing") {
  TempTree tree;
  std::string path = tree.Path("s");
  WriteOldStore(path, 500);
  std::string before = BytesOf(path + "/events/data.mdb");
  auto store = Store::Open(path);
  REQUIRE(store->persistent());
  CHECK(store->why().empty());
  CHECK(store->info().event_count == 500);
  auto event = store->log().Find(500);
  REQUIRE(event);
  CHECK(event->command == "old command 500");
  CHECK(event->previous == 498);
  CHECK(store->log().HasIdentity(EventIdentity(1600000500, "old command 500")));
  CHECK(store->forgotten().Hashes().contains(Hash64("gone")));
  auto session = store->log().FindSession("odd");
  REQUIRE(session);
  CHECK(session->start_ms == 1600000001000);
  CHECK(session->end_ms == 1600000499010);
  CHECK(session->shell == "zsh");
  // The old file stays, byte for byte, until a line is forgotten.
  CHECK(BytesOf(path + "/events.v1/data.mdb") == before);
  REQUIRE(store->log().Append({Ran("new")}).ok());
  CHECK(store->log().last_sequence() == 501);
  store->log_file().RemoveSetAside();
  CHECK_FALSE(IsDirectory(path + "/events.v1"));
}

TEST_CASE("migrate: what the old store knew is suggested, and once is enough") {
  Session s;
  std::string path = s.tree.Path("store");
  EngineOptions options = s.engine->options();
  s.engine.reset();
  std::filesystem::remove_all(path);
  WriteOldStore(path, 300);
  s.engine = std::make_unique<Engine>(options);
  while (s.engine->learner().Behind() > 0) s.engine->NewPrompt();
  CHECK(s.First("old command 29").starts_with("old command 29"));
  std::filesystem::remove_all(path + "/events.v1");
  s.engine = std::make_unique<Engine>(options);
  CHECK_FALSE(IsDirectory(path + "/events.v1"));
}

TEST_CASE("migrate: a newer store is left alone, and the session learns") {
  for (bool log : {true, false}) {
    CAPTURE(log);
    TempTree tree;
    std::string path = tree.Path("s");
    { REQUIRE(Store::Open(path)->persistent()); }
    if (log) {
      WriteSchema(path + "/events", kLogTables, std::size(kLogTables),
                  kLogSchema + 1);
    } else {
      WriteSchema(path + "/index", kTableNames, kTables, kSchemaVersion + 1);
    }
    std::string file = path + (log ? "/events" : "/index") + "/data.mdb";
    std::string before = BytesOf(file);
    auto store = Store::Open(path);
    CHECK_FALSE(store->persistent());
    CHECK(store->why().find("newer Synapse") != std::string::npos);
    CHECK(store->log().Append({Ran("kept in memory")}).ok());
    CHECK(store->log().last_sequence() == 1);
    store->Refresh();
    CHECK_FALSE(store->persistent());
    store.reset();
    CHECK(BytesOf(file) == before);
  }
}

TEST_CASE("migrate: a log that a newer Synapse takes over is written no more") {
  TempTree tree;
  std::string path = tree.Path("s");
  auto store = Store::Open(path);
  REQUIRE(store->persistent());
  REQUIRE(store->log().Append({Ran("before")}).ok());
  WriteSchema(path + "/events", kLogTables, std::size(kLogTables),
              kLogSchema + 1);
  const std::string file = path + "/events/data.mdb";
  const std::string before = BytesOf(file);
  CHECK(store->log().Append({Ran("after")}).code() == Code::kUnavailable);
  CHECK(BytesOf(file) == before);
  store->Refresh();
  CHECK_FALSE(store->persistent());
  CHECK(store->why().find("newer Synapse") != std::string::npos);
  CHECK(store->log().Append({Ran("in memory")}).ok());
  store.reset();
  CHECK(BytesOf(file) == before);
}

}  // namespace synapse
