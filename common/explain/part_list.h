// PartList: collects the parts of one text of a line (explain/line_text.h), with
// the expansions in its words.
//
// Parts may be added in any order. Take() returns them in the order of the text;
// the parts of a text inside a word follow the word.
// Tested by tests/explain/line_parts_test.cc.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "explain/line_parts.h"
#include "explain/line_text.h"
#include "explain/shell_words.h"
#include "line/tokenizer.h"

namespace synapse {

// State that all texts of one line share.
struct Explaining {
  SpecStore& specs;
  const AliasLookup& alias;
  std::vector<std::string> commands = {};
  // The aliases of the line: the name, and the index of the alias whose text
  // has this one, or -1.
  std::vector<std::pair<std::string, int>> aliases = {};
  size_t parts = 0;
  bool elsewhere = false;  // the present text runs on another machine
  // The word that the surrounding command replaces in this text: {} of xargs -I.
  Placeholder placeholder = {};
};

class PartList {
 public:
  // `nested` belongs to the tokens of `text`. References to all arguments are
  // kept.
  PartList(const LineText& text, const NestedText& nested, int depth,
           Explaining& shared)
      : text_(text), nested_(nested), depth_(depth), shared_(shared) {}

  // Adds a part that is complete, at text[at].
  void Place(LinePart part, size_t at);
  // Adds a part that is text[begin, end), and sets its text and its bytes.
  void Add(LinePart part, size_t begin, size_t end);
  // Adds a word, or its value from the byte `from` to `to` on, and then its
  // variables and substitutions.
  void AddWord(LinePart part, const Token& word, size_t from = 0,
               size_t to = std::string::npos);
  // Adds the parts of a command line that is the value of a word.
  void AddLine(const Token& word, bool elsewhere);

  Explaining& shared() { return shared_; }
  std::string_view text() const { return text_.text; }
  std::vector<LinePart> Take();

 private:
  struct Placed {
    size_t at;
    LinePart part;
  };
  // The byte of the text at which the byte `offset` of the word's value is
  // written; npos if the word's quotes do not show it.
  size_t WrittenAt(const Token& word, size_t offset) const;
  bool AddHistory(const Token& word);
  void AddExpansions(LinePart& part, size_t begin, size_t end,
                     std::vector<Placed>& out);
  void AddSubstitutions(LinePart& part, size_t begin, size_t end,
                        std::vector<Placed>& out);
  void AddInner(const LineText& inner, size_t at, std::vector<Placed>& out);
  LinePart Made(LinePart part, size_t begin, size_t end) const;

  const LineText& text_;
  const NestedText& nested_;
  const int depth_;
  Explaining& shared_;
  std::vector<Placed> parts_;
};

// The parts of a whole text. `depth` is the depth of the text itself.
std::vector<LinePart> PartsOfText(LineText text, int depth, Explaining& shared);

// Adds the words of one simple command, by its spec, and those of commands that
// it runs (sudo, find -exec, sh -c): command_parts.cc. `command` is the index for
// LinePart::command. REQUIRES: !words.empty().
void AddCommandParts(PartList& list, std::span<const Token> words, int command);

}  // namespace synapse
