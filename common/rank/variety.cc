#include "rank/variety.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "learn/template.h"

namespace synapse {
namespace {

// A list that is varied is not to hide what is so much likelier.
constexpr double kFarLikelier = 1.2;
constexpr ptrdiff_t kMaxVariants = 2, kMaxMessages = 1;

std::string_view FirstWord(std::string_view text) {
  return text.substr(0, text.find(' '));
}

size_t CommonLength(std::string_view a, std::string_view b) {
  const size_t most = std::min(a.size(), b.size());
  size_t n = 0;
  while (n < most && a[n] == b[n]) ++n;
  return n;
}

// A suggestion's line, and its template once one is compared.
class ComparedLine {
 public:
  explicit ComparedLine(std::string_view text) : text_(text) {}

  // They are of one template, and what differs is not typed yet.
  bool IsVariantOf(ComparedLine& other, size_t typed) {
    return CommonLength(text_, other.text_) > typed &&
           FirstWord(text_) == FirstWord(other.text_) &&
           TemplateText() == other.TemplateText();
  }
  bool HasMessage() {
    return TemplateText().find("<msg>") != std::string::npos;
  }

 private:
  const std::string& TemplateText() {
    if (!template_) template_ = TemplateOf(text_).text;
    return *template_;
  }

  std::string_view text_;
  std::optional<std::string> template_;
};

}  // namespace

void Vary(std::vector<Suggestion>& suggestions, size_t typed) {
  if (suggestions.size() <= kMaxMessages + 1) return;
  std::vector<ComparedLine> lines;
  for (const Suggestion& s : suggestions) lines.emplace_back(s.text);
  std::vector<size_t> first, later;
  // There are as many of its kind as there may be.
  auto is_one_too_many = [&](size_t i) {
    const auto alike = std::count_if(
        first.begin(), first.end(),
        [&](size_t kept) { return lines[i].IsVariantOf(lines[kept], typed); });
    if (alike < std::min(kMaxMessages, kMaxVariants)) return false;
    return alike >= (lines[i].HasMessage() ? kMaxMessages : kMaxVariants);
  };
  for (size_t i = 0; i < suggestions.size(); ++i) {
    bool is_first = first.size() < kVaried;
    if (is_first && is_one_too_many(i)) {
      size_t other = i + 1;
      while (other < suggestions.size() && is_one_too_many(other)) ++other;
      // Nothing else is known: better one more of a kind than a shorter list.
      is_first = other == suggestions.size() ||
                 suggestions[i].score > kFarLikelier * suggestions[other].score;
    }
    (is_first ? first : later).push_back(i);
  }
  std::vector<Suggestion> out;
  for (const auto* part : {&first, &later}) {
    for (size_t i : *part) out.push_back(std::move(suggestions[i]));
  }
  suggestions = std::move(out);
}

}  // namespace synapse
