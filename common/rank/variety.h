// Variety: lines that differ in a value alone do not fill a list.
//
// At most two of the first five suggestions have the same template
// (learn/template.h), and at most one if they differ in a message. Further ones
// come after the fifth, unless they are far more probable than their
// replacement. Suggestions whose common part is typed already are what the user
// asks for: they keep their positions.
//
// Tested by tests/rank/variety_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rank/suggestion.h"

namespace synapse {

inline constexpr size_t kVaried = 5;

// Puts lists in order. The templates of the lines are kept from key to key,
// because most lines of a list are in the next one too.
class Variety {
 public:
  // `suggestions`: best first, some more than are listed. `typed`: bytes. The
  // first one stays where it is.
  void Vary(std::vector<Suggestion>& suggestions, size_t typed);
  void Forget() { templates_.clear(); }

 private:
  struct ComparedLine {
    std::string_view text;
    const std::string* template_text = nullptr;  // null until compared
  };
  const std::string& TemplateIn(ComparedLine& line);
  // True if both have one template, and the typed text does not decide between
  // them.
  bool AreVariants(ComparedLine& one, ComparedLine& other, size_t typed);

  std::unordered_map<std::string, std::string> templates_;  // by line
};

}  // namespace synapse
