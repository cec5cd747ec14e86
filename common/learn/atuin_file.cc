#include "learn/atuin_file.h"

#include <dlfcn.h>

#include <algorithm>
#include <unordered_set>

#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

// As in <sqlite3.h>.
constexpr int kOk = 0, kCorrupt = 11, kRow = 100, kDone = 101;
constexpr int kOpenReadOnly = 1, kInteger = 1;

// The part of SQLite's stable C interface that is needed.
struct Sqlite {
  void* library = nullptr;
  int (*open_v2)(const char*, void**, int, const char*) = nullptr;
  int (*prepare_v2)(void*, const char*, int, void**, const char**) = nullptr;
  int (*step)(void*) = nullptr;
  long long (*column_int64)(void*, int) = nullptr;
  const unsigned char* (*column_text)(void*, int) = nullptr;
  int (*column_bytes)(void*, int) = nullptr;
  int (*column_type)(void*, int) = nullptr;
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
           find(column_bytes, "sqlite3_column_bytes") &&
           find(column_type, "sqlite3_column_type") &&
           find(finalize, "sqlite3_finalize") && find(close, "sqlite3_close") &&
           find(errmsg, "sqlite3_errmsg") &&
           find(busy_timeout, "sqlite3_busy_timeout");
  }
  ~Sqlite() {
    if (library) dlclose(library);
  }
};

// Reads the rows of a database.
class AtuinReader {
 public:
  AtuinReader(const Sqlite& sql, void* db, int64_t now_ms)
      : sql_(sql), db_(db), now_ms_(now_ms) {}

  // Returns the last answer of SQLite. Rows that are read already are left out.
  int Read(const char* query) {
    void* rows = nullptr;
    int rc = sql_.prepare_v2(db_, query, -1, &rows, nullptr);
    while (rc == kOk || rc == kRow) {
      rc = sql_.step(rows);
      if (rc != kRow) break;
      const int64_t row = sql_.column_int64(rows, 0);
      if (seen_.insert(row).second) Take(rows, row);
    }
    sql_.finalize(rows);
    return rc;
  }

  // The rows without damage, in the order of time.
  std::vector<Event> Finish(HistoryDamage* damage) {
    std::sort(damaged_.begin(), damaged_.end());
    for (int64_t row : damaged_) {
      if (damage) damage->Add(static_cast<size_t>(row));
    }
    std::stable_sort(
        events_.begin(), events_.end(),
        [](const Event& a, const Event& b) { return a.start_ms < b.start_ms; });
    return std::move(events_);
  }

 private:
  std::string Text(void* rows, int column) const {
    auto* text = sql_.column_text(rows, column);
    if (!text) return "";
    return std::string(reinterpret_cast<const char*>(text),
                       static_cast<size_t>(sql_.column_bytes(rows, column)));
  }

  // Times are in nanoseconds.
  void Take(void* rows, int64_t row) {
    constexpr int64_t kMs = 1'000'000;
    Event e;
    e.start_ms = sql_.column_int64(rows, 1) / kMs;
    e.duration_ms = std::max<int64_t>(sql_.column_int64(rows, 2) / kMs, -1);
    e.exit = static_cast<int32_t>(sql_.column_int64(rows, 3));
    e.command = Text(rows, 4);
    e.cwd = Text(rows, 5);
    e.session = Text(rows, 6);
    e.host = Text(rows, 7);
    e.imported = true;
    if (sql_.column_type(rows, 1) != kInteger ||
        !IsPlausibleTime(e.start_ms / 1000, now_ms_) ||
        !IsWholeCommand(e.command)) {
      damaged_.push_back(row);
      return;
    }
    for (std::string* text : {&e.cwd, &e.session, &e.host}) {
      if (!IsWholeCommand(*text)) text->clear();
    }
    if (!Trim(e.command).empty()) events_.push_back(std::move(e));
  }

  const Sqlite& sql_;
  void* const db_;
  const int64_t now_ms_;
  std::vector<Event> events_;
  std::vector<int64_t> damaged_;
  std::unordered_set<int64_t> seen_;
};

// Forwards and backwards: a damaged page ends each of them.
constexpr const char* kForwards =
    "select rowid, timestamp, duration, exit, command, cwd, session, hostname "
    "from history where deleted_at is null order by rowid";
constexpr const char* kBackwards =
    "select rowid, timestamp, duration, exit, command, cwd, session, hostname "
    "from history where deleted_at is null order by rowid desc";

}  // namespace

Result<std::vector<Event>> ReadAtuin(const std::string& path, int64_t now_ms,
                                     HistoryDamage* damage) {
  if (!IsRegularFile(path)) return Status(Code::kNotFound, path + ": no file");
  Sqlite sql;
  if (!sql.Load()) {
    return Status(Code::kUnavailable,
                  "libsqlite3.so.0 is missing (Debian: libsqlite3-0)");
  }
  void* db = nullptr;
  constexpr int kMaxWaitMs = 1000;  // for a shell that has Atuin write
  int rc = sql.open_v2(path.c_str(), &db, kOpenReadOnly, nullptr);
  if (rc == kOk) rc = sql.busy_timeout(db, kMaxWaitMs);
  AtuinReader reader(sql, db, now_ms);
  bool corrupt = false;
  if (rc == kOk) {
    rc = reader.Read(kForwards);
    corrupt = rc == kCorrupt;
    if (corrupt) (void)reader.Read(kBackwards);
  }
  std::vector<Event> events = reader.Finish(damage);
  const std::string why = db ? sql.errmsg(db) : "cannot open";
  if (db) sql.close(db);
  // As when Atuin is writing just now: a part is none.
  if (rc != kDone && (!corrupt || events.empty())) {
    return Status(Code::kUnavailable, path + ": " + why);
  }
  if (corrupt && damage) damage->unreadable = true;
  return events;
}

}  // namespace synapse
