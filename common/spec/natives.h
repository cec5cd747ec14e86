// Native readers: a table for each file that has some. All of them read files,
// start no process, leave out paths on mounts that may block, stop when the
// reading is spent, and return at most kMaxGenerated values. A missing or damaged
// file costs only its own values.
//
// Tested by tests/spec/generator_test.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "spec/generator.h"

namespace synapse {

// Whether a name may be meant that a reader does not list.
enum class Lists : uint8_t {
  kSome,
  kWholeProject,  // the project has no names but these
  kTasks,         // the same, but what the project lacks may have been run
};

// The input besides the reader that the values depend on, for the cache key.
inline std::string CwdScope(const GeneratorInput& input) { return input.cwd; }
inline std::string NoScope(const GeneratorInput&) { return ""; }

struct Native {
  std::string_view name;
  NativeReader read;
  std::string (*scope)(const GeneratorInput&) = CwdScope;
  int ttl_s = 5;
  std::string_view kind = {};
  Lists lists = Lists::kSome;
};

constexpr Native WholeProject(Native native) {
  native.lists = Lists::kWholeProject;
  return native;
}

constexpr Native Tasks(Native native) {
  native.lists = Lists::kTasks;
  return native;
}

extern const std::span<const Native> kGitConfigNatives, kGitLogNatives,
    kGitRefsNatives, kGitStatusNatives, kAnsibleNatives, kAptNatives,
    kAwsNatives, kBuildsNatives, kFrameworksNatives, kKubeNatives, kManNatives,
    kPassNatives, kProjectNatives, kPythonNatives, kSshNatives, kSynapseNatives,
    kSystemNatives, kVersionsNatives;

// Readers that others use.
Values GitBranches(const GeneratorInput&, Reading&);
// Without the branch that is checked out here.
Values GitOtherBranches(const GeneratorInput&, Reading&);
Values GitRemotes(const GeneratorInput&, Reading&);
Values GitAliases(const GeneratorInput&, Reading&);
// Neither tracked nor ignored; a directory without tracked files is one value.
Values GitUntrackedFiles(const GeneratorInput&, Reading&);

// Readers of one text or directory, for tests.
// Disks in a text such as that of /proc/partitions.
Values DisksIn(std::string_view table);
// Mount points in a text such as that of /proc/self/mounts.
Values MountsIn(std::string_view table);
// Serial ports among the names of a directory.
Values SerialPortsIn(const std::string& directory, Reading&);
// Units with processes, in the directory of a control group.
Values RunningUnitsIn(const std::string& group, Reading&);
// Manual pages below directories such as /usr/share/man, commands first.
Values ManPagesIn(const std::vector<std::string>& directories,
                  const GeneratorInput&, Reading&);
// Names in one Packages file that begin with `prefix`.
Values PackagesIn(const std::string& packages_file, std::string_view prefix,
                  Reading&);

}  // namespace synapse
