// A session with an engine that asks a model, and the loop of its shell.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <map>
#include <optional>
#include <string>

#include "tests/ai/ai_server.h"
#include "tests/engine/engine_testing.h"

namespace synapse::testing {

using Settings = std::map<std::string, std::string>;

struct Asker {
  Session s;
  explicit Asker(Settings settings) {
    settings.try_emplace("SYNAPSE_SUGGEST_BUDGET_MS", "5000");
    s.engine->SetConfig(Config::Load(
        "", [&](std::string_view name) -> std::optional<std::string> {
          auto at = settings.find(std::string(name));
          if (at == settings.end()) return std::nullopt;
          return at->second;
        }));
    s.engine->ai().Begin();
    s.engine->clock().Fix(s.now_ms);
  }
  SuggestRequest Request(const std::string& line) {
    SuggestRequest r;
    r.session = s.session;
    r.cwd = s.cwd;
    r.now_ms = s.now_ms;
    r.buffer = line;
    r.cursor = line.size();
    r.limit = 20;
    return r;
  }
  void Consider(const std::string& line) {
    if (s.engine->ai().asks()) {
      s.engine->ai().Consider({line, line.size(), s.cwd});
    }
  }
  void Wish(const std::string& line) {
    s.engine->ai().Wish({line, line.size(), s.cwd});
  }
  // Takes answers until `done` is true; false after five seconds.
  template <class Done>
  bool WaitFor(const Done& done) {
    const int64_t until = Clock::MonotonicUs() + 5'000'000;
    while (Clock::MonotonicUs() < until) {
      if (done()) return true;
      pollfd fd = {s.engine->runner().fd(), POLLIN, 0};
      poll(&fd, 1, 20);
      (void)s.engine->TakeAnswers();
    }
    return false;
  }
  // The answer of the model for the line within `most_ms`; "" for none.
  std::string Asked(const std::string& line, int most_ms = 5000) {
    Consider(line);
    const int64_t until = Clock::MonotonicUs() + most_ms * int64_t{1000};
    while (Clock::MonotonicUs() < until) {
      pollfd fd = {s.engine->runner().fd(), POLLIN, 0};
      poll(&fd, 1, 20);
      if (!s.engine->TakeAnswers().any()) continue;
      for (const Suggestion& g : s.engine->Suggest(Request(line)).suggestions) {
        if (g.source == "ai") return g.text;
      }
    }
    return "";
  }
};

inline Settings OfCommand(const std::string& command) {
  return {{"SYNAPSE_AI_PROVIDER", "command"}, {"SYNAPSE_AI_COMMAND", command}};
}
inline Settings OfServer(const AiServer& server) {
  return {{"SYNAPSE_AI_PROVIDER", "openai"},
          {"SYNAPSE_AI_URL", server.url()},
          {"SYNAPSE_AI_MODEL", "m"}};
}
inline bool HasHelper() {
  const bool there = access(SourceFile("build/synapse-ai").c_str(), X_OK) == 0;
  if (!there) MESSAGE("build/synapse-ai is missing: skipped");
  return there;
}

}  // namespace synapse::testing
