// Keystroke, prompt and command over a store of 100,000 events (or of
// SYNAPSE_BENCH_EVENTS), and the first import. `make bench`.
// SYNAPSE_BENCH_STORE names a directory whose store is kept and used again.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "command/search_answer.h"
#include "engine.h"
#include "learn/import.h"
#include "track/record_json.h"

namespace synapse {
namespace {

const size_t kEvents =
    getenv("SYNAPSE_BENCH_EVENTS")
        ? strtoul(getenv("SYNAPSE_BENCH_EVENTS"), nullptr, 10)
        : 100000;

// Realistic lines: a skewed choice of commands, of arguments, and of next
// lines. The seed is fixed.
std::vector<Event> MakeHistory(size_t count) {
  static const char* kVerbs[] = {
      "git status", "git diff",     "git add .",   "git commit -m",
      "git push",   "git checkout", "cd",          "ls -la",
      "vim",        "make",         "cargo build", "cargo test",
      "docker ps",  "docker run",   "npm run",     "python3",
      "grep -rn",   "cat",          "ssh",         "kubectl get",
      "mkdir -p",   "rm",           "cp",          "mv",
      "tail -f"};
  std::mt19937 random(42);
  std::geometric_distribution<int> skewed(0.12);
  std::vector<Event> events;
  for (size_t i = 0; i < count; ++i) {
    Event e;
    int verb = std::min(skewed(random), 24);
    e.command = kVerbs[verb];
    if (random() % 3 != 0) {
      e.command += " argument" +
                   std::to_string(skewed(random) * 7 + random() % (i / 50 + 5));
    }
    e.cwd = "/home/user/project" + std::to_string(skewed(random));
    e.session = "session" + std::to_string(i / 200);
    e.start_ms = 1600000000000 + static_cast<int64_t>(i) * 60000;
    e.exit = random() % 20 == 0 ? 1 : 0;
    e.imported = true;
    events.push_back(std::move(e));
  }
  return events;
}

// One store for all benchmarks, removed at the end.
class Fixture {
 public:
  Fixture() {
    if (const char* kept = getenv("SYNAPSE_BENCH_STORE")) {
      root_ = kept;
      kept_ = true;
    } else {
      std::string path =
          std::filesystem::temp_directory_path() / "synapse-bench-XXXXXX";
      root_ = mkdtemp(path.data());
    }
    if (engine().store().log().last_sequence() == 0) {
      (void)ImportEvents(engine_->learner(), MakeHistory(kEvents), nullptr);
    }
  }
  ~Fixture() {
    engine_.reset();
    if (!kept_) std::filesystem::remove_all(root_);
  }
  Engine& engine() {
    if (!engine_) {
      EngineOptions options;
      options.store = root_ + "/store";
      options.config = Config::Load("", nullptr);
      options.spec_directories = {"specs"};
      engine_ = std::make_unique<Engine>(std::move(options));
    }
    return *engine_;
  }
  // Closes the engine, so that another shell is alone with the store.
  void Close() { engine_.reset(); }
  std::string store() const { return root_ + "/store"; }

 private:
  std::string root_;
  bool kept_ = false;
  std::unique_ptr<Engine> engine_;
};

Fixture& TheFixture() {
  static Fixture fixture;
  return fixture;
}
Engine& TheEngine() { return TheFixture().engine(); }

SuggestRequest RequestFor(const std::string& buffer) {
  SuggestRequest r;
  r.session = "session499";
  r.cwd = "/home/user/project1";
  r.now_ms = 1600000000000 + static_cast<int64_t>(kEvents) * 60000;
  r.buffer = buffer;
  r.cursor = buffer.size();
  return r;
}

void ReportPercentiles(benchmark::State& state, std::vector<int64_t>& us) {
  if (us.empty()) return;
  std::sort(us.begin(), us.end());
  state.counters["p50_us"] = static_cast<double>(us[us.size() / 2]);
  state.counters["p99_us"] = static_cast<double>(us[us.size() * 99 / 100]);
}

// The lines are typed key by key; a line is one prompt.
void BM_Keystroke(benchmark::State& state) {
  Engine& engine = TheEngine();
  std::vector<Event> lines = MakeHistory(200);
  std::vector<int64_t> us;
  size_t line = 0, typed = 1;
  for (auto _ : state) {
    const std::string& text = lines[line % lines.size()].command;
    auto reply = engine.Suggest(RequestFor(text.substr(0, typed)));
    us.push_back(reply.latency_us);
    benchmark::DoNotOptimize(reply);
    if (++typed > text.size()) {
      typed = 1;
      ++line;
      state.PauseTiming();
      engine.NewPrompt();
      state.ResumeTiming();
    }
  }
  ReportPercentiles(state, us);
}
BENCHMARK(BM_Keystroke)->Unit(benchmark::kMicrosecond);

// The first question of a prompt reads the tables anew.
void BM_EmptyLine(benchmark::State& state) {
  Engine& engine = TheEngine();
  for (auto _ : state) {
    engine.NewPrompt();
    benchmark::DoNotOptimize(engine.Suggest(RequestFor("")));
  }
}
BENCHMARK(BM_EmptyLine)->Unit(benchmark::kMicrosecond);

// Searches of one scope: words of lines, typos, unknown words, signs, scattered
// letters, and the latest commands.
void BM_Search(benchmark::State& state) {
  Engine& engine = TheEngine();
  const std::vector<Event> lines = MakeHistory(5000);
  std::vector<std::string> queries = {"", "'push", "^docker !run", "gtpsh"};
  for (size_t i = 0; i < 60; ++i) {
    const std::string& line = lines[i * 83 % lines.size()].command;
    queries.push_back(line);
    queries.push_back(line.substr(line.size() / 2));
    queries.push_back("x" + line.substr(0, 3) + std::to_string(i) + "q");
  }
  SearchRequest request;
  request.query.scope = static_cast<SearchScope>(state.range(0));
  request.query.origin = {"session499", "/home/user/project1", ""};
  request.query.now_ms = RequestFor("").now_ms;
  std::vector<int64_t> us;
  size_t next = 0;
  for (auto _ : state) {
    request.query.text = queries[next++ % queries.size()];
    auto reply = AnswerSearch(engine, request);
    us.push_back(reply.latency_us);
    benchmark::DoNotOptimize(reply);
  }
  state.SetLabel(ScopeName(request.query.scope));
  ReportPercentiles(state, us);
}
BENCHMARK(BM_Search)
    ->DenseRange(0, kSearchScopes - 1)
    ->Unit(benchmark::kMicrosecond);

// Both hooks of a command: the command is recorded, and the next prompt begins.
// Events are committed at once, or go through the spool, with the time of the
// fold. With the spool there may be a second shell, or one that runs as many
// commands, whose hooks are not counted.
void BM_CommandHooks(benchmark::State& state) {
  EngineOptions options;
  options.store = TheFixture().store();
  (void)TheEngine();
  if (state.range(0) == 1) TheFixture().Close();
  options.slow_commit_us = state.range(0) ? 0 : 1'000'000;
  const char* kLabels[] = {"at once", "spool, alone", "spool, two shells",
                           "spool, two in use"};
  state.SetLabel(kLabels[state.range(0)]);
  Engine engine(options);
  std::optional<Engine> other;
  if (state.range(0) == 3) other.emplace(std::move(options));
  std::vector<int64_t> us;
  std::vector<Event> lines = MakeHistory(1000);
  size_t i = 0;
  int64_t ms = 1700000000000;
  for (auto _ : state) {
    Run run;
    run.session = "bench";
    run.cwd = "/home/user/project1";
    run.command = lines[i++ % lines.size()].command;
    run.start_ms = ms += 1000;
    run.exit = 0;
    int64_t start = Clock::MonotonicUs();
    benchmark::DoNotOptimize(engine.Record(run));
    engine.NewPrompt();
    us.push_back(Clock::MonotonicUs() - start);
    if (!other) continue;
    state.PauseTiming();
    run.session = "other";
    run.command = lines[i * 7 % lines.size()].command;
    (void)other->Record(run);
    other->NewPrompt();
    state.ResumeTiming();
  }
  ReportPercentiles(state, us);
}
BENCHMARK(BM_CommandHooks)->DenseRange(0, 3)->Unit(benchmark::kMicrosecond);

// A key hides a suggested line; one run in the background then removes all
// hidden lines.
void BM_Hide(benchmark::State& state) {
  EngineOptions options;
  options.store = TheFixture().store();
  options.config = Config::Load("", nullptr);
  Engine engine(std::move(options));
  std::vector<Event> lines = MakeHistory(2000);
  std::vector<int64_t> us;
  size_t i = 0;
  for (auto _ : state) {
    int64_t start = Clock::MonotonicUs();
    benchmark::DoNotOptimize(
        engine.Hide(lines[i++ % lines.size()].command, 1800000000000));
    us.push_back(Clock::MonotonicUs() - start);
  }
  ReportPercentiles(state, us);
  if (getenv("SYNAPSE_BENCH_FINISH")) {
    int64_t start = Clock::MonotonicUs();
    (void)engine.FinishForgetting();
    state.counters["finish_ms"] =
        static_cast<double>(Clock::MonotonicUs() - start) / 1000;
  }
}
BENCHMARK(BM_Hide)->Unit(benchmark::kMicrosecond)->Iterations(50);

// The import of a history file on a first start: state.range(0) lines.
void BM_Import(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    std::string path =
        std::filesystem::temp_directory_path() / "synapse-bench-XXXXXX";
    std::string root = mkdtemp(path.data());
    auto events = MakeHistory(static_cast<size_t>(state.range(0)));
    auto store = Store::Open(root);
    Learner learner(*store, 168);
    state.ResumeTiming();
    benchmark::DoNotOptimize(ImportEvents(learner, std::move(events), nullptr));
    state.PauseTiming();
    store.reset();
    std::filesystem::remove_all(root);
    state.ResumeTiming();
  }
}
BENCHMARK(BM_Import)->Arg(2500)->Arg(25000)->Unit(benchmark::kMillisecond);

// A full record is encoded and appended to its file.
void BM_AppendRecord(benchmark::State& state) {
  std::string path =
      std::filesystem::temp_directory_path() / "synapse-bench-XXXXXX";
  const std::string root = mkdtemp(path.data());
  const RecordFile file(root);
  SuggestionRecord r;
  r.context = {"zsh", "/home/user/project", "/home/user/project", "main", {}};
  for (int i = 0; i < 10; ++i) {
    r.context.commands.push_back({"git commit -m \"message\"", 0});
    r.suggestions.push_back(
        {"git push origin main" + std::to_string(i), "history", 0.5});
  }
  size_t bytes = 0;
  for (auto _ : state) {
    std::string line = RecordLine(r);
    bytes += line.size() + 1;
    if (!file.Append("host", "session", std::move(line), {}).ok()) {
      state.SkipWithError("a record was not appended");
    }
  }
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
  std::filesystem::remove_all(root);
}
BENCHMARK(BM_AppendRecord)->Unit(benchmark::kMicrosecond);

void BM_OpenEngine(benchmark::State& state) {
  std::string path =
      std::filesystem::temp_directory_path() / "synapse-bench-XXXXXX";
  std::string root = mkdtemp(path.data());
  for (auto _ : state) {
    EngineOptions options;
    options.store = root + "/store";
    options.config = Config::Load("", nullptr);
    Engine engine(std::move(options));
    benchmark::DoNotOptimize(engine.store().persistent());
  }
  std::filesystem::remove_all(root);
}
BENCHMARK(BM_OpenEngine)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace synapse

BENCHMARK_MAIN();
