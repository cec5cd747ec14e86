// FilesBelow: the files of a directory, or of its whole tree, that a reader wants.
// Tested by tests/spec/project_frameworks_test.cc.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "spec/reading.h"
#include "spec/scan.h"

namespace synapse {

// Directories that are links are not entered, nor hidden ones.
class FilesBelow {
 public:
  FilesBelow(bool (*wants)(std::string_view name),
             bool (*enters)(std::string_view name), Reading& reading)
      : wants_(wants), enters_(enters), reading_(reading) {}

  // Calls each(path below the first directory) for the wanted files: those of
  // one directory sorted, before those of the directories in it.
  template <class Each>
  void Visit(const std::string& directory, const Each& each,
             const std::string& prefix = "", int depth = 0) {
    if (depth > kMaxDepth) return;
    std::vector<std::string> files, directories;
    ForEachEntry(directory, [&](const char* entry, unsigned char type) {
      const std::string_view name = entry;
      if (reading_.Spent() || ++entries_ > kMaxEntries) return false;
      if (name[0] == '.') return true;
      if (type == DT_DIR) {
        if (enters_(name)) directories.emplace_back(name);
      } else if (wants_(name)) {
        files.emplace_back(name);
      }
      return true;
    });
    std::sort(files.begin(), files.end());
    std::sort(directories.begin(), directories.end());
    for (const std::string& name : files) each(prefix + name);
    for (const std::string& name : directories) {
      Visit(JoinPath(directory, name), each, prefix + name + '/', depth + 1);
    }
  }

 private:
  static constexpr int kMaxDepth = 8;
  static constexpr int kMaxEntries = 20000;

  bool (*wants_)(std::string_view name);
  bool (*enters_)(std::string_view name);
  Reading& reading_;
  int entries_ = 0;
};

}  // namespace synapse
