#include "rank/ghost_chance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "source/candidate.h"

namespace synapse {
namespace {

// By scripts/fit-ghost, from the days of all worlds but lab.
constexpr double kConstant = -1.0806;
constexpr GhostFeatures kWeights = {
    0.3236,   // word_chance
    -0.0208,  // text_chance
    -0.1536,  // score
    -1.2660,  // no_partial
    0.0905,   // partial_length
    -0.3535,  // one_letter
    -0.2582,  // first_word
    -0.5901,  // option
    -0.0022,  // next_length
    0.5591,   // next_directory
    -1.6003,  // begins_blank
    -1.9390,  // quoted
    0.1175,   // word_chance_first
    2.4308,   // share
    -0.0795,  // rival
    -0.3310,  // close_rivals
    -0.6290,  // parts
    -0.7012,  // history
    0.2957,   // spec
    1.3928,   // project
};

double ClampedLogOdds(double p) {
  constexpr double kLeast = 1e-4;
  p = std::clamp(p, kLeast, 1 - kLeast);
  return std::log(p / (1 - p));
}

// The next word of a text, without the slash of a directory; "" if the text
// does not continue the buffer.
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
  constexpr double kClose = 0.8;
  const size_t rivals = std::min(list.size(), kRivals);
  std::array<std::string_view, kRivals> words;
  for (size_t i = 0; i < rivals; ++i) {
    words[i] = NextWordOf(buffer, list[i].text);
  }
  for (Suggestion& s : list) {
    s.rival = s.rival_score = 0;
    s.close_rivals = 0;
    const std::string_view own = NextWordOf(buffer, s.text);
    for (size_t i = 0; i < rivals; ++i) {
      if (words[i].empty() || words[i] == own) continue;
      s.rival = std::max(s.rival, list[i].word_confidence);
      s.rival_score = std::max(s.rival_score, list[i].score);
      if (list[i].score > kClose * s.score) ++s.close_rivals;
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
  f[kOneLetterOfGhost] = f[kPartialLengthOfGhost] == 1;
  f[kFirstWordOfGhost] = first;
  f[kOptionOfGhost] = partial.starts_with('-');
  f[kNextLengthOfGhost] = static_cast<double>(CountCharacters(next));
  f[kNextDirectoryOfGhost] = next.ends_with('/');
  f[kBeginsBlankOfGhost] = rest.starts_with(' ');
  f[kQuotedOfGhost] = partial.find_first_of("'\"") != partial.npos;
  if (first) f[kWordChanceFirstOfGhost] = f[kWordChanceOfGhost];
  f[kShareOfGhost] = s.score > 0 ? s.score / (s.score + s.rival_score) : 0;
  f[kRivalOfGhost] = ClampedLogOdds(s.rival);
  f[kCloseRivalsOfGhost] = static_cast<double>(s.close_rivals);
  f[kPartsOfGhost] = WithoutSlash(next).find_first_of("/-_.:") != next.npos;
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
