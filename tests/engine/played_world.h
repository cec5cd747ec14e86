// A made-up person: five projects on disk, some two thousand lines that were
// run in them, with statuses, and an hour of lines typed afterwards.
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
  // Of the most recent lines first, each once.
  const std::vector<std::string>& history() const { return history_; }
  // Why the word that begins or goes on at `from` bytes of the text cannot
  // stand there; empty when it can.
  std::string WhySilly(const std::string& text, size_t from) const;

  Session session{/*persistent=*/false};

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

// Typed in this order behind all that was run.
const std::vector<PlayedLine>& PlayedHour();

}  // namespace synapse::testing
