// The segment: the one simple command that the cursor stands in.
//
//   make && git ch▏         words {git}, partial ch
//   sudo -u bob ls x▏       words {sudo -u bob ls}, partial x: context recurses
//   A=1 b 2>err c▏          assignments {A=1}, words {b}, partial c
//   cat f | ▏               after_pipe, no words, empty partial
//   if test -f x; then ▏    keywords are skipped: a command is next
//   echo "$(git ch▏         words {git}, partial ch
//   ls > ▏                  position kRedirect
//
// Tested by tests/line/segment_test.cc and tests/cases/segments.txt.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "line/tokenizer.h"

namespace synapse {

// The syntactic position of the cursor.
enum class SegmentPosition {
  kWord,        // a command word or one of its arguments
  kRedirect,    // the target of >, >>, < and similar operators
  kHereString,  // the word after <<<
  kDelimiter,   // the word after <<
  kAssignment,  // the value in NAME=value
  kParameter,   // the name in ${NAME or $NAME
  kLoopName,    // for NAME, select NAME, case WORD
  kLoopWord,    // a word of the list in `for x in ...`
  kTest,        // inside [[ ... ]]
  kNothing,     // a comment, arithmetic, a here-document, the body of a
                // function before its brace: nothing to complete
};

struct Segment {
  size_t begin = 0;          // first byte of the command's own text
  std::vector<Token> words;  // before the partial, without redirections
  Token partial;             // at the cursor; begin == end when empty
  std::vector<std::string> assignments;
  SegmentPosition position = SegmentPosition::kWord;
  bool after_pipe = false;
  // For kParameter and kAssignment: the bytes of the raw partial before the
  // name or value.
  size_t inner_offset = 0;
  int backquotes = 0;  // the number of backquotes open around it
};

// REQUIRES: cursor <= line.size(). Only the text left of the cursor is read.
Segment SegmentAt(std::string_view line, size_t cursor);

// True for a reserved word of either shell, as the first word of a command.
bool IsReservedWord(std::string_view word);
// The word behind it is a name or a value, and no command: for, case.
bool TakesName(std::string_view word);
// The words that can open the construct that `word` continues or ends, each
// between blanks: " if " for `then`; "" for other words.
std::string_view OpenersOf(std::string_view word);
// True for a line that is only a part of a compound command: it begins with a
// word that continues a construct, or leaves a quote open.
bool IsFragment(std::string_view line);
// The offset of the value in NAME=..., NAME+=... or NAME[...]=...; npos for
// other words.
size_t AssignmentValueOffset(std::string_view word);
// The same for a token of `line`, whose value may be quoted: A="b c".
bool IsAssignment(const Token& token, std::string_view line);

}  // namespace synapse
