// Environment: what can be run: executables on PATH and in $VIRTUAL_ENV/bin,
// and the shell's own builtins, functions, aliases and reserved words.
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

  // True when the word can be run here: on PATH, a path to an executable, or
  // known to the shell.
  bool Exists(std::string_view command, const SourceInput& input,
              Budget& budget);

  // All of PATH was read: what was not found in it is not there. False while
  // there was no time for it, and where a part of it may not be looked at.
  bool KnowsPath() const;

  // All names on PATH and of the shell, in no order, some more than once; they
  // need not be executable.
  void EachName(const SourceInput& input, Budget& budget,
                const std::function<void(std::string_view)>& visit);

 private:
  // Asked of the file system when it is first offered: asking for all of PATH
  // would take longer than a keystroke has.
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

  std::string path_;  // PATH and VIRTUAL_ENV as they were read
  std::vector<Directory> directories_;
  int64_t checked_us_ = 0;
};

}  // namespace synapse
