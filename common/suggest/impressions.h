// Impressions: what was on show while the line was typed, and what this user's
// way of taking suggestions says of it (rank/skipped_impression.h); kept in the
// index.
//
// Tested by tests/engine/patterns_test.cc.
#pragma once

#include <string_view>

#include "rank/skipped_impression.h"
#include "store/store.h"

namespace synapse {

class Impressions {
 public:
  explicit Impressions(Store& store);

  // Notes what is on show behind the buffer; `read`: long enough.
  void Note(std::string_view buffer, std::string_view shown, bool read,
            Took took) {
    skipped_.Add(buffer, shown, read, took);
  }
  // The line ran, or was given up (""); `keep`: something may be learned of it.
  void Finish(std::string_view executed, bool keep);
  // Writes what was learned since the last time.
  void Keep();

  Skipped skipped() const { return {&skipped_, attention_.rate()}; }
  // The text was skipped so often, by somebody who takes what is right, that it
  // is hardly what is wanted.
  bool IsOftenSkipped(std::string_view text) const;

 private:
  Store& store_;
  SkippedImpressions skipped_;
  Attention attention_;
  int changes_ = 0;  // not yet written
};

}  // namespace synapse
