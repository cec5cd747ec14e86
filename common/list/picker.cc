#include "list/picker.h"

#include <algorithm>

#include "base/text.h"
#include "list/layout.h"

namespace synapse {
namespace {

constexpr size_t kMaxTyped = 256;
constexpr size_t kMaxPreview = 5;  // rows
constexpr size_t kMaxDetails = 2;  // rows
constexpr int64_t kFindUs = 100'000;
constexpr size_t kFewEntries = 10;  // a list of at most these has no headings

}  // namespace

Picker::Picker(std::unique_ptr<Pool> pool, std::string query)
    : pool_(std::move(pool)), typed_(std::move(query)), query_(typed_) {
  pool_->Typed(typed_);
  order_ = pool_->order();
}

void Picker::Restart() {
  for (auto& bucket : buckets_) bucket.clear();
  count_ = scanned_ = 0;
}

// The line that the user has chosen; "" for the first one.
std::string Picker::ChosenLine() {
  if (!kept_.empty()) return kept_;
  return selected_ > 0 && selected_ < count_ ? pool_->Line(At(selected_)) : "";
}

// Scans again, and looks for this line.
void Picker::RestartWith(std::string line) {
  if (kept_.empty()) kept_rank_ = selected_;
  kept_ = std::move(line);
  kept_at_.reset();
  Restart();
}

// Selects the kept line at its place among the matches so far. One that is not
// found leaves the selection at its rank.
void Picker::FindSelected(bool is_last) {
  if (!kept_.empty() && !kept_at_ && is_last) selected_ = kept_rank_;
  if (kept_at_) {
    const auto& bucket = buckets_[kept_at_->score];
    selected_ = static_cast<size_t>(
        std::lower_bound(bucket.begin(), bucket.end(), kept_at_->index) -
        bucket.begin());
    for (size_t s = kept_at_->score + 1; s < buckets_.size(); ++s) {
      selected_ += buckets_[s].size();
    }
  }
  if (is_last) ForgetKept();
  selected_ = std::min(selected_, count_ > 0 ? count_ - 1 : 0);
}

void Picker::ForgetKept() {
  kept_.clear();
  kept_at_.reset();
}

void Picker::Replace(std::unique_ptr<Pool> pool) {
  std::string chosen = ChosenLine();
  pool_ = std::move(pool);
  pool_->Typed(typed_);
  order_ = pool_->order();
  more_ = true;
  RestartWith(std::move(chosen));
}

void Picker::Scan(Budget& budget) {
  for (; scanned_ < pool_->size() && !budget.Spent(); ++scanned_) {
    if (!pool_->Shown(scanned_)) continue;
    const int score = pool_->FitsAnyway(scanned_)
                          ? FuzzyQuery::kBest
                          : query_.Score(pool_->Text(scanned_));
    if (score == 0) continue;
    buckets_[static_cast<size_t>(score)].push_back(
        static_cast<uint32_t>(scanned_));
    ++count_;
    if (!kept_.empty() && !kept_at_ && pool_->Line(scanned_) == kept_) {
      kept_at_ = {static_cast<size_t>(score), static_cast<uint32_t>(scanned_)};
    }
  }
}

bool Picker::Work(Budget& budget) {
  std::string chosen = ChosenLine();  // of the order until now
  if (more_) {
    Budget half = budget.Slice(0.5);
    more_ = pool_->ReadOn(half);
  }
  if (pool_->order() != order_) {
    order_ = pool_->order();
    RestartWith(std::move(chosen));
  }
  Scan(budget);
  const bool has_more = more_ || scanned_ < pool_->size();
  FindSelected(!has_more);
  return has_more;
}

size_t Picker::At(size_t rank) const {
  for (size_t score = buckets_.size(); score-- > 0;) {
    if (rank < buckets_[score].size()) return buckets_[score][rank];
    rank -= buckets_[score].size();
  }
  return 0;
}

void Picker::Move(long by) {
  if (count_ == 0) return;
  auto last = static_cast<long>(count_) - 1;
  long to = static_cast<long>(selected_) + by;
  // A single step wraps around; a page stops at the ends.
  if (by == 1 && to > last) to = 0;
  if (by == -1 && to < 0) to = last;
  selected_ = static_cast<size_t>(std::clamp(to, 0L, last));
}

bool Picker::Edit(ListKey key) {
  std::string before = typed_;
  if (key == ListKey::kText) {
    if (typed_.size() < kMaxTyped) typed_ += keys_.text();
  } else if (key == ListKey::kEraseAll) {
    typed_.clear();
  } else if (key == ListKey::kErase) {
    while (!typed_.empty() &&
           (static_cast<unsigned char>(typed_.back()) & 0xC0) == 0x80) {
      typed_.pop_back();
    }
    if (!typed_.empty()) typed_.pop_back();
  } else if (key == ListKey::kEraseWord) {
    while (typed_.ends_with(' ')) typed_.pop_back();
    while (!typed_.empty() && !typed_.ends_with(' ')) typed_.pop_back();
  } else {
    return false;
  }
  if (typed_ != before) {
    query_ = FuzzyQuery(typed_);
    pool_->Typed(typed_);
    selected_ = top_ = 0;
    Restart();
  }
  return true;
}

std::string ForgottenNote(std::string_view line) {
  return "Forgotten: " + Drawable(line);
}

void Picker::ForgetSelected() {
  if (count_ == 0) return;
  std::string line(pool_->Text(At(selected_)));
  if (!pool_->Forget(At(selected_))) return;
  note_ = ForgottenNote(line);
  Restart();
}

// A key that takes a row may come before the first row that fits is found.
bool Picker::FindsOne() {
  if (!kept_.empty()) return true;
  Budget budget(kFindUs);
  while (count_ == 0 && !budget.SpentNow() && Work(budget)) {
  }
  return count_ > 0;
}

Outcome Picker::Do(ListKey key) {
  if (key != ListKey::kNone) {
    note_.clear();
    if (key != ListKey::kTake && key != ListKey::kRun) ForgetKept();
  }
  if (Edit(key)) return Outcome::kChanged;
  switch (key) {
    case ListKey::kUp: Move(-1); break;
    case ListKey::kDown: Move(1); break;
    case ListKey::kPageUp: Move(-static_cast<long>(page_)); break;
    case ListKey::kPageDown: Move(static_cast<long>(page_)); break;
    case ListKey::kFirst: selected_ = 0; break;
    case ListKey::kLast: selected_ = count_ > 0 ? count_ - 1 : 0; break;
    case ListKey::kTake: return FindsOne() ? Outcome::kTake : Outcome::kLeave;
    case ListKey::kRun: return FindsOne() ? Outcome::kRun : Outcome::kLeave;
    case ListKey::kLeave: return Outcome::kLeave;
    case ListKey::kForget: ForgetSelected(); break;
    case ListKey::kScope:
      pool_->NextScope();
      selected_ = top_ = 0;
      Restart();
      break;
    default: return Outcome::kNothing;
  }
  return Outcome::kChanged;
}

Outcome Picker::Feed(char byte) { return Do(keys_.Feed(byte)); }
Outcome Picker::Pause() { return Do(keys_.Pause()); }

std::optional<std::string> Picker::Taken() {
  if (!kept_.empty() && !kept_at_) return kept_;
  if (selected_ >= count_) return std::nullopt;
  return pool_->Line(At(selected_));
}

bool Picker::HasGroups() const {
  return typed_.empty() && count_ > kFewEntries &&
         pool_->Group(At(0)) != pool_->Group(At(count_ - 1));
}

bool Picker::HasHeading(size_t rank) const {
  return headings_ &&
         (rank == 0 || pool_->Group(At(rank - 1)) != pool_->Group(At(rank)));
}

// Moves the first drawn row so that the selected one is within `room` rows. The
// last page is full.
void Picker::ScrollToSelected(size_t room) {
  if (count_ == 0) return;
  auto height = [this](size_t rank) { return HasHeading(rank) ? 2u : 1u; };
  size_t last_top = count_ - 1;
  size_t used = height(last_top);
  while (last_top > 0 && used + height(last_top - 1) <= room) {
    used += height(--last_top);
  }
  top_ = std::min({top_, last_top, selected_});
  // A page has at most as many entries as rows.
  if (selected_ - top_ > room) top_ = selected_ - room;
  used = 0;
  for (size_t rank = top_; rank <= selected_; ++rank) used += height(rank);
  while (used > room && top_ < selected_) used -= height(top_++);
}

// The entries that fill `room` rows with their headings.
std::vector<EntryToDraw> Picker::EntriesToDraw(size_t room) {
  ScrollToSelected(room);
  std::vector<EntryToDraw> entries;
  for (size_t rank = top_, used = 0; rank < count_; ++rank) {
    used += HasHeading(rank) && (used > 0 || room > 1) ? 2 : 1;
    if (used > room) break;
    const size_t i = At(rank);
    entries.push_back({.text = pool_->Text(i),
                       .matched = query_.Matched(pool_->Text(i)),
                       .details = pool_->Details(i),
                       .selected = rank == selected_});
  }
  page_ = std::max<size_t>(entries.size(), 1);
  return entries;
}

const std::vector<ListRow>& Picker::Draw(int columns, int rows) {
  rows_.clear();
  if (columns < 4 || rows < 1) return rows_;
  bool all = !more_ && scanned_ >= pool_->size();
  rows_.push_back(HeaderRow({.typed = typed_,
                             .scope = pool_->Scope(),
                             .position = count_ > 0 ? selected_ + 1 : 0,
                             .count = count_,
                             .complete = all},
                            columns));
  if (rows == 1) return rows_;
  const bool roomy = rows > 6;
  headings_ = roomy && HasGroups();
  const auto room = static_cast<size_t>(rows) - 1;
  std::vector<ListRow> below;
  if (pool_->Preview() && count_ > 0 && roomy) {
    below = PreviewRows(pool_->Text(At(selected_)), columns, kMaxPreview);
  }
  const size_t note = !note_.empty() && rows > 2 ? 1 : 0;
  auto left = [&] {
    return std::max<size_t>(room - std::min(below.size() + note, room), 1);
  };
  std::vector<EntryToDraw> entries = EntriesToDraw(left());
  if (roomy) {
    const auto details = DetailRows(entries, columns, kMaxDetails);
    below.insert(below.end(), details.begin(), details.end());
    if (!details.empty()) entries = EntriesToDraw(left());
  }
  if (note > 0) below.push_back(NoteRow(note_, columns));
  size_t rank = top_;
  for (ListRow& row : EntryRows(entries, columns)) {
    if (HasHeading(rank) && room > 1) {
      rows_.push_back(HeadingRow(pool_->Group(At(rank)), columns));
    }
    rows_.push_back(std::move(row));
    ++rank;
  }
  for (ListRow& row : below) rows_.push_back(std::move(row));
  return rows_;
}

}  // namespace synapse
