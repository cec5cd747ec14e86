#include "rank/adapt.h"

#include <algorithm>
#include <cmath>

#include "rank/lines.h"

namespace synapse {
namespace {

static_assert(UserModel::kMovedRows == kLineRows);
static_assert(UserModel::kMovedWeights == kLineFeatures + kNovelFeatures);

constexpr double kRate = 0.002;
// The spread of each feature in the histories that the weights were fitted to.
constexpr std::array<double, kLineFeatures> kDeviation = {
    .92,  1.88, .64, .45, .75, 1.57, .29, .27, .14, .45, .81, .63,
    2.26, .31,  .84, .85, .87, 2.84, .85, .52, .20, .09, .40};
constexpr std::array<double, kNovelFeatures> kNovelDeviation = {1, 2.2, 2.2,
                                                                2.2};
// The number of typed characters with which each row of weights learns.
constexpr size_t kTyped[kLineRows] = {0, 1, 3};

double Score(const LineWeights& w, const std::array<double, kLineFeatures>& f) {
  double sum = 0;
  for (size_t i = 0; i < kLineFeatures; ++i) sum += w.features[i] * f[i];
  return sum;
}

struct Rivals {
  std::vector<const std::array<double, kLineFeatures>*> features;
  size_t right = SIZE_MAX;
};

Rivals RivalsOf(const PromptFacts& facts,
                const std::vector<const PoolLine*>& pool, std::string_view ran,
                size_t typed) {
  Rivals out;
  const std::string_view prefix = ran.substr(0, typed);
  for (const PoolLine* line : pool) {
    if (line->text.size() <= typed || !line->text.starts_with(prefix)) continue;
    if (line->text == ran) out.right = out.features.size();
    out.features.push_back(&FeaturesOf(facts, *line));
  }
  return out;
}

// Adds the gradient of the logarithm of the probability of the line that ran.
void AddGradient(const Rivals& rivals, const LineWeights& w,
                 const std::array<double, kNovelFeatures>& novel,
                 std::array<float, UserModel::kMovedWeights>& row) {
  const double score_of_new = NovelScore(w, novel);
  double highest = score_of_new;
  std::vector<double> scores;
  for (const auto* features : rivals.features) {
    scores.push_back(Score(w, *features));
    highest = std::max(highest, scores.back());
  }
  double sum = std::exp(score_of_new - highest);
  const double of_new = sum;
  for (double& score : scores) sum += score = std::exp(score - highest);
  std::array<double, UserModel::kMovedWeights> gradient{};
  auto add = [&](const auto& values, double times, size_t from) {
    for (size_t i = 0; i < values.size(); ++i) {
      gradient[from + i] += times * values[i];
    }
  };
  for (size_t i = 0; i < scores.size(); ++i) {
    add(*rivals.features[i], (i == rivals.right ? 1 : 0) - scores[i] / sum, 0);
  }
  const bool is_new = rivals.right == SIZE_MAX;
  add(novel, (is_new ? 1 : 0) - of_new / sum, kLineFeatures);
  for (size_t i = 0; i < row.size(); ++i) {
    const double scale =
        i < kLineFeatures ? kDeviation[i] : kNovelDeviation[i - kLineFeatures];
    row[i] = static_cast<float>(kRate * gradient[i] / (scale * scale));
  }
}

}  // namespace

LineWeights AdaptedWeights(const UserModel& model, size_t typed, double part) {
  LineWeights w = LineWeightsFor(typed);
  const auto& moved = model.moved[LineRowOf(typed)];
  for (size_t i = 0; i < kLineFeatures; ++i) {
    w.features[i] += part * moved[i];
  }
  for (size_t i = 0; i < kNovelFeatures; ++i) {
    w.novel[i] += part * moved[kLineFeatures + i];
  }
  return w;
}

UserModel::Moved StepsTo(const PromptFacts& facts,
                         const std::vector<const PoolLine*>& pool,
                         std::string_view ran) {
  UserModel::Moved steps{};
  for (size_t row = 0; row < kLineRows; ++row) {
    const size_t typed = kTyped[row];
    if (typed >= ran.size()) break;
    const Rivals rivals = RivalsOf(facts, pool, ran, typed);
    if (rivals.features.empty()) break;
    AddGradient(rivals, AdaptedWeights(facts.model, typed, 1),
                NovelFeatures(facts.model, rivals.features.size(), typed),
                steps[row]);
  }
  return steps;
}

}  // namespace synapse
