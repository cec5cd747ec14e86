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

// The files in kDirectory of the project with kRoot whose names end with kEnding,
// without it, but kOthers.
template <Literal kRoot, Literal kDirectory, Literal kEnding, Literal kAbout,
          Literal... kOthers>
Values FilesNamed(const GeneratorInput& input, Reading& reading) {
  constexpr std::string_view kEnd = kEnding;
  ValueList out;
  const auto root = FindUpwards(input.cwd, kRoot);
  if (!root) return {};
  FilesBelow(IsAny, IsNone, reading)
      .Visit(JoinPath(*root, kDirectory), [&](std::string_view name) {
        if (!name.ends_with(kEnd)) return;
        name.remove_suffix(kEnd.size());
        const bool is_other = (... || (name == std::string_view(kOthers)));
        if (!is_other && IsName(name, "_-")) out.Add(name, kAbout);
      });
  return Finished(out, reading);
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

// Outputs of the flake that the partial names (`~/dots#`), else of `.#`.
template <Literal... kKinds>
Values OfFlake(const GeneratorInput& input, Reading& reading) {
  const std::string before = FlakeOf(input);
  std::string directory = ExpandTilde(before.substr(0, before.size() - 1));
  if (directory.starts_with("path:")) directory.erase(0, 5);
  // `nixpkgs#hello` and `github:a/b#c` are no directories.
  if (directory.empty() || (directory[0] != '.' && directory[0] != '/')) {
    return {};
  }
  directory = JoinPath(input.cwd, directory);
  const auto at = FindUpwards(directory, "flake.nix");
  return at ? NixOutputs(JoinPath(*at, "flake.nix"), {kKinds...}, before,
                         reading)
            : Values();
}

Values InputsOfFlake(const std::string& flake, Reading& reading) {
  return NixOutputs(flake, {"inputs"}, "", reading);
}

// The nearest files of mise, in mise's order.
template <TaskTable kTable>
Values OfMise(const GeneratorInput& input, Reading& reading) {
  return InNearestOf<TomlTable<kTable>, "mise.toml", ".mise.toml",
                     "mise/config.toml", ".mise/config.toml",
                     ".config/mise.toml", ".config/mise/config.toml">(input,
                                                                      reading);
}

std::string DbtScope(const GeneratorInput& input) {
  return input.cwd + '\0' + std::string(ParentsMark(input));
}

std::string FlakeScope(const GeneratorInput& input) {
  return input.cwd + '\0' + FlakeOf(input);
}

std::string DjangoMigrationScope(const GeneratorInput& input) {
  return input.cwd + '\0' + (input.words.empty() ? "" : input.words.back());
}

// Of the application that the last word names.
Values DjangoMigrationsHere(const GeneratorInput& input, Reading& reading) {
  if (input.words.empty()) return {};
  const auto root = FindUpwards(input.cwd, "manage.py");
  return root ? DjangoMigrations(*root, input.words.back(), reading) : Values();
}

// Modules that hold settings: shop.settings, config.settings.local.
Values DjangoSettings(const std::string& root, Reading& reading) {
  ValueList out;
  FilesBelow files(IsAny, HasSettings, reading);
  files.Visit(root, [&](std::string_view path) {
    if (!path.ends_with(".py")) return;
    path.remove_suffix(3);
    const bool is_settings =
        BaseName(path) == "settings" || BaseName(DirName(path)) == "settings";
    std::string module(path);
    std::replace(module.begin(), module.end(), '/', '.');
    if (is_settings && !BaseName(path).starts_with('_') &&
        IsName(module, "_.")) {
      out.Add(module, "settings of this project");
    }
  });
  return Finished(out, reading);
}

// Classes of tests, by the names that Maven and Gradle look for.
Values JavaTests(const std::string& directory, Reading& reading) {
  ValueList out;
  FilesBelow files(IsJavaTest, HasJavaTests, reading);
  files.Visit(directory, [&](const std::string& path) {
    const std::string_view name = BaseName(path);
    out.Add(name.substr(0, name.rfind('.')), path);
  });
  return Finished(out, reading);
}

// `test=` of the partial `test=Or`, as of `mvn -Dtest=Or`; else "".
std::string_view MavenProperty(const GeneratorInput& input) {
  for (std::string_view name : {"test=", "it.test="}) {
    if (input.partial.starts_with(name)) return name;
  }
  return {};
}

std::string MavenTestScope(const GeneratorInput& input) {
  return input.cwd + '\0' + std::string(MavenProperty(input));
}

// Behind `test=` and `it.test=`, with that.
Values MavenTestsHere(const GeneratorInput& input, Reading& reading) {
  const std::string before(MavenProperty(input));
  if (before.empty()) return {};
  Values out = JavaTests(input.cwd, reading);
  for (GeneratedValue& test : out) test.value.insert(0, before);
  return out;
}

// Behind a `+` the names have it too.
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

constexpr Native kFrameworksRows[] = {
    {"dbt.resources", DbtResourcesHere, DbtScope},
    {"dbt.targets", DbtTargetsHere},
    {"django.apps", BesideNearest<"manage.py", DjangoApps>},
    {"django.commands", BesideNearest<"manage.py", DjangoCommands>},
    {"django.fixtures", BesideNearest<"manage.py", DjangoFixtures>},
    {"django.migrations", DjangoMigrationsHere, DjangoMigrationScope},
    {"django.settings", BesideNearest<"manage.py", DjangoSettings>},
    {"django.tests", BesideNearest<"manage.py", DjangoTests>},
    {"java.tests", InDirectory<JavaTests>},
    {"laravel.seeders",
     FilesNamed<"artisan", "database/seeders", ".php", "seeder">},
    {"maven.tests", MavenTestsHere, MavenTestScope},
    {"mise.tasks", OfMise<TaskTable::kMise>},
    {"mise.tools", OfMise<TaskTable::kMiseTools>},
    {"mix.environments",
     FilesNamed<"mix.exs", "config", ".exs", "environment of this project",
                "config", "runtime">},
    {"nix.homes", OfFlake<"homeConfigurations">, FlakeScope},
    {"nix.inputs", InNearest<"flake.nix", InputsOfFlake>},
    {"nix.machines", OfFlake<"nixosConfigurations", "darwinConfigurations">,
     FlakeScope},
    {"nix.packages", OfFlake<"packages", "checks">, FlakeScope},
    {"nix.programs", OfFlake<"apps", "packages">, FlakeScope},
    {"nix.shells", OfFlake<"devShells", "packages">, FlakeScope},
    {"rails.environments",
     FilesNamed<"config/environments", "config/environments", ".rb",
                "environment of this project">},
};

}  // namespace

constinit const std::span<const Native> kFrameworksNatives = kFrameworksRows;

}  // namespace synapse
