// ManPage: the description in the NAME section of a manual page's source.
//
//   .SH NAME                         .Sh NAME
//   tac \- reverse a file            .Nm ssh
//                                    .Nd OpenSSH remote login client
//
// The page is hostile: the description is one line without control characters,
// of at most kMaxPageText bytes. Requests other than those that set fonts are
// left out, and so are escapes without a plain character.
// Tested by tests/spec/man_page_test.cc and tests/fuzz/manual_fuzz.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

inline constexpr size_t kMaxPageText = 120;

// The beginning of a page is enough. "" if it has no NAME section.
std::string DescriptionInPage(std::string_view source);

// "man1/other.1" if the page is only `.so man1/other.1`; else "".
std::string_view PageInstead(std::string_view source);

// One line: blanks joined, control characters and bytes that are not UTF-8 left
// out, cut behind a word.
std::string CleanDescription(std::string_view text);

}  // namespace synapse
