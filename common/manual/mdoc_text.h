// Mdoc text: what the macros of mdoc(7) inside a paragraph show.
//
//   .Fl o Ar file , Fl Fl output Ns = Ns Ar file    -o file, --output=file
//   .Op Fl v                                        [-v]
//
// Tested by tests/manual/page_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "manual/roff_text.h"

namespace synapse {

class MdocText {
 public:
  explicit MdocText(const RoffText& roff) : roff_(roff) {}

  // Appends a line that begins with one of these macros. Returns false if it
  // is another macro.
  bool AppendLine(const std::vector<std::string>& words, std::string& out);
  // Appends the arguments of another macro, such as .It, which may be macros.
  void AppendWords(const std::vector<std::string>& words, size_t from,
                   std::string& out);

  // Between Xo and Xc: the text of an item goes on.
  bool extended() const { return extended_; }

 private:
  void Put(std::string_view word, RoffFont font, std::string& out);
  void Close(std::string& out, size_t down_to);

  const RoffText& roff_;
  std::string name_;    // of the first Nm
  bool joins_ = false;  // no space before the next word
  bool extended_ = false;
  bool spaced_ = true;                     // Sm
  std::vector<std::string_view> closers_;  // at the end of the line
};

}  // namespace synapse
