// Helper of the spec tests: a draft as the shells read it.
#pragma once

#include <memory>
#include <string>

#include "spec/packer.h"

namespace synapse::testing {

inline std::shared_ptr<const Spec> Packed(const SpecDraft& draft) {
  auto bytes = std::make_shared<const std::string>(Pack(draft));
  return {bytes, Unpacked<Spec>(*bytes)};
}

}  // namespace synapse::testing
