#include "rank/order.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "rank/factors.h"
#include "rank/forest.h"

namespace synapse {
namespace {

// True for a verdict that the forests know from histories: its cause is a
// feature, or it belongs to an empty line.
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

// True for a word that was found on this machine, and has little of its score
// from history. A recorded history has no files and no branches, so the forests
// have hardly seen such a word: it gets the higher one of its two chances.
bool IsFound(const Suggestion& s) {
  return s.shares.sources > s.shares.lines + s.shares.words &&
         std::any_of(s.evidence.begin(), s.evidence.end(),
                     [](const Evidence& e) { return e.is_found; });
}

// True for a suggestion whose chance the forests cannot compute. They have not
// seen lines that are only in the shell's own list, of which times and previous
// lines are unknown. Nor have they seen the usual next line of a spec: its
// chance holds until this user has twice run another line.
bool HasOwnChance(const Suggestion& s, double times_otherwise) {
  constexpr double kTwice = 1.5;
  if (s.source == SourceName(SourceId::kWorkflow) && times_otherwise < kTwice) {
    return true;
  }
  if (s.line && s.line->shell_age > 0) return true;
  return s.source == SourceName(SourceId::kTypo) ||
         s.source == SourceName(SourceId::kAi);
}

bool Precedes(const Suggestion& a, const Suggestion& b) {
  if (a.is_last != b.is_last) return b.is_last;
  if (a.score != b.score) return a.score > b.score;
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  if (a.last_ms != b.last_ms) return a.last_ms > b.last_ms;
  return a.text < b.text;
}

// The parts of a score and of a confidence that come from the forests. The rest
// comes from Merge(), whose score changes with one event or feedback, where a
// tree gives the same leaf. In a long history one event says less; a finding
// says the same in any history.
constexpr double kPartAtFirst = 0.5, kPartAtLast = 0.9, kHalfWay = 200;
constexpr double kPartOfConfidence = 0.9;

struct Parts {
  double of_forests;  // of all chances
  double of_score;    // of the forests' chance in a score
};

double PartOfScore(uint64_t events) {
  const double n = static_cast<double>(events);
  return kPartAtFirst + (kPartAtLast - kPartAtFirst) * n / (n + kHalfWay);
}

// The chances of a suggestion.
struct Chances {
  double score, confidence, word;
};

Chances MixedChances(const Suggestion& s, const CandidateFeatures& row,
                     bool is_empty_line, const Parts& parts) {
  const double kept = KeptBy(s.verdicts);
  const double of_score = kept < 1 ? kPartAtFirst : parts.of_score;
  const auto mixed = [&](double before, double chance) {
    return before + parts.of_forests * (chance - before);
  };
  const double whole =
      kept * (is_empty_line ? kNextLineForest : kWholeLineForest).ChanceOf(row);
  const double word =
      is_empty_line ? whole : kept * kNextWordForest.ChanceOf(row);
  const double score = is_empty_line ? whole : (word + 2 * whole) / 3;
  const double confidence = kept * s.confidence;
  // A suggestion of one word is right if the line goes on behind it; a longer
  // one only as a whole.
  const bool is_word = !s.is_line && row[kAddedLength] <= row[kNextWordLength];
  const double text = is_word && !is_empty_line ? word : whole;
  return {.score = mixed(s.score, (1 - of_score) * s.score + of_score * score),
          .confidence = mixed(confidence, (1 - kPartOfConfidence) * confidence +
                                              kPartOfConfidence * text),
          .word = mixed(s.score, word)};
}

Chances ChancesOf(const Suggestion& s, const CandidateFeatures& row,
                  const OrderedAt& at, const Parts& parts) {
  const Chances own{s.score, s.confidence, s.score};
  if (HasOwnChance(s, at.times_otherwise)) return own;
  const Chances mixed = MixedChances(s, row, at.is_empty_line, parts);
  if (!IsFound(s)) return mixed;
  return {.score = std::max(mixed.score, own.score),
          .confidence = std::max(mixed.confidence, own.confidence),
          .word = std::max(mixed.word, own.word)};
}

}  // namespace

void Order(std::vector<Suggestion>& list,
           const std::vector<CandidateFeatures>& rows, const OrderedAt& at) {
  const Parts parts{.of_forests = at.part, .of_score = PartOfScore(at.events)};
  for (size_t i = 0; i < list.size(); ++i) {
    const Chances chances = ChancesOf(list[i], rows[i], at, parts);
    list[i].score = chances.score;
    list[i].confidence = chances.confidence;
    list[i].word_confidence = chances.word;
  }
  // Each suggestion, which has many strings, is moved once.
  std::vector<Suggestion*> sorted;
  sorted.reserve(list.size());
  for (Suggestion& s : list) sorted.push_back(&s);
  std::sort(sorted.begin(), sorted.end(),
            [](const Suggestion* a, const Suggestion* b) {
              return Precedes(*a, *b);
            });
  std::vector<Suggestion> out;
  out.reserve(list.size());
  for (Suggestion* s : sorted) out.push_back(std::move(*s));
  list = std::move(out);
}

}  // namespace synapse
