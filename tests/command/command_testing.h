// Subcommands, run as the shell runs them; their output is captured.
#pragma once

#include <string>
#include <vector>

#include "command/command.h"
#include "tests/engine/engine_testing.h"

namespace synapse::testing {

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

inline void CheckUsage(const Outcome& o) {
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(o.err.starts_with("synapse: "));
  CHECK(o.err.find('\n') != std::string::npos);
}

}  // namespace synapse::testing
