// Helpers of the tests of EventWriter.
#pragma once

#include <filesystem>

#include "learn/feedback.h"
#include "tests/engine/engine_testing.h"

namespace synapse::testing {

// Each commit is slow: every event waits in a spool first.
inline constexpr int64_t kAlways = 0;

inline std::vector<std::string> LogOf(Engine& engine) {
  std::vector<std::string> out;
  engine.store().log().Visit(1, [&](uint64_t, const Event& e) {
    out.push_back(e.command);
    return true;
  });
  return out;
}

inline uint32_t CountOf(Engine& engine, const std::string& line) {
  uint32_t n = 0;
  (void)engine.store().index().Read([&](Kv& kv) {
    if (auto stat = ReadStat(kv, IdOf(line))) n = stat->count;
  });
  return n;
}

// Gives prompts until the index has all: a prompt takes what its time allows.
inline void CatchUp(Engine& engine) {
  // A prompt has two milliseconds to read the spools of other shells, which
  // Behind() does not count: a loaded machine needs more than a few prompts.
  constexpr int kMaxPrompts = 200, kLeastSettled = 24;
  for (int i = 0, settled = 0; i < kMaxPrompts; ++i) {
    engine.NewPrompt();
    settled = engine.learner().Behind() == 0 ? settled + 1 : 0;
    if (settled == kLeastSettled) return;
  }
}

// Likewise, until `line` is counted, however little a loaded machine does in the
// time of a prompt; then until nothing more comes.
inline void CatchUpTo(Engine& engine, const std::string& line) {
  constexpr int kMaxPrompts = 2000;
  for (int i = 0; i < kMaxPrompts && CountOf(engine, line) == 0; ++i) {
    engine.NewPrompt();
  }
  CatchUp(engine);
}

inline double Liking(Engine& engine, const std::string& line) {
  double weight = 0;
  (void)engine.store().index().Read([&](Kv& kv) {
    weight = ReadFeedback(kv, IdOf(line), engine.clock().NowMs()).lasting;
  });
  return weight;
}

inline size_t Spools(const Session& s) {
  std::error_code none;
  size_t n = 0;
  for (auto& file :
       std::filesystem::directory_iterator(s.tree.Path("store/spool"), none)) {
    n += file.path().extension() == ".log";
  }
  return n;
}

using Lines = std::vector<std::string>;

}  // namespace synapse::testing
