// AiLedger: the tokens of the day, and the answers of the last minutes.
//
// The index (table meta) holds the tokens of the day, and 64 answers for ten
// minutes each, by line, directory and the line before. For each version of a
// prompt it counts how often its suggestions were seen and run. Both counts are
// halved at 400, so that recent use counts more.
//
// While a line is edited all changes stay in memory. A write ahead of the
// index's file (store/store.h) would be lost when another shell writes to the
// index, or when the shell ends. Save() writes them in one transaction, at the
// next prompt and at the end of the shell. After an error the next prompt tries
// again.
// Tested by tests/ai/ledger_test.cc.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>

#include "store/store.h"

namespace synapse {

class AiLedger {
 public:
  static constexpr int64_t kKeptMs = 10 * 60 * 1000;
  static constexpr size_t kMaxUnsaved = 16;  // answers; the oldest are dropped
  static constexpr size_t kMaxVersions = 16, kMaxVersion = 64;  // bytes
  static constexpr int64_t kMaxShown = 400;

  explicit AiLedger(Store& store) : store_(store) {}

  // The tokens of that day, of all shells that have saved theirs.
  int64_t SpentTokens(int64_t now_ms) const;
  void Spend(int64_t tokens, int64_t now_ms);

  // The answer to a question; "" if it was rejected. No value if unknown.
  std::optional<std::string> Find(uint64_t question, int64_t now_ms) const;
  void Keep(uint64_t question, const std::string& answer, int64_t now_ms);

  struct Shown {
    int64_t times = 0, accepted = 0;
  };
  void CountShown(const std::string& version, bool accepted);
  Shown ShownOf(const std::string& version) const;

  // A line was forgotten, and an unsaved answer may contain it.
  void DropAnswers() { answers_.clear(); }

  bool unsaved() const {
    return tokens_ > 0 || !answers_.empty() || !shown_.empty();
  }
  Status Save();

 private:
  struct Answer {
    uint64_t question;
    int64_t at_ms;
    std::string line;
  };

  Store& store_;
  int64_t tokens_ = 0, day_ = 0;        // not saved yet
  std::deque<Answer> answers_;          // likewise
  std::map<std::string, Shown> shown_;  // likewise
};

}  // namespace synapse
