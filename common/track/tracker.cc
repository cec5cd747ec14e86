#include "track/tracker.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace synapse {

void Tracker::Offered(Offer offer) {
  if (offer.suggestions.empty()) return;
  if (open_ && open_->record.taken_index) taken_ = std::move(open_);
  open_ = Open{{}, 0};
  SuggestionRecord& r = open_->record;
  r.buffer = std::string(offer.buffer);
  r.suggestions = std::move(offer.suggestions);
  r.fetch_start_ms = static_cast<double>(offer.asked_ms);
  r.fetch_end_ms =
      r.fetch_start_ms + static_cast<double>(offer.latency_us) / 1000;
  r.llm_request = std::move(offer.llm_request);
  r.llm_response = std::move(offer.llm_response);
  r.llm_version = std::move(offer.llm_version);
  r.trigger_command = ran_ - 1;
}

void Tracker::OfferedMore(OfferedText suggestion) {
  if (open_) open_->record.suggestions.push_back(std::move(suggestion));
}

void Tracker::EndView(Open& open, int64_t now_ms) const {
  if (details_.dwell && !open.record.viewed_indices.empty()) {
    open.record.dwell_ms.back() =
        std::max<int64_t>(now_ms - open.viewed_since_ms, 0);
  }
}

void Tracker::Viewed(size_t index, int64_t now_ms) {
  if (!open_ || index >= open_->record.suggestions.size()) return;
  SuggestionRecord& r = open_->record;
  if (r.viewed_indices.size() == kMaxViewed) return;
  EndView(*open_, now_ms);
  r.viewed_indices.push_back(static_cast<uint8_t>(index));
  if (details_.dwell) r.dwell_ms.push_back(0);
  open_->viewed_since_ms = now_ms;
}

void Tracker::Cycled(size_t index, int64_t now_ms) {
  Viewed(index, now_ms);
  if (open_) ++open_->record.cycle_count;
}

void Tracker::Taken(size_t index, std::string_view buffer) {
  if (!open_ || index >= open_->record.suggestions.size()) return;
  SuggestionRecord& r = open_->record;
  if (!r.taken_index) r.taken_behind = std::string(buffer);
  r.taken_index = index;
}

void Tracker::Chosen(Offer offer, std::string_view text) {
  const std::string_view buffer = offer.buffer;
  const int64_t now_ms = offer.asked_ms;
  size_t index = 0;
  const size_t count = open_ ? open_->record.suggestions.size() : 0;
  while (index < count && open_->record.suggestions[index].text != text) {
    ++index;
  }
  if (index == count) {
    offer.suggestions = {{std::string(text), "list", 0}};
    Offered(std::move(offer));
    index = 0;
    Viewed(index, now_ms);
  }
  Taken(index, buffer);
}

void Tracker::Typed(std::string_view buffer, int64_t now_ms) {
  if (!details_.typed || typed_.size() == kMaxTyped) return;
  if (!typed_.empty() && typed_.back().text == buffer) return;
  typed_.push_back({now_ms, std::string(buffer)});
}

void Tracker::Submitted(std::string_view line, std::string_view shown,
                        int64_t now_ms) {
  line = Trim(line);
  std::optional<Open> open = std::move(open_);
  if (open && !open->record.taken_index && taken_) open = std::move(taken_);
  std::vector<TypedText> typed = std::move(typed_);
  Cancelled();
  if (!open || line.empty() || line.starts_with(':')) return;
  EndView(*open, now_ms);
  SuggestionRecord& r = open->record;
  r.actual_input = std::string(line);
  r.submit_ms = static_cast<double>(now_ms);
  r.time_to_action_ms = std::max(r.submit_ms - r.fetch_end_ms, 0.0);
  std::tie(r.match_type, r.accepted_index) = ClassifyMatch(line, r.suggestions);
  for (size_t i = 0; i < r.suggestions.size(); ++i) {
    const std::string& text = r.suggestions[i].text;
    if (text == shown || (r.taken_index == i && text == line)) {
      r.displayed_index_at_submit = static_cast<int>(i);
      break;
    }
  }
  for (TypedText& text : typed) {
    text.at_ms -= static_cast<int64_t>(r.fetch_end_ms);
  }
  r.typed = std::move(typed);
  r.context.commands.assign(commands_.begin(), commands_.end());
  closed_ = std::move(r);
}

void Tracker::Cancelled() {
  open_.reset();
  taken_.reset();
  closed_.reset();
  typed_.clear();
}

const SuggestionRecord* Tracker::Latest(std::string_view text,
                                        size_t* index) const {
  for (const SuggestionRecord* r :
       {open_ ? &open_->record : nullptr, closed_ ? &*closed_ : nullptr}) {
    if (!r) continue;
    for (*index = 0; *index < r->suggestions.size(); ++*index) {
      if (r->suggestions[*index].text == text) return r;
    }
  }
  return nullptr;
}

std::string Tracker::SourceOf(std::string_view text) const {
  size_t index = 0;
  const SuggestionRecord* r = Latest(text, &index);
  return r ? r->suggestions[index].source : "";
}

std::optional<std::string> Tracker::TypedFor(std::string_view text) const {
  size_t index = 0;
  const SuggestionRecord* r = Latest(text, &index);
  if (!r || r->taken_index != index) return std::nullopt;
  return r->taken_behind;
}

std::optional<SuggestionRecord> Tracker::Take() {
  std::optional<SuggestionRecord> record = std::exchange(closed_, std::nullopt);
  if (record) record->result_command = ran_;
  return record;
}

void Tracker::Ran(std::string_view kept, int exit) {
  ++ran_;
  closed_.reset();
  if (kept.empty()) return;
  commands_.push_back({std::string(kept), exit});
  if (commands_.size() > kMaxCommands) commands_.pop_front();
}

}  // namespace synapse
