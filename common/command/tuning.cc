#include "command/tuning.h"

#include <algorithm>
#include <cstdio>

#include "rank/factors.h"

namespace synapse {
namespace {

constexpr double kSteps[] = {2, 0.5};
constexpr double kLeastFactor = 0.25, kMaxFactor = 4;

}  // namespace

std::string FactorText(const FactorWords& factors) {
  std::string text;
  for (const auto& [name, factor] : factors) {
    if (factor == 1) continue;
    char word[64];
    snprintf(word, sizeof word, "%s%s=%g", text.empty() ? "" : ",",
             name.c_str(), factor);
    text += word;
  }
  return text;
}

TuningResult Tune(const std::vector<std::string>& names,
                  const TuningReplay& replay,
                  const std::function<void(size_t, size_t)>& report) {
  TuningResult result;
  result.before = result.after = replay({});
  result.replays = 1;
  FactorWords best;
  for (size_t i = 0; i < names.size(); ++i) {
    report(i, names.size());
    for (double step : kSteps) {
      for (;;) {
        FactorWords tried = best;
        double& factor = tried.try_emplace(names[i], 1).first->second;
        factor *= step;
        if (factor < kLeastFactor || factor > kMaxFactor) break;
        const TuningSums sums = replay(tried);
        ++result.replays;
        if (sums.searched.saveword() <
            result.after.searched.saveword() + kLeastGain) {
          break;
        }
        best = std::move(tried);
        result.after = sums;
      }
      // If one direction was better, the other one is skipped.
      if (best.contains(names[i])) break;
    }
  }
  report(names.size(), names.size());
  result.factors = std::move(best);
  return result;
}

std::vector<std::string> TunableNames() {
  std::vector<std::string> names;
  // Features of a new line have nothing to weigh.
  for (int i = 0; i < kLineFeatures; ++i) {
    if (i != kNever) names.emplace_back(kLineFeatureNames[i]);
  }
  for (size_t i = 0; i < kSources; ++i) {
    const auto source = static_cast<SourceId>(i);
    if (source != SourceId::kHistory) names.emplace_back(SourceName(source));
  }
  for (const char* part : kModelPartNames) names.emplace_back(part);
  return names;
}

}  // namespace synapse
