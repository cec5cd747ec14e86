// The first start: a new store takes in the shell's history file, newest
// lines first, as many as 200 ms allow; `synapse history import` takes the
// rest.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine.h"

namespace synapse {

using VariableLookup =
    std::function<std::optional<std::string>(std::string_view)>;

// Does nothing when the store has events, is not persistent, or the user does
// not want it (history.import).
void ImportOnFirstStart(Engine& engine, const VariableLookup& variable);

}  // namespace synapse
