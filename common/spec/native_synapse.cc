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

}  // namespace

std::vector<GeneratedValue> SynapseSettings(const GeneratorInput&, Reading&) {
  std::vector<GeneratedValue> out;
  for (const ConfigKey& key : ConfigKeys()) {
    out.push_back({.value = key.name, .description = key.help});
  }
  return out;
}

std::vector<GeneratedValue> SynapseSpecs(const GeneratorInput& input,
                                         Reading&) {
  std::vector<GeneratedValue> out;
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
std::vector<GeneratedValue> SynapseValues(const GeneratorInput& input,
                                          Reading&) {
  const ConfigKey* key = KeyIn(input);
  std::vector<GeneratedValue> out;
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

}  // namespace synapse
