// The history databases (SQLite) of Atuin, hishtory and zsh-histdb: commands
// with time, duration, exit status, directory and host. SQLite is loaded when it
// is asked for, so that a shell which never imports from it does not carry it.
//
// Tool:   its tables tell which one wrote the database. hishtory has one session
//         for each device; zsh-histdb numbers its sessions by host.
// Damage: a row whose time or command is damaged is skipped and counted. In
//         a database with damaged pages the rows between them are read, in at
//         most 512 queries.
// Tested by tests/learn/history_database_test.cc.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "learn/history_file.h"
#include "store/event.h"

namespace synapse {

// kUnavailable: there is no SQLite library, or the file has other tables.
Result<std::vector<Event>> ReadHistoryDatabase(const std::string& path,
                                               int64_t now_ms,
                                               HistoryDamage* damage = nullptr);

}  // namespace synapse
