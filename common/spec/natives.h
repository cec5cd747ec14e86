// The native readers, one function each, by the name that generator.cc gives
// them. All of them: read files, start nothing, leave out paths on mounts that
// may block, stop when the budget is spent, and return at most kMaxGenerated
// values. A file that is missing or damaged costs its values, nothing else.
//
// Tested by tests/spec/generator_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/generator.h"

namespace synapse {

using Values = std::vector<GeneratedValue>;

// git_refs.cc, git_config.cc, git_index.cc
Values GitBranches(const GeneratorInput&, Budget&);
Values GitRemoteBranches(const GeneratorInput&, Budget&);
Values GitTags(const GeneratorInput&, Budget&);
Values GitStashes(const GeneratorInput&, Budget&);
Values GitWorktrees(const GeneratorInput&, Budget&);
Values GitRemotes(const GeneratorInput&, Budget&);
Values GitAliases(const GeneratorInput&, Budget&);
Values GitConfigKeys(const GeneratorInput&, Budget&);
Values GitSubmodules(const GeneratorInput&, Budget&);
Values GitTrackedFiles(const GeneratorInput&, Budget&);
Values GitModifiedFiles(const GeneratorInput&, Budget&);

// native_project.cc
Values NpmScripts(const GeneratorInput&, Budget&);
Values NpmDependencies(const GeneratorInput&, Budget&);
Values MakeTargetsHere(const GeneratorInput&, Budget&);
Values JustRecipesHere(const GeneratorInput&, Budget&);
Values CargoBins(const GeneratorInput&, Budget&);
Values CargoExamples(const GeneratorInput&, Budget&);
Values CargoTests(const GeneratorInput&, Budget&);
Values CargoBenches(const GeneratorInput&, Budget&);
Values CargoFeatures(const GeneratorInput&, Budget&);
Values CargoPackages(const GeneratorInput&, Budget&);
Values PyprojectScriptsHere(const GeneratorInput&, Budget&);
Values ComposeServicesHere(const GeneratorInput&, Budget&);

// native_synapse.cc
Values SynapseSettings(const GeneratorInput&, Budget&);
Values SynapseSpecs(const GeneratorInput&, Budget&);
Values SynapseValues(const GeneratorInput&, Budget&);

// native_ssh.cc, native_kube.cc
Values SshHosts(const GeneratorInput&, Budget&);
Values KubeContexts(const GeneratorInput&, Budget&);
Values KubeNamespaces(const GeneratorInput&, Budget&);

// native_system.cc
Values SystemUsers(const GeneratorInput&, Budget&);
Values SystemGroups(const GeneratorInput&, Budget&);
Values SystemProcesses(const GeneratorInput&, Budget&);
Values SystemProcessNames(const GeneratorInput&, Budget&);
Values SystemSignals(const GeneratorInput&, Budget&);
Values SystemVariables(const GeneratorInput&, Budget&);
Values SystemdUnits(const GeneratorInput&, Budget&);

// native_apt.cc
Values AptPackages(const GeneratorInput&, Budget&);
Values AptAvailable(const GeneratorInput&, Budget&);
// Names of one Packages file that begin with `prefix`.
Values PackagesIn(const std::string& packages_file, std::string_view prefix,
                  Budget&);

// What the values depend on besides the reader: the part of the cache key.
std::string GitScope(const GeneratorInput&);      // directory, -C honoured
std::string ProjectScope(const GeneratorInput&);  // directory, -C and -f
std::string SettingScope(const GeneratorInput&);  // the setting named
std::string UnitScope(const GeneratorInput&);     // system or --user
std::string PrefixScope(const GeneratorInput&);   // first bytes of the partial

}  // namespace synapse
