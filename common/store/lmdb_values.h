// Conversions between LMDB's types and ours: return codes to statuses, values
// to views and back.
// Tested by tests/store/env_test.cc.
#pragma once

#include <lmdb.h>

#include <string>
#include <string_view>

#include "base/status.h"

namespace synapse {

// `what`: of which file or table.
Status FromLmdb(int rc, const std::string& what);

// If the disk is full, an error of damage or of input and output says so: LMDB
// takes a page that cannot be written for an input/output error, and a fault in
// lock.mdb, which has no blocks then, looks like damage.
Status OrOutOfSpace(Status status, const std::string& directory);

inline MDB_val ToVal(std::string_view bytes) {
  return {bytes.size(), const_cast<char*>(bytes.data())};
}
inline std::string_view FromVal(const MDB_val& val) {
  return {static_cast<const char*>(val.mv_data), val.mv_size};
}

}  // namespace synapse
