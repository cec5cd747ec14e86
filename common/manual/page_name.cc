#include "manual/page_name.h"

#include "base/text.h"
#include "manual/page.h"

namespace synapse {
namespace {

// The text behind `dash` if only names, separated by commas, come before it.
std::string_view BehindNames(std::string_view text, std::string_view dash) {
  const size_t at = text.find(dash);
  if (at == text.npos) return {};
  const std::string_view names = Trim(text.substr(0, at));
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == ' ' && (i == 0 || names[i - 1] != ',')) return {};
  }
  return text.substr(at + dash.size());
}

// The text behind the names, which " - ", " -- " or a dash of its own width ends.
std::string_view BehindDash(std::string_view text) {
  for (std::string_view dash :
       {" - ", " -- ", " \xE2\x80\x93 ", " \xE2\x80\x94 "}) {
    const size_t at = text.find(dash);
    if (at == text.npos) continue;
    const std::string_view behind = text.substr(at + dash.size());
    // "lz4 - lz4, unlz4 - Compress files": names once more.
    const std::string_view again = BehindNames(behind, dash);
    return again.empty() ? behind : again;
  }
  return {};
}

}  // namespace

std::string CleanDescription(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeUtf8(text, at);
    const auto length = static_cast<size_t>(point.length);
    const bool is_wrong = length == 1 && point.value == 0xFFFD;
    if (text[at] == ' ' || text[at] == '\t' || text[at] == '\n') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else if (!is_wrong && !IsHidden(point.value)) {
      out += text.substr(at, length);
    }
    at += length;
    if (out.size() > kMaxPageText) {
      const size_t blank = out.rfind(' ', kMaxPageText);
      out.resize(blank == out.npos ? 0 : blank);
      break;
    }
  }
  while (out.ends_with(' ') || (out.ends_with('.') && !out.ends_with(".."))) {
    out.pop_back();
  }
  return out;
}

std::string DescriptionInPage(std::string_view source) {
  for (const PageSection& section : ParsePage(source).sections) {
    if (AsciiLower(Trim(section.title)) != "name") continue;
    for (const PageParagraph& paragraph : section.paragraphs) {
      const std::string plain = PlainText(paragraph.text);
      std::string out = CleanDescription(BehindDash(plain));
      // help2man writes this if it knows nothing.
      if (out.empty() || out.starts_with("manual page for ")) continue;
      return out;
    }
    break;
  }
  return "";
}

}  // namespace synapse
