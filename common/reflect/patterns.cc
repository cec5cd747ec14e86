// The parts of Trajectories for preferences and friction.
#include <algorithm>

#include "reflect/sentence.h"
#include "reflect/trajectory.h"

namespace synapse {
namespace {

constexpr uint32_t kLeastOfCommand = 10;
constexpr double kNearlyAlways = 0.8;
constexpr uint32_t kLeastSwitches = 2;
constexpr uint32_t kLeastSequences = 3;
constexpr size_t kLeastDays = 2;
constexpr size_t kLeastKeys = 15;  // `cd ..` and `ls` are short enough
constexpr size_t kLongLine = 25;   // characters
constexpr uint32_t kLeastLongRuns = 8;

FactConfidence ByRuns(uint32_t runs, uint32_t high) {
  return runs >= high ? FactConfidence::kHigh : FactConfidence::kMedium;
}

const std::string kMakeIt = "Make it one word: synapse reflect --alias N.";

}  // namespace

void Trajectories::OptionFacts(std::vector<Fact>& out) const {
  for (const auto& [line, option] : options_) {
    const size_t blank = line.find(' ');
    const std::string command = line.substr(0, blank);
    auto all = commands_.find(command);
    if (all == commands_.end() || all->second.runs < kLeastOfCommand ||
        option.runs < kNearlyAlways * all->second.runs) {
      continue;
    }
    // `node -v` only asks for the version.
    if (option.at_end == option.runs) continue;
    // Never the last word, which may need a value; several letters rarely do.
    const bool letters = line[blank + 2] != '-' && line.size() > blank + 3;
    if (option.at_end == 0 && !letters) continue;
    Fact fact;
    fact.category = FactCategory::kPreference;
    option.seen.Into(fact);
    fact.confidence = ByRuns(option.runs, 30);
    fact.subject = command;
    fact.replacement = line;
    fact.steps = {line};
    fact.tags = {"option"};
    fact.fact = Quoted(command) + " is run as " + Quoted(line) + ", " +
                std::to_string(option.runs) + " of " + Times(all->second.runs) +
                ".";
    fact.recommendation =
        "Let " + Quoted(command) + " mean that: synapse reflect --alias N.";
    out.push_back(std::move(fact));
  }
}

void Trajectories::SwitchFacts(std::vector<Fact>& out) const {
  for (const auto& [pair, usage] : switches_) {
    if (usage.runs < kLeastSwitches) continue;
    const size_t blank = pair.find(' ');
    const std::string from = pair.substr(0, blank);
    const std::string to = pair.substr(blank + 1);
    auto back = switches_.find(to + " " + from);
    if (back != switches_.end() && back->second.runs * 4 > usage.runs) continue;
    Fact fact;
    fact.category = FactCategory::kPreference;
    usage.seen.Into(fact);
    fact.confidence = ByRuns(usage.runs, 4);
    fact.subject = from;
    fact.replacement = to;
    fact.tags = {"command"};
    fact.fact = Quoted(to) + " was run behind " + Quoted(from) +
                " with the same arguments, " + Times(usage.runs) + ".";
    fact.recommendation = "Begin with " + Quoted(to) + ".";
    out.push_back(std::move(fact));
  }
}

void Trajectories::SequenceFacts(std::vector<Fact>& out) const {
  std::vector<const Sequence*> found;
  for (const auto& [key, sequence] : sequences_) {
    if (sequence.seen.runs >= kLeastSequences &&
        sequence.days.size() >= kLeastDays) {
      found.push_back(&sequence);
    }
  }
  // The longest first. A part of a reported sequence is skipped, unless it runs
  // far more often.
  std::sort(found.begin(), found.end(), [](const auto* a, const auto* b) {
    if (a->steps.size() != b->steps.size()) {
      return a->steps.size() > b->steps.size();
    }
    return a->steps < b->steps;
  });
  std::vector<const Sequence*> reported;
  for (const Sequence* sequence : found) {
    const auto& steps = sequence->steps;
    const bool part = std::any_of(
        reported.begin(), reported.end(), [&](const Sequence* longer) {
          return sequence->seen.runs < 2 * longer->seen.runs &&
                 std::search(longer->steps.begin(), longer->steps.end(),
                             steps.begin(), steps.end()) != longer->steps.end();
        });
    size_t keys = 0;
    for (const std::string& step : steps) keys += step.size();
    if (part || keys < kLeastKeys) continue;
    reported.push_back(sequence);
    Fact fact;
    fact.category = FactCategory::kFriction;
    sequence->seen.Into(fact);
    fact.confidence = ByRuns(sequence->seen.runs, 6);
    fact.steps = steps;
    fact.tags = {"sequence"};
    for (const std::string& step : steps) {
      fact.fact += (fact.fact.empty() ? "" : ", then ") + Quoted(step);
    }
    fact.fact += ": " + Times(sequence->seen.runs) + ", on " +
                 std::to_string(sequence->days.size()) + " days.";
    fact.recommendation = kMakeIt;
    out.push_back(std::move(fact));
  }
}

void Trajectories::LongLineFacts(std::vector<Fact>& out) const {
  std::unordered_map<std::string_view, Fact> lines;
  for (const auto& [key, entry] : lines_in_directories_) {
    if (CountCharacters(entry.line) < kLongLine) continue;
    Fact& fact = lines[entry.line];
    Fact one;
    entry.all.Into(one);
    one.runs = entry.runs - entry.failures;
    if (fact.runs == 0) {
      fact = std::move(one);
      continue;
    }
    fact.runs += one.runs;
    fact.first_ms = std::min(fact.first_ms, one.first_ms);
    fact.last_ms = std::max(fact.last_ms, one.last_ms);
    fact.traces.insert(fact.traces.end(), one.traces.begin(), one.traces.end());
    if (fact.traces.size() > kMaxTraces) fact.traces.resize(kMaxTraces);
  }
  for (auto& [line, fact] : lines) {
    if (fact.runs < kLeastLongRuns) continue;
    fact.category = FactCategory::kFriction;
    fact.confidence = ByRuns(fact.runs, 20);
    fact.steps = {std::string(line)};
    fact.tags = {"long_line"};
    fact.fact = Quoted(line) + " has " + std::to_string(CountCharacters(line)) +
                " characters, and ran " + Times(fact.runs) + ".";
    fact.recommendation = kMakeIt;
    out.push_back(std::move(fact));
  }
}

}  // namespace synapse
