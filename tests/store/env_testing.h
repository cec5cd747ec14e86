// An Env of two tables, with functions that read and write one value.
#pragma once

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/env.h"
#include "tests/testing.h"

namespace synapse::testing {

inline Env::Options OptionsFor(const std::string& directory) {
  Env::Options options;
  options.directory = directory;
  options.tables = {"a", "b"};
  options.durable = false;
  return options;
}

inline std::unique_ptr<Env> OpenEnv(const std::string& directory) {
  auto env = Env::Open(OptionsFor(directory));
  REQUIRE_MESSAGE(env.ok(), env.status().message());
  return std::move(*env);
}

inline std::string GetOne(Env& env, std::string_view key) {
  std::string out = "(none)";
  REQUIRE(env.Read([&](Txn& txn) {
               if (auto v = txn.GetIn(0, key)) out = std::string(*v);
             })
              .ok());
  return out;
}

inline Status PutOne(Env& env, const std::string& key,
                     const std::string& value) {
  return env.Write([&](Txn& txn) { return txn.PutIn(0, key, value); });
}

// Runs `body` in a child and returns its exit status.
template <class Body>
int InChild(const Body& body) {
  pid_t child = fork();
  if (child == 0) _exit(body());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

inline std::vector<std::pair<int, std::string>> OpenDescriptors() {
  std::vector<std::pair<int, std::string>> out;
  DIR* dir = opendir("/proc/self/fd");
  while (dirent* entry = readdir(dir)) {
    int fd = atoi(entry->d_name);
    if (entry->d_name[0] == '.' || fd == dirfd(dir)) continue;
    char path[4096];
    std::string link = "/proc/self/fd/" + std::string(entry->d_name);
    ssize_t n = readlink(link.c_str(), path, sizeof path);
    if (n > 0) out.emplace_back(fd, std::string(path, n));
  }
  closedir(dir);
  return out;
}

}  // namespace synapse::testing
