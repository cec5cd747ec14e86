// sync: the program does it (sync/command.cc), because only it has the
// encryption. A shell runs the program.
#include <unistd.h>

#include "base/detached.h"
#include "command/command.h"

namespace synapse {

int (*sync_here)(const CommandInput& input) = nullptr;

int RunSync(const CommandInput& input) {
  if (sync_here) return sync_here(input);
  std::vector<std::string> words = {"synapse", "sync"};
  words.insert(words.end(), input.args.begin(), input.args.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  constexpr int kNotRun = 127;
  const int status = RunInterruptibly([&] {
    execvp(argv[0], argv.data());
    return kNotRun;
  });
  if (status != kNotRun) return status;
  return Fail(input, "sync", "the program synapse is not in PATH");
}

void SyncDetached() {
  (void)RunDetached([] {
    execlp("synapse", "synapse", "sync", "now", "--background", nullptr);
  });
}

}  // namespace synapse
