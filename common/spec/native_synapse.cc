// Synapse's own settings, for `synapse config`.
#include "base/config.h"
#include "spec/natives.h"

namespace synapse {

std::vector<GeneratedValue> SynapseSettings(const GeneratorInput&, Budget&) {
  std::vector<GeneratedValue> out;
  for (const ConfigKey& key : ConfigKeys()) out.push_back({key.name, key.help});
  return out;
}

}  // namespace synapse
