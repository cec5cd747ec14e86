// Measurement: subcommands for tests and for the fitting of the model. Only the
// program runs them (module/main.cc); a shell that is asked for one runs the
// program, and loads nothing of them.
//
// Tested by tests/measure/drive_test.cc and tests/measure/replay_test.cc.
#pragma once

#include <string>

#include "command/command.h"

namespace synapse {

int RunDriveHere(const CommandInput& input);
int RunReplayHere(const CommandInput& input);
// The reply of `synapse drive` to one input line.
std::string AnswerDrive(Engine& engine, const std::string& line);

}  // namespace synapse
