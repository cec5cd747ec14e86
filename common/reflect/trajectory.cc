#include "reflect/trajectory.h"

#include <algorithm>

#include "base/distance.h"
#include "base/text.h"
#include "learn/line.h"
#include "learn/privacy.h"
#include "line/commands.h"
#include "reflect/sentence.h"

namespace synapse {
namespace {

constexpr int64_t kBehindMs = 5 * 60 * 1000;  // after the line before
constexpr size_t kMaxSteps = 4;
constexpr size_t kMaxLine = 1000;  // bytes
constexpr size_t kMaxSessions = 1000;
constexpr uint32_t kLeastChanges = 2;
constexpr uint32_t kLeastFailures = 3;

// Ended by the user, or by the process it writes to.
bool WasStopped(int32_t exit) {
  return exit == 130 || exit == 141 || exit == 143 || exit == 148;
}

FactConfidence ConfidenceOf(uint32_t runs, uint32_t medium, uint32_t high) {
  return runs >= high     ? FactConfidence::kHigh
         : runs >= medium ? FactConfidence::kMedium
                          : FactConfidence::kLow;
}

}  // namespace

std::string EventRef(uint64_t sequence) {
  return "event:" + std::to_string(sequence);
}
std::string FeedbackRef(uint64_t number) {
  return "feedback:" + std::to_string(number);
}

bool ComesFirst(const Fact& a, const Fact& b) {
  auto keys = [](const Fact& fact) {
    size_t out = 0;
    for (const std::string& step : fact.steps) out += step.size();
    return out * fact.runs;
  };
  if (a.category != b.category) return a.category < b.category;
  const bool a_shell = a.source == "shell", b_shell = b.source == "shell";
  if (a_shell != b_shell) return a_shell;
  if (keys(a) != keys(b)) return keys(a) > keys(b);
  if (a.runs != b.runs) return a.runs > b.runs;
  if (a.last_ms != b.last_ms) return a.last_ms > b.last_ms;
  return a.fact < b.fact;
}

void Trajectories::Seen::Add(int64_t ms,
                             std::initializer_list<std::string> refs) {
  if (runs++ == 0) first_ms = ms;
  first_ms = std::min(first_ms, ms);
  last_ms = std::max(last_ms, ms);
  for (auto ref = std::rbegin(refs); ref != std::rend(refs); ++ref) {
    traces.push_front(*ref);
  }
  if (traces.size() > kMaxTraces) traces.resize(kMaxTraces);
}

void Trajectories::Seen::Into(Fact& fact) const {
  fact.source = "shell";
  fact.runs = runs;
  fact.first_ms = first_ms;
  fact.last_ms = last_ms;
  fact.traces.assign(traces.begin(), traces.end());
}

void Trajectories::AddChange(const Change& change, int64_t ms,
                             std::initializer_list<std::string> refs) {
  const uint64_t key =
      Hash64(change.to, Hash64(change.from + (change.is_word ? "\1" : "\2")));
  if (changes_.size() >= kMaxGroups && !changes_.contains(key)) return;
  auto [at, fresh] = changes_.try_emplace(key, change);
  at->second.seen.Add(ms, refs);
}

void Trajectories::Corrected(const Ran& before, const Ran& now) {
  if (!before.failed || now.exit != 0) return;
  auto edit = EditOf(before.words, now.words);
  if (!edit) return;
  const bool is_word = !edit->wrong.empty();
  if (corrected_.size() < kMaxGroups) corrected_.insert(Hash64(before.text));
  AddChange({is_word ? edit->wrong : before.text,
             is_word ? edit->right : now.text,
             is_word,
             false,
             {}},
            now.start_ms, {EventRef(now.sequence), EventRef(before.sequence)});
}

// The same arguments with another command.
void Trajectories::Switched(const Ran& before, const Ran& now) {
  if (before.words.size() < 2 || now.words.size() < 2 || now.exit != 0 ||
      before.words[0] == now.words[0] || IsWrapper(before.words[0]) ||
      IsWrapper(now.words[0])) {
    return;
  }
  auto operands = [](const Ran& ran) {
    std::set<std::string_view> out;
    for (size_t i = 1; i < ran.words.size(); ++i) {
      if (ran.words[i][0] != '-') out.insert(ran.words[i]);
    }
    return out;
  };
  const auto wanted = operands(before);
  if (wanted.empty() || wanted != operands(now)) return;
  const std::string key = before.words[0] + " " + now.words[0];
  if (switches_.size() >= kMaxGroups && !switches_.contains(key)) return;
  Usage& usage = switches_[key];
  ++usage.runs;
  usage.seen.Add(now.start_ms,
                 {EventRef(now.sequence), EventRef(before.sequence)});
}

void Trajectories::AddLineInDirectory(const Ran& now,
                                      const std::string& directory) {
  const uint64_t key = Hash64(now.text, Hash64(directory));
  if (lines_in_directories_.size() >= kMaxGroups &&
      !lines_in_directories_.contains(key))
    return;
  LineInDirectory& entry = lines_in_directories_[key];
  if (entry.runs++ == 0) {
    entry.line = now.text;
    entry.directory = directory;
  }
  entry.all.Add(now.start_ms, {EventRef(now.sequence)});
  entry.successes += now.exit == 0;
  if (!now.failed) return;
  if (entry.failures++ > 0 && entry.exit != now.exit) entry.one_exit = false;
  entry.exit = now.exit;
  entry.failed.Add(now.start_ms, {EventRef(now.sequence)});
}

void Trajectories::AddUsage(const Ran& now) {
  const std::string& command = now.words[0];
  const size_t all = commands_.size() + options_.size();
  if (all >= kMaxGroups && !commands_.contains(command)) return;
  ++commands_[command].runs;
  // The option directly after the command.
  if (now.words.size() < 2 || now.words[1].size() < 2 ||
      now.words[1][0] != '-' || now.words[1] == "--") {
    return;
  }
  Usage& option = options_[command + " " + now.words[1]];
  ++option.runs;
  option.at_end += now.words.size() == 2;
  option.seen.Add(now.start_ms, {EventRef(now.sequence)});
}

// Sequences that end with the latest run. A step is identified by its text, or
// by its text without the message.
void Trajectories::AddSequences(const std::deque<Ran>& latest) {
  auto step = [](const Ran& ran) -> const std::string& {
    return ran.pattern.empty() ? ran.text : ran.pattern;
  };
  const Ran& now = latest.front();
  if (now.exit > 0) return;
  uint64_t key = Hash64(step(now));
  std::vector<std::string> steps = {step(now)};
  std::set<std::string_view> distinct = {step(now)};
  for (size_t n = 1; n < std::min(latest.size(), kMaxSteps); ++n) {
    const Ran& before = latest[n];
    if (before.exit > 0 || latest[n - 1].start_ms - before.end_ms > kBehindMs) {
      return;
    }
    key = Hash64(step(before), key);
    steps.insert(steps.begin(), step(before));
    distinct.insert(step(before));
    // The same line twice is not a sequence.
    if (distinct.size() < steps.size()) return;
    if (sequences_.size() >= kMaxGroups && !sequences_.contains(key)) return;
    Sequence& sequence = sequences_[key];
    // Overlapping occurrences count once.
    if (sequence.ends_at > 0 && before.number <= sequence.ends_at) continue;
    sequence.steps = steps;
    sequence.ends_at = now.number;
    sequence.days.insert(now.start_ms / 86'400'000);
    sequence.seen.Add(now.start_ms, {EventRef(before.sequence)});
  }
}

void Trajectories::Add(uint64_t sequence, const Event& event) {
  if (event.agent || event.estimated_time || event.command.size() > kMaxLine ||
      event.command.find('\n') != std::string::npos ||
      HasHidden(event.command) || IsRedacted(event.command)) {
    return;
  }
  Line line = MakeLine(event.command);
  if (line.words.empty()) return;
  ++runs_;
  if (sessions_.size() > kMaxSessions) sessions_.clear();
  std::deque<Ran>& latest = sessions_[event.session];
  Ran now{sequence,
          runs_,
          event.command,
          line.pattern,
          line.words,
          event.start_ms,
          event.start_ms + std::max<int64_t>(event.duration_ms, 0),
          event.exit,
          false};
  now.failed = event.failed() && !WasStopped(event.exit) &&
               !(event.exit == 1 && answers_ && answers_(line.words[0]));
  if (!latest.empty() && now.start_ms - latest[0].end_ms <= kBehindMs) {
    Corrected(latest[0], now);
    Switched(latest[0], now);
  }
  AddLineInDirectory(now, event.cwd);
  AddUsage(now);
  latest.push_front(std::move(now));
  if (latest.size() > kMaxSteps) latest.pop_back();
  AddSequences(latest);
}

void Trajectories::Add(uint64_t number, const FeedbackRecord& f) {
  if (f.action != FeedbackAction::kEdited || f.executed.empty() ||
      f.suggestion.size() > kMaxLine || f.executed.size() > kMaxLine ||
      HasHidden(f.suggestion) || HasHidden(f.executed)) {
    return;
  }
  AddChange({.from = f.suggestion,
             .to = f.executed,
             .is_word = false,
             .of_suggestion = true,
             .seen = {}},
            f.at_ms, {FeedbackRef(number)});
}

void Trajectories::ChangeFacts(std::vector<Fact>& out) const {
  for (const auto& [key, change] : changes_) {
    if (change.seen.runs < kLeastChanges) continue;
    Fact fact;
    fact.category = FactCategory::kCorrection;
    fact.confidence = ConfidenceOf(change.seen.runs, 2, 4);
    fact.subject = change.from;
    fact.replacement = change.to;
    fact.tags = {change.of_suggestion ? "suggestion" : "command",
                 change.is_word ? "word" : "line"};
    change.seen.Into(fact);
    const std::string times = Times(change.seen.runs);
    fact.fact =
        change.of_suggestion
            ? Quoted(change.from) + " was suggested, taken and changed to " +
                  Quoted(change.to) + ", " + times + "."
            : Quoted(change.from) + " failed, and " + Quoted(change.to) +
                  " succeeded in its place, " + times + ".";
    fact.recommendation = "Use " + Quoted(change.to) + ".";
    out.push_back(std::move(fact));
  }
}

void Trajectories::DirectoryFacts(std::vector<Fact>& out) const {
  // The latest directory in which each line works.
  std::unordered_map<std::string_view, const LineInDirectory*> works;
  for (const auto& [key, entry] : lines_in_directories_) {
    if (entry.successes == 0) continue;
    const LineInDirectory*& best = works[entry.line];
    if (!best || best->all.last_ms < entry.all.last_ms) best = &entry;
  }
  for (const auto& [key, entry] : lines_in_directories_) {
    auto elsewhere = works.find(entry.line);
    const bool is_gotcha = elsewhere != works.end();
    const uint32_t least = is_gotcha ? kLeastFailures - 1 : kLeastFailures;
    if (entry.successes > 0 || entry.failures < least ||
        corrected_.contains(Hash64(entry.line))) {
      continue;
    }
    Fact fact;
    entry.failed.Into(fact);
    fact.subject = entry.line;
    fact.directory = entry.directory;
    fact.exit = entry.one_exit ? entry.exit : -1;
    fact.confidence = ConfidenceOf(entry.failures, 3, 5);
    const std::string with =
        entry.one_exit ? ", with exit status " + std::to_string(entry.exit)
                       : "";
    if (is_gotcha) {
      const std::string& there = elsewhere->second->directory;
      fact.category = FactCategory::kGotcha;
      fact.tags = {"directory"};
      fact.fact = Quoted(entry.line) + " works in " + there + " and failed " +
                  Times(entry.failures) + " in " + entry.directory + with + ".";
      fact.recommendation = "Run it in " + there + ", or look at what " +
                            entry.directory + " lacks.";
      fact.traces.push_back(elsewhere->second->all.traces.front());
    } else {
      fact.category = FactCategory::kAntiPattern;
      fact.tags = {"failure"};
      fact.fact = Quoted(entry.line) + " failed each of " +
                  Times(entry.failures) + " in " + entry.directory + with + ".";
      fact.recommendation =
          "Look at how it failed before it is run again: "
          "synapse reflect show " +
          fact.traces.front();
    }
    out.push_back(std::move(fact));
  }
}

std::vector<Fact> Trajectories::Facts() const {
  std::vector<Fact> out;
  ChangeFacts(out);
  DirectoryFacts(out);
  OptionFacts(out);
  SwitchFacts(out);
  SequenceFacts(out);
  LongLineFacts(out);
  std::sort(out.begin(), out.end(), ComesFirst);
  return out;
}

std::optional<Edit> EditOf(const std::vector<std::string>& before,
                           const std::vector<std::string>& after) {
  if (before.empty() || after.empty() || before == after) return std::nullopt;
  const size_t least = std::min(before.size(), after.size());
  size_t head = 0, tail = 0;
  while (head < least && before[head] == after[head]) ++head;
  while (tail < least - head &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  const size_t same = head + tail;
  Edit edit;
  if (before.size() - same == 1 && after.size() - same == 1) {
    const std::string& wrong = before[head];
    const std::string& right = after[head];
    const int most = MaxTypos(wrong);
    const int typos = TypoDistance(wrong, right, most);
    if (typos > 0 && typos <= most) edit = {wrong, right};
  }
  // At least half of the longer line is unchanged, and more than nothing.
  const bool alike = 2 * same >= std::max(before.size(), after.size());
  if (edit.wrong.empty() && (!alike || same == 0)) return std::nullopt;
  return edit;
}

}  // namespace synapse
