// The first start: a new store imports the shell's history file. It imports at
// once the newest lines that fit into 200 ms, and the rest in the background.
//
// Tested by tests/prompt/first_import_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine.h"

namespace synapse {

using VariableLookup =
    std::function<std::optional<std::string>(std::string_view)>;

// The part of a file that the first start left: its first `bytes`, without the
// newest `taken` events in them.
struct LeftToImport {
  std::string file;
  size_t bytes = 0;
  size_t taken = 0;
};

// Imports nothing if the store has events, is not persistent, or the user does
// not want it (history.import). Returns no value if nothing is left.
std::optional<LeftToImport> ImportOnFirstStart(Engine& engine,
                                               const VariableLookup& variable);
// Imports the rest and rebuilds the index in the order of time. It takes about
// a second for 20,000 lines, so it runs in the background with its own engine.
// Does nothing while another process does the same. Of a larger file only the
// last `most` bytes are read; `synapse history import` reads all.
Status FinishImport(Engine& engine, const LeftToImport& left,
                    size_t most = size_t{64} << 20);

}  // namespace synapse
