#include "learn/user_model.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "store/bytes.h"

namespace synapse {
namespace {
constexpr std::string_view kKey = "model";
}  // namespace

void Move(UserModel& model, const UserModel::Moved& steps) {
  constexpr float kMax = UserModel::kMaxMoved;
  for (size_t row = 0; row < steps.size(); ++row) {
    for (size_t i = 0; i < steps[row].size(); ++i) {
      float& moved = model.moved[row][i];
      const float next = moved + steps[row][i];
      if (std::isfinite(next)) moved = std::clamp(next, -kMax, kMax);
    }
  }
}

UserModel ReadModel(Kv& kv) {
  UserModel model;
  auto value = kv.Get(Table::kMeta, kKey);
  if (!value) return model;
  ByteReader in(*value);
  UserModel read;
  for (double& m : read.mix) m = in.Double();
  for (double& p : read.locations) p = in.Double();
  read.novelty = in.Double();
  read.repeat = in.Double();
  read.total = in.Double();
  read.tick = in.Little<uint64_t>();
  for (auto& row : read.moved) {
    for (float& moved : row) moved = in.Float();
  }
  bool sane = in.ok() && std::isfinite(read.novelty) &&
              std::isfinite(read.repeat) && std::isfinite(read.total);
  for (double m : read.mix) sane = sane && m >= 0 && m <= 1;
  for (double p : read.locations) sane = sane && p >= 0 && p < 0.5;
  for (const auto& row : read.moved) {
    for (float moved : row) {
      sane = sane && std::abs(moved) <= UserModel::kMaxMoved;  // false for NaN
    }
  }
  return sane ? read : model;
}

Status WriteModel(Kv& kv, const UserModel& model) {
  constexpr size_t kRoom = sizeof(UserModel);
  std::string value;
  value.reserve(kRoom);
  for (double m : model.mix) PutDouble(value, m);
  for (double p : model.locations) PutDouble(value, p);
  PutDouble(value, model.novelty);
  PutDouble(value, model.repeat);
  PutDouble(value, model.total);
  PutLittle<uint64_t>(value, model.tick);
  for (const auto& row : model.moved) {
    for (float moved : row) PutFloat(value, moved);
  }
  return kv.Put(Table::kMeta, kKey, value);
}

}  // namespace synapse
