#include "rank/ghost_chance.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "source/candidate.h"

namespace synapse {
namespace {

// By scripts/fit-ghost, from the days of the six worlds.
constexpr double kConstant = 0.6139;
constexpr GhostFeatures kWeights = {
    0.5617,   // word_chance
    0.0653,   // text_chance
    -0.1635,  // score
    -0.9819,  // no_partial
    0.1564,   // partial_length
    -0.4551,  // first_word
    -0.5475,  // option
    -0.0507,  // next_length
    0.4897,   // next_directory
    -1.3594,  // begins_blank
    -1.6703,  // quoted
    0.1601,   // word_chance_first
    -0.2166,  // history
    0.4428,   // spec
    1.4524,   // project
};

double ClampedLogOdds(double p) {
  constexpr double kLeast = 1e-4;
  p = std::clamp(p, kLeast, 1 - kLeast);
  return std::log(p / (1 - p));
}

// Without the slash of a directory; "" if the text does not continue the buffer.
std::string_view NextWordOf(std::string_view buffer, std::string_view text) {
  if (!text.starts_with(buffer)) return {};
  const std::string_view rest = text.substr(buffer.size());
  const size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
  return WithoutSlash(
      rest.substr(0, std::min(rest.find(' ', begin), rest.size())));
}

}  // namespace

void FindRivals(std::string_view buffer, std::vector<Suggestion>& list) {
  constexpr size_t kRivals = 5;  // the others are behind them
  for (Suggestion& s : list) {
    s.rival = 0;
    const std::string_view own = NextWordOf(buffer, s.text);
    for (size_t i = 0; i < std::min(list.size(), kRivals); ++i) {
      const std::string_view other = NextWordOf(buffer, list[i].text);
      if (other.empty() || other == own) continue;
      s.rival = std::max(s.rival, list[i].word_confidence);
    }
  }
}

GhostFeatures GhostFeaturesOf(std::string_view buffer, const Suggestion& s) {
  constexpr size_t kLongPartial = 8;
  const std::string_view text = s.text;
  const std::string_view rest = text.substr(buffer.size());
  const size_t blank = buffer.rfind(' ');
  const bool first = blank == buffer.npos;
  const std::string_view partial = first ? buffer : buffer.substr(blank + 1);
  const size_t begin = std::min(rest.find_first_not_of(' '), rest.size());
  const std::string_view next =
      rest.substr(0, std::min(rest.find(' ', begin), rest.size()));
  GhostFeatures f{};
  f[kWordChanceOfGhost] = ClampedLogOdds(s.word_confidence);
  f[kTextChanceOfGhost] = ClampedLogOdds(s.confidence);
  f[kScoreOfGhost] = ClampedLogOdds(s.score);
  f[kNoPartialOfGhost] = partial.empty();
  f[kPartialLengthOfGhost] =
      static_cast<double>(std::min(CountCharacters(partial), kLongPartial));
  f[kFirstWordOfGhost] = first;
  f[kOptionOfGhost] = partial.starts_with('-');
  f[kNextLengthOfGhost] = static_cast<double>(CountCharacters(next));
  f[kNextDirectoryOfGhost] = next.ends_with('/');
  f[kBeginsBlankOfGhost] = rest.starts_with(' ');
  f[kQuotedOfGhost] = partial.find_first_of("'\"") != partial.npos;
  if (first) f[kWordChanceFirstOfGhost] = f[kWordChanceOfGhost];
  f[kHistoryOfGhost] = s.source == SourceName(SourceId::kHistory);
  f[kSpecOfGhost] = s.source == SourceName(SourceId::kSpec);
  f[kProjectOfGhost] = s.source == SourceName(SourceId::kProject);
  return f;
}

double GhostChance(std::string_view buffer, const Suggestion& s) {
  const GhostFeatures f = GhostFeaturesOf(buffer, s);
  double sum = kConstant;
  for (size_t i = 0; i < kGhostFeatures; ++i) sum += kWeights[i] * f[i];
  return 1 / (1 + std::exp(-sum));
}

}  // namespace synapse
