// PageName: the description in the NAME section of a manual page.
//
//   .SH NAME                         .Sh NAME
//   tac \- reverse a file            .Nm ssh
//                                    .Nd OpenSSH remote login client
//
// The page is hostile: the description is one line without control characters,
// of at most kMaxPageText bytes.
// Tested by tests/manual/page_name_test.cc; fuzzed by tests/fuzz/page_fuzz.cc.
#pragma once

#include <string>
#include <string_view>

#include "manual/page.h"

namespace synapse {

inline constexpr size_t kMaxPageText = 120;

// The text behind the dash. If there is none, or it says only that this is a
// manual, the first sentence below it, or of DESCRIPTION; else "".
std::string DescriptionOfPage(const ManualPage& page);

// `source`: the page, or its beginning.
std::string DescriptionInPage(std::string_view source);

// One line: blanks joined, control characters and bytes that are not UTF-8 left
// out, cut behind a word.
std::string CleanDescription(std::string_view text);

}  // namespace synapse
