#include "learn/history_database.h"

#include <dlfcn.h>

#include "tests/testing.h"

namespace synapse {

using testing::TempTree;

namespace {

// False: SQLite is missing.
bool MakeDatabase(TempTree& tree, const std::string& sql) {
  tree.Write("make.sql", sql);
  const std::string make = "sqlite3 '" + tree.Path("history.db") + "' < '" +
                           tree.Path("make.sql") + "' 2>/dev/null";
  if (system(make.c_str()) == 0 && dlopen("libsqlite3.so.0", RTLD_NOW)) {
    return true;
  }
  MESSAGE("sqlite3 is missing: skipped");
  return false;
}

}  // namespace

TEST_CASE(
    "history_database: commands with time, duration, exit and directory") {
  TempTree tree;
  const std::string db = tree.Path("history.db");
  std::string sql =
      "create table history (id text primary key, timestamp integer not null, "
      "duration integer not null, exit integer not null, command text not "
      "null, cwd text not null, session text not null, hostname text not "
      "null, deleted_at integer);"
      "insert into history values "
      "('2', 1600000002000000000, 45000000, 1, 'make test', '/w', 's', 'h:me', "
      "null),"
      "('1', 1600000001500000000, -1, 0, 'ls -l', '/', 's', 'h', null),"
      "('3', 1600000003000000000, 1, 0, 'gone', '/', 's', 'h', 5),"
      "('4', 1600000004000000000, 1, 0, '  ', '/', 's', 'h', null);";
  if (!MakeDatabase(tree, sql)) return;
  auto events = ReadHistoryDatabase(db, testing::kNow);
  REQUIRE_MESSAGE(events.ok(), events.status().message());
  REQUIRE(events->size() == 2);
  const Event& first = (*events)[0];
  CHECK(first.command == "ls -l");
  CHECK(first.start_ms == 1600000001500);
  CHECK(first.duration_ms <= 0);
  CHECK(first.imported);
  const Event& second = (*events)[1];
  CHECK(second.command == "make test");
  CHECK(second.cwd == "/w");
  CHECK(second.session == "s");
  CHECK(second.host == "h");
  CHECK(second.exit == 1);
  CHECK(second.duration_ms == 45);
}

// One row with a NUL made the rows behind it late, and a stamp that is a text
// was the year 0.
TEST_CASE("history_database: a damaged row costs itself") {
  TempTree tree;
  const std::string db = tree.Path("history.db");
  if (!MakeDatabase(
          tree,
          "create table history (timestamp integer, duration integer, exit "
          "integer, command text, cwd text, session text, hostname text, "
          "deleted_at integer);"
          "insert into history values "
          "(1600000001000000000, 1, 0, 'one', '/', 's', 'h', null),"
          "(1600000002000000000, 1, 0, 'tw' || char(0) || 'o', '/', 's', "
          "'h', null),"
          "('1600x', 1, 0, 'three', '/', 's', 'h', null),"
          "(-1600000002000000000, 1, 0, 'four', '/', 's', 'h', null),"
          "(9223372036854775807, 1, 0, 'five', '/', 's', 'h', null),"
          "(1600000006000000000, 1, 0, 'six', '/', 's', 'h', null);"))
    return;
  HistoryDamage damage;
  auto events = ReadHistoryDatabase(db, testing::kNow, &damage);
  REQUIRE(events.ok());
  REQUIRE(events->size() == 2);
  CHECK((*events)[0].command == "one");
  CHECK((*events)[1].command == "six");
  CHECK((*events)[1].start_ms == 1600000006000);
  CHECK(damage.Text("rows") ==
        "4 damaged entries skipped (rows 2, 3, 4 and 5)");
}

// The rows around damaged pages are read: of several, all rows between the first
// and the last were lost.
TEST_CASE("history_database: damaged pages cost the rows in them") {
  TempTree tree;
  const std::string db = tree.Path("history.db");
  if (!MakeDatabase(
          tree,
          "create table history (timestamp integer, duration integer, exit "
          "integer, command text, cwd text, session text, hostname text, "
          "deleted_at integer); create index t on history(timestamp);"
          "with recursive n(i) as (select 1 union all select i + 1 from n "
          "where i < 2000) insert into history select i * 1000000000, 1, 0, "
          "'make ' || i || hex(zeroblob(200)), '/', 's', 'h', null from n;"))
    return;
  REQUIRE(ReadHistoryDatabase(db, testing::kNow).ok());
  auto bytes = *ReadFile(db);
  constexpr size_t kPage = 4096, kParts = 8;
  for (size_t part : {4, 2, 6}) {
    const size_t page = bytes.size() / kPage * part / kParts;
    bytes.replace(page * kPage, kPage, kPage, 'x');
    tree.Write("history.db", bytes);
    HistoryDamage damage;
    auto events = ReadHistoryDatabase(db, testing::kNow, &damage);
    REQUIRE(events.ok());
    CHECK(damage.unreadable);
    CHECK(events->size() > 1900);
    CHECK(events->front().start_ms == 1000);
    CHECK(events->back().start_ms == 2'000'000);
  }
}

// As hishtory's program writes it, by gorm.
TEST_CASE("history_database: hishtory") {
  TempTree tree;
  if (!MakeDatabase(
          tree,
          "create table history_entries (local_username text, hostname text, "
          "command text, current_working_directory text, home_directory text, "
          "exit_code integer, start_time datetime, end_time datetime, device_id "
          "text, entry_id text, custom_columns text);"
          "insert into history_entries values "
          "('u', 'laptop', 'make', '~/w', '/home/u', 2, '2020-09-13 "
          "05:26:40.123456789-07:00', '2020-09-13 12:26:42.623+00:00', 'd1', "
          "'x', '[]'),"
          "('u', 'server', 'ls', '~/', '/home/u', 0, '2020-09-13 "
          "12:27:00+00:00', '2020-09-13 12:27:00.01+00:00', 'd2', 'y', '[]'),"
          "('u', 'server', 'top', '/var', '/home/u', 0, '2020-09-13 "
          "12:28:00+00:00', '1970-01-01 00:00:00+00:00', 'd2', 'z', '[]'),"
          "('u', 'server', 'bad', '/', '/home/u', 0, 'yesterday', "
          "'2020-09-13 12:28:00+00:00', 'd2', 'w', '[]');")) {
    return;
  }
  HistoryDamage damage;
  auto events =
      ReadHistoryDatabase(tree.Path("history.db"), testing::kNow, &damage);
  REQUIRE_MESSAGE(events.ok(), events.status().message());
  REQUIRE(events->size() == 3);
  const Event& first = (*events)[0];
  CHECK(first.command == "make");
  CHECK(first.start_ms == 1600000000123);
  CHECK(first.duration_ms == 2500);
  CHECK(first.exit == 2);
  CHECK(first.cwd == "/home/u/w");
  CHECK(first.host == "laptop");
  CHECK(first.session == "d1");
  CHECK((*events)[1].cwd == "/home/u");
  CHECK((*events)[1].duration_ms == 10);
  CHECK((*events)[2].cwd == "/var");
  CHECK((*events)[2].exit == Event::kUnknownExit);
  CHECK((*events)[2].duration_ms == Event::kUnknownDuration);
  CHECK(damage.Text("rows") == "1 damaged entry skipped (row 4)");
}

// Its present schema, and the first one, without columns of ids.
TEST_CASE("history_database: zsh-histdb") {
  for (const std::string& id :
       {std::string("id integer primary key autoincrement, "), std::string()}) {
    TempTree tree;
    const std::string null = id.empty() ? "" : "null, ";
    if (!MakeDatabase(
            tree,
            "create table commands (" + id +
                "argv text, unique(argv) on conflict ignore);"
                "create table places (" +
                id +
                "host text, dir text, unique(host, dir) on conflict ignore);"
                "create table history (" +
                id +
                "session int, command_id int, place_id int, exit_status int, "
                "start_time int, duration int);"
                "insert into commands values (" +
                null + "'make'), (" + null + "'vi a');" +
                "insert into places values (" + null + "'laptop', '/w'), (" +
                null + "'server', '/v');" + "insert into history values (" +
                null + "3, 1, 1, 2, 1600000000, 7), (" + null +
                "3, 2, 2, null, 1600000100, null), (" + null +
                "3, 2, 2, 0, 'x', 1);")) {
      return;
    }
    HistoryDamage damage;
    auto events =
        ReadHistoryDatabase(tree.Path("history.db"), testing::kNow, &damage);
    REQUIRE_MESSAGE(events.ok(), events.status().message());
    REQUIRE(events->size() == 2);
    const Event& first = (*events)[0];
    CHECK(first.command == "make");
    CHECK(first.start_ms == 1600000000000);
    CHECK(first.duration_ms == 7000);
    CHECK(first.exit == 2);
    CHECK(first.cwd == "/w");
    CHECK(first.host == "laptop");
    CHECK(first.session == "laptop 3");
    const Event& second = (*events)[1];
    CHECK(second.command == "vi a");
    CHECK(second.host == "server");
    CHECK(second.session == "server 3");
    CHECK(second.exit == Event::kUnknownExit);
    CHECK(second.duration_ms == Event::kUnknownDuration);
    CHECK(damage.entries == 1);
  }
}

TEST_CASE("history_database: tables of another program are reported") {
  TempTree tree;
  if (!MakeDatabase(tree, "create table history (url text);")) return;
  const auto events =
      ReadHistoryDatabase(tree.Path("history.db"), testing::kNow);
  CHECK(events.status().message() ==
        tree.Path("history.db") +
            ": no history of Atuin, hishtory or zsh-histdb");
}

TEST_CASE("history_database: a file that is no database is reported") {
  TempTree tree;
  CHECK(ReadHistoryDatabase(tree.Path("none"), 1).status().code() ==
        Code::kNotFound);
  std::string bad = tree.Write("bad.db", std::string(8192, 'x'));
  CHECK_FALSE(ReadHistoryDatabase(bad, 1).ok());
  CHECK_FALSE(ReadHistoryDatabase(tree.Write("empty.db", ""), 1).ok());
}

}  // namespace synapse
