// SpecReader: reads specs from JSON files, joined with the specs that they
// refer to. For the build, for tools, and for a process in the background; a
// shell reads packs.
//
// The first directory that has NAME.json wins. An alias of another command's
// spec ("pip3", "python3") is a spec file {"name": "pip3", "ref": "pip"}. A bad
// spec affects only itself and is reported.
//
// Tested by tests/spec/store_test.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "spec/pack_index.h"

namespace synapse {

// Changes with every edit: device, inode, size and mtime in ns, so that a file
// replaced within one clock tick is seen. "": no regular file.
std::string StampOfFile(const std::string& path);

class SpecReader {
 public:
  explicit SpecReader(std::vector<std::string> directories)
      : directories_(std::move(directories)) {}

  // No value: there is no such file, or it is bad.
  std::optional<SpecDraft> Read(const std::string& name);
  // The same of this file; what it refers to is in the directories.
  std::optional<SpecDraft> ReadFrom(const std::string& path);

  // The files that were read, and those that would have been read before them.
  const std::vector<PackSourceDraft>& sources() const { return sources_; }
  const std::vector<std::string>& errors() const { return errors_; }

 private:
  // The file in the first directory that has it, or "".
  std::string FileOf(const std::string& name);
  std::optional<SpecDraft> ReadNamed(const std::string& name, int depth);
  std::optional<SpecDraft> ReadPath(const std::string& path, int depth);
  void Resolve(CommandDraft& command, SpecDraft& spec, int depth);
  void Report(std::string error);

  const std::vector<std::string> directories_;
  std::vector<PackSourceDraft> sources_;
  std::vector<std::string> errors_;
};

}  // namespace synapse
