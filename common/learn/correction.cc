#include "learn/correction.h"

#include <algorithm>

#include "base/distance.h"
#include "learn/word_model.h"
#include "store/keys.h"

namespace synapse {
namespace {

constexpr int32_t kNotFound = 127;

// The line is not offered any more, as if there were no such command.
Status ForgetLine(Kv& kv, const Line& wrong, LineStat stat) {
  stat.last_exit = kNotFound;
  return kv.Put(Table::kCommand, IdKey(wrong.id), stat.Encode());
}

}  // namespace

std::optional<size_t> CorrectedWord(const Line& wrong, const Line& right) {
  if (wrong.words.size() != right.words.size()) return std::nullopt;
  std::optional<size_t> at;
  for (size_t i = 0; i < wrong.words.size(); ++i) {
    const std::string& a = wrong.words[i];
    const std::string& b = right.words[i];
    if (a == b) continue;
    int most = MaxTypos(a);
    if (at || TypoDistance(a, b, most) > most) return std::nullopt;
    at = i;
  }
  return at;
}

bool LacksOption(const Line& wrong, const Line& right) {
  if (right.words.size() <= wrong.words.size()) return false;
  size_t at = 0, arguments = 0;
  for (const std::string& word : right.words) {
    const bool is_option = word.starts_with('-');
    if (at < wrong.words.size() && word == wrong.words[at]) {
      if (at > 0 && !is_option) ++arguments;
      ++at;
    } else if (!is_option) {
      return false;
    }
  }
  return at == wrong.words.size() && arguments > 0;
}

Status LearnLackingOption(Kv& kv, const Line& wrong, const Line& right) {
  if (!LacksOption(wrong, right)) return {};
  auto stat = ReadStat(kv, wrong.id);
  if (!stat || stat->successes > 0) return {};
  return ForgetLine(kv, wrong, *stat);
}

Status LearnCorrection(Kv& kv, const LineContext& context, const Line& wrong,
                       const Line& right, const ArgumentTypeFinder& types) {
  auto at = CorrectedWord(wrong, right);
  auto stat = ReadStat(kv, wrong.id);
  if (!at || !stat || stat->successes > 0) return {};
  Status status = ForgetLine(kv, wrong, *stat);
  const std::string& word = wrong.words[*at];
  const Surroundings around = AroundLine(context, 1);
  for (const LineWord& w : SplitWords(wrong.text, types)) {
    if (w.text != word) continue;
    for (const WordRowKey& c : WordRowKeysOf(w.context, around)) {
      if (!status.ok()) return status;
      status = RemoveFromRow(kv, Table::kWord, c.kind, c.context, IdOf(word));
    }
    if (!HasNames(w.context.type)) continue;
    for (const TypedRow& row : TypedRowsOf(w, around)) {
      if (!status.ok()) return status;
      status = RemoveFromRow(kv, Table::kWord, row.key.kind, row.key.context,
                             IdOf(row.value));
    }
  }
  return status;
}

Status LearnChanged(Kv& kv, const LineContext& context,
                    const std::vector<std::string>& suggested,
                    const Line& right, const ArgumentTypeFinder& types) {
  constexpr size_t kMaxTypoBytes = 3;  // what two typos change, in bytes
  for (const std::string& text : suggested) {
    if (text == right.text) continue;
    const std::string& other = right.text;
    const size_t shorter = std::min(text.size(), other.size());
    if (std::max(text.size(), other.size()) - shorter > kMaxTypoBytes) continue;
    size_t same = 0, end = 0;
    while (same < shorter && text[same] == other[same]) ++same;
    while (end < shorter - same &&
           text[text.size() - 1 - end] == other[other.size() - 1 - end]) {
      ++end;
    }
    if (shorter - same - end > kMaxTypoBytes) continue;
    Status status =
        LearnCorrection(kv, context, MakeLine(text, types), right, types);
    if (!status.ok()) return status;
  }
  return {};
}

}  // namespace synapse
