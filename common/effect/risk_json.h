// A risk as JSON: "risk" has the reason, or null, and "risk_level" the level.
// Tested by tests/engine/engine_test.cc and tests/explain/table_test.cc.
#pragma once

#include "base/json.h"
#include "effect/risk.h"

namespace synapse {

inline void WriteRisk(JsonWriter& w, const Risk& risk) {
  JsonFieldOrNull(w, "risk", risk.any() ? risk.why : "");
  if (risk.any()) JsonField(w, "risk_level", RiskLevelName(risk.level));
}

}  // namespace synapse
