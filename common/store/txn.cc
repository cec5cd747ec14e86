#include "store/txn.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "store/guard.h"
#include "store/lmdb_values.h"

namespace synapse {
namespace {

// 32 levels of at most 15 steps, for each of the searches that a change makes.
constexpr int kMaxSteps = 1 << 15;
int steps = 0;

// As a number that is ordered as the bytes are.
uint64_t FirstBytes(const void* bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof(value));
  if constexpr (std::endian::native == std::endian::little) {
    value = __builtin_bswap64(value);
  }
  return value;
}

}  // namespace

int CompareKeys(const MDB_val* a, const MDB_val* b) {
  if (++steps > kMaxSteps) {
    steps = 0;
    FaultGuard::Escape();
  }
  // Nearly all keys are or begin with a hash: the first bytes decide.
  if (a->mv_size >= sizeof(uint64_t) && b->mv_size >= sizeof(uint64_t)) {
    const uint64_t first = FirstBytes(a->mv_data);
    const uint64_t other = FirstBytes(b->mv_data);
    if (first != other) return first < other ? -1 : 1;
  }
  int order = memcmp(a->mv_data, b->mv_data, std::min(a->mv_size, b->mv_size));
  if (order != 0) return order;
  return a->mv_size < b->mv_size ? -1 : a->mv_size > b->mv_size;
}

Status Txn::Fail(int rc) {
  if (rc == MDB_SUCCESS || rc == MDB_NOTFOUND) return {};
  if (error_ == 0) error_ = rc;
  return FromLmdb(rc, "store");
}

std::optional<std::string_view> Txn::GetIn(size_t table, std::string_view key) {
  steps = 0;
  MDB_val k = ToVal(key), v = {};
  int rc = mdb_get(txn_, tables_[table], &k, &v);
  if (rc == MDB_SUCCESS) return FromVal(v);
  (void)Fail(rc);
  return std::nullopt;
}

bool Txn::MayChange(size_t table, std::string_view key,
                    PageCheck::Change change) {
  return !check_ || check_->Path((*names_)[table], key, change);
}

Status Txn::PutIn(size_t table, std::string_view key, std::string_view value,
                  unsigned flags) {
  auto change =
      flags & MDB_APPEND ? PageCheck::Change::kAppend : PageCheck::Change::kPut;
  if (!MayChange(table, key, change)) return Fail(MDB_CORRUPTED);
  steps = 0;
  MDB_val k = ToVal(key), v = ToVal(value);
  return Fail(mdb_put(txn_, tables_[table], &k, &v, flags));
}

Status Txn::DeleteIn(size_t table, std::string_view key) {
  if (!MayChange(table, key, PageCheck::Change::kDelete)) {
    return Fail(MDB_CORRUPTED);
  }
  steps = 0;
  MDB_val k = ToVal(key);
  return Fail(mdb_del(txn_, tables_[table], &k, nullptr));
}

void Txn::Walk(size_t table, const Seek& seek, MDB_cursor_op step,
               const Kv::Visitor& visit) {
  MDB_cursor* cursor;
  int rc = mdb_cursor_open(txn_, tables_[table], &cursor);
  if (rc != MDB_SUCCESS) {
    (void)Fail(rc);
    return;
  }
  steps = 0;
  MDB_val key = {}, value = {};
  rc = seek(cursor, &key, &value);
  uint64_t left = EntriesIn(table);
  while (rc == MDB_SUCCESS && left-- > 0 &&
         visit(FromVal(key), FromVal(value))) {
    rc = mdb_cursor_get(cursor, &key, &value, step);
    if (rc == MDB_SUCCESS && left == 0) rc = MDB_CORRUPTED;
  }
  mdb_cursor_close(cursor);
  (void)Fail(rc);
}

void Txn::ScanIn(size_t table, std::string_view from,
                 const Kv::Visitor& visit) {
  auto seek = [&](MDB_cursor* cursor, MDB_val* key, MDB_val* value) {
    *key = ToVal(from);
    return mdb_cursor_get(cursor, key, value,
                          from.empty() ? MDB_FIRST : MDB_SET_RANGE);
  };
  Walk(table, seek, MDB_NEXT, visit);
}

void Txn::ScanBackwardsIn(size_t table, const Kv::Visitor& visit,
                          std::string_view before) {
  auto seek = [&](MDB_cursor* cursor, MDB_val* key, MDB_val* value) {
    *key = ToVal(before);
    const bool within =
        !before.empty() &&
        mdb_cursor_get(cursor, key, value, MDB_SET_RANGE) == MDB_SUCCESS;
    return mdb_cursor_get(cursor, key, value, within ? MDB_PREV : MDB_LAST);
  };
  Walk(table, seek, MDB_PREV, visit);
}

uint64_t Txn::EntriesIn(size_t table) {
  MDB_stat stat;
  int rc = mdb_stat(txn_, tables_[table], &stat);
  if (rc != MDB_SUCCESS) return 0;
  return stat.ms_entries;
}

uint64_t Txn::PagesIn(size_t table) {
  MDB_stat stat;
  int rc = mdb_stat(txn_, tables_[table], &stat);
  if (rc != MDB_SUCCESS) return 0;
  return stat.ms_branch_pages + stat.ms_leaf_pages + stat.ms_overflow_pages;
}

std::optional<std::string_view> Txn::Get(Table table, std::string_view key) {
  return GetIn(static_cast<size_t>(table), key);
}
Status Txn::Put(Table table, std::string_view key, std::string_view value) {
  return PutIn(static_cast<size_t>(table), key, value);
}
Status Txn::Delete(Table table, std::string_view key) {
  return DeleteIn(static_cast<size_t>(table), key);
}
void Txn::Scan(Table table, std::string_view from, const Visitor& visit) {
  ScanIn(static_cast<size_t>(table), from, visit);
}

}  // namespace synapse
