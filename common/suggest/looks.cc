#include "suggest/looks.h"

namespace synapse {

Looks::Looks(Store& store) : store_(store) {
  (void)store_.ReadIndex([&](Kv& kv) { attention_ = Attention::Read(kv); });
}

void Looks::Finish(std::string_view executed, bool keep) {
  constexpr int kChangesKept = 16;
  Attention not_kept = attention_;
  if (!refusals_.Finish(executed, keep ? attention_ : not_kept) || !keep) {
    return;
  }
  ++changes_;
  if (changes_ >= kChangesKept) Keep();
}

// A habit changes slowly: it is not written with every line.
void Looks::Keep() {
  if (changes_ == 0) return;
  changes_ = 0;
  (void)store_.WriteIndex([&](Kv& kv) { return attention_.Write(kv); });
}

bool Looks::IsRefused(std::string_view text) const {
  constexpr double kTakesWhatIsRight = 0.5;
  constexpr int kMaxPasses = 3;
  return attention_.rate() >= kTakesWhatIsRight &&
         refusals_.PassesOf(text) >= kMaxPasses;
}

}  // namespace synapse
