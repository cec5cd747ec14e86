#include "source/source.h"

namespace synapse {

Candidate MakeCandidate(const CompletionContext& context, SourceId source,
                        const Word& word) {
  Candidate c;
  std::string_view rest = word.value.substr(context.partial.size());
  // A directory goes on, an option waits for its value: the quote stays open.
  bool complete = word.suffix.empty();
  std::string written;
  if (!rest.empty() || context.partial.empty()) {
    // In the middle of a word nothing has a meaning at its beginning any more.
    QuoteStyle style =
        context.partial.empty() ? word.style : QuoteStyle::kValue;
    written = QuoteValue(rest, context.open, style, complete);
  } else if (context.open != Quote::kNone && complete) {
    written = context.open == Quote::kDouble ? "\"" : "'";
  }
  c.text.reserve(context.buffer.size() + written.size() + 1);
  c.text.append(context.buffer, 0, context.cursor);
  c.text += written;
  c.text += word.suffix;
  c.text.append(context.buffer, context.cursor);
  c.word = std::string(word.value);
  c.word += word.suffix;
  c.description = std::string(word.description);
  c.evidence.push_back({source, word.score, std::string(word.reason)});
  return c;
}

}  // namespace synapse
