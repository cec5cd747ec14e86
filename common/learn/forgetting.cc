#include "learn/forgetting.h"

#include <algorithm>

#include "learn/line_words.h"
#include "store/prefix_index.h"

namespace synapse {
namespace {

// A line other than `line` begins with `prefix`.
bool BeginsAnother(Kv& kv, std::string_view prefix, const Line& line) {
  std::vector<ScoredLine> best = BestLines(kv, kGlobalScope, prefix);
  return std::any_of(best.begin(), best.end(), [&](const ScoredLine& other) {
    if (other.id == line.id) return false;
    auto stat = ReadStat(kv, other.id);
    return stat && stat->text.starts_with(prefix);
  });
}

// Deletes the rows of the line, and of its words that begin no other line:
// suggestions are read through these rows. A word that other lines have too is
// known again when the index is built.
Status HideInIndex(Kv& kv, const Line& line) {
  Status status = kv.Delete(Table::kCommand, IdKey(line.id));
  auto hide = [&](std::string_view text) {
    if (status.ok()) status = kv.Delete(Table::kText, IdKey(IdOf(text)));
  };
  for (const LineWord& word : SplitWords(line.text)) {
    if (word.text == kEndOfLine) continue;
    if (!BeginsAnother(kv, word.context.before + word.text, line)) {
      hide(word.text);
    }
  }
  if (!line.pattern.empty()) hide(line.pattern);
  return status;
}

// Writes both files without the entries that were taken out of the tables.
Status Renew(Store& store, Learner& learner) {
  if (store.persistent()) {
    Status compacted = store.CompactLog();
    if (!compacted.ok()) return compacted;
  }
  Status built =
      learner.rebuild().Run(nullptr, 0, IndexRebuild::Contents::kDropped);
  if (!built.ok()) return built;
  store.log_file().RemoveSetAside();
  return store.forgotten().NothingLeft();
}

}  // namespace

Status HideLine(Store& store, Learner& learner, std::string_view text,
                int64_t now_ms) {
  Status kept_away = store.forgotten().KeepAway(text, now_ms);
  if (!kept_away.ok()) return kept_away;
  const Line line = MakeLine(text);
  learner.sessions().ForgetLine(line.id);
  return store.index().Write([&](Kv& kv) { return HideInIndex(kv, line); });
}

Result<size_t> Forget(Store& store, Learner& learner,
                      const ToRemove& to_remove) {
  auto removed = store.Remove(to_remove);
  if (!removed.ok()) return removed;
  // Also when no event was there: an earlier attempt may have ended in between.
  Status renewed = Renew(store, learner);
  if (!renewed.ok()) return renewed;
  return removed;
}

Status FinishForgetting(Store& store, Learner& learner) {
  const auto forgotten = store.forgotten().Hashes();
  ToRemove to_remove;
  // A text that was run again is not among the hashes, and all its runs stay.
  to_remove.event = [&](uint64_t, const Event& e) {
    return forgotten.contains(Hash64(e.command));
  };
  to_remove.feedback = [&](const FeedbackRecord& f) {
    return forgotten.contains(Hash64(f.suggestion)) ||
           forgotten.contains(Hash64(f.executed));
  };
  to_remove.search = [&](const SearchRecord& s) {
    return forgotten.contains(Hash64(s.query)) ||
           forgotten.contains(Hash64(s.target.text)) ||
           forgotten.contains(Hash64(s.pattern));
  };
  return Forget(store, learner, to_remove).status();
}

}  // namespace synapse
