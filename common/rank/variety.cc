#include "rank/variety.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "learn/template.h"

namespace synapse {
namespace {

// A suggestion this much more likely than its replacement stays.
constexpr double kFarLikelier = 1.2;
constexpr ptrdiff_t kMaxVariants = 2, kMaxMessages = 1;
constexpr size_t kMaxTemplates = 500;  // that are kept

std::string_view FirstWord(std::string_view text) {
  return text.substr(0, text.find(' '));
}

// True if both texts have the same bytes up to `end`, inclusive. The byte at
// `end` is compared first, because most texts differ there.
bool AreAlikeTo(size_t end, std::string_view a, std::string_view b) {
  return end < a.size() && end < b.size() && a[end] == b[end] &&
         a.substr(0, end) == b.substr(0, end);
}

}  // namespace

const std::string& Variety::TemplateIn(ComparedLine& line) {
  if (!line.template_text) {
    auto [known, fresh] = templates_.try_emplace(std::string(line.text));
    if (fresh) known->second = TemplateOf(line.text).text;
    line.template_text = &known->second;
  }
  return *line.template_text;
}

bool Variety::AreVariants(ComparedLine& one, ComparedLine& other,
                          size_t typed) {
  return AreAlikeTo(typed, one.text, other.text) &&
         FirstWord(one.text) == FirstWord(other.text) &&
         TemplateIn(one) == TemplateIn(other);
}

void Variety::Vary(std::vector<Suggestion>& suggestions, size_t typed) {
  if (suggestions.size() <= kMaxMessages + 1) return;
  if (templates_.size() > kMaxTemplates) Forget();
  std::vector<ComparedLine> lines;
  lines.reserve(suggestions.size());
  for (const Suggestion& s : suggestions) lines.push_back({s.text});
  std::vector<size_t> first, later;
  // True if as many variants as are allowed are in front already.
  auto is_one_too_many = [&](size_t i) {
    const auto alike = std::count_if(
        first.begin(), first.end(),
        [&](size_t kept) { return AreVariants(lines[i], lines[kept], typed); });
    if (alike < std::min(kMaxMessages, kMaxVariants)) return false;
    const bool has_message =
        TemplateIn(lines[i]).find("<msg>") != std::string::npos;
    return alike >= (has_message ? kMaxMessages : kMaxVariants);
  };
  for (size_t i = 0; i < suggestions.size(); ++i) {
    bool is_first = first.size() < kVaried;
    if (is_first && is_one_too_many(i)) {
      size_t other = i + 1;
      while (other < suggestions.size() && is_one_too_many(other)) ++other;
      // No other kind is left: one more variant is better than a shorter list.
      is_first = other == suggestions.size() ||
                 suggestions[i].score > kFarLikelier * suggestions[other].score;
    }
    (is_first ? first : later).push_back(i);
  }
  // The suggestions are in this order already.
  if (later.empty() || first.back() < later.front()) return;
  std::vector<Suggestion> out;
  out.reserve(suggestions.size());
  for (const auto* part : {&first, &later}) {
    for (size_t i : *part) out.push_back(std::move(suggestions[i]));
  }
  suggestions = std::move(out);
}

}  // namespace synapse
