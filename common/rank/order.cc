#include "rank/order.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "rank/factors.h"
#include "rank/forest.h"

namespace synapse {
namespace {

// The forests have seen these on histories: they are features, or of an empty
// line.
bool IsKnownToForests(std::string_view verdict) {
  return verdict == RowOf(Finding::kBareWord).name ||
         verdict == RowOf(Finding::kFirstWords).name ||
         verdict == kModelPartNames[kSkippedPart];
}

double KeptBy(const std::vector<Verdict>& verdicts) {
  double kept = 1;
  for (const Verdict& v : verdicts) {
    if (!IsKnownToForests(v.name)) kept *= std::min(v.kept, 1.0);
  }
  return kept;
}

bool HasOwnChance(const Suggestion& s) {
  return s.source == SourceName(SourceId::kTypo) ||
         s.source == SourceName(SourceId::kAi);
}

bool Precedes(const Suggestion& a, const Suggestion& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  if (a.last_ms != b.last_ms) return a.last_ms > b.last_ms;
  return a.text < b.text;
}

void SetChances(Suggestion& s, const CandidateFeatures& row,
                bool is_empty_line, double part) {
  const double kept = KeptBy(s.verdicts);
  const auto mixed = [&](const Forest& forest, double before) {
    return part * kept * forest.ChanceOf(row) + (1 - part) * before;
  };
  if (is_empty_line) {
    s.confidence = mixed(kNextLineForest, s.confidence);
    s.score = s.word_confidence = s.confidence;
    return;
  }
  const double word = mixed(kNextWordForest, s.score);
  const double whole = mixed(kWholeLineForest, s.confidence);
  s.score = part * (word + 2 * whole) / 3 + (1 - part) * s.score;
  s.word_confidence = word;
  s.confidence = s.is_line ? whole : word;
}

}  // namespace

void Order(std::vector<Suggestion>& list,
           const std::vector<CandidateFeatures>& rows, bool is_empty_line,
           double part) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (HasOwnChance(list[i])) {
      list[i].word_confidence = list[i].score;
    } else {
      SetChances(list[i], rows[i], is_empty_line, part);
    }
  }
  std::sort(list.begin(), list.end(), Precedes);
}

}  // namespace synapse
