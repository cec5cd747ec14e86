#include "learn/history_database.h"

#include <dlfcn.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_set>

#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

// As in <sqlite3.h>.
constexpr int kOk = 0, kError = 1, kCorrupt = 11, kRow = 100, kDone = 101;
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

// Each tool's rows: number, start and duration in nanoseconds, exit, command,
// directory, session, host.
struct Tool {
  std::string_view query;   // up to a condition
  std::string_view number;  // the column of the numbers
};
constexpr Tool kTools[] = {
    // Atuin: a host is "HOST:USER".
    {"select rowid, timestamp, duration, exit, command, cwd, session, "
     "substr(hostname, 1, instr(hostname || ':', ':') - 1) from history where deleted_at is null and",
     "rowid"},
    // hishtory: an entry of a command that runs still ends in 1970; a directory
    // in the home begins with a tilde.
    {"select rowid, "
     "cast(round((julianday(start_time) - 2440587.5) * 86400000) as integer) "
     "* 1000000, "
     "case when julianday(end_time) >= julianday(start_time) then "
     "cast(round((julianday(end_time) - julianday(start_time)) * 86400000) as "
     "integer) * 1000000 else -1000000 end, "
     "case when julianday(end_time) >= julianday(start_time) then exit_code "
     "else -1 end, command, "
     "case when current_working_directory in ('~', '~/') then home_directory "
     "when substr(current_working_directory, 1, 2) = '~/' then "
     "home_directory || substr(current_working_directory, 2) "
     "else current_working_directory end, device_id, hostname "
     "from history_entries where",
     "rowid"},
    // zsh-histdb: the status and the duration of a command that runs still are
    // null.
    {"select h.rowid, h.start_time * 1000000000, "
     "coalesce(h.duration * 1000000000, -1000000), coalesce(h.exit_status, -1), "
     "c.argv, p.dir, p.host || ' ' || h.session, p.host from history h "
     "left join commands c on c.rowid = h.command_id "
     "left join places p on p.rowid = h.place_id where",
     "h.rowid"},
};

// Reads the rows of a database.
class DatabaseReader {
 public:
  DatabaseReader(const Sqlite& sql, void* db, int64_t now_ms)
      : sql_(sql), db_(db), now_ms_(now_ms) {}

  // Returns the last answer of SQLite.
  int Read(const Tool& tool) { return ReadFrom(tool, {}, /*forwards=*/true); }

  // A damaged page ends a query, which is then asked from the other end, and
  // for both halves of what is left between.
  void ReadAround(const Tool& tool) {
    constexpr int kMaxGaps = 256;
    constexpr int64_t kLeast = 8;
    std::deque<Gap> gaps = {{}};
    for (int i = 0; i < kMaxGaps && !gaps.empty(); ++i) {
      Gap gap = gaps.front();
      gaps.pop_front();
      if (ReadFrom(tool, gap, /*forwards=*/true) != kCorrupt) continue;
      gap.after = last_.value_or(gap.after);
      if (ReadFrom(tool, gap, /*forwards=*/false) != kCorrupt) continue;
      gap.before = last_.value_or(gap.before);
      if (gap.before - gap.after < kLeast) continue;
      const int64_t middle = gap.after + (gap.before - gap.after) / 2;
      gaps.push_back({gap.after, middle + 1});
      gaps.push_back({middle, gap.before});
    }
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
  // The rows between two numbers, whose difference does not overflow.
  struct Gap {
    int64_t after = INT64_MIN / 2, before = INT64_MAX / 2;
  };

  // Returns the last answer of SQLite. Rows that are read already are left out.
  int ReadFrom(const Tool& tool, const Gap& gap, bool forwards) {
    const std::string number(tool.number);
    const std::string query = std::string(tool.query) + " " + number + " > " +
                              std::to_string(gap.after) + " and " + number +
                              " < " + std::to_string(gap.before) +
                              " order by " + number + (forwards ? "" : " desc");
    last_.reset();
    void* rows = nullptr;
    int rc = sql_.prepare_v2(db_, query.c_str(), -1, &rows, nullptr);
    while (rc == kOk || rc == kRow) {
      rc = sql_.step(rows);
      if (rc != kRow) break;
      const int64_t row = sql_.column_int64(rows, 0);
      // The numbers of a damaged page may be in any order.
      if (row <= gap.after || row >= gap.before) continue;
      last_ = row;
      if (seen_.insert(row).second) Take(rows, row);
    }
    sql_.finalize(rows);
    return rc;
  }

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
  std::optional<int64_t> last_;  // of the latest query
};

}  // namespace

Result<std::vector<Event>> ReadHistoryDatabase(const std::string& path,
                                               int64_t now_ms,
                                               HistoryDamage* damage) {
  if (!IsRegularFile(path)) return Status(Code::kNotFound, path + ": no file");
  Sqlite sql;
  if (!sql.Load()) {
    return Status(Code::kUnavailable,
                  "libsqlite3.so.0 is missing (Debian: libsqlite3-0)");
  }
  void* db = nullptr;
  constexpr int kMaxWaitMs = 1000;  // for a shell that writes it
  int rc = sql.open_v2(path.c_str(), &db, kOpenReadOnly, nullptr);
  if (rc == kOk) rc = sql.busy_timeout(db, kMaxWaitMs);
  DatabaseReader reader(sql, db, now_ms);
  bool corrupt = false;
  // The query of another tool names a table or column that is not there.
  for (size_t i = 0; i < std::size(kTools) && rc <= kError; ++i) {
    rc = reader.Read(kTools[i]);
    corrupt = rc == kCorrupt;
    if (corrupt) reader.ReadAround(kTools[i]);
  }
  std::vector<Event> events = reader.Finish(damage);
  const std::string why = rc == kError
                              ? "no history of Atuin, hishtory or zsh-histdb"
                          : db ? sql.errmsg(db)
                               : "cannot open";
  if (db) sql.close(db);
  // Another process may be writing: a part of a database is not imported.
  if (rc != kDone && (!corrupt || events.empty())) {
    return Status(Code::kUnavailable, path + ": " + why);
  }
  if (corrupt && damage) damage->unreadable = true;
  return events;
}

}  // namespace synapse
