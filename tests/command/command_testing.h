// Subcommands, run as the shell runs them; their output is captured.
#pragma once

#include <rapidjson/document.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "command/command.h"
#include "measure/measure.h"
#include "tests/engine/engine_testing.h"

namespace synapse::testing {

// As the program sets them.
inline const bool kMeasures =
    (drive_here = RunDriveHere, replay_here = RunReplayHere, true);

struct Outcome {
  int status = -1;
  std::string out, err;
};

inline Outcome RunCommand(Session& s, const std::string& name,
                          std::vector<std::string> args,
                          CommandProcess process = CommandProcess::kProgram) {
  Outcome outcome;
  CommandInput input;
  input.process = process;
  input.engine = s.engine.get();
  input.args = std::move(args);
  input.session = s.session;
  input.cwd = s.cwd;
  input.now_ms = s.now_ms + 1000;
  input.io.write = [&](int fd, std::string_view bytes) {
    (fd == 1 ? outcome.out : outcome.err) += bytes;
  };
  const Subcommand* sub = FindSubcommand(name);
  REQUIRE(sub);
  outcome.status = sub->run(input);
  return outcome;
}

inline std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> out;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

inline rapidjson::Document Parsed(const std::string& text) {
  rapidjson::Document d;
  d.Parse(text.c_str(), text.size());
  CHECK_MESSAGE(!d.HasParseError(), text);
  return d;
}

inline void CheckUsage(const Outcome& o) {
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(o.err.starts_with("synapse: "));
  CHECK(o.err.find('\n') != std::string::npos);
}

// The built program, or "".
inline std::string BuiltProgram() {
  std::string program = SourceFile("build/synapse");
  if (access(program.c_str(), X_OK) == 0) return program;
  MESSAGE("build/synapse is missing: skipped");
  return "";
}

// Runs the built program with `input`; nullopt if it is not built.
inline std::optional<Outcome> Program(const std::vector<std::string>& args,
                                      const std::string& input,
                                      const TempTree& tree) {
  const std::string program = BuiltProgram();
  if (program.empty()) return std::nullopt;
  std::string in = tree.Write("stdin", input);
  std::string command = "HOME='" + tree.Path() + "' '" + program + "'";
  for (const auto& a : args) command += " '" + a + "'";
  command += " < '" + in + "' > '" + tree.Path("out") + "' 2> '" +
             tree.Path("err") + "'";
  int status = system(command.c_str());
  Outcome o;
  o.status = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
  o.out = *ReadFile(tree.Path("out"));
  o.err = *ReadFile(tree.Path("err"));
  return o;
}

}  // namespace synapse::testing
