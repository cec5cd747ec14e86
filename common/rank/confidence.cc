#include "rank/confidence.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "rank/merge.h"

namespace synapse {
namespace {

constexpr double kLeastChance = 1e-4;
constexpr double kLongTyped = 20, kLongPartial = 10;

// Of 1, log odds, |log odds|, typed / 5, ln of what is added, partial / 5,
// ln(1 + runs), the log odds of these, ln(1 + those that go on so).
using Weights = std::array<double, 9>;
// By characters typed (1 or 2; more), and for words and lines.
constexpr Weights kOfText[2][2] = {
    {{-0.311, 0.520, -0.004, 0.626, -0.680, 1.225, 0.407, 1.061, -0.565},
     {-0.892, 0.721, -0.227, 0.750, 0.295, -1.215, 0.153, 0.202, -0.089}},
    {{0.781, 0.277, -0.082, -0.036, -0.586, 0.783, -1.122, 0.152, 0.169},
     {-1.619, 0.679, -0.218, 0.112, 0.157, 0.360, 0.334, 0.224, -0.123}},
};
constexpr Weights kOfWord[2][2] = {
    {{-1.421, 0.203, 0.010, 0.183, 0.324, 1.152, 0.422, 1.125, -0.500},
     {1.515, 0.655, 0.141, -1.043, -0.350, -1.270, 0.715, 0.816, -0.974}},
    {{0.406, 0.231, -0.111, 0.013, -0.450, 0.619, 0.270, 1.136, -0.788},
     {-0.407, 0.422, -0.236, 0.011, -0.386, 0.341, 1.356, 1.231, -1.262}},
};

double AtMost(size_t n, double most) {
  return std::min(static_cast<double>(n), most);
}

double Calibrated(const Weights (&weights)[2][2], const Shown& shown,
                  double probability, size_t added, double runs) {
  const double p = std::clamp(probability, kLeastChance, 1 - kLeastChance);
  if (shown.typed == 0) return p;
  const double odds = std::log(p / (1 - p));
  const double all = std::max(shown.runs.typed, runs);
  const double features[] = {
      1,
      odds,
      std::abs(odds),
      AtMost(shown.typed, kLongTyped) / 5,
      std::log(std::max<double>(1, static_cast<double>(added))),
      AtMost(shown.partial, kLongPartial) / 5,
      std::log(1 + all),
      std::log((runs + 0.5) / (all - runs + 0.5)),
      std::log(1 + runs)};
  const Weights& w = weights[shown.typed < 3 ? 0 : 1][shown.is_line ? 1 : 0];
  double sum = 0;
  for (size_t i = 0; i < w.size(); ++i) sum += w[i] * features[i];
  return 1 / (1 + std::exp(-sum));
}

}  // namespace

double CalibratedConfidence(const Shown& shown) {
  return Calibrated(kOfText, shown, shown.probability, shown.remaining,
                    shown.runs.so);
}

double CalibratedWordConfidence(const Shown& shown) {
  return Calibrated(kOfWord, shown, shown.score, shown.next_word,
                    shown.runs.word);
}

Runs RunsOf(const std::vector<const PoolLine*>& pool, std::string_view text,
            size_t typed) {
  Runs out;
  const std::string_view rest = text.substr(std::min(typed, text.size()));
  const std::string_view word = rest.substr(0, NextWordEnd(rest, 0));
  for (const PoolLine* line : pool) {
    const double count = line->stat.count;
    out.typed += count;
    const std::string_view its = std::string_view(line->text).substr(typed);
    if (!its.starts_with(word)) continue;
    const bool ends = its.size() == word.size() || its[word.size()] == ' ';
    if (ends) out.word += count;
    if (its.starts_with(rest)) out.so += count;
  }
  return out;
}

}  // namespace synapse
