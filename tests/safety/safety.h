// Helpers of the safety tests: engines in processes of their own, over one
// store, and the number of rounds.
//
// SYNAPSE_SAFETY=full runs all rounds (`make safety`); the default is a part of
// them, so that scripts/check stays short.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <set>

#include "engine.h"
#include "tests/safety/fence.h"
#include "tests/testing.h"

namespace synapse::testing {

inline bool FullSize() {
  const char* size = getenv("SYNAPSE_SAFETY");
  return size && std::string_view(size) == "full";
}
inline int Rounds(int full, int part) { return FullSize() ? full : part; }

// Prints a figure for the reader of the output.
template <class... Args>
void Say(const char* format, Args... args) {
  printf(format, args...);
  printf("\n");
  fflush(stdout);
}

// Every event goes through the spool, or is committed at once.
enum class By { kSpool, kCommit };

inline EngineOptions OptionsOver(const std::string& store, By by) {
  EngineOptions options;
  options.store = store;
  options.paths.home = "/nonexistent";
  options.host = "testhost";
  options.shell = "zsh";
  options.slow_commit_us = by == By::kSpool ? 0 : 1'000'000'000;
  options.config =
      Config::Load("", [](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "5000";
        return std::nullopt;
      });
  return options;
}

// Both hooks of a command.
inline void RunHooks(Engine& engine, const std::string& session,
                     const std::string& command, int64_t ms) {
  Run run;
  run.session = session;
  run.cwd = "/w";
  run.command = command;
  run.start_ms = ms;
  run.exit = 0;
  (void)engine.Record(run);
  engine.NewPrompt();
}

inline std::vector<Suggestion> Ask(Engine& engine, const std::string& session,
                                   const std::string& line, int64_t ms) {
  SuggestRequest r;
  r.session = session;
  r.cwd = "/w";
  r.now_ms = ms;
  r.buffer = line;
  r.cursor = line.size();
  return engine.Suggest(r).suggestions;
}

// A process that ends with the result of `body`; nothing runs after it.
inline pid_t Fork(const std::function<int()>& body) {
  fflush(stdout);
  pid_t pid = fork();
  REQUIRE(pid >= 0);
  if (pid > 0) return pid;
  int status = 99;
  try {
    status = body();
  } catch (...) {
  }
  _exit(FencesHold() ? status : kFenceBroken);
}

inline int WaitFor(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// The count of each line in the log, and in the index, when both have all
// events.
struct Counted {
  std::map<std::string, int> log;
  std::map<std::string, int> index;
};
inline Counted CountAll(const std::string& store) {
  Engine engine(OptionsOver(store, By::kCommit));
  engine.CatchUpFully();
  REQUIRE(engine.store().persistent());
  REQUIRE(engine.learner().Behind() == 0);
  // After shells on a busy machine the index has the newest events only.
  if (engine.learner().rebuild().IsPartial()) {
    REQUIRE(engine.learner().rebuild().Run(nullptr).ok());
  }
  Counted out;
  engine.store().log().Visit(1, [&](uint64_t, const Event& e) {
    ++out.log[e.command];
    return true;
  });
  (void)engine.store().index().Read([&](Kv& kv) {
    kv.Scan(Table::kCommand, "", [&](std::string_view, std::string_view value) {
      if (auto stat = LineStat::Decode(value)) {
        out.index[std::string(stat->text)] = static_cast<int>(stat->count);
      }
      return true;
    });
  });
  return out;
}

// Each acknowledged line is in the log once; no line is there twice, and the
// index matches.
inline void CheckOnce(const std::string& store,
                      const std::set<std::string>& acknowledged) {
  Counted counted = CountAll(store);
  size_t lost = 0, doubled = 0, differ = 0;
  for (const std::string& line : acknowledged)
    lost += !counted.log.contains(line);
  for (const auto& [line, n] : counted.log) doubled += n > 1;
  for (const auto& [line, n] : counted.log) differ += counted.index[line] != n;
  CHECK(lost == 0);
  CHECK(doubled == 0);
  CHECK(differ == 0);
  CHECK(counted.index.size() == counted.log.size());
}

// Reads the whole lines from a pipe.
inline void ReadLines(int fd, std::string& held, std::set<std::string>& into) {
  char buffer[65536];
  ssize_t n;
  while ((n = read(fd, buffer, sizeof buffer)) > 0) {
    held.append(buffer, static_cast<size_t>(n));
  }
  size_t at = 0;
  for (size_t end; (end = held.find('\n', at)) != held.npos; at = end + 1) {
    into.insert(held.substr(at, end - at));
  }
  held.erase(0, at);
}

}  // namespace synapse::testing
