// Impressions: suggestions on show while the line was typed, and how this user
// takes suggestions (rank/skipped_impression.h); stored in the index.
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

  // Records the text on show after the buffer; `read`: it was shown long
  // enough.
  void Note(std::string_view buffer, std::string_view shown, bool read,
            Took took) {
    skipped_.Add(buffer, shown, read, took);
  }
  // Reports that the line ran, or was cancelled (""). `keep`: the line may be
  // learned from.
  void Finish(std::string_view executed, bool keep);
  // Writes the changes since the last write.
  void Keep();

  Skipped skipped() const { return {&skipped_, attention_.rate()}; }
  // True if a user who takes correct suggestions skipped the text so often that
  // it is probably not wanted.
  bool IsOftenSkipped(std::string_view text) const;

 private:
  Store& store_;
  SkippedImpressions skipped_;
  Attention attention_;
  int changes_ = 0;  // not yet written
};

}  // namespace synapse
