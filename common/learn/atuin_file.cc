#include "learn/atuin_file.h"

#include <dlfcn.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

// As in <sqlite3.h>.
constexpr int kOk = 0, kRow = 100, kDone = 101, kOpenReadOnly = 1;

// The part of SQLite's stable C interface that is needed.
struct Sqlite {
  void* library = nullptr;
  int (*open_v2)(const char*, void**, int, const char*) = nullptr;
  int (*prepare_v2)(void*, const char*, int, void**, const char**) = nullptr;
  int (*step)(void*) = nullptr;
  long long (*column_int64)(void*, int) = nullptr;
  const unsigned char* (*column_text)(void*, int) = nullptr;
  int (*finalize)(void*) = nullptr;
  int (*close)(void*) = nullptr;
  const char* (*errmsg)(void*) = nullptr;
  int (*busy_timeout)(void*, int) = nullptr;  // milliseconds

  bool Load() {
    library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    auto find = [&](auto& function, const char* name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
          dlsym(library, name));
      return function != nullptr;
    };
    return find(open_v2, "sqlite3_open_v2") &&
           find(prepare_v2, "sqlite3_prepare_v2") &&
           find(step, "sqlite3_step") &&
           find(column_int64, "sqlite3_column_int64") &&
           find(column_text, "sqlite3_column_text") &&
           find(finalize, "sqlite3_finalize") &&
           find(close, "sqlite3_close") && find(errmsg, "sqlite3_errmsg") &&
           find(busy_timeout, "sqlite3_busy_timeout");
  }
  ~Sqlite() {
    if (library) dlclose(library);
  }
};

std::string Column(const Sqlite& sql, void* statement, int column) {
  auto* text = sql.column_text(statement, column);
  return text ? reinterpret_cast<const char*>(text) : "";
}

}  // namespace

Result<std::vector<Event>> ReadAtuin(const std::string& path) {
  if (!IsRegularFile(path)) return Status(Code::kNotFound, path + ": no file");
  Sqlite sql;
  if (!sql.Load()) {
    return Status(Code::kUnavailable,
                  "libsqlite3.so.0 is missing (Debian: libsqlite3-0)");
  }
  void* db = nullptr;
  void* rows = nullptr;
  // Times are in nanoseconds.
  constexpr const char* kQuery =
      "select timestamp / 1000000, duration / 1000000, exit, command, cwd, "
      "session, hostname from history where deleted_at is null "
      "order by timestamp";
  constexpr int kMaxWaitMs = 1000;  // for a shell that has Atuin write
  if (sql.open_v2(path.c_str(), &db, kOpenReadOnly, nullptr) != kOk ||
      sql.busy_timeout(db, kMaxWaitMs) != kOk ||
      sql.prepare_v2(db, kQuery, -1, &rows, nullptr) != kOk) {
    std::string why = db ? sql.errmsg(db) : "cannot open";
    if (db) sql.close(db);
    return Status(Code::kUnavailable, path + ": " + why);
  }
  std::vector<Event> events;
  int rc;
  while ((rc = sql.step(rows)) == kRow) {
    Event e;
    e.start_ms = sql.column_int64(rows, 0);
    e.duration_ms = std::max<int64_t>(sql.column_int64(rows, 1), -1);
    e.exit = static_cast<int32_t>(sql.column_int64(rows, 2));
    e.command = Column(sql, rows, 3);
    e.cwd = Column(sql, rows, 4);
    e.session = Column(sql, rows, 5);
    e.host = Column(sql, rows, 6);
    e.imported = true;
    if (!Trim(e.command).empty()) events.push_back(std::move(e));
  }
  // As when Atuin is writing just now: a part is none.
  const std::string why = rc == kDone ? "" : sql.errmsg(db);
  sql.finalize(rows);
  sql.close(db);
  if (rc != kDone) return Status(Code::kUnavailable, path + ": " + why);
  return events;
}

}  // namespace synapse
