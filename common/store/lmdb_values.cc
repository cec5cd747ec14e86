#include "store/lmdb_values.h"

#include <cerrno>

namespace synapse {
namespace {

Code CodeOf(int rc) {
  switch (rc) {
    case MDB_CORRUPTED:
    case MDB_PAGE_NOTFOUND:
    case MDB_PANIC:
    case MDB_INVALID:
    case MDB_VERSION_MISMATCH:
    case MDB_INCOMPATIBLE:
    case MDB_PAGE_FULL:
    case MDB_CURSOR_FULL:
    case MDB_BAD_TXN:
    case MDB_BAD_VALSIZE: return Code::kCorrupt;
    case MDB_READERS_FULL:
    case EAGAIN:
    case EBUSY: return Code::kBusy;
    default: return Code::kUnavailable;
  }
}

}  // namespace

Status FromLmdb(int rc, const std::string& what) {
  if (rc == MDB_SUCCESS) return {};
  return {CodeOf(rc), what + ": " + mdb_strerror(rc)};
}

}  // namespace synapse
