#include "store/lmdb_values.h"

#include <sys/statvfs.h>

#include <cerrno>
#include <cstdint>

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

Status OrOutOfSpace(Status status, const std::string& directory) {
  const bool may_be =
      status.code() == Code::kCorrupt || status.code() == Code::kUnavailable;
  struct statvfs fs;
  constexpr uint64_t kLeast = 64 << 10;
  if (!may_be || statvfs(directory.c_str(), &fs) != 0 || fs.f_blocks == 0 ||
      uint64_t{fs.f_bavail} * fs.f_frsize >= kLeast) {
    return status;
  }
  return {Code::kUnavailable, directory + ": no space is left on the disk"};
}

}  // namespace synapse
