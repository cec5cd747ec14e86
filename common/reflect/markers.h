// Markers: what users write to a coding agent when they correct it, say what
// they prefer, or repeat themselves. Three lists of phrases, after which a turn
// becomes a finding; no model is asked.
//
//   "No, not GraphQL. I said REST."       a correction
//   "there is no, or hardly any, cost"    none: not at the begin of a sentence
//   "see src/again.ts", "against it"      none: a path, a part of a word
//   "```\nrevert\n```", "> no, "          none: code and quotations
//   "it is not perfect"                   none: negated
//
// A long turn holds what was pasted: only its begin and end are looked at.
// Tested by tests/reflect/markers_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/fact.h"
#include "transcript/event.h"

namespace synapse {

struct Marked {
  bool correction = false, preference = false, friction = false;
  bool praise = false;  // a preference that says: go on so
  bool faint = false;   // friction by "again" alone
};
Marked MarkersIn(std::string_view turn);

// The part of a turn that says what to do, up to its end of sentence.
std::string RecommendationOf(std::string_view turn);

// "conv:UUID", or "conv:user@MS" where the turn has no identity.
std::string TurnRef(const TranscriptEvent& turn);
// "trajectory:SESSION:event:N", N being where in its file the call stands.
std::string CallRef(const TranscriptEvent& call);

// Goes through a transcript, event by event, and holds no more of it than the
// turn before and the calls since.
class TurnReflector {
 public:
  static constexpr size_t kMaxFacts = 200;  // of one file

  explicit TurnReflector(std::string source) : source_(std::move(source)) {}
  void Add(const TranscriptEvent& event);
  // At the end of the file.
  std::vector<Fact> Finish();

 private:
  void AddTurn(const TranscriptEvent& turn);
  void EndTrajectory(bool corrected);
  Fact NewFact(FactCategory category, const TranscriptEvent& event) const;
  void Keep(Fact fact);
  void AddFile(const TranscriptEvent& event);

  const std::string source_;
  std::optional<TranscriptEvent> previous_;  // turn of the user
  std::vector<TranscriptEvent> failed_;      // since that turn
  bool last_failed_ = false;
  std::vector<std::string> files_;  // read or edited since that turn
  std::vector<Fact> facts_;
};

}  // namespace synapse
