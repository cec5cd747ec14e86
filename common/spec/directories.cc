#include "spec/directories.h"

namespace synapse {
namespace {

constexpr std::string_view kFigSpecs = "fig-specs";

// Adds our own directory, and that of the Fig pack if somebody has made it:
// scripts/fig-specs.
void AddOwn(std::vector<std::string>& dirs, const std::string& own) {
  dirs.push_back(own);
  const std::string above(DirName(own));
  for (const std::string& in : {above, JoinPath(above, "build")}) {
    const std::string fig = JoinPath(in, kFigSpecs);
    if (!IsRegularFile(fig + ".pack")) continue;
    dirs.push_back(fig);
    return;
  }
}

// Our own specs, installed or in the source tree.
std::vector<std::string> OwnSpecDirectories(const std::string& module_path) {
  std::vector<std::string> dirs;
  // PREFIX/share/synapse/specs next to PREFIX/lib/... or PREFIX/bin; in the
  // source tree build/{zsh,bash}/synapse.so and build/synapse are below it.
  std::string at(DirName(module_path));
  for (int up = 0; up < 6 && at.size() > 1; ++up) {
    for (const char* relative : {"share/synapse/specs", "specs"}) {
      std::string dir = JoinPath(at, relative);
      // Our own spec of git identifies a source tree.
      if (IsRegularFile(JoinPath(dir, "git.json"))) {
        AddOwn(dirs, dir);
        return dirs;
      }
    }
    at = std::string(DirName(at));
  }
  for (const char* dir :
       {"/usr/local/share/synapse/specs", "/usr/share/synapse/specs"}) {
    if (IsDirectory(dir)) AddOwn(dirs, dir);
  }
  return dirs;
}

}  // namespace

std::string PackOfDirectory(const std::string& directory) {
  if (BaseName(directory) == kFigSpecs) return directory + ".pack";
  if (!IsRegularFile(JoinPath(directory, "names/commands.json"))) return "";
  // PREFIX/share/synapse/specs.pack; in the source tree build/specs.pack.
  const std::string above(DirName(directory));
  std::string built = JoinPath(above, "build/specs.pack");
  return IsRegularFile(built) ? built : JoinPath(above, "specs.pack");
}

std::string GeneratedSpecs(const PathSet& paths) {
  return paths.cache.empty() ? "" : JoinPath(paths.cache, "specs");
}

std::string LackingDirectory(const std::string& cache) {
  return JoinPath(cache, "lacking");
}

std::vector<std::string> SpecDirectories(const PathSet& paths,
                                         const std::string& module_path) {
  std::vector<std::string> dirs = OwnSpecDirectories(module_path);
  if (!paths.config.empty()) {
    dirs.insert(dirs.begin(), JoinPath(paths.config, "specs"));
  }
  if (std::string last = GeneratedSpecs(paths); !last.empty()) {
    dirs.push_back(std::move(last));
  }
  return dirs;
}

}  // namespace synapse
