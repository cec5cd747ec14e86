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
  std::string command;  // "make test", "npm run build"
  std::string description;
  std::string file;     // where it was found
};

class ProjectSource : public Source {
 public:
  SourceId id() const override { return SourceId::kProject; }
  void Collect(const SourceInput& input, Budget& budget,
               std::vector<Candidate>& out) override;
  // The tasks for a directory; cached until a file that they came from
  // changes, and for five minutes at most.
  const std::vector<ProjectTask>& Tasks(const std::string& cwd);

 private:
  struct Entry {
    std::vector<ProjectTask> tasks;
    uint64_t stamp = 0;  // of the files' mtimes
    int64_t read_us = 0;
    std::vector<std::string> directories;
  };
  std::map<std::string, Entry> entries_;
};

// The directory and those above it, up to the repository's root (the one with
// .git) or, outside of any, the directory alone.
std::vector<std::string> ProjectDirectories(const std::string& cwd);

// Why tasks are missing there, for `synapse doctor`: "FILE: WHY", one for each
// file that is there and cannot be read or understood.
std::vector<std::string> ProjectProblems(const std::string& cwd);

}  // namespace synapse
