#include "reflect/markers.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "reflect/sentence.h"
#include "transcript/fields.h"

namespace synapse {
namespace {

// The position where a marker counts.
enum class At {
  kAnywhere,
  kSentence,  // at the beginning of a sentence
  kClause,    // also after a comma
};
struct Marker {
  std::string_view text;
  At at = At::kAnywhere;
};

constexpr Marker kCorrections[] = {
    {"no, ", At::kSentence},
    {"no not", At::kSentence},
    {"don't do"},
    {"stop doing"},
    {"that's wrong"},
    {"actually,"},
    {"instead,"},
    {"not that", At::kClause},
    {"i said"},
    {"i meant"},
    {"please don't"},
    {"undo that"},
    {"revert"},
    {"that's not what"},
    {"wrong approach"},
    {"bad idea"},
};
constexpr Marker kPreferences[] = {
    {"i prefer"},      {"always use"},    {"never use"},    {"from now on"},
    {"in the future"}, {"remember that"}, {"keep doing"},   {"good job"},
    {"yes exactly"},   {"perfect"},       {"that's right"},
};
constexpr Marker kPraise[] = {
    {"good job"},     {"yes exactly"}, {"perfect"},
    {"that's right"}, {"keep doing"},
};
constexpr Marker kFrictions[] = {
    {"again"},
    {"like i said"},
    {"i already told you"},
    {"for the third time"},
    {"as i mentioned"},
    {"same as before"},
    {"we discussed this"},
    {"i keep having to"},
};
// After "not that" they change the meaning: "not that I know".
constexpr std::string_view kDegrees[] = {"i ",    "hard", "easy", "much",
                                         "many",  "bad",  "big",  "long",
                                         "often", "it ",  "we ",  "there"};
constexpr std::string_view kNegations[] = {"not ",     "n't ",       "never ",
                                           "nothing ", "less than ", "git "};
constexpr std::string_view kRecommending[] = {"instead,", "actually,",
                                              "please ", "use ", "don't "};
constexpr size_t kMaxShown = 200, kMaxBefore = 100, kMaxRecommendation = 150;

bool IsWordByte(char c) {
  const auto u = static_cast<unsigned char>(c);
  return u >= 0x80 || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         c == '_';
}

// True for a character that is part of a path or an identifier.
bool Joins(char c) {
  return c == '/' || c == '_' || c == '-' || c == '\\' || c == '=' || c == '@';
}

// The turn in lower case, with plain quotes, without code, quotations, and the
// middle of a long turn.
std::string ProseOf(std::string_view turn) {
  constexpr size_t kEnds = 600;
  std::string text;
  if (turn.size() > 2 * kEnds) {
    text = CutAt(turn, kEnds);
    text += "\n";
    text += turn.substr(turn.size() - kEnds);
  } else {
    text = turn;
  }
  for (std::string_view quote : {"\u2019", "\u2018"}) {
    for (size_t at = 0; (at = text.find(quote, at)) != text.npos;) {
      text.replace(at, quote.size(), "'");
    }
  }
  std::string out;
  bool fenced = false, code = false, line_begin = true, quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 3, "```") == 0) {
      fenced = !fenced;
      i += 2;
      out += ' ';
      continue;
    }
    const char c = text[i];
    if (c == '`') code = !code;
    if (c == '\n') code = false;
    if (line_begin && c != ' ') quoted = c == '>';
    line_begin = c == '\n' || (line_begin && c == ' ');
    out += (fenced || code || quoted) && c != '\n' ? ' ' : c;
  }
  return AsciiLower(out);
}

// The last non-blank character before `at`; 0 at the beginning.
char Before(std::string_view text, size_t at) {
  bool newline = false;
  for (; at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\n'); --at) {
    newline = newline || text[at - 1] == '\n';
  }
  return at == 0 || newline ? '\0' : text[at - 1];
}

bool IsAt(std::string_view text, size_t at, At where) {
  if (where == At::kAnywhere) return true;
  const char before = Before(text, at);
  if (before == '\0' || before == '.' || before == '!' || before == '?' ||
      before == ';' || before == ':') {
    return true;
  }
  return where == At::kClause && before == ',';
}

bool IsNegated(std::string_view text, size_t at) {
  return std::any_of(std::begin(kNegations), std::end(kNegations),
                     [&](std::string_view word) {
                       return text.substr(0, at).ends_with(word);
                     });
}

bool Counts(std::string_view text, size_t at, const Marker& marker) {
  const size_t end = at + marker.text.size();
  const char before = at > 0 ? text[at - 1] : ' ';
  const char after = end < text.size() ? text[end] : ' ';
  const bool open = IsWordByte(marker.text.back());
  if (IsWordByte(before) || Joins(before)) return false;
  if (open && (IsWordByte(after) || Joins(after))) return false;
  // "again.ts": a point in a name.
  if (open && after == '.' && end + 1 < text.size() &&
      IsWordByte(text[end + 1])) {
    return false;
  }
  if (before == '.' && at > 1 && IsWordByte(text[at - 2])) return false;
  if (!IsAt(text, at, marker.at)) return false;
  if (marker.text == "not that") {
    const std::string_view rest = Trim(text.substr(end));
    return std::none_of(
        std::begin(kDegrees), std::end(kDegrees),
        [&](std::string_view w) { return rest.starts_with(w); });
  }
  return marker.text.find(' ') != marker.text.npos || !IsNegated(text, at);
}

template <size_t n>
const Marker* FirstOf(std::string_view text, const Marker (&markers)[n]) {
  for (const Marker& marker : markers) {
    for (size_t at = 0; (at = text.find(marker.text, at)) != text.npos; ++at) {
      if (Counts(text, at, marker)) return &marker;
    }
  }
  return nullptr;
}

// One line, safe to display.
std::string Shown(std::string_view text, size_t most) {
  std::string line(CutAt(text, most));
  for (char& c : line) {
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  }
  return std::string(Trim(line));
}

}  // namespace

Marked MarkersIn(std::string_view turn) {
  const std::string text = ProseOf(turn);
  Marked out;
  out.correction = FirstOf(text, kCorrections) != nullptr;
  out.preference = FirstOf(text, kPreferences) != nullptr;
  out.praise = FirstOf(text, kPraise) != nullptr;
  const Marker* friction = FirstOf(text, kFrictions);
  out.friction = friction != nullptr;
  out.faint = friction == &kFrictions[0] &&
              std::none_of(std::begin(kFrictions) + 1, std::end(kFrictions),
                           [&](const Marker& marker) {
                             return text.find(marker.text) != text.npos;
                           });
  return out;
}

std::string RecommendationOf(std::string_view turn) {
  const std::string lower = AsciiLower(turn);
  for (std::string_view marker : kRecommending) {
    for (size_t at = 0; (at = lower.find(marker, at)) != lower.npos; ++at) {
      if (at > 0 && IsWordByte(lower[at - 1])) continue;  // "because "
      const std::string_view rest = turn.substr(at);
      // A point in a name or a number does not end a sentence.
      size_t end = rest.find('.');
      while (end != rest.npos && end + 1 < rest.size() &&
             rest[end + 1] != ' ' && rest[end + 1] != '\n') {
        end = rest.find('.', end + 1);
      }
      return Shown(rest.substr(0, end), kMaxRecommendation);
    }
  }
  return "Apply the user's correction.";
}

std::string TurnRef(const TranscriptEvent& turn) {
  if (!turn.id.empty()) return "conv:" + turn.id;
  return "conv:user@" + std::to_string(turn.at_ms);
}

std::string CallRef(const TranscriptEvent& call) {
  return "trajectory:" + call.session + ":event:" + std::to_string(call.offset);
}

Fact TurnReflector::NewFact(FactCategory category,
                            const TranscriptEvent& event) const {
  Fact fact;
  fact.category = category;
  fact.confidence = FactConfidence::kHigh;
  fact.source = source_;
  fact.directory = event.cwd;
  fact.files = files_;
  fact.runs = 1;
  fact.first_ms = fact.last_ms = event.at_ms;
  return fact;
}

void TurnReflector::Keep(Fact fact) {
  if (facts_.size() < kMaxFacts) facts_.push_back(std::move(fact));
}

void TurnReflector::AddTurn(const TranscriptEvent& turn) {
  const Marked marked = MarkersIn(turn.text);
  const std::string ref = TurnRef(turn);
  const std::string shown = Shown(turn.text, kMaxShown);
  if (marked.correction) {
    Fact fact = NewFact(FactCategory::kCorrection, turn);
    fact.fact = "User correction: " + shown;
    fact.traces = {ref};
    if (previous_) {
      fact.fact += " (following: " + Shown(previous_->text, kMaxBefore) + ")";
      fact.traces.push_back(TurnRef(*previous_));
    }
    fact.recommendation = RecommendationOf(turn.text);
    fact.tags = {"user_feedback", "correction"};
    Keep(std::move(fact));
  }
  if (marked.preference) {
    Fact fact = NewFact(FactCategory::kPreference, turn);
    fact.fact = "User preference: " + shown;
    fact.recommendation =
        marked.praise ? "Continue this approach." : RecommendationOf(turn.text);
    fact.tags = {"user_feedback", "preference"};
    fact.traces = {ref};
    Keep(std::move(fact));
  }
  if (marked.friction) {
    Fact fact = NewFact(FactCategory::kFriction, turn);
    fact.confidence =
        marked.faint ? FactConfidence::kLow : FactConfidence::kMedium;
    fact.fact = "Friction point: " + shown;
    fact.recommendation = "Automate or remember this to avoid user repetition.";
    fact.tags = {"user_feedback", "friction"};
    fact.traces = {ref};
    Keep(std::move(fact));
  }
  EndTrajectory(marked.correction);
  previous_ = turn;
}

// The calls between two turns are one trajectory. It failed if its last call
// failed, or if the user corrected it. A failure after which a tool tried again
// does not count.
void TurnReflector::EndTrajectory(bool corrected) {
  for (const TranscriptEvent& call : failed_) {
    if (!corrected && !last_failed_ && !call.refused) continue;
    const std::string ref = CallRef(call);
    Fact fact = NewFact(FactCategory::kAntiPattern, call);
    const std::string what =
        call.tool +
        (call.text.empty() ? "" : " " + Quoted(Shown(call.text, 80)));
    fact.fact = "Tool " + what + (call.refused ? " was refused" : " failed");
    const std::string error = Shown(call.error, kMaxShown);
    if (!error.empty() && !call.refused) fact.fact += ": " + error;
    fact.recommendation =
        "Inspect the raw trace (" + ref + ") before it is tried again.";
    fact.exit = call.exit;
    fact.tags = {"tool_failure", "tool:" + call.tool};
    fact.traces = {ref};
    Keep(std::move(fact));
  }
  failed_.clear();
  last_failed_ = false;
}

// A read names a file; other tools that edit contain its path.
void TurnReflector::AddFile(const TranscriptEvent& event) {
  constexpr size_t kMaxFiles = 32;
  const bool read = event.kind == TranscriptKind::kRead;
  const bool path = event.text.starts_with('/') &&
                    event.text.find_first_of(" \n") == event.text.npos;
  const bool edited = event.kind == TranscriptKind::kTool && path;
  if (!(read || edited) || event.failed || event.refused) return;
  std::string file = JoinPath(event.cwd, event.text);
  if (HasHidden(file) || files_.size() >= kMaxFiles) return;
  if (std::find(files_.begin(), files_.end(), file) == files_.end()) {
    files_.push_back(std::move(file));
  }
}

void TurnReflector::Add(const TranscriptEvent& event) {
  constexpr size_t kMaxFailed = 20;
  switch (event.kind) {
    case TranscriptKind::kUserTurn:
      if (event.sidechain) return;
      AddTurn(event);
      files_.clear();
      return;
    case TranscriptKind::kAssistantTurn:
    case TranscriptKind::kSummary: return;
    default: break;
  }
  AddFile(event);
  last_failed_ = event.failed || event.refused;
  if (last_failed_ && failed_.size() < kMaxFailed) {
    failed_.push_back(event);
  }
}

std::vector<Fact> TurnReflector::Finish() {
  EndTrajectory(/*corrected=*/false);
  return std::exchange(facts_, {});
}

}  // namespace synapse
