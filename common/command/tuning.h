// Tuning: factors of the ranking (rank/factors.h) for one person, learned from
// what this person ran.
//
// Each step replays the history (prequential, as `synapse replay`): every line
// is predicted, then learned. A coordinate search changes one factor at a time,
// keeps what saves more keys, and goes over the names once. What was on show at
// the time has no part in it, so that no position is favoured. Three of ten
// sessions are held out: they are learned from in their order, and not searched
// with.
// Tested by tests/command/tune_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "command/command.h"
#include "command/replay_figures.h"
#include "store/event.h"

namespace synapse {

// Sums of a replay, apart for the sessions that are searched with and held out.
struct TuningSums {
  ReplaySums searched, held_out;
};

// By name; one that is not there is 1.
using FactorWords = std::map<std::string, double>;
// "bigram=0.5,spec=2"
std::string FactorText(const FactorWords& factors);

using TuningReplay = std::function<TuningSums(const FactorWords& factors)>;

// A gain below this, of all keys, may be chance.
inline constexpr double kLeastGain = 0.002;

struct TuningResult {
  FactorWords factors;  // empty: nothing was better
  TuningSums before, after;
  size_t replays = 0;

  // Also on the sessions that were held out.
  bool holds() const {
    return !factors.empty() && after.held_out.saveword() >=
                                   before.held_out.saveword() + kLeastGain;
  }
};

// `report`: which name is tried, and how many of how many. A factor is within
// [0.25, 4].
TuningResult Tune(const std::vector<std::string>& names,
                  const TuningReplay& replay,
                  const std::function<void(size_t done, size_t all)>& report);

// Replays events, oldest first, with an engine of their own in memory.
TuningReplay ReplayOf(const CommandInput& input,
                      const std::vector<Event>& events);

// The names that are tried: features of lines, sources and parts of the model.
std::vector<std::string> TunableNames();

}  // namespace synapse
