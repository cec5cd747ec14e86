// tune: computes factors of the ranking from the user's commands.
#include "command/tune.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <deque>

#include "base/child.h"
#include "command/command.h"
#include "command/isolated_engine.h"
#include "learn/whereabouts.h"
#include "rank/factors.h"
#include "track/training.h"

namespace synapse {
namespace {

constexpr double kHeldOut = 0.3;
constexpr size_t kFewestCommands = 100;
constexpr size_t kLongestLine = 1000;  // characters

// The newest lines of the history, oldest first.
std::vector<Event> NewestEvents(Store& store, size_t most) {
  std::deque<Event> newest;
  store.log().VisitBackwards([&](uint64_t, const Event& event) {
    if (!event.agent && CountCharacters(event.command) <= kLongestLine) {
      newest.push_front(event);
    }
    return newest.size() < most;
  });
  return {newest.begin(), newest.end()};
}

// Lines of a single session cannot be held out by session: each hundred counts
// as one.
std::string SessionOf(const Event& event, size_t number) {
  constexpr size_t kLinesOfSession = 100;
  if (!event.session.empty()) return event.session;
  return "lines " + std::to_string(number / kLinesOfSession);
}

SuggestRequest RequestAt(const Engine& engine, const Event& event,
                         const std::string& session, std::string_view typed) {
  const bool is_here = event.host == engine.options().host;
  SuggestRequest request;
  request.session = session;
  request.cwd =
      RecordedDirectory(event.cwd, is_here ? std::vector<std::string>{"/"}
                                           : std::vector<std::string>{});
  request.now_ms = event.start_ms;
  request.buffer = std::string(typed);
  request.cursor = typed.size();
  request.limit = 5;
  request.on_show = true;
  return request;
}

void Predict(Engine& engine, const Event& event, const std::string& session,
             ReplaySums& sums) {
  engine.clock().Fix(event.start_ms);
  const auto first =
      engine.Suggest(RequestAt(engine, event, session, "")).suggestions;
  const KeyCount keys = CountKeys(event.command, [&](std::string_view typed) {
    if (typed.empty()) return first.empty() ? "" : first[0].text;
    const auto list =
        engine.Suggest(RequestAt(engine, event, session, typed)).suggestions;
    return list.empty() ? "" : list[0].text;
  });
  ++sums.commands;
  sums.characters += CountCharacters(event.command);
  for (size_t i = 0; i < first.size(); ++i) {
    if (first[i].text != event.command) continue;
    sums.first += i == 0;
    ++sums.first_five;
    sums.reciprocal_rank += 1 / static_cast<double>(i + 1);
    break;
  }
  sums.keys += keys.whole;
  sums.keys_words += keys.words;
}

// The first half is only learned, not predicted.
TuningSums ReplayEvents(const CommandInput& input,
                        const std::vector<Event>& events,
                        const FactorWords& factors) {
  const std::string text = FactorText(factors);
  auto engine = IsolatedEngine(
      input, "", [&](std::string_view name) -> std::optional<std::string> {
        if (name == "SYNAPSE_SUGGEST_BUDGET_MS") return "10000";
        if (name == "SYNAPSE_RANK_FACTORS" && !text.empty()) return text;
        return std::nullopt;
      });
  TuningSums sums;
  for (size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    const std::string session = SessionOf(event, i);
    if (i >= events.size() / 2) {
      const bool held_out = SplitOf(session, kHeldOut) == Split::kTest;
      Predict(*engine, event, session,
              held_out ? sums.held_out : sums.searched);
    }
    Run run;
    run.session = session;
    run.cwd = event.cwd;
    run.command = event.command;
    run.start_ms = event.start_ms;
    run.exit = event.exit;
    (void)engine->Record(run);
    engine->NewPrompt();
  }
  return sums;
}

std::string Figures(const char* name, const ReplaySums& sums) {
  char line[160];
  snprintf(line, sizeof line, "  %-8s%8.1f%8.1f%8.1f%10.1f   %zu lines\n", name,
           100 * sums.next1(), 100 * sums.next5(), 100 * sums.save(),
           100 * sums.saveword(), sums.commands);
  return line;
}

int Report(const CommandInput& input, const TuningResult& result, bool apply) {
  const std::string factors = FactorText(result.factors);
  std::string out =
      "Sessions that were held out, %\n"
      "            next1   next5    save  saveword\n" +
      Figures("before", result.before.held_out) +
      Figures("after", result.after.held_out);
  if (factors.empty()) {
    out += "No factor saves more keys than the present weights.\n";
  } else if (!result.holds()) {
    out += "rank.factors " + factors +
           " saves no more keys there: nothing needs to change.\n";
  } else {
    out += "rank.factors " + factors +
           (apply ? " is set.\n"
                  : "\n`synapse tune --apply` sets it, --reset removes it.\n");
  }
  input.io.Out(out);
  if (!apply || !result.holds()) return 0;
  CommandInput set = input;
  set.args = {"set", "rank.factors", factors};
  return RunConfig(set);
}

int TuneOver(const CommandInput& input, const std::vector<Event>& events,
             bool apply) {
  const TuningResult result = Tune(
      TunableNames(), ReplayOf(input, events), [&](size_t done, size_t all) {
        if (!isatty(STDERR_FILENO)) return;
        input.io.Err("\rsynapse: tune: " + std::to_string(done) + " of " +
                     std::to_string(all) + (done == all ? "\n" : ""));
      });
  return Report(input, result, apply);
}

constexpr double kSteps[] = {2, 0.5};
constexpr double kLeastFactor = 0.25, kMaxFactor = 4;

}  // namespace

std::string FactorText(const FactorWords& factors) {
  std::string text;
  for (const auto& [name, factor] : factors) {
    if (factor == 1) continue;
    char word[64];
    snprintf(word, sizeof word, "%s%s=%g", text.empty() ? "" : ",",
             name.c_str(), factor);
    text += word;
  }
  return text;
}

TuningResult Tune(const std::vector<std::string>& names,
                  const TuningReplay& replay,
                  const std::function<void(size_t, size_t)>& report) {
  TuningResult result;
  result.before = result.after = replay({});
  result.replays = 1;
  FactorWords best;
  for (size_t i = 0; i < names.size(); ++i) {
    report(i, names.size());
    for (double step : kSteps) {
      for (;;) {
        FactorWords tried = best;
        double& factor = tried.try_emplace(names[i], 1).first->second;
        factor *= step;
        if (factor < kLeastFactor || factor > kMaxFactor) break;
        const TuningSums sums = replay(tried);
        ++result.replays;
        if (sums.searched.saveword() <
            result.after.searched.saveword() + kLeastGain) {
          break;
        }
        best = std::move(tried);
        result.after = sums;
      }
      // If one direction was better, the other one is skipped.
      if (best.contains(names[i])) break;
    }
  }
  report(names.size(), names.size());
  result.factors = std::move(best);
  return result;
}

std::vector<std::string> TunableNames() {
  std::vector<std::string> names;
  // Features of a new line have nothing to weigh.
  for (int i = 0; i < kLineFeatures; ++i) {
    if (i != kNever) names.emplace_back(kLineFeatureNames[i]);
  }
  for (size_t i = 0; i < kSources; ++i) {
    const auto source = static_cast<SourceId>(i);
    if (source != SourceId::kHistory) names.emplace_back(SourceName(source));
  }
  for (const char* part : kModelPartNames) names.emplace_back(part);
  return names;
}

TuningReplay ReplayOf(const CommandInput& input,
                      const std::vector<Event>& events) {
  return [&](const FactorWords& factors) {
    return ReplayEvents(input, events, factors);
  };
}

int RunTune(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "tune");
  if (!args.error.empty()) return Usage(input, "tune", args.error);
  if (!args.rest.empty()) {
    return Usage(input, "tune", "no argument is expected");
  }
  if (args.Has("--reset")) {
    CommandInput unset = input;
    unset.args = {"unset", "rank.factors"};
    return RunConfig(unset);
  }
  const auto most = ParseNumber(args.Get("--commands", "1000"));
  constexpr int64_t kMax = 100'000;
  if (!most || *most < static_cast<int64_t>(kFewestCommands) || *most > kMax) {
    return Usage(input, "tune", "--commands: expected 100 to 100000");
  }
  input.engine->CatchUpFully();
  const std::vector<Event> events =
      NewestEvents(input.engine->store(), static_cast<size_t>(*most));
  if (events.size() < kFewestCommands) {
    return Fail(input, "tune",
                "there are " + std::to_string(events.size()) +
                    " commands; at least 100 are needed");
  }
  const bool apply = args.Has("--apply");
  if (input.process != CommandProcess::kShell)
    return TuneOver(input, events, apply);
  // ^C ends the replay without blocking the shell.
  return RunInterruptibly([&] {
    CommandInput forked = input;
    forked.io.write = [](int fd, std::string_view bytes) {
      (void)!write(fd, bytes.data(), bytes.size());
    };
    return TuneOver(forked, events, apply);
  });
}

}  // namespace synapse
