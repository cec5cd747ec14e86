// HistorySearch: every command of the log once, the latest run first, for the
// `search` subcommand and the search at the prompt.
//
// The log is read from its end in slices, so that recent lines come at once in
// a log of any length. A command is stored with the sequence of its latest run
// in each scope. Time, exit status and directory are read only for displayed
// rows.
// Order:    as read; after the end by time, because an import appends old
//           events.
// Rejected: the index. It holds texts by prefix, without runs, and a search
//           also looks inside of texts.
// Tested by tests/search/history_search_test.cc.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "store/store.h"

namespace synapse {

// kHost: what ran on this machine (sync/).
enum class SearchScope { kSession, kDirectory, kRepository, kHost, kGlobal };
inline constexpr int kSearchScopes = 5;
// "session", "cwd", "repo", "host", "global".
const char* ScopeName(SearchScope scope);
std::optional<SearchScope> ParseScope(std::string_view name);

// It ran on another machine than `host`: sync/ brought it, or the history of
// Atuin, hishtory or zsh-histdb had it.
bool RanElsewhere(const Event& event, std::string_view host);

class HistorySearch {
 public:
  // The session and directory that the scopes refer to.
  struct Origin {
    std::string session;
    std::string cwd;
    std::string repository;  // "": none, and nothing is in that scope
    std::string host = {};   // of the machine
  };
  // Runs for which `wanted` is false do not count; it may be empty.
  using Wanted = std::function<bool(const Event&)>;

  HistorySearch(Store& store, Origin origin, Wanted wanted = {});

  // Adds events that the log does not have yet, in the order of time.
  // REQUIRES: nothing was read.
  void AddWaiting(std::vector<Event> events);
  // Reads until the beginning of the log, until the budget is spent, or until
  // `most` events were read. Returns true while there is more.
  bool ReadOn(Budget& budget, size_t most = SIZE_MAX);
  // Reads a session instead of the log: from its last event back, by the
  // previous event that each one names, at most `most` events.
  void ReadSession(uint64_t last, size_t most);
  // Sorts by time, as after the whole log was read.
  void Sort() {
    if (!sorted_) SortByTime();
  }
  bool complete() const { return next_ == 0; }

  size_t size() const { return rows_.size(); }
  std::string_view Command(size_t i) const {
    return std::string_view(text_).substr(rows_[i].begin, rows_[i].length);
  }
  bool In(SearchScope scope, size_t i) const {
    return !rows_[i].gone && rows_[i].latest[static_cast<int>(scope)] != 0;
  }
  // The latest run in that scope.
  // REQUIRES: In(scope, i).
  std::optional<Event> Latest(SearchScope scope, size_t i);
  // True if all runs that were read came from an import.
  bool OnlyImported(size_t i) const { return rows_[i].imported; }
  // The command was forgotten: it is in no scope any more.
  void Drop(size_t i) { rows_[i].gone = true; }
  // Changes when the order of rows changed.
  int order() const { return order_; }

 private:
  struct Row {
    uint64_t hash;
    int64_t start_ms;  // of the latest run
    uint64_t begin;
    uint32_t length;
    bool gone = false;
    bool imported = true;
    // Sequences, 0 for none, and the times of these runs: in an import a later
    // sequence may be an older run.
    std::array<uint64_t, kSearchScopes> latest{};
    std::array<int64_t, kSearchScopes> latest_ms{};
  };
  // Sequences from here on are indices of `waiting_`; the log has no such ones.
  static constexpr uint64_t kWaiting = uint64_t{1} << 63;
  bool IsWanted(const Event& event) const {
    return !event.agent && (!wanted_ || wanted_(event));
  }
  void Add(uint64_t sequence, const Event& event);
  size_t EntryOf(uint64_t hash, std::string_view command) const;
  void Grow();
  void SortByTime();

  Store& store_;
  Origin origin_;
  Wanted wanted_;
  std::vector<Event> waiting_;
  uint64_t next_ = UINT64_MAX;  // everything before it is still to be read
  std::string text_;
  std::vector<Row> rows_;
  std::vector<uint32_t> table_;  // open addressing; row + 1, 0: free
  bool sorted_ = true;
  int order_ = 0;
};

}  // namespace synapse
