// The tasks of the project around the current directory: finds the file, and
// project_files.h reads it.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "base/files.h"
#include "spec/natives.h"
#include "spec/project_files.h"
#include "spec/project_text.h"

namespace synapse {
namespace {

// The values of all of `names`: "-f X", "-fX", "--file=X".
std::vector<std::string> OptionValues(
    const GeneratorInput& input,
    std::initializer_list<std::string_view> names) {
  std::vector<std::string> out;
  const auto& words = input.words;
  for (size_t i = 1; i < words.size(); ++i) {
    for (std::string_view name : names) {
      if (words[i] == name) {
        if (i + 1 < words.size()) out.push_back(words[i + 1]);
      } else if (words[i].starts_with(name) && name.starts_with("--") &&
                 words[i][name.size()] == '=') {
        out.push_back(words[i].substr(name.size() + 1));
      } else if (words[i].starts_with(name) && name.size() == 2) {
        out.push_back(words[i].substr(words[i][2] == '=' ? 3 : 2));
      }
    }
  }
  return out;
}

// The value of the last of them.
std::string OptionValue(const GeneratorInput& input,
                        std::initializer_list<std::string_view> names) {
  std::vector<std::string> all = OptionValues(input, names);
  return all.empty() ? "" : all.back();
}

std::string DirectoryOf(const GeneratorInput& input,
                        std::initializer_list<std::string_view> names) {
  return JoinPath(input.cwd, ExpandTilde(OptionValue(input, names)));
}

std::string FileOf(const GeneratorInput& input, const std::string& directory,
                   std::initializer_list<std::string_view> names) {
  std::string value = OptionValue(input, names);
  return value.empty() ? "" : JoinPath(directory, ExpandTilde(value));
}

std::string Nearest(const GeneratorInput& input, std::string_view name) {
  auto directory = FindUpwards(input.cwd, name);
  return directory ? JoinPath(*directory, name) : "";
}

// The packages that options of npm and pnpm name: `-w X`, `--workspace=X`, `-ws`,
// `--filter X`, and `yarn workspace X`.
struct NamedWorkspaces {
  std::vector<std::string> names;
  bool all = false;
  bool root = false;  // the root too
  bool any() const { return all || !names.empty(); }
};
NamedWorkspaces WorkspacesOf(const GeneratorInput& input) {
  NamedWorkspaces out;
  for (const std::string& word : input.words) {
    out.all |= word == "-ws" || word == "--workspaces";
    out.root |= word == "--include-workspace-root";
  }
  const bool is_pnpm = !input.words.empty() && input.words[0] == "pnpm";
  out.names = is_pnpm ? OptionValues(input, {"-F", "--filter"})
                      : OptionValues(input, {"-w", "--workspace"});
  std::erase(out.names, "s");  // of -ws
  const auto& words = input.words;
  if (words.size() > 2 && words[0] == "yarn" && words[1] == "workspace") {
    out.names.push_back(words[2]);
  }
  return out;
}

// The directory of the nearest package.json with workspaces, or "".
std::string WorkspaceRoot(const GeneratorInput& input, Reading& reading) {
  std::string from = input.cwd;
  while (auto directory = FindUpwards(from, "package.json")) {
    if (!Workspaces(*directory, reading).empty()) return *directory;
    if (*directory == "/" || reading.SpentNow()) break;
    from = DirName(*directory);
  }
  return "";
}

template <Literal kKind>
Values Cargo(const GeneratorInput& input, Reading& reading) {
  std::string manifest = FileOf(input, input.cwd, {"--manifest-path"});
  if (manifest.empty()) manifest = Nearest(input, "Cargo.toml");
  return CargoTargets(manifest, kKind.text, reading);
}

// The step of a project with presets that cmake is to do.
std::string_view PresetList(const GeneratorInput& input) {
  for (const std::string& word : input.words) {
    if (word == "--build") return "buildPresets";
    if (word == "--workflow") return "workflowPresets";
  }
  return "configurePresets";
}

// The directories that a line of go names (`./pkg`), else its own.
struct GoPackages {
  std::vector<std::string> directories;
  bool below = false;  // `./...`
  bool named = false;
};
GoPackages GoPackagesOf(const GeneratorInput& input) {
  GoPackages out;
  for (std::string_view word : input.words) {
    if (word != "." && !word.starts_with("./") && !word.starts_with("../")) {
      continue;
    }
    if (word.ends_with("/...")) {
      out.below = true;
      word.remove_suffix(4);
    }
    out.directories.push_back(JoinPath(input.cwd, word));
  }
  out.named = !out.directories.empty();
  if (!out.named) out.directories.push_back(input.cwd);
  return out;
}

// The packages may be named behind the test: `go test -run TestX ./...`. So if
// the directory has no tests, they are those below it.
template <Literal... kKinds>
Values TestsOfGo(const GeneratorInput& input, Reading& reading) {
  const GoPackages packages = GoPackagesOf(input);
  Values tests =
      GoTests(packages.directories, packages.below, {kKinds...}, reading);
  const bool is_whole = packages.named || !tests.empty();
  return is_whole ? std::move(tests)
                  : GoTests({input.cwd}, /*below=*/true, {kKinds...}, reading);
}

// All input that these readers take from the line, as one text.
std::string ProjectScope(const GeneratorInput& input) {
  std::string out = input.cwd;
  for (std::string& part :
       OptionValues(input, {"-f", "--file", "--makefile", "--justfile"})) {
    out += '\0' + part;
  }
  out += '\0' + OptionValue(input, {"--project-directory"});
  return out;
}

std::string WorkspaceScope(const GeneratorInput& input) {
  const NamedWorkspaces named = WorkspacesOf(input);
  std::string out = input.cwd;
  for (const std::string& name : named.names) out += '\0' + name;
  if (named.all) out += std::string("\0*", 2);
  if (named.root) out += std::string("\0/", 2);
  return out;
}

std::string CmakeScope(const GeneratorInput& input) {
  return input.cwd + '\0' + OptionValue(input, {"-S"}) + '\0' +
         std::string(PresetList(input));
}

std::string GoScope(const GeneratorInput& input) {
  const GoPackages packages = GoPackagesOf(input);
  std::string out = packages.below ? "..." : "";
  for (const std::string& directory : packages.directories) {
    out += '\0' + directory;
  }
  return out;
}

std::string FastlaneScope(const GeneratorInput& input) {
  return input.cwd + '\0' + (input.words.size() > 1 ? input.words[1] : "");
}

std::string TaskScope(const GeneratorInput& input) {
  return input.cwd + '\0' + OptionValue(input, {"-d", "--dir"}) + '\0' +
         OptionValue(input, {"-t", "--taskfile"});
}

// npm runs the scripts of the packages that -w names, and not those of the root.
Values NpmScripts(const GeneratorInput& input, Reading& reading) {
  const NamedWorkspaces named = WorkspacesOf(input);
  if (!named.any()) {
    return PackageJsonScripts(Nearest(input, "package.json"), reading);
  }
  const std::string root = WorkspaceRoot(input, reading);
  ValueList out;
  const auto add = [&](const std::string& directory) {
    for (const GeneratedValue& script :
         PackageJsonScripts(JoinPath(directory, "package.json"), reading)) {
      out.Add(script.value, script.description);
    }
  };
  if (named.root) add(root);
  for (const Workspace& workspace : Workspaces(root, reading)) {
    const bool is =
        named.all ||
        std::any_of(named.names.begin(), named.names.end(),
                    [&](const std::string& name) {
                      return name == workspace.name ||
                             JoinPath(input.cwd, name) == workspace.directory;
                    });
    if (is) add(workspace.directory);
  }
  return out.Take();
}

Values NpmWorkspaces(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  const std::string root = WorkspaceRoot(input, reading);
  if (root.empty()) return {};
  for (const Workspace& workspace : Workspaces(root, reading)) {
    std::string_view where = workspace.directory;
    if (where.starts_with(root + "/")) where.remove_prefix(root.size() + 1);
    out.Add(workspace.name, where);
  }
  return out.Take();
}

Values NpmDependencies(const GeneratorInput& input, Reading& reading) {
  return PackageJsonDependencies(Nearest(input, "package.json"), reading);
}

// The programs of dependencies that npx runs: tsc of typescript.
Values NpmPrograms(const GeneratorInput& input, Reading& reading) {
  // A package that is not installed does not say what its programs are called.
  constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
      {"@angular/cli", "ng"},
      {"@biomejs/biome", "biome"},
      {"@nestjs/cli", "nest"},
      {"@playwright/test", "playwright"},
      {"@tailwindcss/cli", "tailwindcss"},
      {"@vue/cli", "vue"},
      {"typescript", "tsc"},
      {"webpack-cli", "webpack"},
  };
  // The programs of one that is installed are known, if it has any.
  const auto root = FindUpwards(input.cwd, "node_modules");
  const std::string installed = root ? JoinPath(*root, "node_modules") : "";
  Values out;
  for (GeneratedValue& package : NpmDependencies(input, reading)) {
    const std::string directory = JoinPath(installed, package.value);
    if (root && !OnSlowMount(directory) && IsDirectory(directory)) continue;
    const auto other = std::find_if(
        std::begin(kOtherNames), std::end(kOtherNames),
        [&](const auto& names) { return names.first == package.value; });
    if (other != std::end(kOtherNames)) {
      package.description = package.value;
      package.value = other->second;
    } else if (package.value.find('/') != std::string::npos) {
      continue;
    }
    out.push_back(std::move(package));
  }
  return out;
}

// cmake reads the presets of the source directory alone.
Values CmakePresetsHere(const GeneratorInput& input, Reading& reading) {
  return CmakePresets(DirectoryOf(input, {"-S"}), PresetList(input), reading);
}

std::string CmakeVariableScope(const GeneratorInput& input) {
  const size_t equals = input.partial.find('=');
  return CmakeScope(input) + '\0' + OptionValue(input, {"-B"}) + '\0' +
         (equals == std::string::npos ? "" : input.partial.substr(0, equals));
}

// `cmake ..` in a build directory, `cmake -B build`, `cmake -S dir -B build`.
Values CmakeVariablesHere(const GeneratorInput& input, Reading& reading) {
  const std::string build = DirectoryOf(input, {"-B"});
  std::string source = DirectoryOf(input, {"-S"});
  if (!IsRegularFile(JoinPath(source, "CMakeLists.txt"))) {
    source = DirName(input.cwd);
  }
  return CmakeVariables(build, source, input.partial, reading);
}

// ninja's -C, and the directory of `cmake --build`.
Values NinjaTargetsHere(const GeneratorInput& input, Reading& reading) {
  const std::string directory = DirectoryOf(input, {"-C", "--build"});
  return NinjaTargets(JoinPath(directory, "build.ninja"), reading);
}

std::string NinjaScope(const GeneratorInput& input) {
  return DirectoryOf(input, {"-C", "--build"});
}

Values CmakeTestPresetsHere(const GeneratorInput& input, Reading& reading) {
  return CmakePresets(input.cwd, "testPresets", reading);
}

Values DockerStagesHere(const GeneratorInput& input, Reading& reading) {
  std::string file = FileOf(input, input.cwd, {"-f", "--file"});
  if (file.empty()) file = JoinPath(input.cwd, "Dockerfile");
  return DockerStages(file, reading);
}

// A variable is set on the line only rarely, and a Makefile may have many.
bool BeginsVariable(const GeneratorInput& input) {
  return !input.partial.empty() && input.partial[0] >= 'A' &&
         input.partial[0] <= 'Z';
}

// ProjectScope, what is typed
std::string MakeScope(const GeneratorInput& input) {
  return ProjectScope(input) + '\0' + (BeginsVariable(input) ? "=" : "");
}

// Behind a capital letter variables too, as `NAME=`.
Values MakeTargetsHere(const GeneratorInput& input, Reading& reading) {
  std::string file = FileOf(input, input.cwd, {"-f", "--file", "--makefile"});
  if (file.empty()) file = FindMakefile(input.cwd);
  Values out = MakeTargets(file, reading, input.cwd);
  if (!BeginsVariable(input)) return out;
  for (GeneratedValue& variable : MakeVariables(file, reading)) {
    out.push_back(std::move(variable));
  }
  return out;
}

// ProjectScope, and the words that a recipe may have as parameters.
std::string JustScope(const GeneratorInput& input) {
  std::string out = ProjectScope(input);
  for (size_t i = 1; i < input.words.size(); ++i) out += '\0' + input.words[i];
  return out;
}

Values JustRecipesHere(const GeneratorInput& input, Reading& reading) {
  std::string file = FileOf(input, input.cwd, {"-f", "--justfile"});
  if (file.empty()) {
    file = NearestOf(input.cwd, [](const std::string& directory) {
      return FirstFileOf(directory, {"justfile", "Justfile", ".justfile"});
    });
  }
  const std::span<const std::string> words(input.words);
  return JustRecipes(file, words.subspan(words.empty() ? 0 : 1), reading);
}

// Packages are those of the whole workspace. The outermost manifest with more
// than one package is used, also from inside a member.
template <Literal kManifest>
Values PackagesOf(const GeneratorInput& input, Reading& reading) {
  Values best;
  std::string from = input.cwd;
  while (auto directory = FindUpwards(from, kManifest)) {
    Values here =
        CargoTargets(JoinPath(*directory, kManifest), "package", reading);
    if (here.size() > best.size()) best = std::move(here);
    if (*directory == "/" || reading.SpentNow()) break;
    from = DirName(*directory);
  }
  return best;
}

// Packages that the composer.json asks for. Description: the version.
Values ComposerPackages(const GeneratorInput& input, Reading& reading) {
  const std::string file = Nearest(input, "composer.json");
  Values out = JsonTasks(file, "require", reading);
  for (GeneratedValue& value : JsonTasks(file, "require-dev", reading)) {
    out.push_back(std::move(value));
  }
  // `php` and `ext-json` are parts of the platform.
  std::erase_if(out, [](const auto& value) {
    return value.value.find('/') == value.value.npos;
  });
  return out;
}

// The scripts of package.json are tasks too, as for deno.
Values DenoTasks(const GeneratorInput& input, Reading& reading) {
  const auto find = [](const std::string& directory) {
    return FirstFileOf(directory, {"deno.json", "deno.jsonc"});
  };
  Values out = JsonTasks(NearestOf(input.cwd, find), "tasks", reading);
  for (GeneratedValue& script : NpmScripts(input, reading)) {
    out.push_back(std::move(script));
  }
  return out;
}

// A task with `#` is one of a single package.
Values TurboTasks(const GeneratorInput& input, Reading& reading) {
  const std::string file = Nearest(input, "turbo.json");
  Values out = JsonTasks(file, "tasks", reading);
  if (out.empty()) out = JsonTasks(file, "pipeline", reading);
  std::erase_if(out, [](const GeneratedValue& task) {
    return task.value.find('#') != std::string::npos;
  });
  return out;
}

Values GradleTasksHere(const GeneratorInput& input, Reading& reading) {
  const std::string file = NearestOf(input.cwd, FindGradleFile);
  return GradleTasks(std::string(DirName(file)), reading);
}

// Of an Android app, or of the one in a project of Flutter.
Values GradleFlavorsHere(const GeneratorInput& input, Reading& reading) {
  const std::string file =
      NearestOf(input.cwd, [](const std::string& directory) {
        const std::string android = JoinPath(directory, "android");
        for (const std::string& at :
             {JoinPath(android, "app"), android, directory}) {
          std::string found = FindGradleFile(at);
          if (!found.empty()) return found;
        }
        return std::string();
      });
  std::string directory(DirName(file));
  if (directory.ends_with("/android/app")) directory = DirName(directory);
  return GradleFlavors(directory, reading);
}

// Behind the name of a platform only its lanes.
Values FastlaneLanesHere(const GeneratorInput& input, Reading& reading) {
  const auto find = [](const std::string& directory) {
    return FirstFileOf(directory,
                       {"fastlane/Fastfile", ".fastlane/Fastfile", "Fastfile"});
  };
  const std::string file = NearestOf(input.cwd, find);
  if (!file.empty()) reading.LeaveOpen();  // it may import others
  return FastlaneLanes(file, input.words, reading);
}

// In the directory alone, where snakemake looks.
Values SnakemakeRulesHere(const GeneratorInput& input, Reading& reading) {
  for (const char* name :
       {"Snakefile", "snakefile", "workflow/Snakefile", "workflow/snakefile"}) {
    const std::string path = JoinPath(input.cwd, name);
    if (!StatFile(path)) continue;
    reading.LeaveOpen();  // files are targets too
    return SnakemakeRules(path, reading);
  }
  return {};
}

std::string PytestScope(const GeneratorInput& input) {
  const size_t end = input.partial.find("::");
  return input.cwd + '\0' +
         (end == std::string::npos ? "" : input.partial.substr(0, end));
}

// Tests of the file that the partial names before `::`.
Values PytestNodesHere(const GeneratorInput& input, Reading& reading) {
  const size_t end = input.partial.find("::");
  if (end == std::string::npos) return {};
  return PytestNodes(input.cwd, input.partial.substr(0, end), reading);
}

// Compose looks in the directory and then in its parents. Several files are one
// project.
Values ComposeServicesHere(const GeneratorInput& input, Reading& reading) {
  std::vector<std::string> files;
  for (const std::string& name : OptionValues(input, {"-f", "--file"})) {
    if (!name.empty()) files.push_back(JoinPath(input.cwd, ExpandTilde(name)));
  }
  const char* set = getenv("COMPOSE_FILE");
  std::string_view rest = files.empty() && set ? set : "";
  while (!rest.empty()) {
    std::string_view name = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    if (!name.empty()) files.push_back(JoinPath(input.cwd, name));
  }
  std::string directory = DirectoryOf(input, {"--project-directory"});
  while (files.empty()) {
    files = FindComposeFiles(directory);
    if (directory == "/" || !directory.starts_with('/')) break;
    directory = DirName(directory);
  }
  return ComposeServices(files, reading);
}

Values TaskNamesHere(const GeneratorInput& input, Reading& reading) {
  std::string directory = DirectoryOf(input, {"-d", "--dir"});
  std::string file = FileOf(input, directory, {"-t", "--taskfile"});
  if (file.empty()) file = NearestOf(directory, FindTaskfile);
  return TaskNames(file, reading);
}

// Calls kRead(directory of the file).
template <auto kRead>
Values OfDirectory(const std::string& file, Reading& reading) {
  return kRead(std::string(DirName(file)), reading);
}

// The file gives names that the reader does not find.
template <auto kRead>
Values LeftOpen(const std::string& file, Reading& reading) {
  if (!file.empty()) reading.LeaveOpen();
  return kRead(file, reading);
}

// The members of the object in a JSON file.
template <Literal kObject>
Values MembersOf(const std::string& file, Reading& reading) {
  return JsonTasks(file, kObject, reading);
}

constexpr Native kProjectRows[] = {
    WholeProject({"cargo.benches", Cargo<"bench">}),
    WholeProject({"cargo.bins", Cargo<"bin">}),
    WholeProject({"cargo.examples", Cargo<"example">}),
    {"cargo.features", Cargo<"feature">},
    WholeProject(
        {"cargo.packages", PackagesOf<"Cargo.toml">, CwdScope, 5, "package"}),
    {"cargo.test_names", BesideNearest<"Cargo.toml", RustTests>},
    WholeProject({"cargo.tests", Cargo<"test">}),
    WholeProject({"cmake.presets", CmakePresetsHere, CmakeScope}),
    WholeProject({"cmake.test_presets", CmakeTestPresetsHere}),
    {"cmake.variables", CmakeVariablesHere, CmakeVariableScope},
    WholeProject(
        {"compose.services", ComposeServicesHere, ProjectScope, 5, "service"}),
    {"composer.packages", ComposerPackages, CwdScope, 5, "package"},
    {"composer.scripts", InNearest<"composer.json", MembersOf<"scripts">>},
    {"dart.dependencies", InNearest<"pubspec.yaml", DartDependencies>, CwdScope,
     5, "package"},
    WholeProject({"deno.tasks", DenoTasks, WorkspaceScope}),
    {"docker.stages", DockerStagesHere, ProjectScope},
    Tasks({"fastlane.lanes", FastlaneLanesHere, FastlaneScope}),
    {"go.benchmarks", TestsOfGo<"Benchmark">, GoScope},
    {"go.fuzz_tests", TestsOfGo<"Fuzz">, GoScope},
    {"go.tests", TestsOfGo<"Test", "Example", "Fuzz">, GoScope},
    {"gradle.flavors", GradleFlavorsHere},
    {"gradle.tasks", GradleTasksHere},
    // Collections have names of theirs.
    Tasks({"invoke.tasks", InNearest<"tasks.py", LeftOpen<InvokeTasks>>}),
    WholeProject({"just.recipes", JustRecipesHere, JustScope}),
    WholeProject({"make.targets", MakeTargetsHere, MakeScope}),
    {"maven.modules", InNearest<"pom.xml", MavenModules>},
    {"maven.profiles", InNearest<"pom.xml", MavenProfiles>},
    {"mix.dependencies", InNearest<"mix.exs", MixDependencies>},
    // Dependencies have tasks.
    Tasks({"mix.tasks", InNearest<"mix.exs", LeftOpen<MixAliases>>}),
    {"ninja.targets", NinjaTargetsHere, NinjaScope},
    WholeProject({"nox.sessions", InFileHere<"noxfile.py", NoxSessions>}),
    {"npm.binaries", InDirectory<NodeBinaries>},
    {"npm.dependencies", NpmDependencies, CwdScope, 5, "package"},
    {"npm.programs", NpmPrograms},
    WholeProject({"npm.scripts", NpmScripts, WorkspaceScope}),
    {"npm.workspaces", NpmWorkspaces},
    {"pyproject.scripts",
     InNearest<"pyproject.toml", TomlTable<TaskTable::kCommands>>},
    {"pytest.marks", InNearestOf<OfDirectory<PytestMarks>, "pytest.ini",
                                 "pyproject.toml", "tox.ini">},
    {"pytest.names", InDirectory<PytestNames>},
    {"pytest.nodes", PytestNodesHere, PytestScope},
    Tasks({"rake.tasks", InNearestOf<OfDirectory<RakeTasks>, "Rakefile",
                                     "rakefile", "Rakefile.rb">}),
    {"ruby.gems", InNearest<"Gemfile", RubyGems>, CwdScope, 5, "package"},
    {"ruby.programs", InNearest<"Gemfile", RubyPrograms>},
    Tasks({"snakemake.rules", SnakemakeRulesHere}),
    WholeProject({"task.names", TaskNamesHere, TaskScope}),
    {"tox.environments", InNearest<"tox.ini", ToxEnvironments>},
    {"turbo.tasks", TurboTasks},
    {"uv.packages", PackagesOf<"pyproject.toml">, CwdScope, 5, "package"},
};

}  // namespace

constinit const std::span<const Native> kProjectNatives = kProjectRows;

}  // namespace synapse
