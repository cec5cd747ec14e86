// Environment: commands that can be run: executables on PATH and in
// $VIRTUAL_ENV/bin, and the shell's builtins, functions, aliases and reserved
// words.
//
// PATH directories are read again after 60 s, or when their mtime changed.
// Tested by tests/source/environment_test.cc.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "source/source.h"

namespace synapse {

class EnvironmentSource : public Source {
 public:
  SourceId id() const override { return SourceId::kEnvironment; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;

  // True when the word can be run here: it is on PATH, a path to an executable,
  // or known to the shell.
  bool Exists(std::string_view command, const SourceInput& input,
              Budget& budget);

  // True when all of PATH was read, so that a missing name does not exist.
  // False while there was no time for it, or if a part of it may block.
  bool KnowsPath() const;

  // All names on PATH and of the shell, unordered and with duplicates; they
  // need not be executable.
  void EachName(const SourceInput& input, Budget& budget,
                const std::function<void(std::string_view)>& visit);

 private:
  // Read from the file system when the name is first offered. Checking all of
  // PATH would take longer than a keystroke allows.
  enum class Runs : char { kUnknown, kNo, kYes };
  struct Name {
    std::string text;
    mutable Runs runs = Runs::kUnknown;
  };
  struct Directory {
    std::string path;
    int64_t mtime_ns = -1;
    bool read = false;
    std::vector<Name> names = {};  // sorted

    std::vector<Name>::const_iterator From(std::string_view text) const;
    bool CanRun(const Name& name) const;
  };
  void Refresh(const SourceInput& input, Budget& budget);
  static void Read(Directory& directory, Budget& budget);

  std::string path_;  // PATH and VIRTUAL_ENV when they were read
  std::vector<Directory> directories_;
  int64_t checked_us_ = 0;
};

}  // namespace synapse
