#include "list/picker.h"

#include <algorithm>

#include "base/text.h"
#include "list/layout.h"

namespace synapse {
namespace {

constexpr size_t kMaxTyped = 256;
constexpr size_t kMaxPreview = 5;  // rows

}  // namespace

Picker::Picker(std::unique_ptr<Pool> pool, std::string query)
    : pool_(std::move(pool)), typed_(std::move(query)), query_(typed_) {
  order_ = pool_->order();
}

void Picker::Restart() {
  for (auto& bucket : buckets_) bucket.clear();
  count_ = scanned_ = 0;
}

void Picker::Replace(std::unique_ptr<Pool> pool) {
  pool_ = std::move(pool);
  order_ = pool_->order();
  more_ = true;
  Restart();
}

void Picker::Scan(Budget& budget) {
  for (; scanned_ < pool_->size() && !budget.Spent(); ++scanned_) {
    if (!pool_->Shown(scanned_)) continue;
    int score = query_.Score(pool_->Text(scanned_));
    if (score == 0) continue;
    buckets_[static_cast<size_t>(score)].push_back(
        static_cast<uint32_t>(scanned_));
    ++count_;
  }
}

bool Picker::Work(Budget& budget) {
  if (more_) {
    Budget half = budget.Slice(0.5);
    more_ = pool_->ReadOn(half);
  }
  if (pool_->order() != order_) {
    order_ = pool_->order();
    Restart();
  }
  Scan(budget);
  selected_ = std::min(selected_, count_ > 0 ? count_ - 1 : 0);
  return more_ || scanned_ < pool_->size();
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

Outcome Picker::Do(ListKey key) {
  if (key != ListKey::kNone) note_.clear();
  if (Edit(key)) return Outcome::kChanged;
  switch (key) {
    case ListKey::kUp: Move(-1); break;
    case ListKey::kDown: Move(1); break;
    case ListKey::kPageUp: Move(-static_cast<long>(page_)); break;
    case ListKey::kPageDown: Move(static_cast<long>(page_)); break;
    case ListKey::kFirst: selected_ = 0; break;
    case ListKey::kLast: selected_ = count_ > 0 ? count_ - 1 : 0; break;
    case ListKey::kTake: return count_ > 0 ? Outcome::kTake : Outcome::kLeave;
    case ListKey::kRun: return count_ > 0 ? Outcome::kRun : Outcome::kLeave;
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
  if (selected_ >= count_) return std::nullopt;
  return pool_->Line(At(selected_));
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
  std::vector<ListRow> preview;
  if (pool_->Preview() && count_ > 0 && rows > 6) {
    preview = PreviewRows(pool_->Text(At(selected_)), columns, kMaxPreview);
  }
  if (!note_.empty() && rows > 2) {
    preview.push_back(NoteRow(note_, columns));
  }
  page_ = std::max<size_t>(static_cast<size_t>(rows) - 1 -
                               std::min<size_t>(preview.size(), rows - 1),
                           1);
  if (rows == 1) return rows_;
  // The last page is full.
  top_ = std::min(top_, count_ > page_ ? count_ - page_ : 0);
  if (selected_ < top_) top_ = selected_;
  if (selected_ >= top_ + page_) top_ = selected_ - page_ + 1;
  size_t end = std::min(count_, top_ + page_);
  std::vector<EntryToDraw> entries;
  for (size_t rank = top_; rank < end; ++rank) {
    size_t i = At(rank);
    entries.push_back({.text = pool_->Text(i),
                       .matched = query_.Matched(pool_->Text(i)),
                       .details = pool_->Details(i),
                       .selected = rank == selected_});
  }
  for (ListRow& row : EntryRows(entries, columns)) {
    rows_.push_back(std::move(row));
  }
  for (ListRow& row : preview) rows_.push_back(std::move(row));
  return rows_;
}

}  // namespace synapse
