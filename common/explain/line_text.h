// LineText: a text that was made from a line (by aliases, or by removing the
// quotes of a quoted line), and where each byte of it stands in the line.
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
// The line's bytes that text[begin, end) stands for. `alias` is that of the
// first byte. For an empty range they are empty.
Origin OriginOf(const LineText& text, size_t begin, size_t end);
// Puts `inserted` in the place of text[begin, end), as the text of an alias.
void Splice(LineText& text, size_t begin, size_t end, std::string_view inserted,
            int alias);
// A word's value, which is written as text[begin, end) with quotes. Its bytes
// stand where they are written if the quotes are around all of it; otherwise
// each stands for the whole word.
LineText ValueText(const LineText& text, size_t begin, size_t end,
                   std::string_view value);
// The text between backquotes, without the backslashes that they need.
LineText WithoutBackquoteEscapes(const LineText& text);

}  // namespace synapse
