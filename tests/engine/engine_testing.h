// An engine over a temporary store and project, with a PATH of its own.
#pragma once

#include <sys/stat.h>

#include "engine.h"
#include "tests/testing.h"

namespace synapse::testing {

class Session {
 public:
  explicit Session(bool persistent = true,
                   int64_t slow_commit_us = 1'000'000'000)
      : persistent_(persistent), slow_commit_us_(slow_commit_us) {
    tree.MakeDir("home");
    for (const char* name :
         {"git", "grep", "gzip", "go", "cat", "ls", "make", "docker", "sort"}) {
      tree.Write(std::string("bin/") + name, "");
      chmod(tree.Path(std::string("bin/") + name).c_str(), 0755);
    }
    cwd = tree.MakeDir("w");
    Open();
  }

  // Another engine over the same store.
  void Open() {
    const bool persistent = persistent_;
    EngineOptions options;
    // A slow disk must not change the suggestions either.
    options.slow_commit_us = slow_commit_us_;
    options.ai_debounce_ms = 0;
    if (persistent) options.store = tree.Path("store");
    options.paths.home = tree.Path("home");
    options.paths.data = tree.Path("home/data");
    options.paths.config = tree.Path("config");
    options.paths.cache = tree.Path("cache");
    options.config = Config::Load(
        "", [&](std::string_view name) -> std::optional<std::string> {
          // A busy machine and sanitizers must not change the suggestions.
          if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "5000";
          // The gain of a ghost has its own tests: rank/ghost_rule_test.cc.
          if (name == "SYNAPSE_SUGGEST_MIN_GAIN") return "0";
          if (name == "SYNAPSE_SUGGEST_EMPTY_CONFIDENCE") return "0.02";
          return std::nullopt;
        });
    options.spec_directories = {SourceFile("specs")};
    options.host = "testhost";
    engine = std::make_unique<Engine>(std::move(options));
    engine->shell().variable =
        [this](std::string_view name) -> std::optional<std::string> {
      if (name == "PATH") return tree.Path("bin");
      if (name == "HOME") return tree.Path("home");
      return std::nullopt;
    };
  }

  // The bytes of every file below a directory, by path.
  std::map<std::string, std::string> FileBytes(const std::string& name) {
    std::map<std::string, std::string> out;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(tree.Path(name))) {
      if (!entry.is_regular_file()) continue;
      auto bytes = ReadFile(entry.path(), size_t{1} << 30);
      if (bytes.ok()) out[entry.path()] = std::move(*bytes);
    }
    return out;
  }

  // Runs `command`, a minute after the one before.
  void Run(const std::string& command, int times = 1, int exit = 0) {
    for (int i = 0; i < times; ++i) {
      ::synapse::Run run;
      run.session = session;
      run.cwd = cwd;
      run.command = command;
      run.start_ms = now_ms += 60000;
      run.exit = exit;
      REQUIRE(engine->Record(run).ok());
    }
  }
  SuggestRequest Request(const std::string& line, size_t cursor) {
    SuggestRequest r;
    r.session = session;
    r.cwd = cwd;
    r.now_ms = now_ms + 1000;
    r.buffer = line;
    r.cursor = cursor;
    return r;
  }
  SuggestRequest Request(const std::string& line) {
    return Request(line, line.size());
  }
  std::vector<Suggestion> Suggest(const std::string& line, size_t limit = 5) {
    SuggestRequest r = Request(line);
    r.limit = limit;
    return engine->Suggest(r).suggestions;
  }
  std::string First(const std::string& line) {
    auto all = Suggest(line);
    return all.empty() ? "" : all[0].text;
  }
  std::vector<std::string> Texts(const std::string& line, size_t limit = 5) {
    std::vector<std::string> out;
    for (const auto& s : Suggest(line, limit)) out.push_back(s.text);
    return out;
  }

  TempTree tree;
  std::unique_ptr<Engine> engine;
  std::string cwd;
  std::string session = "s1";
  int64_t now_ms = 1700000000000;

 private:
  bool persistent_;
  int64_t slow_commit_us_;
};

}  // namespace synapse::testing
