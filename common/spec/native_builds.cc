// Parts of a project of cabal, zig, PlatformIO, .NET, Terraform, Vagrant or
// pre-commit around the current directory: finds the files, and project_files.h
// reads them.
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

// The directory of the last `-chdir=DIR`, else the current one.
std::string ModuleOf(const GeneratorInput& input) {
  constexpr std::string_view kOption = "-chdir=";
  std::string out = input.cwd;
  for (const std::string& word : input.words) {
    if (word.starts_with(kOption)) {
      out = JoinPath(input.cwd, ExpandTilde(word.substr(kOption.size())));
    }
  }
  return out;
}

// The directory of the project that the line names, else this one:
// `dotnet run --project PATH`, `dotnet remove PATH package`.
std::string DotnetDirectory(const GeneratorInput& input) {
  const auto& words = input.words;
  for (size_t i = 1; i < words.size(); ++i) {
    const bool is_named =
        words[i - 1] == "--project" ||
        (i == 2 && (words[1] == "add" || words[1] == "remove") &&
         words[2] != "package" && !words[2].starts_with('-'));
    if (!is_named) continue;
    const std::string path = JoinPath(input.cwd, words[i]);
    return path.ends_with("proj") ? std::string(DirName(path)) : path;
  }
  return input.cwd;
}

}  // namespace

std::string TerraformScope(const GeneratorInput& input) {
  return ModuleOf(input);
}

std::string DotnetScope(const GeneratorInput& input) {
  return DotnetDirectory(input);
}

Values DotnetProjectsHere(const GeneratorInput& input, Reading& reading) {
  return DotnetProjects(input.cwd, reading);
}
Values DotnetTestProjectsHere(const GeneratorInput& input, Reading& reading) {
  return DotnetTestProjects(input.cwd, reading);
}
Values DotnetPackagesHere(const GeneratorInput& input, Reading& reading) {
  return DotnetPackages(DotnetDirectory(input), reading);
}
Values DotnetLaunchProfilesHere(const GeneratorInput& input, Reading& reading) {
  return DotnetLaunchProfiles(DotnetDirectory(input), reading);
}

Values TerraformAddressesHere(const GeneratorInput& input, Reading& reading) {
  return TerraformAddresses(ModuleOf(input), true, reading);
}
Values TerraformResourcesHere(const GeneratorInput& input, Reading& reading) {
  return TerraformAddresses(ModuleOf(input), false, reading);
}
Values TerraformOutputsHere(const GeneratorInput& input, Reading& reading) {
  return TerraformNames(ModuleOf(input), "output", "", reading);
}
Values TerraformVariablesHere(const GeneratorInput& input, Reading& reading) {
  return TerraformNames(ModuleOf(input), "variable", "=", reading);
}
Values TerraformWorkspacesHere(const GeneratorInput& input, Reading& reading) {
  return TerraformWorkspaces(ModuleOf(input), reading);
}

Values VagrantMachinesHere(const GeneratorInput& input, Reading& reading) {
  const auto directory = FindUpwards(input.cwd, "Vagrantfile");
  return directory
             ? VagrantMachines(JoinPath(*directory, "Vagrantfile"), reading)
             : Values();
}

Values PreCommitHooksHere(const GeneratorInput& input, Reading& reading) {
  constexpr const char* kConfig = ".pre-commit-config.yaml";
  const auto directory = FindUpwards(input.cwd, kConfig);
  return directory ? PreCommitHooks(JoinPath(*directory, kConfig), reading)
                   : Values();
}

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
