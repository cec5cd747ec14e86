// FileContents: is a file or directory of the kind that an argument's spec names?
//
//   nm build/▏      object files and programs by their first bytes
//   kubectl -f ▏    YAML files with an apiVersion
//   ninja -C ▏      directories that hold a build.ninja
//
// The beginning of each file is read once until a command ran, of regular files
// that are not on a mount that may block.
// Tested by tests/source/filesystem_test.cc.
#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>
#include <unordered_map>

namespace synapse {

class FileContents {
 public:
  // The kinds that a spec may name: "object", "program", "core", "manifest",
  // "playbook", and "/NAME".
  static bool IsKind(std::string_view kind);

  // False for a kind that is unknown. `st`: of `path`.
  bool Is(const std::string& path, const struct stat& st,
          std::string_view kind);
  void CommandRan() { kinds_.clear(); }

 private:
  static constexpr size_t kMaxFiles = 2048;
  std::unordered_map<std::string, unsigned> kinds_;  // bits, by path
};

}  // namespace synapse
