// Programs, tests and boards of a project of cabal, zig or PlatformIO around the
// current directory: finds the file, and project_files.h reads it.
#include "base/files.h"
#include "spec/natives.h"
#include "spec/project_files.h"

namespace synapse {
namespace {

Values CabalHere(const GeneratorInput& input, std::string_view kind,
                 Reading& reading) {
  Values here = CabalTargets(input.cwd, kind, reading);
  if (!here.empty()) return here;
  const auto project = FindUpwards(input.cwd, "cabal.project");
  return project && *project != input.cwd
             ? CabalTargets(*project, kind, reading)
             : here;
}

}  // namespace

Values CabalBenchmarksHere(const GeneratorInput& input, Reading& reading) {
  return CabalHere(input, "benchmark", reading);
}
Values CabalProgramsHere(const GeneratorInput& input, Reading& reading) {
  return CabalHere(input, "executable", reading);
}
Values CabalTestsHere(const GeneratorInput& input, Reading& reading) {
  return CabalHere(input, "test-suite", reading);
}
Values CabalTargetsHere(const GeneratorInput& input, Reading& reading) {
  return CabalHere(input, "", reading);
}

Values PlatformioEnvironmentsHere(const GeneratorInput& input,
                                  Reading& reading) {
  return PlatformioEnvironments(JoinPath(input.cwd, "platformio.ini"), reading);
}

// zig looks for the file in the directories above as well.
Values ZigStepsHere(const GeneratorInput& input, Reading& reading) {
  const auto directory = FindUpwards(input.cwd, "build.zig");
  return directory ? ZigSteps(JoinPath(*directory, "build.zig"), reading)
                   : Values();
}

}  // namespace synapse
