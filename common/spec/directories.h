// The directories of specs, in the order in which SpecStore reads them.
//
//   $XDG_CONFIG_HOME/synapse/specs   the user's own
//   PREFIX/share/synapse/specs       the installed ones, or those of the
//                                    source tree that the program is built in
//   next to those, fig-specs         of the Fig pack, if somebody has made it:
//                                    build/fig-specs in the source tree
//   $XDG_CACHE_HOME/synapse/specs    generated ones
//
// Tested by tests/spec/directories_test.cc.
#pragma once

#include <string>
#include <vector>

#include "base/files.h"

namespace synapse {

// The pack that the build makes of a directory of ours, which may be missing;
// "" for other directories.
std::string PackOfDirectory(const std::string& directory);

// The directory where `synapse spec generate` writes specs; "" without a home.
std::string GeneratedSpecs(const PathSet& paths);

// The directory in the cache with an empty file for each command whose spec
// lacks something that its program has.
std::string LackingDirectory(const std::string& cache);

// `module_path`: the shared object or the program that runs.
std::vector<std::string> SpecDirectories(const PathSet& paths,
                                         const std::string& module_path);

}  // namespace synapse
