// HistoryPool: the commands of the log for a list, the latest first, within one
// of the scopes. Results of earlier searches with similar words come first
// (search/associations.h).
// Tested by tests/shell/cases/list.sh.
#pragma once

#include "engine.h"
#include "list/pool.h"
#include "search/history_search.h"

namespace synapse {

class HistoryPool : public Pool {
 public:
  HistoryPool(Engine& engine, HistorySearch::Origin origin, SearchScope scope,
              int64_t now_ms, ForgetLine forget)
      : engine_(engine),
        search_(engine.store(), origin),
        origin_(std::move(origin)),
        scope_(scope),
        now_ms_(now_ms),
        forget_(std::move(forget)) {
    Budget budget(kWaitingUs);
    search_.AddWaiting(engine_.WaitingEvents(budget));
    waiting_ = engine_.WaitingSearches(budget);
  }

  bool ReadOn(Budget& budget) override { return search_.ReadOn(budget); }
  int order() const override { return search_.order(); }
  size_t size() const override { return kMaxFound + search_.size(); }
  bool Shown(size_t i) const override;
  std::string_view Text(size_t i) const override;
  void Typed(std::string_view query) override;
  bool FitsAnyway(size_t i) const override { return IsFound(i); }
  RowDetails Details(size_t i) override;
  std::string Line(size_t i) override { return std::string(Text(i)); }
  std::string_view Scope() const override;
  void NextScope() override;
  bool Forget(size_t i) override;
  bool Preview() const override { return true; }

 private:
  static constexpr int64_t kWaitingUs = 5'000;
  // The entries before the commands: results of earlier searches.
  static constexpr size_t kMaxFound = 2;
  static bool IsFound(size_t i) { return i < kMaxFound; }
  std::string LineFor(const SearchTarget& target) const;
  Engine& engine_;
  HistorySearch search_;
  HistorySearch::Origin origin_;
  SearchScope scope_;
  int64_t now_ms_;
  ForgetLine forget_;
  std::vector<std::string> found_;  // lines
  // The records of searches that are not in the log yet.
  std::vector<SearchRecord> waiting_;
};

// The age in short form: "12s", "5m", "3h", "2d", "7w", "3y".
std::string Ago(int64_t then_ms, int64_t now_ms);
// "840ms", "2.4s", "3m"; "" when unknown.
std::string HowLong(int64_t duration_ms);

}  // namespace synapse
