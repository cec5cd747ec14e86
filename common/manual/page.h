// ManualPage: the text of a manual page as sections of paragraphs, read from
// its source in man(7) or mdoc(7) macros.
//
//   .TP            a paragraph that is a tag: "-a, --all"
//   \fB\-a\fR      and one below it: "Show all."
//   Show all.
//
// Only what tells names, values and sentences apart is kept. Emphasised text,
// which in a tag is a value, stands between kValueBegin and kValueEnd; other
// control characters are dropped. Definitions of macros, tables and equations
// are skipped. Of a condition the branch for a terminal is read.
//
// The source is untrusted: reading it is linear, and texts and their number are
// bounded.
//
// Rejected: man(1) and groff. They take 80 ms a page, and what they print has
// lost which words are values.
// Tested by tests/manual/page_test.cc; fuzzed by tests/fuzz/page_fuzz.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace synapse {

inline constexpr char kValueBegin = '\x02', kValueEnd = '\x03';

struct PageParagraph {
  std::string text;
  int level = 0;     // of indentation
  bool tag = false;  // what follows at a deeper level is about it
};

struct PageSection {
  std::string title;
  bool is_part = false;  // a subsection
  std::vector<PageParagraph> paragraphs;
};

struct ManualPage {
  std::vector<PageSection> sections;
  std::string include;  // the page that this one stands for: "man1/xz.1"
};

ManualPage ParsePage(std::string_view source);

// The text without kValueBegin and kValueEnd.
std::string PlainText(std::string_view text);

}  // namespace synapse
