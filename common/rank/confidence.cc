#include "rank/confidence.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "rank/merge.h"

namespace synapse {
namespace {

constexpr double kLeastChance = 1e-4;
constexpr double kLongTyped = 20, kLongPartial = 10;

// Of 1, log odds, |log odds|, typed / 5, ln of what is added, partial / 5; of a
// word ln(1 + runs), the log odds of these, ln(1 + those that go on so) too.
using TextWeights = std::array<double, 6>;
using WordWeights = std::array<double, 9>;
// By characters typed (1 or 2; more), and for words and lines.
constexpr TextWeights kOfText[2][2] = {
    {{-0.795, 0.920, 0.605, -1.330, -0.752, 2.877},
     {0.003, 0.527, -0.327, -1.653, -0.056, -0.826}},
    {{-0.306, 0.146, 0.270, -0.014, -0.743, 0.428},
     {-1.398, 0.438, -0.465, -0.587, 0.245, 0.606}},
};
constexpr WordWeights kOfWord[2][2] = {
    {{-1.421, 0.203, 0.010, 0.183, 0.324, 1.152, 0.422, 1.125, -0.500},
     {1.515, 0.655, 0.141, -1.043, -0.350, -1.270, 0.715, 0.816, -0.974}},
    {{0.406, 0.231, -0.111, 0.013, -0.450, 0.619, 0.270, 1.136, -0.788},
     {-0.407, 0.422, -0.236, 0.011, -0.386, 0.341, 1.356, 1.231, -1.262}},
};

double AtMost(size_t n, double most) {
  return std::min(static_cast<double>(n), most);
}

template <class Weights>
double Calibrated(const Weights (&weights)[2][2], const Shown& shown,
                  double probability, size_t added) {
  const double p = std::clamp(probability, kLeastChance, 1 - kLeastChance);
  if (shown.typed == 0) return p;
  const double odds = std::log(p / (1 - p));
  const double runs = shown.runs.word;
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
  return Calibrated(kOfText, shown, shown.probability, shown.remaining);
}

double CalibratedWordConfidence(const Shown& shown) {
  return Calibrated(kOfWord, shown, shown.score, shown.next_word);
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
  }
  return out;
}

}  // namespace synapse
