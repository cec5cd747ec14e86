// LineText: a text that was made from a line (by aliases, or by removing the
// quotes of a quoted line), with the position in the line of each of its bytes.
//
// Tested by tests/explain/line_text_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

// Bytes of the line, and the alias (an index) that they came from; -1: none.
struct Origin {
  uint32_t begin = 0, end = 0;
  int alias = -1;
};

struct LineText {
  std::string text;
  std::vector<Origin> origins;  // of each byte
};

LineText WholeLine(std::string_view line);

// REQUIRES for all: begin <= end <= text.size().
LineText SliceOf(const LineText& text, size_t begin, size_t end);
// The bytes of the line from which text[begin, end) was made. `alias` is the
// alias of the first byte. An empty range has no bytes.
Origin OriginOf(const LineText& text, size_t begin, size_t end);
// Replaces text[begin, end) by `inserted`, the text of an alias.
void Splice(LineText& text, size_t begin, size_t end, std::string_view inserted,
            int alias);
// The value of a word that is written as text[begin, end) with quotes. If the
// quotes surround the whole word, each byte keeps its own position; otherwise
// each byte has the position of the whole word.
LineText ValueText(const LineText& text, size_t begin, size_t end,
                   std::string_view value);
// The text between backquotes, without the backslashes that they need.
LineText WithoutBackquoteEscapes(const LineText& text);

}  // namespace synapse
