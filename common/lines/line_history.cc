#include "lines/line_history.h"

#include <algorithm>
#include <iterator>

#include "learn/failure.h"
#include "learn/feedback.h"
#include "learn/privacy.h"
#include "learn/reused_argument.h"
#include "learn/search_index.h"
#include "line/tokenizer.h"
#include "store/prefix_index.h"

namespace synapse {
namespace {

constexpr double kDayMs = 24 * 3600 * 1000.0;
// A pause of so many days ages nothing. Each later day counts as three events.
constexpr double kHolidayDays = 30, kEventsPerDay = 3;

constexpr size_t kRecentLines = 150;
constexpr size_t kRecentArguments = 400;
constexpr size_t kArgumentsOfLine = 50;  // that count as recent

// Enough to rank; if the store knows the list, few other lines remain.
constexpr size_t kMaxShellMatches = 500;
constexpr size_t kMaxSessionLines = 1000;
constexpr size_t kMaxContexts = 64;
// A suggestion gives way after so many changes in a row.
constexpr uint32_t kOftenChanged = 4;
// Feedback below this is ignored: a week after the last.
constexpr double kFaint = 1e-3;

void Describe(PoolLine& line) {
  LineParts parts = PartsOf(line.text);
  line.stem = std::move(parts.stem);
  line.last_argument = std::move(parts.last_argument);
}

// The line without what was found out about it at a prompt.
std::unique_ptr<PoolLine> Renewed(std::unique_ptr<PoolLine> line) {
  PoolLine renewed;
  renewed.text = std::move(line->text);
  renewed.stem = std::move(line->stem);
  renewed.last_argument = std::move(line->last_argument);
  renewed.template_key = line->template_key;
  *line = std::move(renewed);
  return line;
}

// The pool has the order of its hash table: sort it by content.
void SortById(std::vector<const PoolLine*>& lines) {
  std::sort(lines.begin(), lines.end(),
            [](const PoolLine* a, const PoolLine* b) { return a->id < b->id; });
}

}  // namespace

void LineHistory::BeginPrompt(const std::string& session,
                              const std::string& cwd, int64_t now_ms) {
  session_ = session;
  cwd_ = cwd;
  now_ms_ = now_ms;
  prepared_ = false;
}

const PromptFacts& LineHistory::facts() {
  Prepare();
  return facts_;
}

const std::deque<std::string>& LineHistory::recent_arguments() {
  Prepare();
  return recent_arguments_;
}

const std::deque<std::string>& LineHistory::recent_lines() {
  Prepare();
  return recent_lines_;
}

// Reads the end of the log, of all shells: only events since the last time.
void LineHistory::ReadRecent() {
  const Sessions& sessions = learner_.sessions();
  if (store_.log_file().version() != store_version_) {
    store_version_ = store_.log_file().version();
    recent_upto_ = recent_waiting_upto_ = 0;
    recent_lines_.clear();
    recent_arguments_.clear();
  }
  ReadRecentOfLog();
  // Where a commit is slow, the latest lines are in the log only later.
  sessions.VisitWaiting(recent_waiting_upto_,
                        [&](const Sessions::WaitingLine& line) {
                          recent_waiting_upto_ = line.sequence;
                          if (!IsRedacted(line.text))
                            AddRecent(line.text, line.failed);
                        });
  if (recent_lines_.size() > kRecentLines) recent_lines_.resize(kRecentLines);
  if (recent_arguments_.size() > kRecentArguments) {
    recent_arguments_.resize(kRecentArguments);
  }
}

void LineHistory::ReadRecentOfLog() {
  uint64_t last = store_.log().last_sequence();
  if (last == recent_upto_) return;
  struct Recent {
    std::string line;
    bool failed;
  };
  std::vector<Recent> lines;
  store_.log().VisitBackwards([&](uint64_t sequence, const Event& event) {
    if (sequence <= recent_upto_ || lines.size() >= kRecentArguments) {
      return false;
    }
    // A line of another machine comes when it is read, and not when it ran.
    if (!event.agent && event.machine == 0 && !event.not_found() &&
        !IsRedacted(event.command)) {
      lines.push_back({event.command, event.failed()});
    }
    return true;
  });
  recent_upto_ = last;
  for (auto at = lines.rbegin(); at != lines.rend(); ++at) {
    AddRecent(at->line, at->failed);
  }
}

void LineHistory::AddRecent(const std::string& line, bool failed) {
  std::erase(recent_lines_, line);
  recent_lines_.push_front(line);
  // A failed line may have failed because of its argument.
  if (failed) return;
  size_t left = kArgumentsOfLine;
  for (const std::string& argument : ArgumentsOf(line)) {
    if (left-- == 0) break;
    std::erase(recent_arguments_, argument);
    recent_arguments_.push_front(argument);
  }
}

void LineHistory::Prepare() {
  if (prepared_) return;
  prepared_ = true;
  last_pool_ = std::move(pool_);
  pool_.clear();
  pool_.reserve(last_pool_.size());
  matches_.reset();
  shell_pool_.clear();
  contexts_.clear();
  facts_ = {};
  facts_.now_ms = now_ms_;
  facts_.context = learner_.sessions().ContextOf(session_, cwd_, now_ms_);
  ReadRecent();
  line_facts_.Refresh(store_);
  (void)store_.index().Read([&](Kv& kv) {
    facts_.model = ReadModel(kv);
    templates_known_ =
        ReadFeedback(kv, kAnyTemplateFeedback, now_ms_).lasting > kFaint;
    changes_known_ = HasChanges(kv);
    facts_.tables = ReadTransitions(kv, facts_.context);
    for (const std::string& line : recent_lines_) AddToPool(kv, IdOf(line));
    AgeByPause();
    auto add_all = [&](const auto& rows) {
      for (const RowTable& row : rows) {
        for (const auto& [id, weight] : row.entries()) AddToPool(kv, id);
      }
    };
    add_all(facts_.tables.rows);
    add_all(facts_.tables.locations);
    AddGenerated(kv);
  });
  last_pool_.clear();
}

// Among few events the latest one leads for ever. After a long pause the count of
// a line says more than its place among the events.
void LineHistory::AgeByPause() {
  facts_.events = facts_.model.tick;
  int64_t latest_ms = 0;
  EachLine([&](const PoolLine& line) {
    latest_ms = std::max(latest_ms, line.stat.last_ms);
  });
  if (latest_ms == 0 || now_ms_ <= latest_ms) return;
  const double days = static_cast<double>(now_ms_ - latest_ms) / kDayMs;
  Age(facts_.model, kEventsPerDay * std::max(0.0, days - kHolidayDays));
}

const PoolLine* LineHistory::AddToPool(Kv& kv, LineId id) {
  auto [at, fresh] = pool_.try_emplace(id);
  if (!fresh) return nullptr;
  auto stat = ReadStat(kv, id);
  if (!stat) return nullptr;  // the entry stays empty: not looked up again
  // Lines of an agent in one project do not apply to another.
  if (stat->only_agents() &&
      !AgentRanNear(kv, id, facts_.context.repository, cwd_)) {
    return nullptr;
  }
  // Most lines were in the pool of the previous prompt.
  const auto last = last_pool_.find(id);
  const bool is_known = last != last_pool_.end() && last->second;
  at->second = is_known ? Renewed(std::move(last->second))
                        : std::make_unique<PoolLine>();
  PoolLine& line = *at->second;
  line.id = id;
  line.stat = *stat;
  line.stat.text = {};  // it points into the store
  if (!is_known) {
    line.text = std::string(stat->text);
    Describe(line);
  }
  line.failed_each_time =
      FailedEachTime(kv, line.text, line.stat, learner_.sessions().readers());
  line.runs_here = facts_.tables.rows[kInDirectory].WeightOf(id);
  line.feedback = FeedbackOn(kv, line);
  line.facts = line_facts_.Of(line.text, cwd_);
  if (changes_known_) {
    const ChangedLine change = ReadChange(kv, id);
    if (change.times >= kOftenChanged) line.changed_into = change.into;
  }
  return &line;
}

double LineHistory::FeedbackOn(Kv& kv, PoolLine& line) const {
  double sum = ReadFeedback(kv, line.id, now_ms_).lasting;
  if (templates_known_) {
    if (line.template_key == 0) {
      line.template_key = TemplateFeedbackKey(line.text);
    }
    sum += ReadFeedback(kv, line.template_key, now_ms_).lasting;
  }
  return std::clamp(sum, -1.0, 1.0);
}

// Adds lines with a reused argument, and lines with an empty message.
void LineHistory::AddGenerated(Kv& kv) {
  auto add = [&](const std::string& text) -> PoolLine* {
    LineId id = IdOf(text);
    AddToPool(kv, id);
    auto& line = pool_[id];
    if (!line && !store_.forgotten().Contains(text)) {
      line = std::make_unique<PoolLine>();
      line->id = id;
      line->text = text;
      Describe(*line);
    }
    return line.get();
  };
  for (const GeneratedLine& made : GenerateLines(kv, facts_.context)) {
    // A known line has better evidence than the name of another file.
    if (made.other_extension && pool_.contains(IdOf(made.text))) continue;
    PoolLine* line = add(made.text);
    if (line) line->relation = std::max(line->relation, made.probability);
  }
  const RowTable& patterns = facts_.tables.patterns;
  for (const auto& [id, weight] : patterns.entries()) {
    auto text = id ? kv.Get(Table::kText, IdKey(id)) : std::nullopt;
    if (!text) continue;
    // A pattern that was seen once is only a line.
    double share = (weight - 1) / (patterns.total() + 1);
    if (share <= 0) continue;
    PoolLine* line = add(std::string(*text));
    if (line) line->pattern = std::max(line->pattern, share);
  }
}

// Adds the lines that ran in place of those that are there.
void LineHistory::AddChanged(std::vector<const PoolLine*>& lines,
                             const std::function<bool(const PoolLine*)>& fits) {
  if (!changes_known_) return;
  (void)store_.index().Read([&](Kv& kv) {
    for (size_t i = 0; i < lines.size(); ++i) {
      if (lines[i]->changed_into == 0) continue;
      const PoolLine* added = AddToPool(kv, lines[i]->changed_into);
      if (fits(added)) lines.push_back(added);
    }
  });
}

std::vector<const PoolLine*> LineHistory::Lines(const std::string& prefix,
                                                Budget& budget) {
  Prepare();
  auto fits = [&](const PoolLine* line) {
    return line && line->text.size() > prefix.size() &&
           line->text.starts_with(prefix);
  };
  Matches found{.prefix = prefix, .lines = {}, .all = false};
  if (matches_ && prefix.starts_with(matches_->prefix)) {
    found.all = matches_->all;
    std::copy_if(matches_->lines.begin(), matches_->lines.end(),
                 std::back_inserter(found.lines), fits);
  } else {
    EachLine([&](const PoolLine& line) {
      if (fits(&line)) found.lines.push_back(&line);
    });
  }
  if (!prefix.empty() && !found.all) {
    (void)store_.index().Read([&](Kv& kv) {
      const auto best = BestLines(kv, kGlobalScope, prefix);
      for (const ScoredLine& line : best) {
        if (budget.Spent()) return;
        const PoolLine* added = AddToPool(kv, line.id);
        if (fits(added)) found.lines.push_back(added);
      }
      found.all = best.size() < kTopLines;
    });
  }
  AddChanged(found.lines, fits);
  SortById(found.lines);
  std::vector<const PoolLine*> out = found.lines;
  matches_ = std::move(found);
  AddShellLines(prefix, budget, out);
  return out;
}

void LineHistory::ForgetFindings() {
  EachLine([](PoolLine& line) { line.plausibility.reset(); });
  for (const auto& [_, line] : shell_pool_) {
    if (line) line->plausibility.reset();
  }
}

std::vector<const PoolLine*> LineHistory::Known() const {
  std::vector<const PoolLine*> out;
  if (!prepared_) return out;
  EachLine([&](const PoolLine& line) { out.push_back(&line); });
  SortById(out);
  return out;
}

double LineHistory::ChanceOfEnd(const std::string& buffer,
                                const std::vector<const PoolLine*>& longer) {
  double here = 0;
  (void)store_.index().Read([&](Kv& kv) {
    const auto stat = ReadStat(kv, IdOf(buffer));
    if (stat && stat->text == buffer) here = stat->count - stat->failures;
  });
  if (here <= 0) return 0;
  double all = here + 1;  // and once another line
  for (const PoolLine* line : longer) all += line->stat.count;
  return here / all;
}

uint64_t LineHistory::RunsOf(std::string_view command, uint64_t most) {
  uint64_t runs = 0;
  (void)store_.index().Read([&](Kv& kv) {
    auto add = [&](LineId id, std::string_view prefix) {
      const auto stat = ReadStat(kv, id);
      if (stat && !stat->only_agents() && stat->text.starts_with(prefix)) {
        runs = std::min(most, runs + stat->count);
      }
    };
    add(IdOf(command), command);
    const std::string prefix = std::string(command) + " ";
    for (const ScoredLine& line : BestLines(kv, kGlobalScope, prefix)) {
      if (runs == most) return;
      add(line.id, prefix);
    }
  });
  return runs;
}

std::shared_ptr<const ContextWords> LineHistory::Words(std::string_view left) {
  return WordsAfter(
      left.substr(0, left.size() - SplitOpen(left).partial.size()));
}

std::shared_ptr<const ContextWords> LineHistory::WordsAfter(
    std::string_view before) {
  Prepare();
  auto known = contexts_.find(before);
  if (known != contexts_.end()) return known->second;
  OpenWord open = SplitOpen(before, learner_.sessions().argument_types());
  auto known_words = std::make_shared<ContextWords>();
  (void)store_.index().Read([&](Kv& kv) {
    known_words->guesses = GuessWords(kv, facts_.context, open.context, "");
  });
  known_words->type = std::move(open.context.type);
  known_words->words = std::move(open.words);
  if (contexts_.size() >= kMaxContexts) contexts_.clear();
  return contexts_[std::string(before)] = std::move(known_words);
}

std::shared_ptr<const ContextWords> LineHistory::WordsBehind(
    std::string_view left, const OpenWord& open) {
  constexpr double kLikelyWhole = 0.05;
  if (open.partial.empty()) return nullptr;
  double whole = 0, all = 0;
  auto here = WordsAfter(left.substr(0, left.size() - open.partial.size()));
  for (const WordGuess& guess : here->guesses.words) {
    if (!guess.text.starts_with(open.partial)) continue;
    all += guess.probability;
    if (guess.text == open.partial) whole = guess.probability;
  }
  if (whole < kLikelyWhole * all || whole == 0) return nullptr;
  return Words(std::string(left) + " ");
}

// Adds lines from the ordered lists by prefix: of the shell, and of lines that
// only this session knows. Without a prefix it adds the newest few.
void LineHistory::AddShellLines(const std::string& prefix, Budget& budget,
                                std::vector<const PoolLine*>& out) {
  size_t matched = 0;
  auto add = [&](const LineMap& lines, uint64_t newest, const LineMap* but) {
    for (auto at = lines.lower_bound(prefix);
         at != lines.end() && at->first.starts_with(prefix); ++at) {
      if (budget.Spent() || matched >= kMaxShellMatches) return;
      uint64_t age = newest - at->second.order + 1;
      if (at->first.size() == prefix.size() ||
          (prefix.empty() && age > kRecentLines) ||
          (but && but->contains(at->first))) {
        continue;
      }
      LineId id = IdOf(at->first);
      auto known = pool_.find(id);
      if (known != pool_.end() && known->second) continue;
      auto [line, fresh] = shell_pool_.try_emplace(at->first);
      // Both shells keep the first line of a command that was given up at a
      // continuation prompt.
      if (fresh && !unlisted_.contains(id) && !HasOpenQuote(at->first) &&
          !(is_private_ && is_private_(at->first))) {
        line->second.emplace();
        line->second->text = at->first;
        line->second->id = id;
        line->second->stat.count = at->second.count;
        line->second->shell_age = age;
        Describe(*line->second);
      }
      if (!line->second) continue;
      out.push_back(&*line->second);
      ++matched;
    }
  };
  const LineMap& shell_lines = shell_list_.lines();
  add(shell_lines, shell_list_.newest_order(), nullptr);
  add(session_lines_, session_order_, &shell_lines);
}

void LineHistory::AddSessionLine(const std::string& line) {
  auto& entry = session_lines_[line];
  entry.order = ++session_order_;
  ++entry.count;
  if (session_lines_.size() <= kMaxSessionLines) return;
  session_lines_.erase(std::min_element(
      session_lines_.begin(), session_lines_.end(),
      [](auto& a, auto& b) { return a.second.order < b.second.order; }));
}

void LineHistory::AddEphemeral(const std::string& line) {
  AddSessionLine(line);
  ephemeral_.insert(line);
}

void LineHistory::DropEphemeral() {
  for (const std::string& line : ephemeral_) {
    Drop(line);
    Unlist(line);  // it is still in the shell's own list
  }
  ephemeral_.clear();
}

void LineHistory::Drop(const std::string& line) {
  session_lines_.erase(line);
  shell_list_.Drop(line);
  prepared_ = false;
}

void LineHistory::SyncShellList(uint64_t generation,
                                const ShellList::Walk& walk) {
  Budget budget(5000);
  // Forgotten lines are still in the shell's list.
  if (store_.log_file().version() != shell_version_) shell_list_.Restart();
  shell_version_ = store_.log_file().version();
  const std::unordered_set<uint64_t> forgotten = store_.forgotten().Hashes();
  // bash keeps the newline after a here-document.
  auto walk_trimmed = [&](const ShellList::Visitor& visit) {
    walk([&](std::string_view line) {
      return visit(line.substr(0, line.find_last_not_of('\n') + 1));
    });
  };
  // Only index look-ups run in a transaction, so that a fault in the shell's
  // list is not taken for one of the store.
  auto is_known = [&](std::string_view line) {
    if (forgotten.contains(Hash64(line)) || IsForgetting(line)) return true;
    bool known = false;
    (void)store_.index().Read([&](Kv& kv) {
      const auto stat = ReadStat(kv, IdOf(line));
      known = stat && !stat->only_agents();
    });
    return known;
  };
  shell_list_.Sync(generation, walk_trimmed, is_known, budget);
}

}  // namespace synapse
