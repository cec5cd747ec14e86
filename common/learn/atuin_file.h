// Atuin's history database (SQLite): commands with time, duration, exit status
// and directory. SQLite is loaded when it is asked for, so that a shell which
// never imports from Atuin does not carry it.
//
// Damage: a row whose time or command is damaged is skipped and counted. Of a
//         database with damaged pages, the rows before and behind them are
//         read.
// Tested by tests/learn/atuin_file_test.cc.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "learn/history_file.h"
#include "store/event.h"

namespace synapse {

// kUnavailable: there is no SQLite library, or the file is not Atuin's.
Result<std::vector<Event>> ReadAtuin(const std::string& path, int64_t now_ms,
                                     HistoryDamage* damage = nullptr);

}  // namespace synapse
