#include "rank/factors.h"

#include <cmath>
#include <optional>
#include <string_view>

#include "base/text.h"

namespace synapse {
namespace {

constexpr double kMaxFactor = 10;

double* FactorNamed(Factors& factors, std::string_view name) {
  for (size_t i = 1; i < kFindings; ++i) {
    if (name == kFindingTable[i].name) return &factors.findings[i];
  }
  for (size_t i = 0; i < kLineFeatures; ++i) {
    if (name == kLineFeatureNames[i]) return &factors.features[i];
  }
  for (size_t i = 0; i < kSources; ++i) {
    if (name == SourceName(static_cast<SourceId>(i))) {
      return &factors.sources[i];
    }
  }
  for (size_t i = 0; i < kModelParts; ++i) {
    if (name == kModelPartNames[i]) return &factors.parts[i];
  }
  return nullptr;
}

}  // namespace

double Factors::Kept(Finding finding) const {
  const double factor = findings[static_cast<size_t>(finding)];
  const double kept = RowOf(finding).kept;
  return factor == 1 ? kept : std::pow(kept, factor);
}

Factors ReadFactors(const std::vector<std::string>& words,
                    std::vector<std::string>& problems) {
  Factors factors;
  for (const std::string& word : words) {
    size_t equals = word.find('=');
    std::string_view name = std::string_view(word).substr(0, equals);
    double* factor = FactorNamed(factors, name);
    if (!factor) {
      problems.push_back("rank.factors: " + Printable(word) +
                         ": no part of the model has that name");
      continue;
    }
    std::string_view text =
        equals == word.npos ? "" : std::string_view(word).substr(equals + 1);
    const std::optional<double> value = ParseDecimal(text);
    if (!value || !(*value >= 0 && *value <= kMaxFactor)) {
      problems.push_back("rank.factors: " + Printable(word) +
                         ": expected a number from 0 to 10 behind =");
      continue;
    }
    *factor = *value;
  }
  return factors;
}

}  // namespace synapse
