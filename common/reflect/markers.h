// Markers: finds turns in which a user corrects a coding agent, states a
// preference, or repeats a request. Three lists of phrases decide; no model is
// asked.
//
//   "No, not GraphQL. I said REST."       a correction
//   "there is no, or hardly any, cost"    none: not at the begin of a sentence
//   "see src/again.ts", "against it"      none: a path, a part of a word
//   "```\nrevert\n```", "> no, "          none: code and quotations
//   "it is not perfect"                   none: negated
//
// A long turn contains pasted text: only its beginning and end are read.
// Tested by tests/reflect/markers_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/fact.h"
#include "transcript/transcript_event.h"

namespace synapse {

struct Marked {
  bool correction = false, preference = false, friction = false;
  bool praise = false;  // a preference that confirms
  bool faint = false;   // friction by "again" alone
};
Marked MarkersIn(std::string_view turn);

// The part of a turn that says what to do, up to the end of its sentence.
std::string RecommendationOf(std::string_view turn);

// "conv:UUID", or "conv:user@MS" if the turn has no identity.
std::string TurnRef(const TranscriptEvent& turn);
// "trajectory:SESSION:event:N", N being the offset of the call in its file.
std::string CallRef(const TranscriptEvent& call);

// Reads a transcript event by event. It stores only the previous turn and the
// calls since.
class TurnReflector {
 public:
  static constexpr size_t kMaxFacts = 200;  // of one file

  explicit TurnReflector(std::string source) : source_(std::move(source)) {}
  void Add(const TranscriptEvent& event);
  // Called at the end of the file.
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
