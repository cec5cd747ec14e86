// sync: the program does it (sync/command.cc), because only it has the
// encryption. A shell runs the program, with the shell's own settings.
#include <unistd.h>

#include <algorithm>
#include <map>

#include "base/child.h"
#include "command/history.h"

namespace synapse {
namespace {

constexpr int kNotRun = 127;

// Replaces this process by the program. Variables of a shell need not be
// exported, and may say what stays here. The environment is made by hand: bash
// has a setenv() of its own, which changes the shell's variables.
void RunProgram(const Engine& engine, const std::string& store,
                const char* subcommand, const std::vector<std::string>& args) {
  std::map<std::string, std::string> variables;
  for (char** at = environ; at && *at; ++at) {
    const std::string_view both = *at;
    const size_t equals = std::min(both.find('='), both.size());
    variables[std::string(both.substr(0, equals))] = both;
  }
  const auto set = [&](const std::string& name, const std::string& value) {
    variables[name] = name + "=" + value;
  };
  for (const ConfigKey& key : ConfigKeys()) {
    const Config::Value* value = engine.config().Find(key.name);
    if (!value || !value->origin.starts_with("SYNAPSE_")) continue;
    set(value->origin, value->text);
  }
  set("SYNAPSE_STORE_PATH", store);
  std::vector<char*> environment, argv;
  for (auto& [name, both] : variables) environment.push_back(both.data());
  std::vector<std::string> words = {"synapse", subcommand};
  words.insert(words.end(), args.begin(), args.end());
  for (std::string& word : words) argv.push_back(word.data());
  environment.push_back(nullptr);
  argv.push_back(nullptr);
  execvpe(argv[0], argv.data(), environment.data());
}

int RunElsewhere(const CommandInput& input, const char* subcommand) {
  const std::string why = WhyNoSync(input.engine->config());
  if (!why.empty()) return Fail(input, subcommand, why);
  Engine& engine = *input.engine;
  const int status = RunInterruptibly([&] {
    RunProgram(engine, engine.store().directory(), subcommand, input.args);
    return kNotRun;
  });
  if (status != kNotRun) return status;
  return Fail(input, subcommand, "the program synapse is not in PATH");
}

}  // namespace

int (*sync_here)(const CommandInput& input) = nullptr;
int (*bundle_here)(const CommandInput& input) = nullptr;

int RunBundle(const CommandInput& input) {
  return bundle_here ? bundle_here(input) : RunElsewhere(input, "history");
}

std::string WhyNoSync(const Config& config) {
  for (const std::string& problem : config.problems()) {
    if (problem.find("sync.ignore") != problem.npos) {
      return problem + "; nothing is written";
    }
  }
  return config.guard_problem();
}

int RunSync(const CommandInput& input) {
  return sync_here ? sync_here(input) : RunElsewhere(input, "sync");
}

void SyncDetached(Engine& engine) {
  if (!WhyNoSync(engine.config()).empty()) return;
  (void)RunDetached([&] {
    RunProgram(engine, engine.store().directory(), "sync",
               {"now", "--background"});
  });
}

}  // namespace synapse
