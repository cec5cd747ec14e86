#include "context/exit_status.h"

#include <algorithm>
#include <string_view>

#include "spec/walk.h"

namespace synapse {
namespace {

// From here on a program that runs another one elsewhere reports failures of
// its own: 125 to 127 docker, 255 ssh.
constexpr int kOwnStatus = 125;

bool RunsElsewhere(const WalkResult& walk) {
  const auto& args = walk.command().args;
  return std::any_of(args.begin(), args.end(),
                     [](const ArgSpec& arg) { return arg.elsewhere; });
}

// `cargo biuld`: not a subcommand that is run again.
bool LacksSubcommand(const WalkResult& walk) {
  return walk.path.size() == 1 && ListsSubcommands(walk.command());
}

}  // namespace

bool BlamesWords(SpecStore& specs, std::span<const std::string> words,
                 int exit) {
  constexpr int kMaxNested = 4;
  for (int depth = 0; depth < kMaxNested && words.size() > 1; ++depth) {
    if (words[0].find('/') != std::string::npos) return false;
    const auto spec = specs.FindAny(words[0]);
    if (!spec) return true;
    const WalkResult walk = Walk(spec->root, words, "");
    for (const CommandSpec* command : walk.path) {
      if (command->answers && exit == 1) return false;
      if (command->retried && !LacksSubcommand(walk)) return false;
    }
    if (RunsElsewhere(walk)) return exit >= kOwnStatus;
    if (walk.nested_from >= words.size()) return true;
    words = words.subspan(walk.nested_from);
  }
  return words.size() > 1;
}

}  // namespace synapse
