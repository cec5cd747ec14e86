// UserModel: the few numbers that are learned for the whole user and not for one
// context (store/row.h): the weight of each expert, how often a line is new.
// They are stored under "model" in the index's table `meta`.
//
// Tested by tests/learn/models_test.cc.
#pragma once

#include <array>
#include <cstdint>

#include "store/kv.h"

namespace synapse {

// The experts of the mixture. Each predicts the next line from one row; the
// mixture is the weighted sum of their probabilities.
enum Expert : int {
  kAfterTwoLines,
  kAfterLine,
  kAfterTemplate,  // the latest ones
  kSkippingOne,    // after the line before the previous one
  kInDirectory,
  kByRecency,
  kByFrequency,  // decayed
};
inline constexpr int kExperts = kByFrequency + 1;
// Further rows of lines: of the repository, of its branch, and of directories
// at the same path of another repository, or, outside of any, of the same name.
enum Location : int { kInRepository, kOnBranch, kAtSamePlace };
inline constexpr int kLocations = kAtSamePlace + 1;

struct UserModel {
  // How far the weights of whole lines moved for this user (rank/adapt.h): a
  // row for nothing typed, for one or two characters, and for more.
  static constexpr size_t kMovedRows = 3;
  static constexpr size_t kMovedWeights = 27;
  static constexpr float kMaxMoved = 0.5f;
  using Moved = std::array<std::array<float, kMovedWeights>, kMovedRows>;

  std::array<double, kExperts> mix;
  // The share of each location in the mixture where it is known. Their sum is
  // below 1.
  std::array<double, kLocations> locations;
  double novelty = 0.5;  // chance that the next line was never run
  double repeat = 0.01;  // chance that it is the previous one once more
  double total = 0;      // decayed count of all lines
  uint64_t tick = 0;     // events learned
  Moved moved{};

  UserModel() {
    mix.fill(1.0 / kExperts);
    locations.fill(0.1);
  }
};

// Moves by the steps, and stays within kMaxMoved.
void Move(UserModel& model, const UserModel::Moved& steps);

UserModel ReadModel(Kv& kv);
Status WriteModel(Kv& kv, const UserModel& model);

}  // namespace synapse
