// The native readers, one function each, with the names that generator.cc gives
// them. All of them read files, start no process, leave out paths on mounts
// that may block, stop when the reading is spent, and return at most
// kMaxGenerated values. A missing or damaged file costs only its own values.
//
// Tested by tests/spec/generator_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/generator.h"

namespace synapse {

using Values = std::vector<GeneratedValue>;

// git_refs.cc, git_config.cc
Values GitBranches(const GeneratorInput&, Reading&);
// Without the branch that is checked out here.
Values GitOtherBranches(const GeneratorInput&, Reading&);
// Without those that are checked out in any worktree.
Values GitUnusedBranches(const GeneratorInput&, Reading&);
Values GitRemoteBranches(const GeneratorInput&, Reading&);
// Branches of one remote that are not here, without its name: what `git switch`
// makes a branch of.
Values GitRemoteOnlyBranches(const GeneratorInput&, Reading&);
// Local branches; behind `git push --delete REMOTE` those of the remote.
Values GitPushed(const GeneratorInput&, Reading&);
// Remote branches with the name of the current one first.
Values GitUpstreams(const GeneratorInput&, Reading&);
Values GitTags(const GeneratorInput&, Reading&);
Values GitStashes(const GeneratorInput&, Reading&);
Values GitWorktrees(const GeneratorInput&, Reading&);
Values GitRemotes(const GeneratorInput&, Reading&);
Values GitAliases(const GeneratorInput&, Reading&);
Values GitConfigKeys(const GeneratorInput&, Reading&);
Values GitSubmodules(const GeneratorInput&, Reading&);

// git_status.cc
Values GitTrackedFiles(const GeneratorInput&, Reading&);
Values GitModifiedFiles(const GeneratorInput&, Reading&);
Values GitStagedFiles(const GeneratorInput&, Reading&);
// Neither tracked nor ignored; a directory without tracked files is one value.
Values GitUntrackedFiles(const GeneratorInput&, Reading&);
// Tracked files behind the colon of `REVISION:`.
Values GitBlobs(const GeneratorInput&, Reading&);
// Modified files; behind --staged staged ones; those of a commit that is named.
Values GitChangedFiles(const GeneratorInput&, Reading&);
// The operations that stopped half-way: "merge", "rebase", "am".
Values GitUnderWay(const GeneratorInput&, Reading&);

// git_log.cc
// Commits from HEAD backwards, as far as the reflogs know them.
Values GitCommits(const GeneratorInput&, Reading&);
// Commits of other branches that HEAD has not.
Values GitOtherCommits(const GeneratorInput&, Reading&);
// "HEAD~1" and so on, with the commits' subjects, behind `HEAD` alone.
Values GitAncestors(const GeneratorInput&, Reading&);
// Starts of a rebase: branches; behind --interactive commits first.
Values GitBases(const GeneratorInput&, Reading&);

// native_project.cc
Values NpmScripts(const GeneratorInput&, Reading&);
Values NpmWorkspaces(const GeneratorInput&, Reading&);
Values TurboTasks(const GeneratorInput&, Reading&);
Values NpmDependencies(const GeneratorInput&, Reading&);
// The programs of dependencies that npx runs: tsc of typescript.
Values NpmPrograms(const GeneratorInput&, Reading&);
// Programs in node_modules/.bin of the directory and of those above it.
Values NpmBinaries(const GeneratorInput&, Reading&);
// Behind a capital letter variables too, as `NAME=`.
Values MakeTargetsHere(const GeneratorInput&, Reading&);
Values JustRecipesHere(const GeneratorInput&, Reading&);
Values CargoBins(const GeneratorInput&, Reading&);
Values CargoExamples(const GeneratorInput&, Reading&);
Values CargoTests(const GeneratorInput&, Reading&);
Values CargoBenches(const GeneratorInput&, Reading&);
Values CargoFeatures(const GeneratorInput&, Reading&);
Values CargoPackages(const GeneratorInput&, Reading&);
Values UvPackages(const GeneratorInput&, Reading&);  // of its workspace
Values CargoTestNames(const GeneratorInput&, Reading&);
Values PyprojectScriptsHere(const GeneratorInput&, Reading&);
// Packages that the composer.json asks for. Description: the version.
Values ComposerPackages(const GeneratorInput&, Reading&);
Values ComposerScripts(const GeneratorInput&, Reading&);
// The scripts of package.json are tasks too, as for deno.
Values DenoTasks(const GeneratorInput&, Reading&);
Values GradleFlavorsHere(const GeneratorInput&, Reading&);
Values GradleTasksHere(const GeneratorInput&, Reading&);
// Behind the name of a platform only its lanes.
Values FastlaneLanesHere(const GeneratorInput&, Reading&);
// Aliases of mix.exs.
Values MixTasksHere(const GeneratorInput&, Reading&);
Values MixDependenciesHere(const GeneratorInput&, Reading&);
Values RubyGemsHere(const GeneratorInput&, Reading&);
// Programs of the gems in the Gemfile that are known: rspec of rspec-rails.
Values RubyProgramsHere(const GeneratorInput&, Reading&);
Values DartDependenciesHere(const GeneratorInput&, Reading&);
Values InvokeTasksHere(const GeneratorInput&, Reading&);
Values MavenModulesHere(const GeneratorInput&, Reading&);
Values MavenProfilesHere(const GeneratorInput&, Reading&);
Values NoxSessionsHere(const GeneratorInput&, Reading&);
Values SnakemakeRulesHere(const GeneratorInput&, Reading&);
Values PytestNamesHere(const GeneratorInput&, Reading&);
// Tests of the file that the partial names before `::`.
Values PytestNodesHere(const GeneratorInput&, Reading&);
Values PytestMarksHere(const GeneratorInput&, Reading&);
Values PassEntries(const GeneratorInput&, Reading&);
Values RakeTasksHere(const GeneratorInput&, Reading&);
Values ToxEnvironmentsHere(const GeneratorInput&, Reading&);
Values ComposeServicesHere(const GeneratorInput&, Reading&);
Values TaskNamesHere(const GeneratorInput&, Reading&);
// Configure presets; behind --build and --workflow those of that step.
Values CmakePresetsHere(const GeneratorInput&, Reading&);
Values CmakeTestPresetsHere(const GeneratorInput&, Reading&);
Values CmakeVariablesHere(const GeneratorInput&, Reading&);
Values NinjaTargetsHere(const GeneratorInput&, Reading&);
Values DockerStagesHere(const GeneratorInput&, Reading&);
Values GoTestsHere(const GeneratorInput&, Reading&);
Values GoBenchmarks(const GeneratorInput&, Reading&);
Values GoFuzzTests(const GeneratorInput&, Reading&);

// native_python.cc
Values PythonActivations(const GeneratorInput&, Reading&);
Values PythonCommands(const GeneratorInput&, Reading&);
Values PipPackages(const GeneratorInput&, Reading&);

// native_builds.cc
Values CabalBenchmarksHere(const GeneratorInput&, Reading&);
Values CabalProgramsHere(const GeneratorInput&, Reading&);
Values CabalTargetsHere(const GeneratorInput&, Reading&);
Values CabalTestsHere(const GeneratorInput&, Reading&);
Values PlatformioEnvironmentsHere(const GeneratorInput&, Reading&);
Values ZigStepsHere(const GeneratorInput&, Reading&);
Values DotnetProjectsHere(const GeneratorInput&, Reading&);
Values DotnetTestProjectsHere(const GeneratorInput&, Reading&);
Values DotnetPackagesHere(const GeneratorInput&, Reading&);
Values DotnetLaunchProfilesHere(const GeneratorInput&, Reading&);
Values PreCommitHooksHere(const GeneratorInput&, Reading&);
// Of the directory of -chdir=DIR, else of this one.
Values TerraformAddressesHere(const GeneratorInput&, Reading&);
// Without data sources, which cannot be imported or replaced.
Values TerraformResourcesHere(const GeneratorInput&, Reading&);
Values TerraformOutputsHere(const GeneratorInput&, Reading&);
// As `NAME=`.
Values TerraformVariablesHere(const GeneratorInput&, Reading&);
Values TerraformWorkspacesHere(const GeneratorInput&, Reading&);
Values VagrantMachinesHere(const GeneratorInput&, Reading&);

// native_frameworks.cc
Values DjangoAppsHere(const GeneratorInput&, Reading&);
Values DjangoCommandsHere(const GeneratorInput&, Reading&);
Values DjangoFixturesHere(const GeneratorInput&, Reading&);
// Of the application that the last word names.
Values DjangoMigrationsHere(const GeneratorInput&, Reading&);
// Labels of tests: applications, modules and classes.
Values DjangoTestsHere(const GeneratorInput&, Reading&);
Values DjangoSettingsHere(const GeneratorInput&, Reading&);
Values RailsEnvironmentsHere(const GeneratorInput&, Reading&);
Values MixEnvironmentsHere(const GeneratorInput&, Reading&);
Values LaravelSeedersHere(const GeneratorInput&, Reading&);
Values JavaTestsHere(const GeneratorInput&, Reading&);
// Behind `test=` and `it.test=`, with that.
Values MavenTestsHere(const GeneratorInput&, Reading&);
// Behind a `+` the names have it too.
Values DbtResourcesHere(const GeneratorInput&, Reading&);
Values DbtTargetsHere(const GeneratorInput&, Reading&);
// Outputs of the flake that the partial names (`~/dots#`), else of `.#`.
Values NixInputsHere(const GeneratorInput&, Reading&);  // without the flake
Values NixHomesHere(const GeneratorInput&, Reading&);
Values NixMachinesHere(const GeneratorInput&, Reading&);
Values NixPackagesHere(const GeneratorInput&, Reading&);
Values NixProgramsHere(const GeneratorInput&, Reading&);
Values NixShellsHere(const GeneratorInput&, Reading&);
Values MiseTasks(const GeneratorInput&, Reading&);
Values MiseTools(const GeneratorInput&, Reading&);

// native_synapse.cc
Values SynapseSettings(const GeneratorInput&, Reading&);
Values SynapseSpecs(const GeneratorInput&, Reading&);
Values SynapseValues(const GeneratorInput&, Reading&);

// native_ssh.cc, native_kube.cc
Values SshHosts(const GeneratorInput&, Reading&);
// Files of ~/.ssh, as "~/.ssh/id_ed25519".
Values SshKeys(const GeneratorInput&, Reading&);
Values SshPublicKeys(const GeneratorInput&, Reading&);
Values KubeContexts(const GeneratorInput&, Reading&);
// Directories below this one that hold a kustomization.yaml.
Values Kustomizations(const GeneratorInput&, Reading&);
Values KubeNamespaces(const GeneratorInput&, Reading&);

// native_versions.cc
Values CondaEnvironments(const GeneratorInput&, Reading&);
Values NvmVersions(const GeneratorInput&, Reading&);

// native_system.cc
Values SystemUsers(const GeneratorInput&, Reading&);
Values SystemGroups(const GeneratorInput&, Reading&);
Values SystemMounts(const GeneratorInput&, Reading&);
// Disks and their partitions, partitions first.
Values SystemDisks(const GeneratorInput&, Reading&);
// Disks in a text such as that of /proc/partitions.
Values DisksIn(std::string_view table);
Values SystemSerialPorts(const GeneratorInput&, Reading&);
// Serial ports among the names of a directory.
Values SerialPortsIn(const std::string& directory, Reading&);
// Mount points in a text such as that of /proc/self/mounts.
Values MountsIn(std::string_view table);
Values SystemProcesses(const GeneratorInput&, Reading&);
Values SystemProcessNames(const GeneratorInput&, Reading&);
Values SystemSignals(const GeneratorInput&, Reading&);
Values SystemVariables(const GeneratorInput&, Reading&);
Values SystemdUnits(const GeneratorInput&, Reading&);
// Units with processes, in the directory of a control group.
Values RunningUnitsIn(const std::string& group, Reading&);

// native_ansible.cc: of the inventories and playbooks of the line, or of those
// that ansible.cfg names.
Values AnsibleHosts(const GeneratorInput&, Reading&);
Values AnsibleTags(const GeneratorInput&, Reading&);

// native_aws.cc
Values AwsProfiles(const GeneratorInput&, Reading&);

// native_apt.cc
Values AptPackages(const GeneratorInput&, Reading&);
Values AptAvailable(const GeneratorInput&, Reading&);
// Names in one Packages file that begin with `prefix`.
Values PackagesIn(const std::string& packages_file, std::string_view prefix,
                  Reading&);

// The input besides the reader that the values depend on, for the cache key.
std::string ProjectScope(const GeneratorInput&);  // directory, -f and the like
std::string WorkspaceScope(const GeneratorInput&);  // directory, npm's -w
std::string FastlaneScope(const GeneratorInput&);   // directory, platform
std::string CmakeScope(const GeneratorInput&);      // directory, -S, --build
std::string CmakeVariableScope(const GeneratorInput&);  // also -B, the name
std::string NinjaScope(const GeneratorInput&);          // -C or --build
std::string TerraformScope(const GeneratorInput&);      // directory, -chdir
std::string DbtScope(const GeneratorInput&);            // directory, `+`
std::string AnsibleScope(const GeneratorInput&);
std::string FlakeScope(const GeneratorInput&);  // directory, flake
std::string DjangoMigrationScope(
    const GeneratorInput&);                         // directory, last word
std::string MavenTestScope(const GeneratorInput&);  // directory, property
std::string DotnetScope(const GeneratorInput&);     // directory, --project
std::string MakeScope(const GeneratorInput&);    // ProjectScope, what is typed
std::string GoScope(const GeneratorInput&);      // directory, packages
std::string PytestScope(const GeneratorInput&);  // directory, file
std::string TaskScope(const GeneratorInput&);    // directory, -t, -d
std::string PushScope(const GeneratorInput&);    // directory and remote
std::string ChangeScope(const GeneratorInput&);  // directory, --staged
std::string AncestorScope(const GeneratorInput&);  // directory, `HEAD`
std::string BlobScope(const GeneratorInput&);      // directory, `REVISION:`
std::string RebaseScope(const GeneratorInput&);    // directory, --interactive
std::string SettingScope(const GeneratorInput&);   // the setting named
std::string UnitScope(const GeneratorInput&);      // system or --user
std::string PrefixScope(const GeneratorInput&);    // first bytes of the partial

}  // namespace synapse
