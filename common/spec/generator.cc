#include "spec/generator.h"

#include <algorithm>
#include <iterator>

#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "spec/command_output.h"
#include "spec/natives.h"

namespace synapse {
namespace {

std::string CwdScope(const GeneratorInput& input) { return input.cwd; }
std::string NoScope(const GeneratorInput&) { return ""; }

struct Native {
  std::string_view name;
  NativeReader read;
  std::string (*scope)(const GeneratorInput&);
  int ttl_s;
};

// By name: FindNative searches by halves.
constexpr Native kNatives[] = {
    {"apt.available", AptAvailable, PrefixScope, 300},
    {"apt.packages", AptPackages, PrefixScope, 60},
    {"cargo.benches", CargoBenches, CwdScope, 5},
    {"cargo.bins", CargoBins, CwdScope, 5},
    {"cargo.examples", CargoExamples, CwdScope, 5},
    {"cargo.features", CargoFeatures, CwdScope, 5},
    {"cargo.packages", CargoPackages, CwdScope, 5},
    {"cargo.tests", CargoTests, CwdScope, 5},
    {"compose.services", ComposeServicesHere, ProjectScope, 5},
    {"git.aliases", GitAliases, GitScope, 5},
    {"git.branches", GitBranches, GitScope, 2},
    {"git.config_keys", GitConfigKeys, GitScope, 5},
    {"git.modified_files", GitModifiedFiles, GitScope, 2},
    {"git.remote_branches", GitRemoteBranches, GitScope, 2},
    {"git.remotes", GitRemotes, GitScope, 2},
    {"git.stashes", GitStashes, GitScope, 2},
    {"git.submodules", GitSubmodules, GitScope, 5},
    {"git.tags", GitTags, GitScope, 2},
    {"git.tracked_files", GitTrackedFiles, GitScope, 5},
    {"git.worktrees", GitWorktrees, GitScope, 2},
    {"just.recipes", JustRecipesHere, ProjectScope, 5},
    {"kubectl.contexts", KubeContexts, NoScope, 5},
    {"kubectl.namespaces", KubeNamespaces, NoScope, 5},
    {"make.targets", MakeTargetsHere, ProjectScope, 5},
    {"npm.dependencies", NpmDependencies, CwdScope, 5},
    {"npm.scripts", NpmScripts, CwdScope, 5},
    {"pyproject.scripts", PyprojectScriptsHere, CwdScope, 5},
    {"ssh.hosts", SshHosts, NoScope, 10},
    {"synapse.settings", SynapseSettings, NoScope, 3600},
    {"synapse.specs", SynapseSpecs, NoScope, 60},
    {"synapse.values", SynapseValues, SettingScope, 3600},
    {"system.groups", SystemGroups, NoScope, 60},
    {"system.process_names", SystemProcessNames, NoScope, 2},
    {"system.processes", SystemProcesses, NoScope, 2},
    {"system.signals", SystemSignals, NoScope, 3600},
    {"system.users", SystemUsers, NoScope, 60},
    {"system.variables", SystemVariables, NoScope, 2},
    {"systemd.units", SystemdUnits, UnitScope, 30},
};

// What is kept no longer is changed by what a person does here.
constexpr int kHereS = 5;

// A cache of a shell that visits many directories is emptied, not searched.
constexpr size_t kMaxEntries = 64;

const Native* Lookup(std::string_view name) {
  auto it = std::lower_bound(
      std::begin(kNatives), std::end(kNatives), name,
      [](const Native& native, std::string_view n) { return native.name < n; });
  return it != std::end(kNatives) && it->name == name ? it : nullptr;
}

}  // namespace

NativeReader FindNative(std::string_view name) {
  const Native* native = Lookup(name);
  return native ? native->read : nullptr;
}

std::vector<std::string> NativeNames() {
  std::vector<std::string> out;
  for (const Native& native : kNatives) out.emplace_back(native.name);
  return out;
}

namespace {

// What the shell has of its own that such commands look at. A shell's variables
// are not all in the environment of its process.
std::vector<std::string> EnvironmentFor(
    const GeneratorCache::VariableOf& variable) {
  std::vector<std::string> out;
  constexpr std::string_view kAsked[] = {
      "PATH", "HOME", "KUBECONFIG", "DOCKER_HOST", "DOCKER_CONTEXT",
      "VIRTUAL_ENV", "CARGO_HOME", "LANG", "LC_ALL"};
  for (char** at = environ; at && *at; ++at) {
    std::string_view entry(*at);
    std::string_view name = entry.substr(0, entry.find('='));
    if (std::find(std::begin(kAsked), std::end(kAsked), name) ==
        std::end(kAsked)) {
      out.emplace_back(entry);
    }
  }
  for (std::string_view name : kAsked) {
    if (auto value = variable(name)) {
      out.push_back(std::string(name) + "=" + *value);
    }
  }
  return out;
}

}  // namespace

const std::vector<GeneratedValue>& GeneratorCache::Command(
    const GeneratorSpec& spec, const GeneratorInput& input) {
  static const std::vector<GeneratedValue> kNothing;
  if (!variable_) return kNothing;
  std::string key = "command";
  for (const std::string& word : spec.command) key += '\0' + word;
  key += '\0' + input.cwd;
  int64_t now = Clock::MonotonicUs();
  if (!entries_.contains(key) && entries_.size() >= kMaxEntries) {
    entries_.clear();
  }
  Entry& entry = entries_[key];
  if (now < entry.expires_us || OnSlowMount(input.cwd)) return entry.values;
  // Also when it fails it is not run again at each key.
  entry.expires_us = now + spec.ttl_s * int64_t{1'000'000};
  entry.spec = spec;
  CommandRunner::Command command{
      .program = FindProgram(spec.command[0], variable_("PATH").value_or("")),
      .words = spec.command,
      .environment = EnvironmentFor(variable_),
      .cwd = input.cwd,
      .timeout_ms = spec.timeout_ms};
  if (!command.program.empty() && !runner_.Start(key, command)) {
    entry.expires_us = 0;  // others run; at the next key again
  }
  return entry.values;
}

bool GeneratorCache::TakeAnswers() {
  bool any = false;
  for (CommandRunner::Finished& done : runner_.Read()) {
    any = true;
    auto entry = entries_.find(done.name);
    if (entry == entries_.end() || !done.ok) continue;
    entry->second.values = ParseOutput(entry->second.spec, done.output);
  }
  return any;
}

// What was asked for is asked for again by the next line.
void GeneratorCache::StopCommands() {
  if (!runner_.running()) return;
  (void)TakeAnswers();
  runner_.Stop();
}

const std::vector<GeneratedValue>& GeneratorCache::Get(
    const Spec& spec, const std::string& name, const GeneratorInput& input,
    Budget& budget) {
  static const std::vector<GeneratedValue> kNothing;
  auto declared = spec.generators.find(name);
  if (declared != spec.generators.end() && !declared->second.command.empty()) {
    return Command(declared->second, input);
  }
  const Native* native =
      Lookup(declared == spec.generators.end() ? std::string_view(name)
                                               : declared->second.native);
  if (!native) return kNothing;

  std::string key(native->name);
  key += '\0';
  key += native->scope(input);
  int64_t now = Clock::MonotonicUs();
  auto found = entries_.find(key);
  if (found != entries_.end() && now < found->second.expires_us) {
    return found->second.values;
  }
  if (found == entries_.end()) {
    if (entries_.size() >= kMaxEntries) entries_.clear();
    found = entries_.emplace(std::move(key), Entry{}).first;
  }
  Entry& entry = found->second;
  entry.values = native->read(input, budget);
  if (entry.values.size() > kMaxGenerated) entry.values.resize(kMaxGenerated);
  bool complete = !budget.SpentNow();
  entry.expires_us = complete ? now + native->ttl_s * int64_t{1'000'000} : 0;
  entry.here = native->ttl_s <= kHereS;
  return entry.values;
}

void GeneratorCache::CommandRan() {
  for (auto& [_, entry] : entries_) {
    if (entry.here) entry.expires_us = 0;
  }
}

}  // namespace synapse
