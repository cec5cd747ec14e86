// The parts of `synapse history`, one file each, and what they share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command/command.h"
#include "store/event.h"

namespace synapse {

// One event as one line of JSON, without the newline. Text that is not UTF-8
// also stands as its bytes in hexadecimal under `NAME_hex`, so that nothing is
// lost.
std::string ExportLine(uint64_t sequence, const Event& event);
// The event of such a line, whatever its id; none when it is not one.
std::optional<Event> ParseExportLine(std::string_view line);
bool LooksLikeExport(std::string_view text);

// When, exit status, command: for people.
std::string HistoryLine(const Event& event);

// "2h", "30m", "5d", "1w", "90s" before now; "2026-01-31", with " 12:30" or
// " 12:30:15", in local time; or seconds since 1970. In milliseconds.
std::optional<int64_t> ParseWhen(std::string_view text, int64_t now_ms);

int RunForget(const CommandInput& input);
int RunPrune(const CommandInput& input);

}  // namespace synapse
