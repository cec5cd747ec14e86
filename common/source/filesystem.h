// Filesystem: files and directories where the position wants them.
//
//   cat src/ma▏     lists src/ for names beginning with "ma"
//   cd ~/pro▏       the home directory; ~user and $HOME/... likewise
//   cat .g▏         hidden files only once the dot is typed
//   cd s▏           directories only, with a slash behind them
//
// Recently modified files and those with an extension that the command works
// on come first. Names are quoted so that the accepted line runs.
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

// The directory that a written path lies in, as the file system knows it:
// `~`, `~user` and a leading $NAME expanded, relative to `cwd`. Nothing when
// it cannot be known (another substitution).
std::optional<std::string> DirectoryOf(std::string_view written,
                                       bool may_expand,
                                       const SourceInput& input);

}  // namespace synapse
