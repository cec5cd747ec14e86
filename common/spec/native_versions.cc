// Environments of conda and versions of Node that are installed.
//
// conda lists each environment in ~/.conda/environments.txt, by its path. An
// environment in `envs` of an installation is activated by its name, another
// one by its path, and the installation itself is `base`. nvm has a directory
// for each version.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include "base/files.h"
#include "base/text.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// Directories where conda and its relatives are usually installed, below the
// home directory.
constexpr const char* kInstallations[] = {"miniconda3", "anaconda3",
                                          "miniforge3", "mambaforge",
                                          "micromamba", ".conda"};

bool MaySkip(const std::string& path) {
  return !path.starts_with('/') || OnSlowMount(path);
}

// An environment of conda has this directory.
bool IsEnvironment(const std::string& path) {
  return !MaySkip(path) && IsDirectory(JoinPath(path, "conda-meta"));
}

bool IsInstallation(const std::string& path) {
  return IsDirectory(JoinPath(path, "condabin"));
}

void AddNamed(const std::string& envs, ValueList& out, Reading& reading) {
  if (MaySkip(envs)) return;
  std::vector<std::string> names;
  ForEachEntry(envs, [&](const char* name, unsigned char) {
    if (IsEnvironment(JoinPath(envs, name))) names.emplace_back(name);
    return names.size() < kMaxGenerated && !reading.Spent();
  });
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) out.Add(name, envs);
}

// The numbers of v20.11.1; all 0 for another name.
std::array<int, 3> NumbersOf(std::string_view version) {
  std::array<int, 3> out = {};
  size_t at = version.starts_with('v') ? 1 : version.size();
  for (int& number : out) {
    if (at >= version.size()) break;
    const char* end = version.data() + version.size();
    const auto read = std::from_chars(version.data() + at, end, number);
    if (read.ec != std::errc()) break;
    at = static_cast<size_t>(read.ptr - version.data()) + 1;
  }
  return out;
}

Values CondaEnvironments(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  if (input.home.empty()) return out.Take();
  const std::string text =
      reading.Text(JoinPath(input.home, ".conda/environments.txt"));
  std::string_view rest = text, line;
  while (NextLine(rest, line) && !reading.Spent() && !out.Full()) {
    const std::string path(WithoutSlash(Trim(line)));
    if (!IsEnvironment(path)) continue;
    if (IsInstallation(path)) {
      out.Add("base", path);
    } else if (BaseName(DirName(path)) == "envs") {
      out.Add(BaseName(path), path);
    } else {
      out.Add(path);
    }
  }
  for (const char* name : kInstallations) {
    if (reading.Spent()) break;
    const std::string path = JoinPath(input.home, name);
    if (IsEnvironment(path) && IsInstallation(path)) out.Add("base", path);
    AddNamed(JoinPath(path, "envs"), out, reading);
  }
  return out.Take();
}

// The newest first.
Values NvmVersions(const GeneratorInput& input, Reading& reading) {
  const char* set = getenv("NVM_DIR");
  const std::string root =
      set && *set == '/' ? set : JoinPath(input.home, ".nvm");
  const std::string versions = JoinPath(root, "versions/node");
  ValueList out;
  if (MaySkip(versions)) return out.Take();
  std::vector<std::string> names;
  ForEachEntry(versions, [&](const char* name, unsigned char) {
    if (NumbersOf(name) != std::array<int, 3>()) names.emplace_back(name);
    return names.size() < kMaxGenerated && !reading.Spent();
  });
  std::sort(names.begin(), names.end(),
            [](const std::string& a, const std::string& b) {
              const auto x = NumbersOf(a), y = NumbersOf(b);
              return x != y ? x > y : a < b;
            });
  for (const std::string& name : names) out.Add(name);
  return out.Take();
}

constexpr Native kVersionsRows[] = {
    {"conda.environments", CondaEnvironments, NoScope},
    {"nvm.versions", NvmVersions, NoScope},
};

}  // namespace

constinit const std::span<const Native> kVersionsNatives = kVersionsRows;

}  // namespace synapse
