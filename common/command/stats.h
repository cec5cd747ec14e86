// The output of `synapse stats`, from track/stats.h: stats.cc writes text and
// JSON, stats_page.cc a page of HTML.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "track/stats.h"

namespace synapse {

// The time for a key at 60 words a minute (five characters and a blank a word).
inline constexpr double kSecondsPerKey = 60.0 / (60 * 5);

// How the line that ran relates to a suggestion, in the order of the tables.
inline constexpr std::pair<MatchType, const char*> kMatchLabels[] = {
    {MatchType::kExact, "the same"},
    {MatchType::kPartial, "it, and more"},
    {MatchType::kPrefix, "its beginning"},
    {MatchType::kNone, "something else"}};

struct StatsView {
  const Stats& stats;
  int64_t from_ms = 0;
  int64_t to_ms = 0;
  int columns = 80;
};

// The rows with the most keys saved, then the most lines.
std::vector<std::pair<std::string, StatsRow>> TopRows(
    const std::map<std::string, StatsRow>& rows, size_t most);
// The lines that were suggested most often without success.
std::vector<std::pair<std::string, size_t>> TopIgnored(const Stats& stats,
                                                       size_t most);
// "11 min 20 s", "3 h 5 min".
std::string TimeSaved(size_t keys);
std::string DayName(int64_t day_s);  // "Mon 23 Nov"

// The last seven days, or those before them.
StatsRow WeekOf(const StatsView& view, int weeks_ago);
// How the last seven days differ from those before, in one line; "" if one of
// the weeks has too few lines for that.
std::string WeeklyChange(const StatsView& view);

std::string StatsText(const StatsView& view);
std::string StatsJson(const StatsView& view);
// One file: no script, nothing from the network, for light and dark.
// Tested by tests/command/stats_test.cc.
std::string StatsPage(const StatsView& view);

}  // namespace synapse
