// Migration: a log of an older schema becomes one of this schema, in one
// transaction. A copy of the older file stays in the store as events.v1.
//
// Tested by tests/store/migrate_test.cc.
#pragma once

#include <string>

#include "base/status.h"
#include "store/log_tables.h"

namespace synapse {

// `directory`: of the store. The file has nothing of the transaction before its
// commit.
Status MigrateLog(LogTables& log, const std::string& directory);

}  // namespace synapse
