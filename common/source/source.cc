#include "source/source.h"

#include "spec/generator.h"

namespace synapse {
namespace {

constexpr size_t kMaxPath = 4096;

// True if the word at the cursor ends in a backslash that quotes the next byte.
bool IsBehindBackslash(const CompletionContext& context) {
  std::string_view left(context.buffer.data(), context.cursor);
  size_t backslashes = 0;
  while (left.ends_with('\\')) {
    left.remove_suffix(1);
    ++backslashes;
  }
  return backslashes % 2 == 1 && context.open != Quote::kSingle;
}

bool MayBeOffered(const Word& word) {
  if (word.trusted) return true;
  if (word.style == QuoteStyle::kPath) return word.value.size() <= kMaxPath;
  return IsPlausibleValue(word.value);
}

// The text to insert at the cursor.
std::optional<std::string> Written(const CompletionContext& context,
                                   const Word& word) {
  std::string_view rest = word.value.substr(context.partial.size());
  if (word.verbatim) {
    if (context.open != Quote::kNone || IsBehindBackslash(context)) {
      return std::nullopt;
    }
    return InBackquotes(std::string(rest), context.segment.backquotes);
  }
  // After a directory or before the value of an option the quote stays open.
  bool complete = word.suffix.empty();
  std::string written;
  if (!rest.empty() || context.partial.empty()) {
    // Inside a word the special meaning at its beginning does not apply.
    QuoteStyle style =
        context.partial.empty() ? word.style : QuoteStyle::kValue;
    const char before = context.partial.empty() ? 0 : context.partial.back();
    written = QuoteValue(rest, context.open, style, complete, before);
  } else if (context.open != Quote::kNone && complete) {
    written = context.open == Quote::kDouble ? "\"" : "'";
  }
  if (IsBehindBackslash(context)) {
    // Quotes that we add replace the existing text.
    bool usable = context.open == Quote::kNone &&
                  context.segment.backquotes == 0 && written.starts_with('\\');
    if (!usable) return std::nullopt;
    written.erase(0, 1);
  }
  written += word.suffix;
  return InBackquotes(std::move(written), context.segment.backquotes);
}

}  // namespace

std::optional<Candidate> MakeCandidate(const CompletionContext& context,
                                       SourceId source, const Word& word) {
  std::optional<Candidate> made;  // is moved nowhere
  const bool fits =
      word.value.starts_with(context.partial) && MayBeOffered(word);
  const auto written = fits ? Written(context, word) : std::nullopt;
  if (written) {
    Candidate& c = made.emplace();
    c.text.reserve(context.buffer.size() + written->size());
    c.text.append(context.buffer, 0, context.cursor);
    c.text += *written;
    c.text.append(context.buffer, context.cursor);
    // Shorter than an assignment to a text that is empty.
    c.word.append(word.value);
    c.word += word.suffix;
    c.description.append(word.description.substr(0, kMaxDescription));
    c.evidence = std::vector<Evidence>(1);
    Evidence& evidence = c.evidence.front();
    evidence.source = source;
    evidence.score = word.score;
    evidence.reason.append(word.reason);
    evidence.is_found = !word.trusted;
  }
  return made;
}

}  // namespace synapse
