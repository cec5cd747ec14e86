#include "rank/lines.h"

#include <algorithm>
#include <cmath>

#include "rank/adapt.h"

namespace synapse {
namespace {

static_assert(kLineFeatures == kPoolFeatures);

constexpr size_t kMaxRanked = 200;
// One acceptance is 0.1, one dismissal -0.08: enough to order equal lines, and
// never more than the weight of a run on the same day.
constexpr double kFeedbackWeight = 1.5;
// Facts of the reflection multiply the odds by 1.7 at most, or divide them by
// it. Twice the weight costs 0.1 of next1 (man/synapse-figures.7).
constexpr double kFactsWeight = 0.55;
constexpr double kPatternShare = 0.5;
constexpr double kSureRelation = 0.4;  // at 0 it costs a point of next1
// Features of a probability P are ln(1 + 100 P): 0 for a line that never
// followed, and nearly ln P + ln 100 for a probable one.
constexpr double kScale = 100;

double LogScaled(double p) { return std::log(1 + kScale * p); }

double Share(const RowTable& row, uint64_t id, double increment) {
  return row.empty() ? 0 : row.WeightOf(id) / (row.total() + increment);
}

// A line of the shell's own list has its age in place of the event number.
LineStat StatOf(const PromptFacts& facts, const PoolLine& line) {
  LineStat stat = line.stat;
  if (line.shell_age > 0) {
    const auto now = facts.model.tick + 1;
    stat.last_tick = now - std::min(now, line.shell_age);
  }
  return stat;
}

std::array<double, kLineFeatures> Compute(const PromptFacts& facts,
                                          const PoolLine& line) {
  std::array<double, kLineFeatures> f{};
  const TransitionTables& t = facts.tables;
  const Line* p1 = facts.context.before(0);
  const LineStat stat = StatOf(facts, line);
  if (stat.count > 0) {
    f[kLogDecayed] = std::log(.01 + stat.decayed);
    f[kOnce] = stat.count == 1;
    f[kLogMinutes] = LogMinutesSince(stat.last_ms, facts);
    f[kLogCount] = std::log(stat.count);
    f[kLogAge] = std::log(AgeOf(facts, line));
    // A weight that moves by at most a half (rank/adapt.h) changes the odds of
    // such a line by a factor of 1/7 to 7. A line of the shell's own list has no
    // time.
    f[kOtherMachine] = stat.last_ms > 0 && stat.only_elsewhere() ? 4 : 0;
  } else {
    f[kNever] = 1;
  }
  f[kTrigram] = LogScaled(Share(t.rows[kAfterTwoLines], line.id, 0.5));
  f[kBigram] = LogScaled(Share(t.rows[kAfterLine], line.id, 1));
  f[kTemplate] = LogScaled(Share(t.rows[kAfterTemplate], line.id, 1));
  f[kStemFollows] = LogScaled(Share(t.stems, Hash64(line.stem), 1));
  if (HasArgument(p1, line.last_argument)) {
    f[kLastArgumentOfPrevious] = 1;
  } else if (HasArgument(facts.context.before(1), line.last_argument) ||
             HasArgument(facts.context.before(2), line.last_argument)) {
    f[kLastArgumentOfEarlier] = 1;
  }
  if (p1) {
    // The weight was fitted to histories from which the shell had dropped
    // repeats. For users who repeat commands the feature is smaller.
    double repeats = std::min(1.0, facts.model.repeat / 0.1);
    f[kIsPrevious] = p1->id == line.id ? 1 - repeats : 0;
    f[kSameStem] = p1->id != line.id && p1->stem == line.stem;
  }
  f[kLogLength] = std::log(static_cast<double>(line.text.size()));
  f[kRelation] = LogScaled(std::max(line.relation, line.pattern));
  double mixture = 1e-5 + MixtureOf(t, facts.model,
                                    ForeseenOf(t, facts.model, line.id, stat));
  // A line that was made from another one never ran, so no expert knows it. Its
  // probability comes from a pattern that held more often than not
  // (tests/cases/examples.txt).
  mixture += kPatternShare *
             (std::max(0.0, line.relation - kSureRelation) + line.pattern);
  f[kLogMix] = std::log(mixture) + 11.5129;
  f[kDirectory] = LogScaled(Share(t.rows[kInDirectory], line.id, 1));
  f[kRelativeDirectory] =
      LogScaled(Share(t.locations[kAtSamePlace], line.id, 1));
  if (p1) {
    const Repetition how = RepetitionOf(*p1, line.id, line.stem);
    f[kRepetition] = std::log(ChanceOf(t, how));
    f[kIsPreviousAgain] = how == Repetition::kSame;
    f[kRetried] = facts.context.after_failure && how == Repetition::kSame;
  }
  return f;
}

bool Likelier(const RankedLine& a, const RankedLine& b) {
  if (a.probability != b.probability) return a.probability > b.probability;
  return a.line->text < b.line->text;
}

// True if the command was never found.
bool NeverFound(const LineStat& stat) {
  return stat.last_exit == 127 && stat.successes == 0;
}

// The penalty is for a command that was found earlier and is missing now: it
// may be installed again. NeverFound() has the others. Other failures are no
// mistakes: people run failing builds again.
double FailurePenalty(const LineStat& stat) {
  return stat.last_exit == 127 ? -1 : 0;
}

// The weights of all lines of a prompt.
struct Weighing {
  const PromptFacts& facts;
  LineWeights weights;  // with the factors
  const Skipped& skipped;
  const Factors& factors;

  Weighing(const PromptFacts& prompt, size_t typed, const Skipped& impressions,
           const Factors& by)
      : facts(prompt),
        weights(AdaptedWeights(facts.model, typed, by.parts[kAdaptedPart])),
        skipped(impressions),
        factors(by) {
    for (size_t i = 0; i < kLineFeatures; ++i) {
      weights.features[i] = factors.features[i] * weights.features[i];
    }
  }
};

// Calls add(name, value) for each part of a line's score.
template <class Add>
void EachPart(const Weighing& by, const PoolLine& line, const Add& add) {
  const auto& [facts, w, skipped, factors] = by;
  const auto& f = FeaturesOf(facts, line);
  for (size_t i = 0; i < kLineFeatures; ++i) {
    add(kLineFeatureNames[i], w.features[i] * f[i]);
  }
  add(kModelPartNames[kFailurePart],
      factors.parts[kFailurePart] * FailurePenalty(line.stat));
  add(kModelPartNames[kFeedbackPart],
      factors.parts[kFeedbackPart] * kFeedbackWeight * line.feedback);
  add(kModelPartNames[kFactsPart],
      factors.parts[kFactsPart] * kFactsWeight * line.facts);
  const int skips = skipped.any() ? skipped.impressions->SkipsOf(line.text) : 0;
  if (skips == 0) return;
  add(kModelPartNames[kSkippedPart],
      factors.parts[kSkippedPart] * std::log(skipped.FactorOf(skips)));
}

}  // namespace

double AgeOf(const PromptFacts& facts, const PoolLine& line) {
  return line.shell_age > 0 ? static_cast<double>(line.shell_age)
                            : AgeOf(facts.model, line.stat);
}

double LogMinutesSince(int64_t ms, const PromptFacts& facts) {
  const double minutes = static_cast<double>(facts.now_ms - ms) / 6e4;
  return std::log(1 + std::max(minutes, 0.0));
}

const std::array<double, kLineFeatures>& FeaturesOf(const PromptFacts& facts,
                                                    const PoolLine& line) {
  if (!line.features) line.features = Compute(facts, line);
  return *line.features;
}

std::array<double, kNovelFeatures> NovelFeatures(const UserModel& model,
                                                 size_t matches, size_t typed) {
  constexpr double kMaxTyped = 20;
  return {1, std::log(model.novelty + .01),
          std::log(1 + static_cast<double>(matches)),
          std::min(static_cast<double>(typed), kMaxTyped) / 5};
}

double NovelScore(const LineWeights& weights,
                  const std::array<double, kNovelFeatures>& features) {
  double sum = 0;
  for (size_t i = 0; i < kNovelFeatures; ++i) {
    sum += weights.novel[i] * features[i];
  }
  return sum;
}

std::vector<Contribution> ContributionsOf(const PromptFacts& facts,
                                          const PoolLine& line, size_t typed,
                                          const Skipped& skipped,
                                          const Factors& factors) {
  std::vector<Contribution> out;
  EachPart({facts, typed, skipped, factors}, line,
           [&](const char* name, double value) {
             if (value != 0) out.push_back({name, value});
           });
  return out;
}

void JudgeLines(RankedLines& lines, const JudgeLine& judge,
                const Factors& factors, size_t most) {
  size_t left = 0;
  bool changed = false;
  for (RankedLine& ranked : lines.lines) {
    ranked.finding = judge(*ranked.line);
    const double kept = ranked.probability * factors.Kept(ranked.finding);
    if (kept == ranked.probability && ++left == most) break;
    // The lost probability goes to a line that never ran.
    lines.novel += ranked.probability - kept;
    changed |= kept != ranked.probability;
    ranked.probability = kept;
  }
  if (!changed) return;
  std::erase_if(lines.lines, [](const RankedLine& ranked) {
    return ranked.probability == 0;
  });
  std::sort(lines.lines.begin(), lines.lines.end(), Likelier);
}

namespace {

// "" for a line of one word.
std::string_view HeadOf(std::string_view line) {
  const size_t blank = line.rfind(' ');
  return line.substr(0, blank == line.npos ? 0 : blank);
}

}  // namespace

std::unordered_set<std::string_view> HeadsRunHere(const RankedLines& lines) {
  constexpr double kMoreThanOnce = 1.2;
  std::unordered_set<std::string_view> heads;
  for (const RankedLine& ranked : lines.lines) {
    if (ranked.line->runs_here < kMoreThanOnce) continue;
    const std::string_view head = HeadOf(ranked.line->text);
    if (!head.empty()) heads.insert(head);
  }
  return heads;
}

bool IsOfOtherPlace(const PoolLine& line,
                    const std::unordered_set<std::string_view>& heads) {
  return !line.ran_here() && line.stat.count > 1 &&
         heads.contains(HeadOf(line.text));
}

namespace {

// A suggestion that the user changed into another line each of the last times
// gives most of its probability to that line, unless it has run unchanged
// since.
void GiveToChanged(std::vector<RankedLine>& lines) {
  constexpr double kGiven = 0.9;
  for (RankedLine& from : lines) {
    if (from.line->changed_into == 0) continue;
    const auto into =
        std::find_if(lines.begin(), lines.end(), [&](const RankedLine& other) {
          return other.line->id == from.line->changed_into;
        });
    if (into == lines.end() ||
        into->line->stat.last_ms < from.line->stat.last_ms) {
      continue;
    }
    into->probability += kGiven * from.probability;
    from.probability *= 1 - kGiven;
  }
}

}  // namespace

RankedLines RankLines(const PromptFacts& facts,
                      const std::vector<const PoolLine*>& lines, size_t typed,
                      const Skipped& skipped, const Factors& factors) {
  const Weighing by(facts, typed, skipped, factors);
  RankedLines out;
  out.lines.reserve(lines.size());
  double novel =
      NovelScore(by.weights, NovelFeatures(facts.model, lines.size(), typed));
  const double history = factors.Of(SourceId::kHistory);
  if (history <= 0) return out;
  novel -= std::log(history);
  const double never_found = factors.Kept(Finding::kNeverFound);
  double highest = novel;
  for (const PoolLine* line : lines) {
    double score = 0;
    if (NeverFound(line->stat)) {
      if (never_found <= 0) continue;
      score = std::log(never_found);
    }
    EachPart(by, *line, [&](const char*, double value) { score += value; });
    out.lines.push_back({line, score});
    highest = std::max(highest, score);
  }
  double sum = std::exp(novel - highest);
  for (RankedLine& r : out.lines) {
    r.probability = std::exp(r.probability - highest);
    sum += r.probability;
  }
  for (RankedLine& r : out.lines) r.probability /= sum;
  out.novel = std::exp(novel - highest) / sum;
  GiveToChanged(out.lines);
  if (out.lines.size() > kMaxRanked) {
    std::nth_element(out.lines.begin(), out.lines.begin() + kMaxRanked,
                     out.lines.end(), Likelier);
    out.lines.resize(kMaxRanked);
  }
  std::sort(out.lines.begin(), out.lines.end(), Likelier);
  return out;
}

}  // namespace synapse
