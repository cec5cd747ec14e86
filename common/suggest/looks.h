// Looks: what was on show while the line was typed, and what this person's way
// of taking suggestions says of it (rank/refusal.h); kept in the index.
//
// Tested by tests/engine/patterns_test.cc.
#pragma once

#include <string_view>

#include "rank/refusal.h"
#include "store/store.h"

namespace synapse {

class Looks {
 public:
  explicit Looks(Store& store);

  // Notes what is on show behind the buffer; `read`: long enough.
  void Look(std::string_view buffer, std::string_view shown, bool read,
            Took took) {
    refusals_.Look(buffer, shown, read, took);
  }
  // The line ran, or was given up (""); `keep`: something may be learned of it.
  void Finish(std::string_view executed, bool keep);
  // Writes what was learned since the last time.
  void Keep();

  Passed passed() const { return {&refusals_, attention_.rate()}; }
  // The text was passed so often, by somebody who takes what is right, that it
  // is hardly what is wanted.
  bool IsRefused(std::string_view text) const;

 private:
  Store& store_;
  Refusals refusals_;
  Attention attention_;
  int changes_ = 0;  // not yet written
};

}  // namespace synapse
