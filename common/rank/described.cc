#include "rank/described.h"

#include "base/files.h"
#include "line/tokenizer.h"
#include "spec/walk.h"

namespace synapse {
namespace {

// The text of a line from the word at the cursor on.
std::string_view AddedTo(const CompletionContext& context,
                         const Suggestion& s) {
  const std::string_view text = s.text;
  if (!text.starts_with(context.prefix)) return {};
  return text.substr(context.prefix.size());
}

// The word at the cursor, as it is written; "" where the text does not continue
// the buffer.
std::string_view NextWordOf(const Suggestion& s,
                            const CompletionContext& context,
                            std::vector<Token>& tokens) {
  if (!s.is_line) return s.word;
  const std::string_view rest = AddedTo(context, s);
  tokens = Tokenize(rest);
  return tokens.empty() ? std::string_view() : tokens[0].raw(rest);
}

}  // namespace

std::shared_ptr<const Spec> SpecAt(const CompletionContext& context,
                                   SpecStore& specs) {
  if (context.words.empty()) return nullptr;
  return specs.FindAny(BaseName(context.words[0]));
}

WordMeaning MeaningOf(const Suggestion& suggestion,
                      const CompletionContext& context, const Spec* spec) {
  if (!spec || context.words.empty()) return {};
  std::vector<Token> tokens;
  const std::string_view word = NextWordOf(suggestion, context, tokens);
  WordMeaning meaning = MeaningOfWord(*spec, context.words, word);
  if (suggestion.is_line) meaning.kind = "line";
  return meaning;
}

std::string LastSubcommandOf(const Suggestion& suggestion,
                             const CompletionContext& context,
                             const Spec* spec) {
  if (!spec || context.words.empty() || !suggestion.is_line) return "";
  std::vector<std::string> words = context.words;
  const size_t first = words.size();
  for (Token& token : Tokenize(AddedTo(context, suggestion))) {
    if (token.kind != TokenKind::kWord) break;
    words.push_back(std::move(token.value));
  }
  const WalkResult walk = Walk(spec->root, words, "");
  const auto& subs = walk.subcommand_words;
  const bool deeper = !subs.empty() && subs.back() > first;
  return deeper ? walk.command().description.str() : "";
}

}  // namespace synapse
