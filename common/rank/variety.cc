#include "rank/variety.h"

#include <algorithm>
#include <string_view>

#include "learn/template.h"

namespace synapse {
namespace {

// A list that is varied is not to hide what is so much likelier.
constexpr double kFarLikelier = 1.2;
constexpr size_t kMaxVariants = 2, kMaxMessages = 1;

std::string_view FirstWord(std::string_view text) {
  return text.substr(0, text.find(' '));
}

size_t CommonLength(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  size_t n = 0;
  while (n < most && a[n] == b[n]) ++n;
  return n;
}

class Kept {
 public:
  explicit Kept(size_t typed) : typed_(typed) {}

  // One more of a kind than there may be.
  bool IsOneTooMany(const std::string& text) const {
    size_t alike = 0;
    std::string its_template;
    for (const Line& other : lines_) {
      if (FirstWord(other.text) != FirstWord(text)) continue;
      if (its_template.empty()) its_template = TemplateOf(text).text;
      if (other.template_text != its_template) continue;
      alike += CommonLength(other.text, text) > typed_;
    }
    const bool says = its_template.find("<msg>") != its_template.npos;
    return alike >= (says ? kMaxMessages : kMaxVariants);
  }
  void Add(const std::string& text) {
    lines_.push_back({text, TemplateOf(text).text});
  }

 private:
  struct Line {
    std::string text;
    std::string template_text;
  };
  size_t typed_;
  std::vector<Line> lines_;
};

}  // namespace

void Vary(std::vector<Suggestion>& suggestions, size_t typed) {
  if (suggestions.size() <= kMaxMessages + 1) return;
  Kept kept(typed);
  std::vector<Suggestion> first, later;
  for (size_t i = 0; i < suggestions.size(); ++i) {
    Suggestion& s = suggestions[i];
    const auto other = std::find_if(
        suggestions.begin() + static_cast<ptrdiff_t>(i), suggestions.end(),
        [&](const Suggestion& s) { return !kept.IsOneTooMany(s.text); });
    const bool is_first =
        first.size() < kVaried &&
        (other == suggestions.end() || s.score > kFarLikelier * other->score ||
         &s == &*other);
    if (is_first) kept.Add(s.text);
    (is_first ? first : later).push_back(std::move(s));
  }
  // Nothing else is known: better one more of a kind than a shorter list.
  std::move(later.begin(), later.end(), std::back_inserter(first));
  suggestions = std::move(first);
}

}  // namespace synapse
