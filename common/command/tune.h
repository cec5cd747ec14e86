// Tuning: computes factors of the ranking (rank/factors.h) for one user from
// the commands that the user ran.
//
// Each step replays the history (prequential, as in `synapse replay`): every
// line is predicted, then learned. A coordinate search changes one factor at a
// time, keeps changes that save more keys, and goes over the names once.
// Suggestions that were shown at the time are not used, so no position is
// favoured. Three of ten sessions are held out: they are learned in their
// order, and not used for the search.
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

// Sums of a replay, separate for sessions of the search and held-out sessions.
struct TuningSums {
  ReplaySums searched, held_out;
};

// Factors by name; a missing one is 1.
using FactorWords = std::map<std::string, double>;
// "bigram=0.5,spec=2"
std::string FactorText(const FactorWords& factors);

using TuningReplay = std::function<TuningSums(const FactorWords& factors)>;

// A smaller gain, as a share of all keys, may be chance.
inline constexpr double kLeastGain = 0.002;

struct TuningResult {
  FactorWords factors;  // empty: nothing was better
  TuningSums before, after;
  size_t replays = 0;

  // True if the held-out sessions improve too.
  bool holds() const {
    return !factors.empty() &&
           after.held_out.saveword() >= before.held_out.saveword() + kLeastGain;
  }
};

// `report` receives the current name, its number and the number of names. A
// factor is within [0.25, 4].
TuningResult Tune(const std::vector<std::string>& names,
                  const TuningReplay& replay,
                  const std::function<void(size_t done, size_t all)>& report);

// Replays events, oldest first, with an engine of its own in memory.
TuningReplay ReplayOf(const CommandInput& input,
                      const std::vector<Event>& events);

// The names to try: features of lines, sources and parts of the model.
std::vector<std::string> TunableNames();

}  // namespace synapse
