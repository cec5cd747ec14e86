// Parts of a project of Django, dbt, Nix or mise around the current directory:
// finds the files, and project_files.h reads them.
#include "base/files.h"
#include "base/text.h"
#include "spec/natives.h"
#include "spec/project_files.h"
#include "spec/project_text.h"

namespace synapse {
namespace {

// Calls read(directory of manage.py, reading).
template <class Read>
Values OfDjango(const GeneratorInput& input, Reading& reading,
                const Read& read) {
  const auto root = FindUpwards(input.cwd, "manage.py");
  return root ? read(*root, reading) : Values();
}

// dbt matches the parents of `+name` too.
std::string_view ParentsMark(const GeneratorInput& input) {
  return input.partial.starts_with('+') ? "+" : "";
}

// `.#` of the partial `.#ho`; ".#" without one.
std::string FlakeOf(const GeneratorInput& input) {
  const size_t mark = input.partial.find('#');
  return mark == std::string::npos ? ".#" : input.partial.substr(0, mark + 1);
}

Values OfFlake(const GeneratorInput& input,
               std::initializer_list<std::string_view> kinds,
               Reading& reading) {
  const std::string before = FlakeOf(input);
  std::string directory = ExpandTilde(before.substr(0, before.size() - 1));
  if (directory.starts_with("path:")) directory.erase(0, 5);
  // `nixpkgs#hello` and `github:a/b#c` are no directories.
  if (directory.empty() || (directory[0] != '.' && directory[0] != '/')) {
    return {};
  }
  directory = JoinPath(input.cwd, directory);
  const auto at = FindUpwards(directory, "flake.nix");
  return at ? NixOutputs(JoinPath(*at, "flake.nix"), kinds, before, reading)
            : Values();
}

// The files of mise that are nearest to the directory, in mise's order.
std::string MiseFile(const GeneratorInput& input) {
  return NearestOf(input.cwd, [](const std::string& directory) {
    return FirstFileOf(
        directory,
        {"mise.toml", ".mise.toml", "mise/config.toml", ".mise/config.toml",
         ".config/mise.toml", ".config/mise/config.toml"});
  });
}

}  // namespace

std::string DbtScope(const GeneratorInput& input) {
  return input.cwd + '\0' + std::string(ParentsMark(input));
}

std::string FlakeScope(const GeneratorInput& input) {
  return input.cwd + '\0' + FlakeOf(input);
}

std::string DjangoMigrationScope(const GeneratorInput& input) {
  return input.cwd + '\0' + (input.words.empty() ? "" : input.words.back());
}

Values DjangoAppsHere(const GeneratorInput& input, Reading& reading) {
  return OfDjango(input, reading, DjangoApps);
}
Values DjangoCommandsHere(const GeneratorInput& input, Reading& reading) {
  return OfDjango(input, reading, DjangoCommands);
}
Values DjangoFixturesHere(const GeneratorInput& input, Reading& reading) {
  return OfDjango(input, reading, DjangoFixtures);
}
Values DjangoMigrationsHere(const GeneratorInput& input, Reading& reading) {
  if (input.words.empty()) return {};
  return OfDjango(input, reading,
                  [&](const std::string& root, Reading& of_files) {
                    return DjangoMigrations(root, input.words.back(), of_files);
                  });
}
Values DjangoTestsHere(const GeneratorInput& input, Reading& reading) {
  return OfDjango(input, reading, DjangoTests);
}

Values DbtResourcesHere(const GeneratorInput& input, Reading& reading) {
  const auto root = FindUpwards(input.cwd, "dbt_project.yml");
  return root ? DbtResources(*root, ParentsMark(input), reading) : Values();
}

// The profiles beside the project, else those of the user.
Values DbtTargetsHere(const GeneratorInput& input, Reading& reading) {
  const auto root = FindUpwards(input.cwd, "dbt_project.yml");
  std::string profiles = root ? JoinPath(*root, "profiles.yml") : "";
  if (profiles.empty() || !IsRegularFile(profiles)) {
    profiles = JoinPath(input.home, ".dbt/profiles.yml");
  }
  return DbtTargets(profiles, reading);
}

Values NixHomesHere(const GeneratorInput& input, Reading& reading) {
  return OfFlake(input, {"homeConfigurations"}, reading);
}
Values NixInputsHere(const GeneratorInput& input, Reading& reading) {
  const auto at = FindUpwards(input.cwd, "flake.nix");
  return at ? NixOutputs(JoinPath(*at, "flake.nix"), {"inputs"}, "", reading)
            : Values();
}
Values NixMachinesHere(const GeneratorInput& input, Reading& reading) {
  return OfFlake(input, {"nixosConfigurations", "darwinConfigurations"},
                 reading);
}
Values NixPackagesHere(const GeneratorInput& input, Reading& reading) {
  return OfFlake(input, {"packages", "checks"}, reading);
}
Values NixProgramsHere(const GeneratorInput& input, Reading& reading) {
  return OfFlake(input, {"apps", "packages"}, reading);
}
Values NixShellsHere(const GeneratorInput& input, Reading& reading) {
  return OfFlake(input, {"devShells", "packages"}, reading);
}

Values MiseTasks(const GeneratorInput& input, Reading& reading) {
  return TomlTasks(MiseFile(input), TaskTable::kMise, reading);
}
Values MiseTools(const GeneratorInput& input, Reading& reading) {
  return TomlTasks(MiseFile(input), TaskTable::kMiseTools, reading);
}

}  // namespace synapse
