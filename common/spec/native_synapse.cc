// Synapse's own settings and their values, for `synapse config`; its specs.
#include <algorithm>

#include "base/config.h"
#include "spec/natives.h"

namespace synapse {
namespace {

// The last setting that the line names.
const ConfigKey* KeyIn(const GeneratorInput& input) {
  for (auto word = input.words.rbegin(); word != input.words.rend(); ++word) {
    for (const ConfigKey& key : ConfigKeys()) {
      if (*word == key.name) return &key;
    }
  }
  return nullptr;
}

Values SynapseSettings(const GeneratorInput&, Reading&) {
  Values out;
  for (const ConfigKey& key : ConfigKeys()) {
    out.push_back({.value = key.name, .description = key.help});
  }
  return out;
}

Values SynapseSpecs(const GeneratorInput& input, Reading&) {
  Values out;
  if (!input.spec_names) return out;
  for (std::string& name : input.spec_names()) {
    out.push_back({.value = std::move(name), .description = "a spec"});
  }
  return out;
}

std::string SettingScope(const GeneratorInput& input) {
  const ConfigKey* key = KeyIn(input);
  return key ? key->name : "";
}

// The choices of the setting, or its default.
Values SynapseValues(const GeneratorInput& input, Reading&) {
  const ConfigKey* key = KeyIn(input);
  Values out;
  if (!key) return out;
  std::string_view choices =
      key->type == ConfigType::kBool ? "true false" : key->choices;
  auto add = [&](std::string_view value) {
    bool is_default = value == key->fallback;
    out.push_back({.value = std::string(value),
                   .description = is_default ? "the default" : ""});
  };
  if (choices.empty() && *key->fallback) add(key->fallback);
  while (!choices.empty()) {
    size_t end = std::min(choices.find(' '), choices.size());
    add(choices.substr(0, end));
    choices.remove_prefix(std::min(end + 1, choices.size()));
  }
  return out;
}

constexpr Native kSynapseRows[] = {
    {"synapse.settings", SynapseSettings, NoScope, 3600},
    {"synapse.specs", SynapseSpecs, NoScope, 60},
    {"synapse.values", SynapseValues, SettingScope, 3600},
};

}  // namespace

constinit const std::span<const Native> kSynapseNatives = kSynapseRows;

}  // namespace synapse
