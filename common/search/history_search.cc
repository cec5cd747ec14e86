#include "search/history_search.h"

#include <algorithm>

#include "base/text.h"

namespace synapse {

const char* ScopeName(SearchScope scope) {
  constexpr const char* kNames[kSearchScopes] = {"session", "cwd", "repo",
                                                 "host", "global"};
  return kNames[static_cast<int>(scope)];
}

std::optional<SearchScope> ParseScope(std::string_view name) {
  for (int i = 0; i < kSearchScopes; ++i) {
    auto scope = static_cast<SearchScope>(i);
    if (name == ScopeName(scope)) return scope;
  }
  return std::nullopt;
}

bool RanElsewhere(const Event& event, std::string_view host) {
  if (event.machine != 0) return true;
  if (!event.imported || event.host.empty()) return false;
  // Earlier imports have Atuin's "HOST:USER".
  const std::string_view there = event.host;
  return there.substr(0, there.find(':')) != host;
}

HistorySearch::HistorySearch(Store& store, Origin origin, Wanted wanted)
    : store_(store),
      origin_(std::move(origin)),
      wanted_(std::move(wanted)),
      table_(1024) {}

void HistorySearch::AddWaiting(std::vector<Event> events) {
  waiting_ = std::move(events);
  for (size_t i = waiting_.size(); i-- > 0;) {
    if (IsWanted(waiting_[i])) Add(kWaiting + i, waiting_[i]);
  }
}

bool HistorySearch::ReadOn(Budget& budget, size_t most) {
  if (complete()) return false;
  uint64_t before = next_;
  next_ = 0;
  size_t left = most;
  store_.log().VisitBackwards(
      [&](uint64_t sequence, const Event& event) {
        if (IsWanted(event)) Add(sequence, event);
        if (--left > 0 && !budget.Spent()) return true;
        next_ = sequence;
        return false;
      },
      before);
  if (complete()) Sort();
  return !complete();
}

void HistorySearch::ReadSession(uint64_t last, size_t most) {
  next_ = 0;
  for (uint64_t sequence = last; sequence != 0;) {
    auto event = most > 0 ? store_.log().Find(sequence) : std::nullopt;
    if (!event || event->session != origin_.session) {
      next_ = most > 0 ? 0 : sequence;
      break;
    }
    --most;
    if (IsWanted(*event)) Add(sequence, *event);
    sequence = event->previous < sequence ? event->previous : 0;
  }
  Sort();
}

// The command's entry in the table, or the free entry for it.
size_t HistorySearch::EntryOf(uint64_t hash, std::string_view command) const {
  size_t mask = table_.size() - 1;
  for (size_t at = hash & mask;; at = (at + 1) & mask) {
    if (table_[at] == 0) return at;
    size_t row = table_[at] - 1;
    if (rows_[row].hash == hash && Command(row) == command) return at;
  }
}

void HistorySearch::Grow() {
  table_.assign(table_.size() * 2, 0);
  for (size_t i = 0; i < rows_.size(); ++i) {
    table_[EntryOf(rows_[i].hash, Command(i))] = static_cast<uint32_t>(i + 1);
  }
}

void HistorySearch::Add(uint64_t sequence, const Event& event) {
  std::string_view command = event.command;
  uint64_t hash = Hash64(command);
  size_t entry = EntryOf(hash, command);
  if (table_[entry] == 0) {
    if (!rows_.empty() && rows_.back().start_ms < event.start_ms) {
      sorted_ = false;
    }
    Row row{.hash = hash,
            .start_ms = event.start_ms,
            .begin = text_.size(),
            .length = static_cast<uint32_t>(command.size())};
    text_ += command;
    rows_.push_back(row);
    table_[entry] = static_cast<uint32_t>(rows_.size());
    if (rows_.size() * 2 > table_.size()) {
      Grow();
      entry = EntryOf(hash, command);
    }
  }
  Row& row = rows_[table_[entry] - 1];
  row.imported &= event.imported;
  if (row.start_ms < event.start_ms) {
    row.start_ms = event.start_ms;
    sorted_ = false;
  }
  bool in[kSearchScopes] = {
      event.session == origin_.session, event.cwd == origin_.cwd,
      !origin_.repository.empty() && event.repository == origin_.repository,
      !RanElsewhere(event, origin_.host), true};
  for (int scope = 0; scope < kSearchScopes; ++scope) {
    if (!in[scope] ||
        (row.latest[scope] != 0 && event.start_ms <= row.latest_ms[scope])) {
      continue;
    }
    row.latest[scope] = sequence;
    row.latest_ms[scope] = event.start_ms;
  }
}

void HistorySearch::SortByTime() {
  std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return a.start_ms > b.start_ms;
  });
  std::fill(table_.begin(), table_.end(), 0);
  for (size_t i = 0; i < rows_.size(); ++i) {
    table_[EntryOf(rows_[i].hash, Command(i))] = static_cast<uint32_t>(i + 1);
  }
  sorted_ = true;
  ++order_;
}

std::optional<Event> HistorySearch::Latest(SearchScope scope, size_t i) {
  const uint64_t latest = rows_[i].latest[static_cast<int>(scope)];
  if (latest >= kWaiting) return waiting_[latest - kWaiting];
  return store_.log().Find(latest);
}

}  // namespace synapse
