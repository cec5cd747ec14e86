#include "rank/candidate_features.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

#include "base/text.h"

namespace synapse {
namespace {

constexpr double kLeastChance = 1e-5;
constexpr size_t kMaxRank = 11;
static_assert(kChanceInCommand - kChanceBehindAll + 1 == kWordPlaces);
constexpr double kNoArgument = 1000;  // the rank of a word that was none

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

// Log odds of a part of a sum, smoothed.
double Odds(double part, double sum, double added) {
  return std::log((part + added) / (std::max(sum - part, 0.0) + added));
}

// No line has the word yet: its age is the age of the whole history.
LineRuns NoRuns(const PromptFacts& prompt) {
  LineRuns runs;
  runs.age = AgeOf(prompt.model, LineStat());
  return runs;
}

const LineRuns& RunsOfLine(const PromptFacts& prompt, const PoolLine& line) {
  if (line.runs) return *line.runs;
  const TransitionTables& t = prompt.tables;
  LineRuns& runs = line.runs.emplace();
  runs.lines = 1;
  runs.count = line.stat.count;
  runs.age = AgeOf(prompt, line);
  runs.last_ms = line.stat.last_ms;
  runs.decayed = line.stat.decayed * Decay(runs.age);
  runs.followed = t.rows[kAfterLine].WeightOf(line.id);
  runs.followed_shape = t.rows[kAfterTemplate].WeightOf(line.id);
  // A branch counts as a directory does. Recorded histories have none.
  runs.here = t.rows[kInDirectory].WeightOf(line.id) +
              t.locations[kOnBranch].WeightOf(line.id);
  return runs;
}

// The runs of the lines that begin with the buffer, by their next word.
class RunsByWord {
 public:
  explicit RunsByWord(const KeyFacts& key)
      : none_(NoRuns(key.prompt)),
        all_(none_),
        places_(std::bit_ceil(2 * key.pool.size() + 1)) {
    ages_.reserve(key.pool.size());
    for (const PoolLine* line : key.pool) {
      if (line->stat.count == 0) continue;
      const LineRuns& runs = RunsOfLine(key.prompt, *line);
      all_.Add(runs);
      const auto word = WithoutSlash(NextWordOf(line->text, key.buffer));
      uint32_t& place = places_[PlaceOf(word)];
      if (place == 0) {
        words_.push_back({word, none_});
        place = static_cast<uint32_t>(words_.size());
      }
      words_[place - 1].runs.Add(runs);
      ages_.push_back(runs.age);
    }
    std::sort(ages_.begin(), ages_.end());
  }
  const LineRuns& all() const { return all_; }
  double words() const { return static_cast<double>(words_.size()); }
  const LineRuns& Of(std::string_view word) const {
    const uint32_t place = places_[PlaceOf(WithoutSlash(word))];
    return place == 0 ? none_ : words_[place - 1].runs;
  }
  // The number of lines that ran after the line of that age.
  double LinesSince(double age) const {
    return static_cast<double>(
        std::lower_bound(ages_.begin(), ages_.end(), age) - ages_.begin());
  }

 private:
  struct OfWord {
    std::string_view word;
    LineRuns runs;
  };
  // The place of the word, or the free one for it: more than half are free.
  size_t PlaceOf(std::string_view word) const {
    const size_t mask = places_.size() - 1;
    size_t at = Hash64(word) & mask;
    while (places_[at] != 0 && words_[places_[at] - 1].word != word) {
      at = (at + 1) & mask;
    }
    return at;
  }

  const LineRuns none_;
  LineRuns all_;
  std::vector<OfWord> words_;
  std::vector<uint32_t> places_;  // 1 + the word's place in words_; 0: free
  std::vector<double> ages_;
};

class Describer {
  using Own = std::array<double, kOfLine>;

 public:
  Describer(const std::vector<Suggestion>& list, const KeyFacts& key)
      : list_(list), key_(key), runs_(key) {
    if (list_.empty()) return;
    const std::string_view word = FullWord(list_.front().text);
    first_ = key_.partial == 0 || word.empty() ? 0 : word.front();
    arguments_.reserve(key_.recent_arguments.size());
    for (const std::string& argument : key_.recent_arguments) {
      arguments_.push_back(WithoutSlash(argument));
      if (first_ != 0 && argument.starts_with(first_)) {
        begun_.push_back(arguments_.size() - 1);
      }
    }
    AddKey(of_key_);
    AddBest(of_key_);
    AddRunsTyped(of_key_);
  }

  CandidateFeatures Row(size_t rank) const {
    Own f = of_key_;
    const Suggestion& s = list_[rank];
    AddScores(f, s, rank);
    AddText(f, s);
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
  void AddBest(Own& f) const {
    f[kBestScore] = LogOdds(list_.front().score);
    f[kNextScore] = LogOdds(list_.size() > 1 ? list_[1].score : 0);
  }

  void AddScores(Own& f, const Suggestion& s, size_t rank) const {
    f[kScore] = LogOdds(s.score);
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

  void AddRunsTyped(Own& f) const {
    f[kRunsTyped] = LogCount(runs_.all().count);
    f[kWordsTyped] = LogCount(runs_.words());
    f[kTypedAge] = std::log(runs_.all().age);
  }

  void AddRuns(Own& f, std::string_view word) const {
    const LineRuns &with = runs_.Of(word), &all = runs_.all();
    f[kRunsWord] = LogCount(with.count);
    f[kRunsOdds] = Odds(with.count, all.count, .5);
    f[kDecayedOdds] = Odds(with.decayed, all.decayed, .1);
    f[kFollowedOdds] = Odds(with.followed, all.followed, .1);
    f[kFollowedShapeOdds] = Odds(with.followed_shape, all.followed_shape, .1);
    f[kHereOdds] = Odds(with.here, all.here, .1);
    f[kLinesOfWord] = LogCount(with.lines);
    f[kWordAge] = std::log(with.age);
    f[kWordMinutes] = LogMinutesSince(with.last_ms, key_.prompt);
  }

  void AddWord(Own& f, std::string_view word) const {
    const std::string_view bare = WithoutSlash(word);
    f[kArgumentRank] = LogCount(RankOf(bare));
    const LineContext& context = key_.prompt.context;
    f[kInPreviousLine] = HasArgument(context.before(0), word);
    f[kInEarlierLine] = HasArgument(context.before(1), word) ||
                        HasArgument(context.before(2), word);
    f[kTwice] = std::find(key_.words.begin(), key_.words.end(), word) !=
                key_.words.end();
    const auto& words = key_.guesses.words;
    const auto guess =
        std::find_if(words.begin(), words.end(),
                     [&](const WordGuess& g) { return g.text == word; });
    for (size_t i = 0; i < kWordPlaces; ++i) {
      f[kChanceBehindAll + i] =
          Log(guess == words.end() ? 0 : guess->chances[i]);
    }
  }

  // Among the recent arguments.
  double RankOf(std::string_view bare) const {
    size_t rank = arguments_.size();
    if (first_ != 0 && bare.starts_with(first_)) {
      const auto at = std::find_if(begun_.begin(), begun_.end(), [&](size_t i) {
        return arguments_[i] == bare;
      });
      if (at != begun_.end()) rank = *at;
    } else {
      rank = static_cast<size_t>(
          std::find(arguments_.begin(), arguments_.end(), bare) -
          arguments_.begin());
    }
    return rank == arguments_.size() ? kNoArgument : static_cast<double>(rank);
  }

  void AddText(Own& f, const Suggestion& s) const {
    const std::string_view word = NextWordOf(s.text, key_.buffer);
    const size_t added = s.text.size() - std::min(s.text.size(), key_.buffer);
    AddRuns(f, word);
    AddWord(f, Trim(FullWord(s.text)));
    f[kHasSlash] = FullWord(s.text).find('/') != s.text.npos;
    f[kNextWordLength] = static_cast<double>(word.size());
    f[kAddedLength] = static_cast<double>(added);
    f[kBlanksInText] =
        static_cast<double>(std::count(s.text.begin(), s.text.end(), ' '));
    if (!key_.skipped.any()) return;
    const SkippedImpressions& skips = *key_.skipped.impressions;
    f[kTimesSkipped] = skips.SkipsOf(s.text);
    f[kTimesWordSkipped] = skips.WordSkipsOf(std::string_view(s.text).substr(
        0, s.text.size() - added + word.size()));
  }

  // The next word with its typed part.
  std::string_view FullWord(std::string_view text) const {
    const size_t from = std::min(
        key_.buffer - std::min(key_.buffer, key_.partial), text.size());
    return text.substr(from, NextWordEnd(text, key_.buffer) - from);
  }

  void AddKey(Own& f) const {
    const UserModel& model = key_.prompt.model;
    f[kTypedLength] = static_cast<double>(key_.typed);
    f[kPartialLength] = static_cast<double>(key_.partial);
    f[kWordsBefore] = static_cast<double>(key_.words.size());
    f[kAtPosition] = static_cast<double>(key_.position);
    f[kNovelChance] = Log(key_.novel);
    f[kUnseenChance] = Log(key_.guesses.unseen);
    f[kNoveltyOfUser] = std::log(model.novelty + .01);
    f[kRepeatOfUser] = std::log(model.repeat + .001);
    f[kAttention] = key_.skipped.attention;
  }

  void AddLine(Own& f, const PoolLine& line) const {
    const TransitionTables& t = key_.prompt.tables;
    const Foreseen foreseen =
        ForeseenOf(t, key_.prompt.model, line.id, line.stat);
    f[kSkipExpert] = Log(foreseen.experts[kSkippingOne]);
    f[kRecencyExpert] = Log(foreseen.experts[kByRecency]);
    f[kFrequencyExpert] = Log(foreseen.experts[kByFrequency]);
    f[kRunsHere] = LogCount(t.rows[kInDirectory].WeightOf(line.id));
    f[kEventsHere] = LogCount(t.rows[kInDirectory].events());
    f[kEventsFollowed] = LogCount(t.rows[kAfterLine].events());
    f[kLaterLines] = LogCount(runs_.LinesSince(AgeOf(key_.prompt, line)));
    f[kFailedPart] = line.stat.failures / (line.stat.count + 1.0);
    f[kAfterFailure] = key_.prompt.context.after_failure;
  }

  const std::vector<Suggestion>& list_;
  const KeyFacts& key_;
  RunsByWord runs_;
  std::vector<std::string_view> arguments_;  // recent ones, without a slash
  // The arguments that begin with the typed word, as most candidates do.
  std::vector<size_t> begun_;
  char first_ = 0;  // its first byte; 0: nothing is typed
  Own of_key_{};    // the features that all rows have in common
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
