#include "spec/wrapped_command.h"

#include "line/commands.h"
#include "line/segment.h"
#include "spec/walk.h"

namespace synapse {

size_t WrappedCommand(SpecStore& specs, std::span<const std::string> words) {
  if (!IsWrapper(words[0])) return 0;
  size_t first = 1;
  if (const auto spec = specs.FindAny(words[0])) {
    const WalkResult walk = Walk(spec->root, words, "");
    if (walk.nested_from == WalkResult::npos) return words.size();
    first = walk.nested_from;
  }
  while (first < words.size() &&
         AssignmentValueOffset(words[first]) != std::string::npos) {
    ++first;
  }
  return first;
}

size_t InnermostCommand(SpecStore& specs, std::span<const std::string> words) {
  size_t first = 0;
  while (first < words.size()) {
    const size_t step = WrappedCommand(specs, words.subspan(first));
    if (step == 0) break;
    first += step;
  }
  return first;
}

}  // namespace synapse
