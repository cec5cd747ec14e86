// Filesystem: files and directories at positions that take them.
//
//   cat src/ma▏     lists src/ for names beginning with "ma"
//   cd ~/pro▏       the home directory; ~user and $HOME/... likewise
//   cat .g▏         hidden files only after the dot is typed
//   cd s▏           directories only, with a trailing slash
//
// Recently modified files and those with an extension that suits the command
// come first. Names are quoted so that the accepted line runs.
// Tested by tests/source/filesystem_test.cc.
#pragma once

#include "source/directory_cache.h"
#include "source/source.h"

namespace synapse {

class FilesystemSource : public Source {
 public:
  SourceId id() const override { return SourceId::kFilesystem; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

 private:
  DirectoryCache directories_;
};

// The directory of a written path in the file system: `~`, `~user` and a
// leading $NAME are expanded, relative to `cwd`. No value when it cannot be
// known (another substitution).
std::optional<std::string> DirectoryOf(std::string_view written,
                                       bool may_expand,
                                       const SourceInput& input);

}  // namespace synapse
