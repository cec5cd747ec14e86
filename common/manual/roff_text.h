// Roff text: the characters that a line of a manual page's source stands for.
// Tested by tests/manual/page_test.cc.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

enum class RoffFont : char { kRoman, kBold, kItalic };

class RoffText {
 public:
  // `.ds NAME TEXT`.
  void Define(std::string_view name, std::string_view text);

  // Appends what `source` shows in this font, which its escapes may change.
  // Italic text is put between kValueBegin and kValueEnd (page.h). Returns true
  // if the line ends in \c: the next one joins it.
  bool Append(std::string_view source, RoffFont font, std::string& out) const;

  // The arguments of a macro: words, or texts in double quotes.
  static std::vector<std::string> Arguments(std::string_view source);

 private:
  struct State;
  void Run(std::string_view source, State& state, int depth) const;
  bool RunEscape(std::string_view source, size_t& at, State& state,
                 int depth) const;

  std::map<std::string, std::string, std::less<>> strings_;
};

}  // namespace synapse
