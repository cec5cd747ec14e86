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

// The forests saw no line that only the shell's own list has: its times and what
// it followed are not known.
bool HasOwnChance(const Suggestion& s) {
  if (s.line && s.line->shell_age > 0) return true;
  return s.source == SourceName(SourceId::kTypo) ||
         s.source == SourceName(SourceId::kAi);
}

bool Precedes(const Suggestion& a, const Suggestion& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  if (a.last_ms != b.last_ms) return a.last_ms > b.last_ms;
  return a.text < b.text;
}

// The parts of a score and of a confidence; the rest is Merge()'s own, which
// changes with one event, a branch and feedback where a tree stays on its step.
constexpr double kPartOfScore = 0.5, kPartOfConfidence = 0.9;

void SetChances(Suggestion& s, const CandidateFeatures& row, bool is_empty_line,
                double part) {
  const double kept = KeptBy(s.verdicts);
  const auto mixed = [&](double before, double chance) {
    return before + part * (chance - before);
  };
  const double whole = kept * (is_empty_line ? kNextLineForest : kWholeLineForest)
                                  .ChanceOf(row);
  const double word =
      is_empty_line ? whole : kept * kNextWordForest.ChanceOf(row);
  const double score = is_empty_line ? whole : (word + 2 * whole) / 3;
  s.word_confidence = mixed(s.score, word);
  s.confidence *= kept;
  const double text = s.is_line || is_empty_line ? whole : word;
  s.confidence = mixed(s.confidence, (1 - kPartOfConfidence) * s.confidence +
                                         kPartOfConfidence * text);
  s.score = mixed(s.score, (1 - kPartOfScore) * s.score + kPartOfScore * score);
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
