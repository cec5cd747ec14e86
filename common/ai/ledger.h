// AiLedger: what was spent today, and what was answered in the last minutes.
//
// Kept in the index (table meta): the tokens of the day, and 64 answers by line,
// directory and the line before, for ten minutes each.
// For each version of a prompt, how often a suggestion by it was seen and run;
// both are halved at 400, so that what a person does now counts.
//
// While a line is edited all of it stays in memory: a write ahead of the index's file
// (store/store.h) is lost when another shell writes to the index, or when the
// shell ends. Save() brings them there in one transaction, at the next prompt
// and at the end of the shell; what cannot be written waits for the next prompt.
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
  static constexpr size_t kMaxUnsaved = 16;  // answers; the oldest go
  static constexpr size_t kMaxVersions = 16, kMaxVersion = 64;  // bytes
  static constexpr int64_t kMaxShown = 400;

  explicit AiLedger(Store& store) : store_(store) {}

  // The tokens of that day, by all shells as far as they have saved theirs.
  int64_t SpentTokens(int64_t now_ms) const;
  void Spend(int64_t tokens, int64_t now_ms);

  // The answer to a question; "": it was refused. Nothing where none is known.
  std::optional<std::string> Find(uint64_t question, int64_t now_ms) const;
  void Keep(uint64_t question, const std::string& answer, int64_t now_ms);

  struct Shown {
    int64_t times = 0, accepted = 0;
  };
  void CountShown(const std::string& version, bool accepted);
  Shown ShownOf(const std::string& version) const;

  // Something was forgotten: what is not saved may have it.
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
  int64_t tokens_ = 0, day_ = 0;  // not saved yet
  std::deque<Answer> answers_;    // likewise
  std::map<std::string, Shown> shown_;  // likewise
};

}  // namespace synapse
