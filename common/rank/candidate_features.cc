#include "rank/candidate_features.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "base/text.h"

namespace synapse {
namespace {

constexpr double kLeastChance = 1e-5;
constexpr size_t kMaxRank = 11;

double LogOdds(double p) {
  p = std::clamp(p, kLeastChance, 1 - kLeastChance);
  return std::log(p / (1 - p));
}
double Log(double p) { return std::log(p + kLeastChance); }
double LogCount(double n) { return std::log(1 + n); }

std::string_view NextWordOf(std::string_view text, size_t from) {
  from = std::min(from, text.size());
  return text.substr(from, NextWordEnd(text, from) - from);
}

// How often lines that begin with the buffer ran, by their next word.
class RunCounts {
 public:
  explicit RunCounts(const KeyFacts& key) {
    for (const PoolLine* line : key.pool) {
      all_ += line->stat.count;
      by_word_[NextWordOf(line->text, key.buffer)] += line->stat.count;
    }
  }
  double all() const { return all_; }
  double Of(std::string_view word) const {
    auto at = by_word_.find(word);
    return at == by_word_.end() ? 0 : at->second;
  }

 private:
  double all_ = 0;
  std::unordered_map<std::string_view, double> by_word_;
};

class Describer {
 public:
  Describer(const std::vector<Suggestion>& list, const KeyFacts& key)
      : list_(list), key_(key), runs_(key) {}

  CandidateFeatures Row(size_t rank) const {
    std::array<double, kOfLine> f{};
    const Suggestion& s = list_[rank];
    AddScores(f, s, rank);
    AddText(f, s);
    AddKey(f);
    CandidateFeatures row{};
    if (s.line) {
      AddLine(f, *s.line);
      const auto& of_line = FeaturesOf(key_.prompt, *s.line);
      std::copy(of_line.begin(), of_line.end(), row.begin() + kOfLine);
    }
    std::copy(f.begin(), f.end(), row.begin());
    return row;
  }

 private:
  using Own = std::array<double, kOfLine>;

  void AddScores(Own& f, const Suggestion& s, size_t rank) const {
    f[kScore] = LogOdds(s.score);
    f[kBestScore] = LogOdds(list_.front().score);
    f[kNextScore] = LogOdds(list_.size() > 1 ? list_[1].score : 0);
    f[kBehindBest] = Log(s.score) - Log(list_.front().score);
    f[kRank] = static_cast<double>(std::min(rank, kMaxRank));
    f[kLineShare] = Log(s.shares.lines);
    f[kWordShare] = Log(s.shares.words);
    f[kSourceShare] = Log(s.shares.sources);
    f[kReusedShare] = s.shares.reused;
    f[kSeenHere] = s.shares.seen_here;
    f[kTextChance] = LogOdds(s.confidence);
    f[kTextOfWord] = Log(s.confidence) - Log(s.score);
    f[kIsLine] = s.is_line;
  }

  void AddText(Own& f, const Suggestion& s) const {
    const std::string_view word = NextWordOf(s.text, key_.buffer);
    const double with_word = runs_.Of(word);
    f[kRunsTyped] = LogCount(runs_.all());
    f[kRunsWord] = LogCount(with_word);
    f[kRunsOdds] =
        std::log((with_word + .5) / (runs_.all() - with_word + .5));
    const size_t added = s.text.size() - std::min(s.text.size(), key_.buffer);
    f[kNextWordLength] = static_cast<double>(word.size());
    f[kAddedLength] = static_cast<double>(added);
    f[kBlanksInText] = static_cast<double>(
        std::count(s.text.begin(), s.text.end(), ' '));
    if (!key_.skipped.any()) return;
    const SkippedImpressions& skips = *key_.skipped.impressions;
    f[kTimesSkipped] = skips.SkipsOf(s.text);
    f[kTimesWordSkipped] = skips.WordSkipsOf(
        std::string_view(s.text).substr(0, s.text.size() - added + word.size()));
  }

  void AddKey(Own& f) const {
    const Model& model = key_.prompt.model;
    f[kTypedLength] = static_cast<double>(key_.typed);
    f[kPartialLength] = static_cast<double>(key_.partial);
    f[kWordsBefore] = static_cast<double>(key_.words);
    f[kAtPosition] = static_cast<double>(key_.position);
    f[kNovelChance] = Log(key_.novel);
    f[kUnseenChance] = Log(key_.unseen);
    f[kNoveltyOfUser] = std::log(model.novelty + .01);
    f[kRepeatOfUser] = std::log(model.repeat + .001);
    f[kAttention] = key_.skipped.attention;
  }

  void AddLine(Own& f, const PoolLine& line) const {
    enum { kSkip = 3, kHere = 4, kRecency = 5, kFrequency = 6 };
    const TransitionTables& t = key_.prompt.tables;
    const Foreseen foreseen =
        ForeseenOf(t, key_.prompt.model, line.id, line.stat);
    f[kSkipExpert] = Log(foreseen.experts[kSkip]);
    f[kRecencyExpert] = Log(foreseen.experts[kRecency]);
    f[kFrequencyExpert] = Log(foreseen.experts[kFrequency]);
    f[kRunsHere] = LogCount(t.rows[kHere].WeightOf(line.id));
    f[kEventsHere] = LogCount(t.rows[kHere].events());
    f[kEventsFollowed] = LogCount(t.rows[1].events());
    f[kFailedPart] = line.stat.failures / (line.stat.count + 1.0);
    f[kAfterFailure] = key_.prompt.context.after_failure;
  }

  const std::vector<Suggestion>& list_;
  const KeyFacts& key_;
  RunCounts runs_;
};

}  // namespace

std::vector<CandidateFeatures> FeaturesOfList(
    const std::vector<Suggestion>& list, const KeyFacts& key) {
  std::vector<CandidateFeatures> rows;
  rows.reserve(list.size());
  const Describer describer(list, key);
  for (size_t i = 0; i < list.size(); ++i) rows.push_back(describer.Row(i));
  return rows;
}

}  // namespace synapse
