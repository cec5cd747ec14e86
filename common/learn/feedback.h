// Feedback: the outcome of a suggestion. A suggestion that is taken gets a
// boost, one that is dismissed a short suppression. Both decay with time and
// are clamped, so that nothing locks in.
//
// One piece of feedback teaches four things, each by a row of its own:
//
//             step  clamp  the row weighs
//   text      1     1      the line, or the file or option that was suggested
//   template  1/4   0.3    lines that differ in volatile parts (template.h)
//   word      1/2   0.5    the word in its context: an argument type of the
//                          command, or the text before the word; of a changed
//                          suggestion, the word that was replaced and the word
//                          that replaced it
//   source    1/8   0.3    all candidates of that source
//
// A line that was suggested and became the same other line before it ran, several
// times in a row, gives way to that line: ReadChange().
//
// A correction of a failed line that was not taken has one row instead of
// these: a user who types the corrected line by hand may mean it.
//
// Lasting weights halve in a day. A dismissal also counts at once, for that
// text alone: it holds at the next prompt, and halves in ten minutes.
//
// The log's table `feedback` has the records (store/record.h). The index's
// table of that name has their sums: BE64 key -> weight f32, time i64 ms,
// dismissed f32. Older rows end before the last.
// Tested by tests/learn/feedback_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "learn/line_words.h"
#include "store/keys.h"
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

// The keys of rows. The key of a text is its id. The key of a template depends
// on the shape of the line's words alone, and not on specs.
uint64_t TemplateFeedbackKey(std::string_view line);
// The row of this key stands for all templates: if it is zero, all of them are
// zero.
inline constexpr uint64_t kAnyTemplateFeedback = 1;
uint64_t WordFeedbackKey(uint64_t context, std::string_view word);
// The argument type of the command, or without one the text before the word.
uint64_t FeedbackContext(const WordContext& context, const ArgumentType& type);
uint64_t SourceFeedbackKey(std::string_view source);
// Records of this source are about corrections of a line that failed.
inline constexpr std::string_view kCorrectionSource = "typo";
uint64_t CorrectionFeedbackKey(std::string_view line);

struct FeedbackWeight {
  double lasting = 0;    // in [-1, 1]: above 0 taken, below not taken
  double dismissed = 0;  // in [0, 1]: dismissed just now
};
// Zero when nothing is known.
FeedbackWeight ReadFeedback(Kv& kv, uint64_t key, int64_t now_ms);

// The line that ran in place of a suggestion that was taken and then changed,
// and how many times in a row it was the same line. There is no such line if
// the suggestion was taken unchanged since. The row is BE64 key -> line u64,
// times u32 in the same table.
struct ChangedLine {
  LineId into = 0;
  uint32_t times = 0;
};
ChangedLine ReadChange(Kv& kv, LineId suggestion);
// True if any line has such a row.
bool HasChanges(Kv& kv);

}  // namespace synapse
