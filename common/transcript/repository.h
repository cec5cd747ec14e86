// RepositoryRoot: finds the root of the repository of a directory that a
// transcript names. Events of one directory come in sequence, so the latest
// answer is kept.
//
// Tested by tests/transcript/repository_test.cc.
#pragma once

#include <string>

namespace synapse {

class RepositoryRoot {
 public:
  // "" for a directory in no repository, and for one on a slow mount.
  const std::string& Of(const std::string& directory);

 private:
  std::string directory_, root_;  // the latest
};

}  // namespace synapse
