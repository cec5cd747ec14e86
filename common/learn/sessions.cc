#include "learn/sessions.h"

#include <algorithm>

namespace synapse {
namespace {

constexpr size_t kMaxKnown = 512;

}  // namespace

const Sessions::Known* Sessions::FindKnown(uint64_t sequence) {
  if (sequence == 0) return nullptr;
  auto at = known_.find(sequence);
  if (at != known_.end()) return &at->second;
  auto event = store_.log().Find(sequence);
  if (!event) return nullptr;
  Remember(sequence, *event);
  return &known_.at(sequence);
}

void Sessions::Remember(uint64_t sequence, const Event& event) {
  // Events that wait in the spool are in no log, and are few.
  if (known_.size() >= kMaxKnown && known_.begin()->first < kProvisional) {
    known_.erase(known_.begin());
  }
  Whereabouts here = WhereBehind(event.previous);
  if (!IsUnknownDirectory(event.cwd)) here.now = event.cwd;
  known_.insert_or_assign(
      sequence,
      Known{LineOf(event.command)->line, event.previous, event.start_ms,
            event.failed() ? here : After(here, event.command, home_),
            event.failed(), !event.not_found() && !event.agent});
}

void Sessions::VisitWaiting(
    uint64_t after,
    const std::function<void(const WaitingLine&)>& visit) const {
  const auto end = known_.lower_bound(kOthers);
  for (auto at = known_.upper_bound(std::max(after, kProvisional - 1));
       at != end; ++at) {
    const Known& known = at->second;
    if (known.found) visit({at->first, known.line->text, known.failed});
  }
}

std::shared_ptr<const Sessions::ReadLine> Sessions::LineOf(
    const std::string& text) {
  const auto known = read_.find(text);
  if (known != read_.end()) return known->second;
  if (read_.size() >= max_read_) read_.clear();
  std::vector<LineWord> words;
  SharedLine line = MakeLine(text, finders_.argument_types, &words);
  auto read = std::make_shared<const ReadLine>(
      ReadLine{std::move(line), std::move(words)});
  read_.emplace(text, read);
  return read;
}

Whereabouts Sessions::WhereBehind(uint64_t sequence) const {
  auto at = known_.find(sequence);
  if (at != known_.end()) return at->second.behind;
  std::string home = home_.empty() ? "~" : home_;
  return {home, home};
}

std::string Sessions::DirectoryOf(uint64_t previous,
                                  const std::string& cwd) const {
  return IsUnknownDirectory(cwd) ? WhereBehind(previous).now : cwd;
}

LineContext Sessions::ContextBehind(uint64_t sequence, const std::string& cwd,
                                    int64_t now_ms) {
  LineContext context;
  const Known* last = FindKnown(sequence);
  context.after_failure = last && last->failed;
  context.directory = DirectoryOf(sequence, cwd);
  int64_t next_ms = now_ms;
  while (context.previous.size() < 3) {
    const Known* known = FindKnown(sequence);
    if (!known) break;
    bool gap = next_ms - known->start_ms > kSessionGapMs;
    context.previous.push_back(known->line);
    // A long pause keeps only the line right before it.
    if (gap) break;
    next_ms = known->start_ms;
    sequence = known->previous;
  }
  return context;
}

LineContext Sessions::ContextOf(const std::string& session,
                                const std::string& cwd, int64_t now_ms) {
  LineContext context = ContextBehind(LastOf(session), cwd, now_ms);
  if (finders_.repositories) {
    Repository here = finders_.repositories(context.directory);
    context.repository = std::move(here.root);
    context.branch = std::move(here.branch);
  }
  context.session_values = ValuesBehind(LastOf(session));
  return context;
}

std::vector<TypedValue> Sessions::ValuesBehind(uint64_t sequence) {
  constexpr int kMaxLines = 20;
  std::vector<TypedValue> out;
  for (int i = 0; i < kMaxLines; ++i) {
    const Known* known = FindKnown(sequence);
    if (!known) break;
    sequence = known->previous;
    // A line that failed may have failed because of its value.
    if (known->failed) continue;
    const auto& values = known->line->shape.values;
    out.insert(out.end(), values.rbegin(), values.rend());
  }
  return out;
}

uint64_t Sessions::LastOf(const std::string& session) const {
  auto last = last_of_session_.find(session);
  return last == last_of_session_.end() ? 0 : last->second;
}

}  // namespace synapse
