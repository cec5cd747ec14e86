#include "transcript/repository.h"

#include "base/files.h"

namespace synapse {

const std::string& RepositoryRoot::Of(const std::string& directory) {
  if (directory == directory_) return root_;
  directory_ = directory;
  root_.clear();
  if (!directory.empty() && !OnSlowMount(directory)) {
    root_ = FindUpwards(directory, ".git").value_or("");
  }
  return root_;
}

}  // namespace synapse
