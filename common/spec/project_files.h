// Readers of project files: the tasks that a directory offers. The generators
// of make, npm, cargo and docker use them, and so does the project source.
//
// Files are read, never executed: `make -qp` would run $(shell ...). The files
// are untrusted: each reader is linear and bounded by its Reading. A file that
// is not read to its end gives no values. In a damaged file only the damaged
// part is lost. Names that the file's own tool would reject are left out.
//
// Tested by tests/spec/project_files_test.cc,
// tests/spec/project_tools_test.cc and
// tests/spec/hostile_files_test.cc.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/generator.h"
#include "spec/reading.h"

namespace synapse {

// Targets of a Makefile and of the files that it includes, in file order,
// without pattern rules, targets that begin with '.', and rules that make skips
// because of a condition. `directory`: where make runs; "": beside the file.
// Description: a `## text` after the rule or a comment line directly above it.
Values MakeTargets(const std::string& makefile, Reading& reading,
                   const std::string& directory = "");
// The Makefile of a directory (GNUmakefile, makefile, Makefile), or "".
std::string FindMakefile(const std::string& dir);
// Variables in capital letters that a Makefile sets, as "NAME=". Description:
// the value.
Values MakeVariables(const std::string& makefile, Reading& reading);
// "scripts" of package.json; description: the script's command.
Values PackageJsonScripts(const std::string& path, Reading& reading);
// The members of an object in a JSON file: "tasks" of deno.json, "scripts" of
// composer.json. Description: their text, or "description" or "command" in them.
Values JsonTasks(const std::string& path, std::string_view object,
                 Reading& reading);
// dependencies, devDependencies, optional and peer ones.
Values PackageJsonDependencies(const std::string& path, Reading& reading);
// The packages of a repository: "workspaces" of package.json.
struct Workspace {
  std::string name;
  std::string directory;
};
std::vector<Workspace> Workspaces(const std::string& root, Reading& reading);
// Programs in node_modules/.bin of the directory and of those above it, up to
// the top of the repository. Programs of the packages that package.json names
// come first. Description: the package, where the program is a link into it.
Values NodeBinaries(const std::string& directory, Reading& reading);
// Presets of CMakePresets.json and CMakeUserPresets.json in a directory and of
// the files that they include, without hidden ones. `list`: "configurePresets",
// "buildPresets" and the like.
Values CmakePresets(const std::string& directory, std::string_view list,
                    Reading& reading);
// Variables of CMakeCache.txt in the build directory, else of CMakeLists.txt in
// the source directory, as "NAME="; behind a `=` in `partial` the values of that
// switch. Description: their help and value.
Values CmakeVariables(const std::string& build, const std::string& source,
                      std::string_view partial, Reading& reading);
// Targets of a build.ninja in its own directory, without objects.
Values NinjaTargets(const std::string& build_ninja, Reading& reading);
// The named stages of a Dockerfile.
Values DockerStages(const std::string& dockerfile, Reading& reading);
// Functions in the *_test.go files of the directories whose names begin with
// one of `kinds`: "Test", "Example", "Fuzz", "Benchmark". `below`: also in the
// directories below, but vendor and testdata. Description: the file.
Values GoTests(const std::vector<std::string>& directories, bool below,
               std::initializer_list<std::string_view> kinds, Reading& reading);
// Marks that pytest.ini or pyproject.toml declares. Description: their text.
Values PytestMarks(const std::string& directory, Reading& reading);
// Python packages that are installed in a directory such as site-packages.
// Description: their version.
Values PythonPackages(const std::vector<std::string>& directories,
                      Reading& reading);
// Programs of the dependencies in a pyproject.toml that are known.
Values PythonProgramsWanted(const std::string& pyproject, Reading& reading);
// The programs in the bin/ of an environment of Python, by name.
Values EnvironmentPrograms(const std::string& bin, Reading& reading);
// Functions named test… in test_*.py and *_test.py below the directory.
// and their classes. Description: the file.
Values PytestNames(const std::string& directory, Reading& reading);
// The tests of one file, as pytest's node ids: FILE::Class::function.
Values PytestNodes(const std::string& directory, const std::string& file,
                   Reading& reading);
// Functions below #[test] and its like in the *.rs files below the directory.
Values RustTests(const std::string& directory, Reading& reading);
// Tasks of the Rakefile, of rakelib/ and lib/tasks/, with their namespaces:
// "db:seed". Description: that of `desc`.
Values RakeTasks(const std::string& directory, Reading& reading);
// Rules of a Snakefile.
Values SnakemakeRules(const std::string& snakefile, Reading& reading);
// Sessions of a noxfile.py, tasks of invoke's tasks.py, environments of a
// tox.ini.
Values NoxSessions(const std::string& noxfile, Reading& reading);
Values InvokeTasks(const std::string& tasks, Reading& reading);
Values ToxEnvironments(const std::string& tox_ini, Reading& reading);
// The build file, else the settings of Gradle in a directory, or "".
std::string FindGradleFile(const std::string& directory);
// Tasks that the build files of the directory and of the modules in its
// settings.gradle register, and those of the plugins that they apply; those of
// a module with its name too: ":app:build".
Values GradleTasks(const std::string& directory, Reading& reading);
// Flavors of the Android app in a directory or in the modules of its settings.
Values GradleFlavors(const std::string& directory, Reading& reading);
// Lanes of a Fastfile with their `desc`, and its platforms. Where the second of
// `words` is a platform, its lanes alone; else those of the default platform.
Values FastlaneLanes(const std::string& fastfile,
                     std::span<const std::string> words, Reading& reading);
// Gems that a Gemfile declares (description: the version that it wants), and the
// programs of those that are known.
Values RubyGems(const std::string& gemfile, Reading& reading);
Values RubyPrograms(const std::string& gemfile, Reading& reading);
// Packages that a pubspec.yaml declares. Description: the version.
Values DartDependencies(const std::string& pubspec, Reading& reading);
// Dependencies and aliases that a mix.exs declares.
Values MixDependencies(const std::string& mix_exs, Reading& reading);
Values MixAliases(const std::string& mix_exs, Reading& reading);
// The modules and the profiles that a pom.xml names.
Values MavenModules(const std::string& pom, Reading& reading);
Values MavenProfiles(const std::string& pom, Reading& reading);
// Recipes of a justfile, of its imports and its modules ("web::serve").
// `words`: those behind `just`. Nothing, and not all, where the next word is a
// parameter of a recipe.
Values JustRecipes(const std::string& justfile,
                   std::span<const std::string> words, Reading& reading);
// [[bin]], [[example]], [[test]], [[bench]] names and src/bin files of
// Cargo.toml; `kind` is "bin", "example", "test", "bench", "feature", or
// "package".
Values CargoTargets(const std::string& cargo_toml, const std::string& kind,
                    Reading& reading);
// The entries of one kind of table in pyproject.toml: commands in
// [project.scripts] and [tool.poetry.scripts], tasks in [tool.poe.tasks] and
// [tool.pdm.scripts]; in mise.toml: [tasks]
// and [tools].
enum class TaskTable { kCommands, kPoe, kPdm, kMise, kMiseTools };
Values TomlTasks(const std::string& path, TaskTable table, Reading& reading);
template <TaskTable kTable>
Values TomlTable(const std::string& path, Reading& reading) {
  return TomlTasks(path, kTable, reading);
}
// Services of compose files and of the files that they include: the keys that
// are indented once below `services:`.
Values ComposeServices(const std::vector<std::string>& files, Reading& reading);
// The compose file of a directory with its override file; empty: none.
std::vector<std::string> FindComposeFiles(const std::string& dir);
// Tasks and aliases of a Taskfile and of its includes ("docs:build"), without
// internal ones.
Values TaskNames(const std::string& taskfile, Reading& reading);
std::string FindTaskfile(const std::string& dir);
// The sections of *.cabal files in a directory, and in those below it that a
// cabal.project is beside. `kind`: "executable", "test-suite", "benchmark";
// "": each of them.
Values CabalTargets(const std::string& directory, std::string_view kind,
                    Reading& reading);
// Steps that a build.zig declares. Description: their text.
Values ZigSteps(const std::string& build_zig, Reading& reading);
// Environments of a platformio.ini. Description: their board.
Values PlatformioEnvironments(const std::string& ini, Reading& reading);

// Addresses in the *.tf files of a directory: "aws_vpc.main", "module.network",
// then those of data sources if they are wanted: "data.aws_ami.debian".
Values TerraformAddresses(const std::string& directory, bool with_data,
                          Reading& reading);
// Names of the blocks of one kind there ("output", "variable"), with `ending`.
// Description: that of the block.
Values TerraformNames(const std::string& directory, std::string_view kind,
                      std::string_view ending, Reading& reading);
// Workspaces whose state is in a directory, the current one last.
Values TerraformWorkspaces(const std::string& directory, Reading& reading);
// Projects of .NET in a directory, and those that the nearest solution in it or
// above it names, as paths from the directory; those of tests, whose names say
// it, last, or alone.
Values DotnetProjects(const std::string& directory, Reading& reading);
Values DotnetTestProjects(const std::string& directory, Reading& reading);
// NuGet packages of the projects in a directory, then those that the nearest
// Directory.Packages.props names. Description: the version.
Values DotnetPackages(const std::string& directory, Reading& reading);
// Profiles of Properties/launchSettings.json that `dotnet run` starts; where a
// directory has none, those of the projects of its solution.
Values DotnetLaunchProfiles(const std::string& directory, Reading& reading);
// Machines that a Vagrantfile defines by name.
Values VagrantMachines(const std::string& vagrantfile, Reading& reading);
// Hooks of a .pre-commit-config.yaml. Description: their repository.
Values PreCommitHooks(const std::string& config, Reading& reading);
// Parts of a Django project: `root` has manage.py. An application is a directory
// in it, or in one of those, that has apps.py, models.py or migrations.
Values DjangoApps(const std::string& root, Reading& reading);
// Commands that the applications add to manage.py.
Values DjangoCommands(const std::string& root, Reading& reading);
Values DjangoFixtures(const std::string& root, Reading& reading);
// The migrations of the application `label`, the newest first.
Values DjangoMigrations(const std::string& root, std::string_view label,
                        Reading& reading);
// Labels for `manage.py test`: "blog", "blog.tests", "blog.tests.ViewTests".
Values DjangoTests(const std::string& root, Reading& reading);
// Models, seeds and snapshots of the dbt project in a directory, each with
// `before` in front. Description: the directory.
Values DbtResources(const std::string& directory, std::string_view before,
                    Reading& reading);
// Targets ("dev") in a profiles.yml of dbt.
Values DbtTargets(const std::string& profiles, Reading& reading);
// Names that a flake.nix sets below one of `kinds` ("packages"), those of the
// first kind first, each with `before` in front: ".#hello".
Values NixOutputs(const std::string& flake,
                  std::initializer_list<std::string_view> kinds,
                  std::string_view before, Reading& reading);

}  // namespace synapse
