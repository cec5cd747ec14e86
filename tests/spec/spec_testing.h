// Helpers of the spec tests: the source tree, and temporary directories.
#pragma once

#include <poll.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/files.h"
#include "spec/generator.h"
#include "spec/reading.h"

namespace synapse::testing {

inline std::string SourceFile(std::string_view name) {
  const char* root = getenv("SYNAPSE_SOURCE_DIR");
  return JoinPath(root ? root : ".", name);
}

class TempTree {
 public:
  TempTree() {
    std::string path =
        (std::filesystem::temp_directory_path() / "synapse-spec-XXXXXX");
    root_ = mkdtemp(path.data());
  }
  ~TempTree() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  TempTree(const TempTree&) = delete;
  TempTree& operator=(const TempTree&) = delete;

  std::string Path(std::string_view name = "") const {
    return name.empty() ? root_ : JoinPath(root_, name);
  }
  // Makes the parent directories, too.
  std::string Write(std::string_view name, std::string_view text) const {
    std::string path = Path(name);
    std::filesystem::create_directories(DirName(path));
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string MakeDir(std::string_view name) const {
    std::filesystem::create_directories(Path(name));
    return Path(name);
  }

 private:
  std::string root_;
};

inline std::vector<std::string> SplitAtBlanks(std::string_view line) {
  std::vector<std::string> out;
  size_t at = 0;
  while (at <= line.size()) {
    size_t space = std::min(line.find(' ', at), line.size());
    out.emplace_back(line.substr(at, space - at));
    at = space + 1;
  }
  return out;
}

template <class Values>
std::vector<std::string> NamesOf(const Values& values) {
  std::vector<std::string> out;
  for (const auto& value : values) out.push_back(value.value);
  return out;
}

// Waits for an answer to the generators.
inline void AwaitAnswer(CommandRunner& runner, GeneratorCache& generators) {
  for (bool ended = false; !ended;) {
    constexpr int kLookMs = 100;
    pollfd watched = {runner.fd(), POLLIN, 0};
    poll(&watched, 1, kLookMs);
    const bool is_running = runner.running();
    for (const CommandRunner::Finished& done : runner.Read()) {
      ended |= generators.Ended(done);
    }
    if (!is_running) return;
  }
}

// A reading without a time limit, valid until the next call.
inline Reading& Unbounded() {
  static Budget budget = Budget::Unlimited();
  static std::optional<Reading> reading;
  return reading.emplace(budget);
}

}  // namespace synapse::testing
