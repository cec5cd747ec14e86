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

inline MDB_val ToVal(std::string_view bytes) {
  return {bytes.size(), const_cast<char*>(bytes.data())};
}
inline std::string_view FromVal(const MDB_val& val) {
  return {static_cast<const char*>(val.mv_data), val.mv_size};
}

}  // namespace synapse
