// Feedback: what became of a suggestion. Kept for as long as it counts: a
// boost for what is taken, a short suppression of what is dismissed, both
// decaying with time and clamped, so that nothing locks in (engine-v2, 9).
//
// One piece of feedback teaches four things, each by a row of its own:
//
//             step  clamp  what it moves
//   text      1     1      the line, or the file or option that was suggested
//   template  1/4   0.3    lines that differ in what is volatile (template.h)
//   word      1/2   0.5    the word in such a context: an argument type of the
//                          command, or what is written before it; of a
//                          suggestion that was changed, the word that was given
//                          up and the one that was put there instead
//   source    1/8   0.3    what that source finds
//
// Lasting weights halve in a day. A dismissal counts at once too, of
// that text alone: the next prompt heeds it, and in ten minutes half of it is
// gone.
//
// The truth is the log's table `feedback` (store/record.h); what it adds up to
// is the index's: BE64 key -> weight f32, time i64 ms, dismissed f32. Older rows
// end before the last.
// Tested by tests/learn/feedback_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "learn/line_words.h"
#include "store/kv.h"
#include "store/record.h"

namespace synapse {

std::optional<FeedbackAction> ParseFeedback(std::string_view name);
const char* FeedbackName(FeedbackAction action);

// How much a suggestion gains when it is taken and loses when it is dismissed:
// a quarter of that when it was changed, an eighth when it was skipped.
struct FeedbackSteps {
  double accepted = 0.10;
  double dismissed = 0.08;
};
Status LearnFeedback(Kv& kv, const FeedbackRecord& feedback,
                     const FeedbackSteps& steps = {},
                     const ArgumentTypeFinder& types = nullptr);

// The keys of rows. A text's is its id; a template's is by the shape of the
// line's words alone, whatever specs say.
uint64_t TemplateFeedbackKey(std::string_view line);
// Its row stands for all templates: where it is zero, so are theirs.
inline constexpr uint64_t kAnyTemplateFeedback = 1;
uint64_t WordFeedbackKey(uint64_t context, std::string_view word);
// The argument type of the command, or without one all that is written before.
uint64_t FeedbackContext(const WordContext& context, const ArgumentType& type);
uint64_t SourceFeedbackKey(std::string_view source);

struct FeedbackWeight {
  double lasting = 0;  // in [-1, 1]: above 0 taken, below not taken
  double dismissed = 0;  // in [0, 1]: dismissed just now
};
// Zero when nothing is known.
FeedbackWeight ReadFeedback(Kv& kv, uint64_t key, int64_t now_ms);

}  // namespace synapse
