// Parts of a project of cabal, zig, PlatformIO, .NET, Terraform, Vagrant or
// pre-commit around the current directory: finds the files, and project_files.h
// reads them.
#include "base/files.h"
#include "spec/natives.h"
#include "spec/project_files.h"
#include "spec/project_text.h"

namespace synapse {
namespace {

template <Literal kKind>
Values Cabal(const GeneratorInput& input, Reading& reading) {
  Values here = CabalTargets(input.cwd, kKind, reading);
  if (!here.empty()) return here;
  const auto project = FindUpwards(input.cwd, "cabal.project");
  return project && *project != input.cwd
             ? CabalTargets(*project, kKind, reading)
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

// Calls kRead(directory that kDirectory finds, kOthers, reading).
template <auto kDirectory, auto kRead, auto... kOthers>
Values InDirectoryOf(const GeneratorInput& input, Reading& reading) {
  return kRead(kDirectory(input), kOthers..., reading);
}

template <Literal kKind, Literal kEnding>
Values Terraform(const GeneratorInput& input, Reading& reading) {
  return TerraformNames(ModuleOf(input), kKind, kEnding, reading);
}

constexpr Native kBuildsRows[] = {
    WholeProject({"cabal.benchmarks", Cabal<"benchmark">}),
    WholeProject({"cabal.programs", Cabal<"executable">}),
    {"cabal.targets", Cabal<"">},
    WholeProject({"cabal.tests", Cabal<"test-suite">}),
    {"dotnet.launch_profiles",
     InDirectoryOf<DotnetDirectory, DotnetLaunchProfiles>, DotnetDirectory},
    {"dotnet.packages", InDirectoryOf<DotnetDirectory, DotnetPackages>,
     DotnetDirectory, 5, "package"},
    {"dotnet.projects", InDirectory<DotnetProjects>, CwdScope, 5, "project"},
    {"dotnet.test_projects", InDirectory<DotnetTestProjects>, CwdScope, 5,
     "project"},
    WholeProject({"platformio.environments",
                  InFileHere<"platformio.ini", PlatformioEnvironments>}),
    {"precommit.hooks", InNearest<".pre-commit-config.yaml", PreCommitHooks>,
     CwdScope, 5, "hook"},
    {"terraform.addresses", InDirectoryOf<ModuleOf, TerraformAddresses, true>,
     ModuleOf},
    {"terraform.outputs", Terraform<"output", "">, ModuleOf},
    {"terraform.resources", InDirectoryOf<ModuleOf, TerraformAddresses, false>,
     ModuleOf},
    {"terraform.variables", Terraform<"variable", "=">, ModuleOf},
    {"terraform.workspaces", InDirectoryOf<ModuleOf, TerraformWorkspaces>,
     ModuleOf},
    {"vagrant.machines", InNearest<"Vagrantfile", VagrantMachines>, CwdScope, 5,
     "machine"},
    {"zig.steps", InNearest<"build.zig", ZigSteps>},
};

}  // namespace

constinit const std::span<const Native> kBuildsNatives = kBuildsRows;

}  // namespace synapse
