#include "rank/ghost_rule.h"

#include <algorithm>

#include "base/text.h"
#include "line/segment.h"
#include "rank/ghost_chance.h"
#include "source/candidate.h"

namespace synapse {
namespace {

// True behind an operator. Before a letter of it is typed, the next command can
// be known only if the whole line ran before.
bool EndsCommand(std::string_view buffer) {
  const size_t last = buffer.find_last_not_of(" \t");
  return last != buffer.npos &&
         std::string_view("&|;").find(buffer[last]) != std::string_view::npos;
}

// An operator that joins a command to nothing saves no key. `&` ends a line.
bool IsJoint(std::string_view rest) {
  rest = Trim(rest);
  return rest != "&" && rest.find_first_not_of("|&;<>") == rest.npos;
}

// The slash behind the name of a directory saves no key.
bool IsSlash(std::string_view rest) { return rest == "/"; }

// The quote that ends what is typed saves no key, and the text may go on. It is
// shown to a user who wants each ghost, whatever it saves (suggest.min_gain).
bool IsQuote(std::string_view rest) { return rest == "'" || rest == "\""; }

// Commands of Synapse itself are not shown before their name is typed.
bool IsOurs(std::string_view text, std::string_view buffer) {
  constexpr std::string_view kName = "synapse";
  return text.starts_with(kName) && !buffer.starts_with(kName) &&
         (text.size() == kName.size() || text[kName.size()] == ' ');
}

bool IsConfident(const Config& config, const Suggestion& s) {
  return std::max(s.word_confidence, s.confidence) >=
         config.Double("suggest.min_confidence");
}

// Corrections and answers of a model have a confidence of their own.
bool IsJudgedByGain(const Suggestion& s) {
  return s.source == SourceName(SourceId::kTypo) ||
         s.source == SourceName(SourceId::kAi);
}

// True for a line of the user that has no likely rival. In the worlds, where no
// line is typed twice, such ghosts are right two times in five. People repeat
// lines, and miss a ghost that has no rival.
bool IsOnlyLine(const Suggestion& s) {
  constexpr double kNoRival = 0.02, kLeastScore = 0.5;
  return s.is_line && s.source == SourceName(SourceId::kHistory) &&
         s.rival < kNoRival && s.score >= kLeastScore;
}

}  // namespace

// A combining character at the beginning would change the last typed character.
bool Continues(std::string_view text, std::string_view buffer) {
  return text.size() > buffer.size() && text.starts_with(buffer) &&
         (buffer.empty() ||
          CodePointWidth(DecodeUtf8(text, buffer.size()).value) != 0);
}

bool IsGhost(const Config& config, std::string_view buffer,
             const Suggestion& s) {
  if (s.asked_only || IsOurs(s.text, buffer) || !Continues(s.text, buffer)) {
    return false;
  }
  if (!Trim(buffer).empty()) {
    const std::string_view rest =
        std::string_view(s.text).substr(buffer.size());
    if (IsJoint(rest) || IsSlash(rest)) return false;
    const double least = config.Double("suggest.min_gain");
    if (IsQuote(rest) && least > 0) return false;
    if (s.place_is_known && least > 0 && !IsJudgedByGain(s)) {
      const double chance = config.Double("suggest.min_chance");
      return s.is_usual ||
             (IsConfident(config, s) && (s.is_line || !EndsCommand(buffer)) &&
              (GhostChance(buffer, s) >= chance ||
               (chance < 1 && IsOnlyLine(s))));
    }
    // One key takes a word of the ghost, another takes all of it. The user
    // reads its next word first: if that is wrong, so is the rest.
    constexpr double kSureWord = 0.6, kLeastWord = 0.05;
    const size_t word = NextWordEnd(s.text, buffer.size()) - buffer.size();
    const double gain =
        std::max(s.word_confidence * static_cast<double>(word - 1),
                 s.confidence * static_cast<double>(rest.size() - 1));
    const double in_vain = 1 - s.word_confidence;
    return IsConfident(config, s) &&
           (s.word_confidence >= kSureWord ||
            (s.word_confidence >= kLeastWord * std::min(least, 1.0) &&
             gain >= least * in_vain && (s.is_line || !EndsCommand(buffer))));
  }
  // Only the first row of a text is visible, so the user would run the others
  // unread.
  const bool is_row = s.text.find('\n') == std::string::npos;
  return !s.risk.any() && is_row && !IsFragment(s.text) &&
         s.confidence >= config.Double("suggest.empty_confidence");
}

}  // namespace synapse
