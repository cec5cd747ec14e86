// An engine without the user's store, for tests and measurement. It uses
// nothing of the user's history, configuration or shell, except PATH and HOME
// of the environment and the specs.
//
// Tested by tests/measure/replay_test.cc.
#pragma once

#include <cstdlib>
#include <memory>

#include "command/command.h"
#include "spec/directories.h"

namespace synapse {

// Empty `store`: in memory. `environment` looks up SYNAPSE_<KEY>.
inline std::unique_ptr<Engine> IsolatedEngine(
    const CommandInput& input, std::string store,
    const Config::Lookup& environment) {
  EngineOptions options;
  options.store = std::move(store);
  options.config = Config::Load("", environment);
  options.paths = PathSet::FromEnvironment();
  options.spec_directories = input.engine
                                 ? input.engine->options().spec_directories
                                 : SpecDirectories(PathSet{}, ExecutablePath());
  auto engine = std::make_unique<Engine>(std::move(options));
  engine->shell().variable =
      [](std::string_view name) -> std::optional<std::string> {
    if (name != "PATH" && name != "HOME") return std::nullopt;
    const char* value = getenv(std::string(name).c_str());
    return value ? std::optional<std::string>(value) : std::nullopt;
  };
  return engine;
}

}  // namespace synapse
