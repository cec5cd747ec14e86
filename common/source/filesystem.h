// Filesystem: files and directories at positions that take them.
//
//   cat src/ma▏     lists src/ for names beginning with "ma"
//   cd ~/pro▏       the home directory; ~user and $HOME/... likewise
//   cat .g▏         hidden files only after the dot is typed
//   cd s▏           directories only, with a trailing slash
//
// Files that the last command made or changed come first, even if an archive
// gave them an old time; then recently modified ones, names that were just used
// and directories in which the user works (source/path_use.h), files whose
// extension or contents suit the command, and directories that hold one. Names
// are quoted so that the accepted line runs.
// Tested by tests/source/filesystem_test.cc.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/directory_cache.h"
#include "source/file_kind.h"
#include "source/path_use.h"
#include "source/source.h"
#include "spec/file_contents.h"

namespace synapse {

class FilesystemSource : public Source {
 public:
  // Both may be null, and outlive this object.
  explicit FilesystemSource(WorkedIn* worked_in = nullptr,
                            UsedNames* used_names = nullptr)
      : worked_in_(worked_in), used_names_(used_names) {}

  SourceId id() const override { return SourceId::kFilesystem; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  // Directories are read again. `start_ms`: when the command was started; 0:
  // unknown.
  void CommandRan(int64_t start_ms) {
    directories_.CommandRan();
    contents_.CommandRan();
    leading_.clear();
    command_start_ms_ = start_ms > 0 ? start_ms : kNever;
  }

 private:
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
  WorkedIn* worked_in_;
  UsedNames* used_names_;
  DirectoryCache directories_;
  FileContents contents_;
  Leading::Known leading_;
  int64_t command_start_ms_ = kNever;
};

// The directory of a path in the file system, relative to `cwd`. `written` is
// the value at the cursor: `~`, `~user` and a leading $NAME are expanded where
// its quotes let the shell do so. No value when it cannot be known (another
// substitution).
std::optional<std::string> DirectoryOf(std::string_view written,
                                       const SourceInput& input);

}  // namespace synapse
