// Project: the tasks of the project around the working directory, up to the
// repository's root: Makefile, package.json, justfile, Cargo.toml,
// pyproject.toml, docker compose.
//
// Tasks are matched word by word: `make t▏` finds the target `test`. At a
// command position the whole task (`make test`) is offered.
// Tested by tests/source/project_test.cc.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "source/source.h"

namespace synapse {

struct ProjectTask {
  // "make", "test"; the last one comes from the file, unless `ours`.
  std::vector<std::string> words;
  std::string description;
  std::string file;  // its file
  bool ours = false;
};

class ProjectSource : public Source {
 public:
  SourceId id() const override { return SourceId::kProject; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;
  // The tasks of a directory. They are cached until one of their files changes,
  // which is checked once a prompt and five times a second, and for at most
  // five minutes. A file that exceeded a bound of its reader has no tasks until
  // it changes.
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

// The directory and those above it, up to the repository's root (with .git);
// outside of a repository only the directory.
std::vector<std::string> ProjectDirectories(const std::string& cwd);

// For `synapse doctor`: "FILE: WHY" for each file of the directory that cannot
// be read or parsed.
std::vector<std::string> ProjectProblems(const std::string& cwd);

}  // namespace synapse
