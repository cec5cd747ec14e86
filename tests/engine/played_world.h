// A made-up person: five projects on disk, some two thousand lines that ran in
// them, with statuses, and an hour of lines typed afterwards.
//
// Tested with: played_hour_test.cc.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/engine/engine_testing.h"

namespace synapse::testing {

struct PlayedLine {
  std::string text;
  int exit = 0;
};

class PlayedWorld {
 public:
  PlayedWorld();
  // Runs a line in the project that the person is in; follows `cd`.
  void Run(const PlayedLine& line);
  // The most recent lines first, each once.
  const std::vector<std::string>& history() const { return history_; }
  // The reason why the word that begins or continues at byte `from` of the text
  // is not possible there; empty if it is possible.
  std::string WhySilly(const std::string& text, size_t from) const;

  Session session{/*persistent=*/false};
  ScopedEnv home{"HOME", session.tree.Path("home")};

 private:
  void MakeProjects();
  void MakeHistory(size_t lines);
  void FollowGit(const std::vector<std::string>& words);
  std::string Here(std::string_view path) const;
  std::string WhyNoTarget(const std::vector<std::string>& words) const;
  std::string WhyNotGit(const std::vector<std::string>& words) const;

  std::vector<std::string> history_;  // newest first
  std::set<std::string> lines_;
};

// The lines are typed in this order after all lines that ran.
const std::vector<PlayedLine>& PlayedHour();

}  // namespace synapse::testing
