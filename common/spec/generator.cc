#include "spec/generator.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "spec/command_output.h"
#include "spec/file_lists.h"
#include "spec/natives.h"
#include "spec/packer.h"

namespace synapse {
namespace {

std::string CwdScope(const GeneratorInput& input) { return input.cwd; }
std::string NoScope(const GeneratorInput&) { return ""; }

// Whether a name may be meant that a reader does not list.
enum class Lists : uint8_t {
  kSome,
  kWholeProject,  // the project has no names but these
};

struct Native {
  std::string_view name;
  NativeReader read;
  std::string (*scope)(const GeneratorInput&);
  int ttl_s;
  std::string_view kind = {};
  Lists lists = Lists::kSome;
};

// Sorted by name: FindNative uses binary search.
constexpr Native kNatives[] = {
    {"ansible.hosts", AnsibleHosts, AnsibleScope, 5},
    {"ansible.tags", AnsibleTags, AnsibleScope, 5},
    {"apt.available", AptAvailable, PrefixScope, 300, "package"},
    {"apt.packages", AptPackages, PrefixScope, 60, "package"},
    {"aws.profiles", AwsProfiles, NoScope, 10, "profile"},
    {"cabal.benchmarks", CabalBenchmarksHere, CwdScope, 5, "",
     Lists::kWholeProject},
    {"cabal.programs", CabalProgramsHere, CwdScope, 5, "",
     Lists::kWholeProject},
    {"cabal.targets", CabalTargetsHere, CwdScope, 5},
    {"cabal.tests", CabalTestsHere, CwdScope, 5, "", Lists::kWholeProject},
    {"cargo.benches", CargoBenches, CwdScope, 5, "", Lists::kWholeProject},
    {"cargo.bins", CargoBins, CwdScope, 5, "", Lists::kWholeProject},
    {"cargo.examples", CargoExamples, CwdScope, 5, "", Lists::kWholeProject},
    {"cargo.features", CargoFeatures, CwdScope, 5},
    {"cargo.packages", CargoPackages, CwdScope, 5, "package",
     Lists::kWholeProject},
    {"cargo.test_names", CargoTestNames, CwdScope, 5},
    {"cargo.tests", CargoTests, CwdScope, 5, "", Lists::kWholeProject},
    {"cmake.presets", CmakePresetsHere, CmakeScope, 5, "",
     Lists::kWholeProject},
    {"cmake.test_presets", CmakeTestPresetsHere, CwdScope, 5, "",
     Lists::kWholeProject},
    {"cmake.variables", CmakeVariablesHere, CmakeVariableScope, 5},
    {"compose.services", ComposeServicesHere, ProjectScope, 5, "service",
     Lists::kWholeProject},
    {"composer.packages", ComposerPackages, CwdScope, 5, "package"},
    {"composer.scripts", ComposerScripts, CwdScope, 5},
    {"conda.environments", CondaEnvironments, NoScope, 5},
    {"dart.dependencies", DartDependenciesHere, CwdScope, 5, "package"},
    {"dbt.resources", DbtResourcesHere, DbtScope, 5},
    {"dbt.targets", DbtTargetsHere, CwdScope, 5},
    {"deno.tasks", DenoTasks, WorkspaceScope, 5, "", Lists::kWholeProject},
    {"django.apps", DjangoAppsHere, CwdScope, 5},
    {"django.commands", DjangoCommandsHere, CwdScope, 5},
    {"django.fixtures", DjangoFixturesHere, CwdScope, 5},
    {"django.migrations", DjangoMigrationsHere, DjangoMigrationScope, 5},
    {"django.settings", DjangoSettingsHere, CwdScope, 5},
    {"django.tests", DjangoTestsHere, CwdScope, 5},
    {"docker.stages", DockerStagesHere, ProjectScope, 5},
    {"dotnet.launch_profiles", DotnetLaunchProfilesHere, DotnetScope, 5},
    {"dotnet.packages", DotnetPackagesHere, DotnetScope, 5, "package"},
    {"dotnet.projects", DotnetProjectsHere, CwdScope, 5, "project"},
    {"dotnet.test_projects", DotnetTestProjectsHere, CwdScope, 5, "project"},
    {"fastlane.lanes", FastlaneLanesHere, FastlaneScope, 5},
    {"git.aliases", GitAliases, CwdScope, 5},
    {"git.ancestors", GitAncestors, AncestorScope, 2},
    {"git.bases", GitBases, RebaseScope, 2, "branch"},
    {"git.blobs", GitBlobs, BlobScope, 5},
    {"git.branches", GitBranches, CwdScope, 2, "branch"},
    {"git.changed_files", GitChangedFiles, ChangeScope, 2},
    {"git.commits", GitCommits, CwdScope, 2},
    {"git.config_keys", GitConfigKeys, CwdScope, 5},
    {"git.modified_files", GitModifiedFiles, CwdScope, 2},
    {"git.other_branches", GitOtherBranches, CwdScope, 2, "branch"},
    {"git.other_commits", GitOtherCommits, CwdScope, 2},
    {"git.pushed", GitPushed, PushScope, 2, "branch"},
    {"git.remote_branches", GitRemoteBranches, CwdScope, 2, "branch"},
    {"git.remote_only_branches", GitRemoteOnlyBranches, CwdScope, 2, "branch"},
    {"git.remotes", GitRemotes, CwdScope, 2, "remote"},
    {"git.staged_files", GitStagedFiles, CwdScope, 2},
    {"git.stashes", GitStashes, CwdScope, 2},
    {"git.submodules", GitSubmodules, CwdScope, 5},
    {"git.tags", GitTags, CwdScope, 2, "tag"},
    {"git.tracked_files", GitTrackedFiles, CwdScope, 5},
    {"git.under_way", GitUnderWay, CwdScope, 2},
    {"git.untracked_files", GitUntrackedFiles, CwdScope, 2},
    {"git.unused_branches", GitUnusedBranches, CwdScope, 2, "branch"},
    {"git.upstreams", GitUpstreams, CwdScope, 2, "branch"},
    {"git.worktrees", GitWorktrees, CwdScope, 2},
    {"go.benchmarks", GoBenchmarks, GoScope, 5},
    {"go.fuzz_tests", GoFuzzTests, GoScope, 5},
    {"go.tests", GoTestsHere, GoScope, 5},
    {"gradle.flavors", GradleFlavorsHere, CwdScope, 5},
    {"gradle.tasks", GradleTasksHere, CwdScope, 5},
    {"invoke.tasks", InvokeTasksHere, CwdScope, 5},
    {"java.tests", JavaTestsHere, CwdScope, 5},
    {"just.recipes", JustRecipesHere, ProjectScope, 5, "",
     Lists::kWholeProject},
    {"kubectl.contexts", KubeContexts, NoScope, 5, "context",
     Lists::kWholeProject},
    {"kubectl.kustomizations", Kustomizations, CwdScope, 5},
    {"kubectl.namespaces", KubeNamespaces, NoScope, 5, "namespace"},
    {"laravel.seeders", LaravelSeedersHere, CwdScope, 5},
    {"make.targets", MakeTargetsHere, MakeScope, 5, "", Lists::kWholeProject},
    {"maven.modules", MavenModulesHere, CwdScope, 5},
    {"maven.profiles", MavenProfilesHere, CwdScope, 5},
    {"maven.tests", MavenTestsHere, MavenTestScope, 5},
    {"mise.tasks", MiseTasks, CwdScope, 5},
    {"mise.tools", MiseTools, CwdScope, 5},
    {"mix.dependencies", MixDependenciesHere, CwdScope, 5},
    {"mix.environments", MixEnvironmentsHere, CwdScope, 5},
    {"mix.tasks", MixTasksHere, CwdScope, 5},
    {"ninja.targets", NinjaTargetsHere, NinjaScope, 5},
    {"nix.homes", NixHomesHere, FlakeScope, 5},
    {"nix.inputs", NixInputsHere, CwdScope, 5},
    {"nix.machines", NixMachinesHere, FlakeScope, 5},
    {"nix.packages", NixPackagesHere, FlakeScope, 5},
    {"nix.programs", NixProgramsHere, FlakeScope, 5},
    {"nix.shells", NixShellsHere, FlakeScope, 5},
    {"nox.sessions", NoxSessionsHere, CwdScope, 5, "", Lists::kWholeProject},
    {"npm.binaries", NpmBinaries, CwdScope, 5},
    {"npm.dependencies", NpmDependencies, CwdScope, 5, "package"},
    {"npm.programs", NpmPrograms, CwdScope, 5},
    {"npm.scripts", NpmScripts, WorkspaceScope, 5, "", Lists::kWholeProject},
    {"npm.workspaces", NpmWorkspaces, CwdScope, 5},
    {"nvm.versions", NvmVersions, NoScope, 5},
    {"pass.entries", PassEntries, NoScope, 10},
    {"pip.packages", PipPackages, CwdScope, 5, "package"},
    {"platformio.environments", PlatformioEnvironmentsHere, CwdScope, 5, "",
     Lists::kWholeProject},
    {"precommit.hooks", PreCommitHooksHere, CwdScope, 5, "hook"},
    {"pyproject.scripts", PyprojectScriptsHere, CwdScope, 5},
    {"pytest.marks", PytestMarksHere, CwdScope, 5},
    {"pytest.names", PytestNamesHere, CwdScope, 5},
    {"pytest.nodes", PytestNodesHere, PytestScope, 5},
    {"python.activations", PythonActivations, CwdScope, 5},
    {"python.commands", PythonCommands, CwdScope, 5},
    {"rails.environments", RailsEnvironmentsHere, CwdScope, 5},
    {"rake.tasks", RakeTasksHere, CwdScope, 5},
    {"ruby.gems", RubyGemsHere, CwdScope, 5, "package"},
    {"ruby.programs", RubyProgramsHere, CwdScope, 5},
    {"snakemake.rules", SnakemakeRulesHere, CwdScope, 5},
    {"ssh.hosts", SshHosts, NoScope, 10, "host"},
    {"ssh.keys", SshKeys, NoScope, 10, "key"},
    {"ssh.public_keys", SshPublicKeys, NoScope, 10},
    {"synapse.settings", SynapseSettings, NoScope, 3600},
    {"synapse.specs", SynapseSpecs, NoScope, 60},
    {"synapse.values", SynapseValues, SettingScope, 3600},
    {"system.disks", SystemDisks, NoScope, 2, "disk"},
    {"system.groups", SystemGroups, NoScope, 60, "group"},
    {"system.mounts", SystemMounts, NoScope, 2},
    {"system.process_names", SystemProcessNames, NoScope, 2},
    {"system.processes", SystemProcesses, NoScope, 2},
    {"system.serial_ports", SystemSerialPorts, NoScope, 2, "port"},
    {"system.signals", SystemSignals, NoScope, 3600, "signal"},
    {"system.users", SystemUsers, NoScope, 60, "user"},
    {"system.variables", SystemVariables, NoScope, 2},
    {"systemd.units", SystemdUnits, UnitScope, 30, "unit"},
    {"task.names", TaskNamesHere, TaskScope, 5, "", Lists::kWholeProject},
    {"terraform.addresses", TerraformAddressesHere, TerraformScope, 5},
    {"terraform.outputs", TerraformOutputsHere, TerraformScope, 5},
    {"terraform.resources", TerraformResourcesHere, TerraformScope, 5},
    {"terraform.variables", TerraformVariablesHere, TerraformScope, 5},
    {"terraform.workspaces", TerraformWorkspacesHere, TerraformScope, 5},
    {"tox.environments", ToxEnvironmentsHere, CwdScope, 5},
    {"turbo.tasks", TurboTasks, CwdScope, 5},
    {"uv.packages", UvPackages, CwdScope, 5, "package"},
    {"vagrant.machines", VagrantMachinesHere, CwdScope, 5, "machine"},
    {"zig.steps", ZigStepsHere, CwdScope, 5},
};

// Seconds. Values with a time to live up to this depend on the directory, and
// commands change them.
constexpr int kHereS = 5;

// When a shell visits many directories, the whole cache is cleared instead of
// searched for old entries.
constexpr size_t kMaxEntries = 64;

const Native* Lookup(std::string_view name) {
  auto it = std::lower_bound(
      std::begin(kNatives), std::end(kNatives), name,
      [](const Native& native, std::string_view n) { return native.name < n; });
  return it != std::end(kNatives) && it->name == name ? it : nullptr;
}

}  // namespace

bool IsPlausibleValue(std::string_view value) {
  return !value.empty() && value.size() <= kMaxValue && value[0] != '-' &&
         !HasHidden(value);
}

NativeReader FindNative(std::string_view name) {
  const Native* native = Lookup(name);
  return native ? native->read : nullptr;
}

std::string_view KindOfNative(std::string_view name) {
  const Native* native = Lookup(name);
  return native ? native->kind : std::string_view();
}

bool ListsWholeProject(std::string_view name) {
  const Native* native = Lookup(name);
  return native && native->lists == Lists::kWholeProject;
}

std::vector<std::string> NativeNames() {
  std::vector<std::string> out;
  for (const Native& native : kNatives) out.emplace_back(native.name);
  return out;
}

namespace {

// The environment of a command that lists values. A variable that names a file
// or a program to load (RIPGREP_CONFIG_PATH, GOFLAGS, NODE_OPTIONS, LD_PRELOAD)
// may have been set for the current directory, so only known variables are
// passed. Each is looked up in the shell, because the environment of its
// process lacks some of them.
std::vector<std::string> EnvironmentFor(
    const GeneratorCache::VariableOf& variable) {
  // clang-format off
  constexpr std::string_view kAllowed[] = {
      "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TMUX", "TMUX_TMPDIR",
      "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
      "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME",
      "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_CERT_PATH",
      "DOCKER_TLS_VERIFY", "KUBECONFIG", "SSH_AUTH_SOCK",
      "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy",
      "no_proxy", "HOMEBREW_PREFIX", "HOMEBREW_CELLAR"};
  // clang-format on
  std::vector<std::string> out;
  for (std::string_view name : kAllowed) {
    std::optional<std::string> value = variable(name);
    if (!value) {
      const char* own = getenv(std::string(name).c_str());
      if (own) value = own;
    }
    if (value) out.push_back(std::string(name) + "=" + *value);
  }
  out.push_back("HOMEBREW_NO_AUTO_UPDATE=1");
  return out;
}

bool DependsOnDirectory(const GeneratorSpec& spec) {
  return std::find(spec.depends.begin(), spec.depends.end(), "cwd") !=
         spec.depends.end();
}

}  // namespace

std::optional<std::vector<std::string>> GeneratorCache::Environment() const {
  if (!variable_) return std::nullopt;
  return EnvironmentFor(variable_);
}

const GeneratedValues& GeneratorCache::Command(const GeneratorSpec& spec,
                                               const GeneratorInput& input) {
  static const GeneratedValues kNothing{{}, /*complete=*/false};
  if (!variable_ || !runner_) return kNothing;
  std::string key = "command";
  for (std::string_view word : spec.command) {
    key += '\0';
    key += word;
  }
  // A project cannot influence what is run, unless the spec asks for that.
  const std::string cwd = DependsOnDirectory(spec) ? input.cwd : "/";
  key += '\0' + cwd;
  int64_t now = Clock::MonotonicUs();
  if (!input.starts_commands) {
    const auto known = entries_.find(key);
    const bool is_new =
        known != entries_.end() && now < known->second.expires_us;
    return is_new ? known->second.given : kNothing;
  }
  if (!entries_.contains(key) && entries_.size() >= kMaxEntries) {
    entries_.clear();
  }
  Entry& entry = entries_[key];
  if (now < entry.expires_us || OnSlowMount(cwd)) return entry.given;
  // A failed command is not run again at each key either.
  entry.expires_us = now + spec.ttl_s * int64_t{1'000'000};
  entry.spec = DraftOf(spec);
  CommandRunner::Command command{
      .program =
          FindProgram(entry.spec.command[0], variable_("PATH").value_or("")),
      .words = entry.spec.command,
      .environment = EnvironmentFor(variable_),
      .cwd = cwd,
      .timeout_ms = spec.timeout_ms};
  if (!command.program.empty() && !runner_->Start(key, command)) {
    entry.expires_us = 0;  // others run; try again at the next key
  }
  return entry.given;
}

bool GeneratorCache::Ended(const CommandRunner::Finished& done) {
  const auto entry = entries_.find(done.name);
  if (entry == entries_.end()) return false;
  if (done.ok()) {
    entry->second.given = {ParseOutput(entry->second.spec, done.output)};
  }
  return true;
}

const GeneratedValues& GeneratorCache::Get(const Spec& spec,
                                           std::string_view name,
                                           const GeneratorInput& input,
                                           Budget& budget) {
  static const GeneratedValues kNothing;
  const GeneratorSpec* declared = GeneratorNamed(spec, name);
  if (declared && !declared->command.empty()) return Command(*declared, input);
  if (declared && !declared->files.empty()) {
    std::string key = "files";
    for (std::string_view path : declared->files) {
      key += '\0';
      key += path;
    }
    for (std::string_view part :
         {declared->parse.view(), declared->path.view(),
          declared->pattern.view(), declared->value.view(),
          std::string_view(input.cwd)}) {
      key += '\0';
      key += part;
    }
    return Kept(std::move(key), kHereS, budget, [&](Reading& reading) {
      return ReadFileLists(DraftOf(*declared), input, reading);
    });
  }
  const Native* native = Lookup(declared ? declared->native.view() : name);
  if (!native) return kNothing;
  std::string key(native->name);
  key += '\0';
  key += native->scope(input);
  return Kept(std::move(key), native->ttl_s, budget,
              [&](Reading& reading) { return native->read(input, reading); });
}

template <class F>
const GeneratedValues& GeneratorCache::Kept(std::string key, int ttl_s,
                                            Budget& budget, const F& read) {
  int64_t now = Clock::MonotonicUs();
  auto found = entries_.find(key);
  if (found != entries_.end() && now < found->second.expires_us) {
    return found->second.given;
  }
  if (found == entries_.end()) {
    if (entries_.size() >= kMaxEntries) entries_.clear();
    found = entries_.emplace(std::move(key), Entry{}).first;
  }
  Entry& entry = found->second;
  entry.expires_us = now + ttl_s * int64_t{1'000'000};
  entry.here = ttl_s <= kHereS;
  bool would_be_cut_again =
      !entry.files.empty() && StampOfFiles(entry.files) == entry.stamp;
  if (!would_be_cut_again) Read(budget, entry, read);
  return entry.given;
}

template <class F>
void GeneratorCache::Read(Budget& budget, Entry& entry, const F& read) {
  constexpr int64_t kMuchUs = 5000;
  const int64_t start = Clock::MonotonicUs();
  Reading reading(budget);
  entry.given.values = read(reading);
  if (entry.given.values.size() > kMaxGenerated) {
    entry.given.values.resize(kMaxGenerated);
  }
  (void)reading.SpentNow();
  entry.given.complete =
      reading.finished() && entry.given.values.size() < kMaxGenerated;
  entry.files.clear();
  if (reading.out_of_bounds()) {
    entry.files = reading.files();
    entry.stamp = reading.stamp();
  } else if (!reading.finished() && Clock::MonotonicUs() - start < kMuchUs) {
    entry.expires_us = 0;  // other readers used up the time
  }
}

void GeneratorCache::CommandRan(std::string_view line) {
  for (auto& [_, entry] : entries_) {
    if (entry.here) entry.expires_us = 0;
    if (entry.spec.command.empty() ||
        line.find(entry.spec.command[0]) == line.npos) {
      continue;
    }
    entry.expires_us = 0;
    entry.given.complete = false;
  }
}

}  // namespace synapse
