// FileKind: the files that a slot takes, by their names or contents, and the
// directories that lead to one.
//
//   mix test ▏      *_test.exs: test/ leads to test/blog/post_test.exs
//   nm build/▏      object files, by their first bytes (spec/file_contents.h)
//
// Tested by tests/source/file_kind_test.cc.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "source/directory_cache.h"
#include "spec/file_contents.h"

namespace synapse {

struct FileKind {
  std::vector<std::string> extensions;
  std::vector<std::string> contents;

  bool any_kind() const { return extensions.empty() && contents.empty(); }
};

struct KindFit {
  bool fits = false;
  bool named = false;  // only its extension is of the kind
};
// `path` and `st` are those of the file; they are read for contents alone.
KindFit FitOf(const FileKind& kind, std::string_view name,
              const std::string& path, const struct stat& st,
              FileContents& contents);

// True for a directory that tools fill, where nobody keeps a file of the kind.
bool HasOnlyPackages(std::string_view directory);

// kUnknown: no file of the kind in it so far, and directories in it were not
// read.
enum class Leads : char { kUnknown, kNo, kYes };

// Looks for files of a kind in the directories of one listing. Its answers are
// valid until a command runs.
class Leading {
 public:
  using Known = std::unordered_map<std::string, Leads>;  // by kind and path

  // All outlive this object.
  Leading(const FileKind& kind, DirectoryCache& directories,
          FileContents& contents, Known& known, Budget& budget);

  // Whether the directory leads to a file of the kind; nullopt when no more may
  // be read.
  std::optional<Leads> Of(const std::string& path);

 private:
  struct Inner;
  bool Ended();
  Leads Holds(const std::string& path);
  bool HoldsOne(const std::string& path, const Listing& listing, Inner& inner);
  bool Fits(const std::string& directory, const DirectoryEntry& entry,
            Inner& inner);

  const FileKind& wanted_;
  DirectoryCache& directories_;
  FileContents& contents_;
  Known& known_;
  Budget& budget_;
  std::string kind_;
  size_t peeked_ = 0, inner_ = 0;
  int read_ = 0, deep_ = 0;
};

}  // namespace synapse
