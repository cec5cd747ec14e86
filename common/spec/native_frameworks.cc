// Parts of a project of Django, Rails, Elixir, Laravel, dbt, Nix or mise around
// the current directory: finds the files, and project_files.h reads them.
#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "spec/files_below.h"
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

bool IsAny(std::string_view) { return true; }
bool IsNone(std::string_view) { return false; }
bool IsJavaTest(std::string_view name) {
  for (std::string_view ending : {".java", ".kt", ".groovy", ".scala"}) {
    if (!name.ends_with(ending)) continue;
    name.remove_suffix(ending.size());
    return name.ends_with("Test") || name.ends_with("Tests") ||
           name.ends_with("IT") || name.ends_with("Spec");
  }
  return false;
}
bool HasJavaTests(std::string_view name) {
  return name != "target" && name != "build" && name != "node_modules" &&
         name != "main";
}
bool HasSettings(std::string_view name) {
  return name[0] != '_' && name != "node_modules" && name != "venv" &&
         name != "env" && name != "migrations" && name != "static" &&
         name != "templates";
}

// The names of the files in one directory that end so, without the ending.
template <class Add>
void StemsIn(const std::string& directory, std::string_view ending,
             Reading& reading, const Add& add) {
  FilesBelow(IsAny, IsNone, reading)
      .Visit(directory, [&](std::string_view name) {
        if (!name.ends_with(ending)) return;
        name.remove_suffix(ending.size());
        if (IsName(name, "_-")) add(name);
      });
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

// Modules that hold settings: shop.settings, config.settings.local.
Values DjangoSettingsHere(const GeneratorInput& input, Reading& reading) {
  return OfDjango(
      input, reading, [](const std::string& root, Reading& of_files) {
        ValueList out;
        FilesBelow files(IsAny, HasSettings, of_files);
        files.Visit(root, [&](std::string_view path) {
          if (!path.ends_with(".py")) return;
          path.remove_suffix(3);
          const bool is_settings = BaseName(path) == "settings" ||
                                   BaseName(DirName(path)) == "settings";
          std::string module(path);
          std::replace(module.begin(), module.end(), '/', '.');
          if (is_settings && !BaseName(path).starts_with('_') &&
              IsName(module, "_.")) {
            out.Add(module, "settings of this project");
          }
        });
        return Finished(out, of_files);
      });
}

Values RailsEnvironmentsHere(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  if (const auto root = FindUpwards(input.cwd, "config/environments")) {
    StemsIn(JoinPath(*root, "config/environments"), ".rb", reading,
            [&](std::string_view name) {
              out.Add(name, "environment of this project");
            });
  }
  return Finished(out, reading);
}

// config/runtime.exs is read in each environment.
Values MixEnvironmentsHere(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  if (const auto root = FindUpwards(input.cwd, "mix.exs")) {
    StemsIn(JoinPath(*root, "config"), ".exs", reading,
            [&](std::string_view name) {
              if (name == "config" || name == "runtime") return;
              out.Add(name, "environment of this project");
            });
  }
  return Finished(out, reading);
}

Values LaravelSeedersHere(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  if (const auto root = FindUpwards(input.cwd, "artisan")) {
    StemsIn(JoinPath(*root, "database/seeders"), ".php", reading,
            [&](std::string_view name) { out.Add(name, "seeder"); });
  }
  return Finished(out, reading);
}

// Classes of tests, by the names that Maven and Gradle look for.
Values JavaTestsHere(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  FilesBelow files(IsJavaTest, HasJavaTests, reading);
  files.Visit(input.cwd, [&](const std::string& path) {
    const std::string_view name = BaseName(path);
    out.Add(name.substr(0, name.rfind('.')), path);
  });
  return Finished(out, reading);
}

// `test=` of the partial `test=Or`, as of `mvn -Dtest=Or`; else "".
static std::string_view MavenProperty(const GeneratorInput& input) {
  for (std::string_view name : {"test=", "it.test="}) {
    if (input.partial.starts_with(name)) return name;
  }
  return {};
}

std::string MavenTestScope(const GeneratorInput& input) {
  return input.cwd + '\0' + std::string(MavenProperty(input));
}

Values MavenTestsHere(const GeneratorInput& input, Reading& reading) {
  const std::string before(MavenProperty(input));
  if (before.empty()) return {};
  Values out = JavaTestsHere(input, reading);
  for (GeneratedValue& test : out) test.value.insert(0, before);
  return out;
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
