// The words of a line as the word model reads them: command lines are cut at
// operators, wrappers (sudo, env A=1) and keywords in front are left out, so
// that `sudo apt install x | grep y` teaches "apt install x |" and, after a
// pipe, "grep y".
//
// Learning and prediction read a line through this one function, so that both
// see the same contexts.
// Tested by tests/learn/line_test.cc and tests/learn/models_test.cc.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "line/argument_type.h"
#include "store/row.h"

namespace synapse {

// The position of a word in its line.
struct WordContext {
  std::string before;      // the text from the start of its command line to it,
                           // blanks folded: "git commit "
  std::string command;     // the command's word, "" for the command itself
  std::string previous;    // the word before it in the same command
  int index = 0;           // 0: the command
  std::string op;          // the operator in front of the command, "" for none
  std::string op_command;  // the command in front of that operator
  ArgumentType type;
};

struct LineWord {
  std::string text;  // as written, quotes kept
  WordContext context;
  bool is_operator = false;
};

// The end of a line, as a word of its own: a complete line may end here.
inline constexpr std::string_view kEndOfLine = "\n";

// Every word, operators included, and kEndOfLine.
std::vector<LineWord> SplitWords(std::string_view line,
                                 const ArgumentTypeFinder& types = nullptr);

// The context of the word at the end of `left` (the text left of the cursor) in
// the innermost command line there, and the typed part of the word.
struct OpenWord {
  WordContext context;
  std::string partial;             // as written
  std::vector<std::string> words;  // the values of its command's words so far
};
OpenWord SplitOpen(std::string_view left,
                   const ArgumentTypeFinder& types = nullptr);

// The surroundings of a line; each is 0 where it is not known.
struct Surroundings {
  uint64_t line = 0;  // the line before it
  uint64_t stem = 0;  // that line's command
  uint64_t here = 0;  // the repository, or the directory
};

// The rows of a context, the most specific first.
struct WordRowKey {
  RowKind kind;
  uint64_t context;
};
inline constexpr size_t kMaxWordRows = 8;
std::vector<WordRowKey> WordRowKeysOf(const WordContext& context,
                                      const Surroundings& around);

// The rows of a word that names a host, for all slots of hosts. A host is known
// to slots that take a name alone, and to those that take HOST:PATH, whichever
// named it:
//
//   ssh web            web   of "host"     web:   of "host:"
//   scp web:a.txt .    web   of "host"     web:   of "host:"
struct TypedRow {
  WordRowKey key;
  std::string value;
};
// True if a slot has such values. The rows of other slots are those of
// WordRowKeysOf().
bool HasNames(const ArgumentType& type);
// Empty for a word that has no name, as a local file of scp.
std::vector<TypedRow> TypedRowsOf(const LineWord& word,
                                  const Surroundings& around);
// True for a row of the values of a kind.
bool IsTypedRow(RowKind kind);

}  // namespace synapse
