#include "suggest/impressions.h"

namespace synapse {

Impressions::Impressions(Store& store) : store_(store) {
  (void)store_.index().Read([&](Kv& kv) { attention_ = Attention::Read(kv); });
}

void Impressions::Finish(std::string_view executed, bool keep) {
  constexpr int kChangesKept = 16;
  Attention not_kept = attention_;
  if (!skipped_.Finish(executed, keep ? attention_ : not_kept) || !keep) {
    return;
  }
  ++changes_;
  if (changes_ >= kChangesKept) Keep();
}

// The statistics change slowly, so they are not written with every line.
void Impressions::Keep() {
  if (changes_ == 0) return;
  changes_ = 0;
  (void)store_.index().Write([&](Kv& kv) { return attention_.Write(kv); });
}

bool Impressions::IsOftenSkipped(std::string_view text) const {
  constexpr double kTakesWhatIsRight = 0.5;
  constexpr int kMaxSkips = 3;
  return attention_.rate() >= kTakesWhatIsRight &&
         skipped_.SkipsOf(text) >= kMaxSkips;
}

}  // namespace synapse
