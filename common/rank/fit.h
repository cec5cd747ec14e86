// Fit: whether a word that was used before can be meant in a context: by the
// grammar of the command (effect/grammar.h), by the kind of thing that its spec
// asks for there, by where it was used (rank/admission.h), and by what is there
// (source/plausibility.h).
//
//   git merge ▏     main       no, on main
//   docker exec ▏   clean      no: used elsewhere, and no container
//   node ▏          notes.txt  no: used elsewhere, and a file of another kind
//
// Tested by tests/rank/fit_test.cc and tests/engine/played_hour_test.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "context/completion_context.h"
#include "learn/word_model.h"
#include "lines/finding.h"
#include "source/plausibility.h"

namespace synapse {

class Fit {
 public:
  // `left`: the text left of the cursor. `context` and `plausibility` must
  // outlive it.
  Fit(const CompletionContext& context, std::string_view left,
      ArgumentType type, const Plausibility& plausibility)
      : context_(context),
        left_(left),
        type_(std::move(type)),
        plausibility_(plausibility) {}

  // The spec lists the words that may stand there.
  bool IsListed() const;
  // `word` as it is written in a line.
  // By its context: the grammar, the kind of value, and admission;
  Finding ContextFindingOf(const std::string& word, UsedAt used) const;
  // by what is there;
  Finding PlausibilityOf(const std::string& word) const;
  // and both.
  Finding Judge(const std::string& word, UsedAt used) const;

 private:
  bool IsOptionOfWrapper(std::string_view word) const;
  bool LacksSuffix(const std::string& word) const;
  bool IsOfOtherMachine(UsedAt used) const;
  bool IsOfItsKind(const std::string& word) const;
  bool IsOwner(const std::string& word) const;
  bool IsRange(const std::string& word) const;
  bool IsNoBranch(const std::string& word) const;
  bool IsNameOfType(const ArgSpec& arg) const;
  bool IsOfNoRevision(const std::string& value) const;
  bool HasOtherForm(const std::string& value) const;
  bool IsKnown(const std::string& value) const;
  bool ReadsFile() const;
  bool TakesDirectoryFor(const std::string& word) const;
  Finding OfFile(const std::string& word) const;
  bool MayBeTarget(const std::string& word) const;
  bool IsWrongDirectory(const std::string& word) const;

  const CompletionContext& context_;
  std::string_view left_;
  ArgumentType type_;
  const Plausibility& plausibility_;
};

// WordFits: the findings about the words of a context. While a word is typed,
// each key asks for them again.
class WordFits {
 public:
  // A word that was used there.
  struct Word {
    Finding by_context;   // Fit::ContextFindingOf
    uint64_t key = 0;     // at which it was judged last
    Finding at_key = {};  // with what is there, at that key
  };

  // Drops the findings if the context is another one than the last time.
  void BeginAt(std::string context) {
    if (context == context_) return;
    context_ = std::move(context);
    for (Words<Word>& words : by_context_) words.clear();
    plausibilities_.clear();
  }
  // `ask` is called once a word: for Fit::ContextFindingOf,
  template <class Ask>
  Word& Of(std::string_view word, UsedAt used, const Ask& ask) {
    return Known(by_context_[static_cast<size_t>(used)], word,
                 [&] { return Word{.by_context = ask()}; });
  }
  // and for Fit::PlausibilityOf.
  template <class Ask>
  Finding PlausibilityOf(std::string_view word, const Ask& ask) {
    return Known(plausibilities_, word, ask);
  }

 private:
  template <class Value>
  using Words = std::map<std::string, Value, std::less<>>;

  template <class Value, class Ask>
  static Value& Known(Words<Value>& words, std::string_view word,
                      const Ask& ask) {
    auto at = words.find(word);
    if (at == words.end()) at = words.emplace(std::string(word), ask()).first;
    return at->second;
  }

  std::string context_;
  Words<Word> by_context_[kUsedAts];
  Words<Finding> plausibilities_;
};

}  // namespace synapse
