// The parts of `synapse history`, one file each, and their shared functions.
// Tested by tests/command/history_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "command/command.h"
#include "store/event.h"
#include "store/record.h"

namespace synapse {

// One record as one line of JSON, without the newline. Text that is not UTF-8
// is also written as hexadecimal bytes under `NAME_hex`, so that nothing is
// lost. Sequence 0 is not written. An export of the whole store uses 0, because
// its sequences would differ in the next store.
std::string ExportLine(uint64_t sequence, const Event& event);
std::string ExportLine(const SessionRecord& session);
std::string ExportLine(const FeedbackRecord& feedback);
std::string ExportLine(const SearchRecord& search);
std::string ExportLine(const ForgottenHash& forgotten);
using Exported = std::variant<Event, SessionRecord, FeedbackRecord,
                              SearchRecord, ForgottenHash>;
// Parses such a line, with any id; no value for another line.
std::optional<Exported> ParseExport(std::string_view line);
std::optional<Event> ParseExportLine(std::string_view line);
bool LooksLikeExport(std::string_view text);

// When, exit status, the host if it is another one than `host`, command: for
// people.
std::string HistoryLine(const Event& event, std::string_view host);
// The first columns of HistoryLine().
std::string WhenAndExit(const Event& event);

// "2h", "30m", "5d", "1w", "90s" before now; "2026-01-31", with " 12:30" or "
// 12:30:15", in local time; or seconds since 1970. Returns milliseconds.
std::optional<int64_t> ParseWhen(std::string_view text, int64_t now_ms);

// Takes a line to print and the number of its record; false: it was not taken,
// and this portion ends.
using TakeLine = std::function<bool(uint64_t record, std::string line)>;
// Prints what `visit` reads from a record on, in portions: output may wait for
// hours, as in a pager, and no read transaction may wait with it.
void PrintInPortions(
    const CommandInput& input,
    const std::function<void(uint64_t from, const TakeLine& take)>& visit);

// A bundle (sync/bundle.h). The program sets `bundle_here`; a shell runs the
// program.
inline constexpr std::string_view kBundleMagic = "SYNBNDL1";
inline constexpr size_t kMaxBundle = size_t{512} << 20;  // bytes
// True for a bundle with a damaged beginning too: it is no history of a shell.
bool IsBundle(const std::string& path);
extern int (*bundle_here)(const CommandInput& input);
int RunBundle(const CommandInput& input);

int RunForget(const CommandInput& input);
int RunPrune(const CommandInput& input);

}  // namespace synapse
