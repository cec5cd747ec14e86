// drive, replay: the program does them (measure/), because a shell has no use for
// them. A shell runs the program.
#include <unistd.h>

#include "base/child.h"
#include "command/command.h"

namespace synapse {
namespace {

int RunInProgram(const CommandInput& input, const char* subcommand) {
  constexpr int kNotRun = 127;
  std::vector<std::string> words = {"synapse", subcommand};
  words.insert(words.end(), input.args.begin(), input.args.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int status = RunInterruptibly([&] {
    execvp(argv[0], argv.data());
    return kNotRun;
  });
  if (status != kNotRun) return status;
  return Fail(input, subcommand, "the program synapse is not in PATH");
}

}  // namespace

int (*drive_here)(const CommandInput& input) = nullptr;
int (*replay_here)(const CommandInput& input) = nullptr;

int RunDrive(const CommandInput& input) {
  return drive_here ? drive_here(input) : RunInProgram(input, "drive");
}

int RunReplay(const CommandInput& input) {
  return replay_here ? replay_here(input) : RunInProgram(input, "replay");
}

}  // namespace synapse
