// Project: the tasks of the project that the working directory is in, upward
// to the repository's root: Makefile, package.json, justfile, Cargo.toml,
// pyproject.toml, docker compose.
//
// Matched word by word: `make t▏` finds the target `test`; on a command
// position the whole task (`make test`) is offered.
// Tested by tests/source/project_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "source/source.h"

namespace synapse {

struct ProjectTask {
  // "make", "test"; the last one was found in the file, unless `ours`.
  std::vector<std::string> words;
  std::string description;
  std::string file;  // where it was found
  bool ours = false;
};

class ProjectSource : public Source {
 public:
  SourceId id() const override { return SourceId::kProject; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;
  // The tasks for a directory; kept until a file that they came from changes,
  // which is looked at once a prompt and five times a second, and for five
  // minutes at most. A file that met a bound of its reader has none until it
  // changes.
  const std::vector<ProjectTask>& Tasks(const std::string& cwd, Budget& budget);
  // A command ran: files may have changed.
  void CommandRan() { ++generation_; }

 private:
  struct Entry {
    std::vector<ProjectTask> tasks;
    std::vector<std::string> files;  // that were read, and their directories
    uint64_t stamp = 0;              // of these
    int64_t read_us = 0;
    int64_t checked_us = 0;
    uint64_t generation = 0;
  };
  bool IsFresh(Entry& entry, int64_t now_us) const;

  std::map<std::string, Entry> entries_;
  uint64_t generation_ = 0;
};

// The directory and those above it, up to the repository's root (the one with
// .git) or, outside of any, the directory alone.
std::vector<std::string> ProjectDirectories(const std::string& cwd);

// Why tasks are missing there, for `synapse doctor`: "FILE: WHY", one for each
// file that is there and cannot be read or understood.
std::vector<std::string> ProjectProblems(const std::string& cwd);

}  // namespace synapse
