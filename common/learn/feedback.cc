#include "learn/feedback.h"

#include <algorithm>
#include <cmath>

#include "store/keys.h"

namespace synapse {
namespace {

constexpr double kHalfLifeMs = 24 * 3600 * 1000.0;

double StepOf(FeedbackAction action, const FeedbackSteps& steps) {
  switch (action) {
    case FeedbackAction::kAccepted: return steps.accepted;
    case FeedbackAction::kDismissed: return -steps.dismissed;
    case FeedbackAction::kEdited: return -steps.dismissed / 4;
    case FeedbackAction::kIgnored: return -steps.dismissed / 8;
  }
  return 0;
}

}  // namespace

const char* FeedbackName(FeedbackAction action) {
  switch (action) {
    case FeedbackAction::kAccepted: return "accepted";
    case FeedbackAction::kDismissed: return "dismissed";
    case FeedbackAction::kEdited: return "edited";
    case FeedbackAction::kIgnored: return "ignored";
  }
  return "ignored";
}

std::optional<FeedbackAction> ParseFeedback(std::string_view name) {
  for (auto action : {FeedbackAction::kAccepted, FeedbackAction::kDismissed,
                      FeedbackAction::kEdited, FeedbackAction::kIgnored}) {
    if (name == FeedbackName(action)) return action;
  }
  return std::nullopt;
}

double ReadFeedback(Kv& kv, uint64_t id, int64_t now_ms) {
  auto value = kv.Get(Table::kFeedback, IdKey(id));
  if (!value) return 0;
  ByteReader in(*value);
  double weight = in.Float();
  // Apart: a damaged time may be as far as a number goes.
  double age = std::max(static_cast<double>(now_ms) -
                            static_cast<double>(in.Little<int64_t>()),
                        0.0);
  if (!in.ok() || !std::isfinite(weight)) return 0;
  return std::clamp(weight * std::exp2(-age / kHalfLifeMs), -1.0, 1.0);
}

Status LearnFeedback(Kv& kv, FeedbackAction action, std::string_view text,
                     int64_t now_ms, const FeedbackSteps& steps) {
  uint64_t id = IdOf(text);
  double weight = std::clamp(
      ReadFeedback(kv, id, now_ms) + StepOf(action, steps), -1.0, 1.0);
  std::string value;
  PutFloat(value, static_cast<float>(weight));
  PutLittle<int64_t>(value, now_ms);
  return kv.Put(Table::kFeedback, IdKey(id), value);
}

}  // namespace synapse
