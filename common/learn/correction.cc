#include "learn/correction.h"

#include "base/distance.h"
#include "learn/word_model.h"
#include "store/keys.h"

namespace synapse {
namespace {

constexpr int32_t kNotFound = 127;

}  // namespace

std::optional<size_t> CorrectedWord(const Line& wrong, const Line& right) {
  if (wrong.words.size() != right.words.size()) return std::nullopt;
  std::optional<size_t> at;
  for (size_t i = 0; i < wrong.words.size(); ++i) {
    const std::string& a = wrong.words[i];
    const std::string& b = right.words[i];
    if (a == b) continue;
    int most = MostSlips(a);
    if (at || TypoDistance(a, b, most) > most) return std::nullopt;
    at = i;
  }
  return at;
}

Status LearnCorrection(Kv& kv, const LineContext& context, const Line& wrong,
                       const Line& right, const SlotNamer& slots) {
  auto at = CorrectedWord(wrong, right);
  auto stat = ReadStat(kv, wrong.id);
  if (!at || !stat || stat->successes > 0) return {};
  stat->last_exit = kNotFound;  // as if there were no such command
  Status status = kv.Put(Table::kCommand, IdKey(wrong.id), stat->Encode());
  const std::string& word = wrong.words[*at];
  const Surroundings around = AroundLine(context, 1);
  for (const LineWord& w : SplitWords(wrong.text, slots)) {
    if (w.text != word) continue;
    for (const WordContext& c : ContextsOf(w.place, around)) {
      if (!status.ok()) return status;
      status = RemoveFromRow(kv, Table::kWord, c.kind, c.context, IdOf(word));
    }
  }
  return status;
}

}  // namespace synapse
