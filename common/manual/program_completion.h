// ProgramCompletion: what a program itself lists for the edited line, by a
// protocol that it is known to speak (manual/protocol.h).
//
// The program runs in the background (runner/command_runner.h) with the limits of
// a generator: a deadline, no terminal, a reduced environment, a bounded output,
// and the directory `/`, so that no file of a project influences it. Answers are
// kept for kKeptUs, or until a line with the command has run. A program that
// misses the deadline is not asked again in this shell.
//
// Only a list asks, never a key that edits, and one question runs at a time.
// Tested by tests/manual/program_completion_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "manual/protocol.h"
#include "runner/command_runner.h"

namespace synapse {

class ProgramCompletion {
 public:
  static constexpr int64_t kKeptUs = 30'000'000;

  // Both outlive this object.
  ProgramCompletion(CommandRunner& runner, const GeneratorCache& generators)
      : runner_(runner), generators_(generators) {}
  void SetTimeout(int ms) { timeout_ms_ = ms; }

  // The answer for a question, whose partial is that of the line: values that do
  // not begin with it may be in the answer, since it is asked for once for all
  // of them. Null: the program is being asked, or is not asked at all. `home`: of
  // the user.
  std::shared_ptr<const ProtocolAnswer> Ask(ProtocolQuestion question,
                                            const std::string& home);
  // Whether a file is installed that completes the command. For keys: looked for once
  // in kKeptUs, and not read. `path`: of the shell, for its program.
  bool HasFile(const std::string& command, const std::string& path,
               const std::string& home);
  bool is_under_way() const { return !under_way_.empty(); }
  // True if the process was that of this object.
  bool Ended(const CommandRunner::Finished& done);
  // A line ran that may have changed what the programs in it list.
  void CommandRan(std::string_view line);

 private:
  struct Entry {
    std::string program;
    Protocol protocol = Protocol::kNone;
    std::shared_ptr<const ProtocolAnswer> answer;
    int64_t expires_us = 0;
  };
  // Read from files once for a program in kKeptUs.
  struct Spoken {
    Protocol protocol = Protocol::kNone;
    int64_t expires_us = 0;
  };
  struct Installed {
    bool has_file = false;
    int64_t expires_us = 0;
  };
  Protocol SpokenBy(const ProtocolQuestion& question, const std::string& home);
  bool Start(Protocol protocol, const ProtocolQuestion& question);

  CommandRunner& runner_;
  const GeneratorCache& generators_;
  int timeout_ms_ = 2000;
  std::unordered_map<std::string, Spoken> spoken_;        // by path
  std::unordered_map<std::string, Installed> installed_;  // by command
  std::unordered_map<std::string, Entry> entries_;        // by question
  std::string under_way_;           // the key of its entry
  std::set<std::string> given_up_;  // paths of programs
};

// The part of a word that programs are asked for: dashes, and what is before the
// last '/', ':', '=', ',' or '@'. Each value of the rest is in the answer.
std::string AskedPartial(const std::string& partial);

}  // namespace synapse
