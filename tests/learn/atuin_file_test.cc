#include "learn/atuin_file.h"

#include <dlfcn.h>

#include "tests/testing.h"

namespace synapse {

using testing::TempTree;

TEST_CASE("atuin_file: commands with time, duration, exit and directory") {
  TempTree tree;
  std::string db = tree.Path("history.db");
  std::string sql =
      "create table history (id text primary key, timestamp integer not null, "
      "duration integer not null, exit integer not null, command text not "
      "null, cwd text not null, session text not null, hostname text not "
      "null, deleted_at integer);"
      "insert into history values "
      "('2', 1600000002000000000, 45000000, 1, 'make test', '/w', 's', 'h', "
      "null),"
      "('1', 1600000001500000000, -1, 0, 'ls -l', '/', 's', 'h', null),"
      "('3', 1600000003000000000, 1, 0, 'gone', '/', 's', 'h', 5),"
      "('4', 1600000004000000000, 1, 0, '  ', '/', 's', 'h', null);";
  tree.Write("make.sql", sql);
  std::string make =
      "sqlite3 '" + db + "' < '" + tree.Path("make.sql") + "' 2>/dev/null";
  if (system(make.c_str()) != 0 || !dlopen("libsqlite3.so.0", RTLD_NOW)) {
    MESSAGE("sqlite3 is missing: skipped");
    return;
  }
  auto events = ReadAtuin(db, testing::kNow);
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
TEST_CASE("atuin_file: a damaged row costs itself") {
  TempTree tree;
  std::string db = tree.Path("history.db");
  tree.Write("make.sql",
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
             "(1600000006000000000, 1, 0, 'six', '/', 's', 'h', null);");
  std::string make =
      "sqlite3 '" + db + "' < '" + tree.Path("make.sql") + "' 2>/dev/null";
  if (system(make.c_str()) != 0 || !dlopen("libsqlite3.so.0", RTLD_NOW)) {
    MESSAGE("sqlite3 is missing: skipped");
    return;
  }
  HistoryDamage damage;
  auto events = ReadAtuin(db, testing::kNow, &damage);
  REQUIRE(events.ok());
  REQUIRE(events->size() == 2);
  CHECK((*events)[0].command == "one");
  CHECK((*events)[1].command == "six");
  CHECK((*events)[1].start_ms == 1600000006000);
  CHECK(damage.Text("rows") ==
        "4 damaged entries skipped (rows 2, 3, 4 and 5)");
}

// One page in the middle is damaged: the rows around it are read.
TEST_CASE("atuin_file: damaged pages cost the rows in them") {
  TempTree tree;
  std::string db = tree.Path("history.db");
  tree.Write("make.sql",
             "create table history (timestamp integer, duration integer, exit "
             "integer, command text, cwd text, session text, hostname text, "
             "deleted_at integer); create index t on history(timestamp);"
             "with recursive n(i) as (select 1 union all select i + 1 from n "
             "where i < 2000) insert into history select i * 1000000000, 1, 0, "
             "'make ' || i || hex(zeroblob(200)), '/', 's', 'h', null from n;");
  std::string make =
      "sqlite3 '" + db + "' < '" + tree.Path("make.sql") + "' 2>/dev/null";
  if (system(make.c_str()) != 0 || !dlopen("libsqlite3.so.0", RTLD_NOW)) {
    MESSAGE("sqlite3 is missing: skipped");
    return;
  }
  REQUIRE(ReadAtuin(db, testing::kNow).ok());
  auto bytes = *ReadFile(db);
  bytes.replace(bytes.size() / 2, 4096, std::string(4096, 'x'));
  tree.Write("history.db", bytes);
  HistoryDamage damage;
  auto events = ReadAtuin(db, testing::kNow, &damage);
  REQUIRE(events.ok());
  CHECK(damage.unreadable);
  CHECK(events->size() > 1950);
  CHECK(events->front().start_ms == 1000);
  CHECK(events->back().start_ms == 2'000'000);
}

TEST_CASE("atuin_file: what is no database is reported, not a crash") {
  TempTree tree;
  CHECK(ReadAtuin(tree.Path("none"), 1).status().code() == Code::kNotFound);
  std::string bad = tree.Write("bad.db", std::string(8192, 'x'));
  CHECK_FALSE(ReadAtuin(bad, 1).ok());
  CHECK_FALSE(ReadAtuin(tree.Write("empty.db", ""), 1).ok());
}

}  // namespace synapse
