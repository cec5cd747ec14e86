#include "explain/line_text.h"

#include <algorithm>
#include <cstddef>

namespace synapse {

LineText WholeLine(std::string_view line) {
  LineText out{std::string(line), {}};
  out.origins.reserve(line.size());
  for (uint32_t i = 0; i < line.size(); ++i) {
    out.origins.push_back({i, i + 1, -1});
  }
  return out;
}

LineText SliceOf(const LineText& text, size_t begin, size_t end) {
  const auto first = text.origins.begin();
  return {text.text.substr(begin, end - begin),
          {first + static_cast<std::ptrdiff_t>(begin),
           first + static_cast<std::ptrdiff_t>(end)}};
}

Origin OriginOf(const LineText& text, size_t begin, size_t end) {
  if (text.origins.empty()) return {};
  if (begin < end) {
    const Origin& first = text.origins[begin];
    return {first.begin, text.origins[end - 1].end, first.alias};
  }
  const bool at_end = begin == text.origins.size();
  const Origin& near = text.origins[at_end ? begin - 1 : begin];
  const uint32_t at = at_end ? near.end : near.begin;
  return {at, at, near.alias};
}

void Splice(LineText& text, size_t begin, size_t end, std::string_view inserted,
            int alias) {
  Origin origin = OriginOf(text, begin, end);
  origin.alias = alias;
  text.text.replace(begin, end - begin, inserted);
  const auto first = text.origins.begin();
  const auto at = text.origins.erase(first + static_cast<std::ptrdiff_t>(begin),
                                     first + static_cast<std::ptrdiff_t>(end));
  text.origins.insert(at, inserted.size(), origin);
}

LineText ValueText(const LineText& text, size_t begin, size_t end,
                   std::string_view value) {
  const std::string_view raw =
      std::string_view(text.text).substr(begin, end - begin);
  for (size_t quotes : {size_t{0}, size_t{1}, size_t{2}}) {
    // An open quote has no second end.
    const std::string_view inner = raw.substr(std::min(quotes, raw.size()));
    if (inner.starts_with(value) && inner.size() <= value.size() + 1) {
      return SliceOf(text, begin + quotes, begin + quotes + value.size());
    }
  }
  LineText out{std::string(value), {}};
  out.origins.assign(value.size(), OriginOf(text, begin, end));
  return out;
}

LineText WithoutBackquoteEscapes(const LineText& text) {
  LineText out;
  for (size_t i = 0; i < text.text.size(); ++i) {
    const bool escapes = text.text[i] == '\\' && i + 1 < text.text.size() &&
                         std::string_view("\\`$").find(text.text[i + 1]) !=
                             std::string_view::npos;
    if (escapes) ++i;
    out.text += text.text[i];
    out.origins.push_back(text.origins[i]);
  }
  return out;
}

}  // namespace synapse
