// PartList: collects the parts of one text of a line (explain/line_text.h), with
// what the shell expands in its words.
//
// Parts may be added in any order; Take() puts them in the order of the text,
// and behind each word the parts of a text inside it.
// Tested by tests/explain/line_parts_test.cc.
#pragma once

#include <utility>
#include <vector>

#include "explain/line_parts.h"
#include "explain/line_text.h"
#include "line/tokenizer.h"

namespace synapse {

// What is shared by the texts of one line.
struct Explaining {
  SpecStore& specs;
  const AliasLookup& alias;
  std::vector<std::string> commands = {};
  // Names of aliases, and that from whose text each came, or -1.
  std::vector<std::pair<std::string, int>> aliases = {};
  size_t parts = 0;
  bool elsewhere = false;  // what is read runs on another machine
};

class PartList {
 public:
  // `nested` is that of the tokens of `text`. All are kept as references.
  PartList(const LineText& text, const NestedText& nested, int depth,
           Explaining& shared)
      : text_(text), nested_(nested), depth_(depth), shared_(shared) {}

  // Adds a part that is complete, at text[at].
  void Place(LinePart part, size_t at);
  // Sets the text and place of `part`, which is text[begin, end).
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
  // Where the byte `offset` of the word's value is written; npos if its quotes
  // hide that.
  size_t WrittenAt(const Token& word, size_t offset) const;
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

// The parts of a whole text. `depth` is its own.
std::vector<LinePart> PartsOfText(LineText text, int depth,
                                  Explaining& shared);

}  // namespace synapse
