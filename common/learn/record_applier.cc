#include "learn/record_applier.h"

#include <algorithm>

#include "learn/correction.h"
#include "learn/failure.h"
#include "learn/index_marks.h"
#include "learn/privacy.h"
#include "learn/reused_argument.h"
#include "learn/search_index.h"
#include "learn/word_model.h"
#include "store/prefix_index.h"

namespace synapse {
namespace {

// A longer line of an agent is seldom typed. A run by an agent counts as a run
// by the user that is so many half-lives older: a sixteenth.
constexpr size_t kLongestOfAgents = 200;
constexpr double kAgentHalfLives = 4;
// A run on another machine counts as half of one here. Measured on eight people
// whose sessions were split between two machines (docs/internals/learn.md).
constexpr double kElsewhereHalfLives = 1;

}  // namespace

Status RecordApplier::ApplyAgents(Kv& kv, const Event& event) {
  const std::string& text = event.command;
  if (event.exit != 0 || text.size() > kLongestOfAgents || IsRedacted(text) ||
      text.find('\n') != text.npos) {
    return {};
  }
  LineStat stat;
  if (auto old = ReadStat(kv, IdOf(text))) stat = *old;
  if (stat.count == 0) {
    stat.last_ms = std::max(stat.last_ms, event.start_ms);
    stat.text = text;
    Status put = kv.Put(Table::kCommand, IdKey(IdOf(text)), stat.Encode());
    if (!put.ok()) return put;
  }
  Status placed =
      IndexAgentRun(kv, {text, event.cwd, event.repository, event.start_ms, 0});
  if (!placed.ok()) return placed;
  return IndexPrefixes(kv, text, Older(event.start_ms, kAgentHalfLives));
}

// The time of a run that is so many half-lives older.
int64_t RecordApplier::Older(int64_t ms, double half_lives) const {
  return ms - static_cast<int64_t>(half_lives * half_life_hours_ * 3.6e6);
}

Status RecordApplier::IndexPrefixes(Kv& kv, std::string_view text, int64_t ms) {
  const auto index = nodes_later_ ? AddLineRow : IndexLine;
  return index(kv, kGlobalScope, text, ms, half_life_hours_).status();
}

// Moves the model by how well it foresaw the line.
void RecordApplier::Foresee(Kv& kv, const LineContext& context,
                            const Line& line, UserModel& model) {
  auto stat = ReadStat(kv, line.id);
  bool known = stat && stat->count > 0;
  if (known) {
    const LineRows<RowView> rows = ViewLineRows(kv, context);
    UpdateMixture(rows, ForeseenOf(rows, model, line.id, *stat), model);
  }
  model.novelty += 0.02 * ((known ? 0.0 : 1.0) - model.novelty);
  if (const Line* before = context.before(0)) {
    bool repeated = before->id == line.id;
    model.repeat += 0.02 * ((repeated ? 1.0 : 0.0) - model.repeat);
  }
  Move(model, next_move_);
  next_move_ = {};
  ++model.tick;
}

Status RecordApplier::Apply(Kv& kv, const Event& event) {
  if (event.agent) return ApplyAgents(kv, event);
  const auto read = sessions_.LineOf(event.command);
  const Line& line = *read->line;
  if (line.words.empty()) return {};
  LineContext context =
      sessions_.ContextBehind(event.previous, event.cwd, event.start_ms);
  context.begins_session = !event.imported;
  context.repository = event.repository;
  context.branch = event.branch;
  UserModel model = ReadModel(kv);
  const bool elsewhere = event.machine != 0;
  if (!elsewhere) Foresee(kv, context, line, model);
  LineStat before = ReadStat(kv, line.id).value_or(LineStat());
  before.text = {};  // it points into the index, which changes
  auto learned =
      LearnFrequency(kv, model, line, {event.start_ms, event.exit, elsewhere});
  if (!learned.ok()) return learned.status();
  // Also a line that would not be offered: a search finds it.
  Status status = IndexRun(kv, {line.text, event.cwd, event.repository,
                                event.start_ms, learned->count});
  if (status.ok()) status = ApplyLine(kv, context, *read, event);
  if (status.ok()) {
    status =
        LearnFailure(kv, line.text, before, event.exit, sessions_.readers());
  }
  return status.ok() ? WriteModel(kv, model) : status;
}

// The line succeeded now or earlier: a test may fail behind its typo too.
bool RecordApplier::IsRight(Kv& kv, const Line& line, const Event& event) {
  if (event.exit == 0) return true;
  const auto stat = ReadStat(kv, line.id);
  return stat && stat->successes > 0;
}

// A line that failed each time teaches no words. One failure is no proof.
bool RecordApplier::TeachesWords(Kv& kv, const Line& line) const {
  const auto stat = ReadStat(kv, line.id);
  return !stat || !FailedEachTime(kv, line.text, *stat, sessions_.readers());
}

Status RecordApplier::ApplyLine(Kv& kv, const LineContext& context,
                                const Sessions::ReadLine& read,
                                const Event& event) {
  const Line& line = *read.line;
  const ArgumentTypeFinder& types = sessions_.argument_types();
  Status status;
  // A command that was not found is remembered as such, and never proposed as a
  // word; nor is a line that would not run as it is written.
  if (!event.not_found() && !IsRedacted(line.text)) {
    const double half_lives = event.machine != 0 ? kElsewhereHalfLives : 0;
    status = IndexPrefixes(kv, line.text, Older(event.start_ms, half_lives));
    if (status.ok()) status = LearnTransitions(kv, context, line);
    if (status.ok() && TeachesWords(kv, line)) {
      status = LearnReusedArguments(kv, context, line);
      if (status.ok()) status = LearnWords(kv, context, read.words);
    } else if (status.ok()) {
      status = UnlearnOnce(kv, context, read.words);
    }
  }
  if (status.ok() && context.after_failure && IsRight(kv, line, event)) {
    const Line& failed = *context.before(0);
    status = LearnCorrection(kv, context, failed, line, types);
    if (status.ok() && event.exit == 0) {
      status = LearnLackingOption(kv, failed, line);
    }
  }
  if (status.ok() && event.exit == 0 && event.suggestion) {
    status =
        LearnChanged(kv, context, event.suggestion->suggestions, line, types);
  }
  return status;
}

Status RecordApplier::Apply(Kv& kv, const FeedbackRecord& feedback) {
  return LearnFeedback(kv, feedback, feedback_steps_,
                       sessions_.argument_types());
}

Status RecordApplier::ApplyOnce(Kv& kv, const Record& record) {
  auto* event = std::get_if<Event>(&record);
  auto* feedback = std::get_if<FeedbackRecord>(&record);
  if (!event && !feedback) return {};
  const Origin& origin = event ? event->origin : feedback->origin;
  StreamMark mark;
  if (origin.stream) {
    mark = ReadStreamMark(kv, origin.stream);
    uint64_t& applied = event ? mark.events : mark.feedback;
    if (applied >= origin.ordinal) return {};
    applied = origin.ordinal;
  }
  Status status = event ? Apply(kv, *event) : Apply(kv, *feedback);
  if (!status.ok() || !origin.stream) return status;
  return WriteStreamMark(kv, origin.stream, mark);
}

}  // namespace synapse
