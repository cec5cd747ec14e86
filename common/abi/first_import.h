// The first start: a new store takes in the shell's history file, at once as
// many of the newest lines as 200 ms allow, and the rest in the background.
//
// Tested by tests/engine/first_import_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine.h"

namespace synapse {

using VariableLookup =
    std::function<std::optional<std::string>(std::string_view)>;

// The part of a file that a first start left: its first `bytes`, but for the
// newest `taken` events in them.
struct LeftToImport {
  std::string file;
  size_t bytes = 0;
  size_t taken = 0;
};

// Nothing is taken when the store has events, is not persistent, or the user
// does not want it (history.import); nothing is left when all was taken.
std::optional<LeftToImport> ImportOnFirstStart(Engine& engine,
                                               const VariableLookup& variable);
// Takes that in, and builds the index again in the order of time. It takes
// about a second for 20,000 lines: in the background, with its own engine.
// Does nothing while another process does it.
Status FinishImport(Engine& engine, const LeftToImport& left);

}  // namespace synapse
