#include "manual/page_name.h"

#include "base/text.h"
#include "manual/option_text.h"

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

// A text that names the page and not the command: help2man writes the one if it
// knows nothing, Sphinx the other.
bool NamesThePage(std::string_view text) {
  return text.starts_with("manual page for ") ||
         AsciiLower(text.substr(0, kMaxPageText)).ends_with(" documentation");
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

std::string DescriptionOfPage(const ManualPage& page) {
  std::string other;  // a sentence, if the name has no description
  for (const PageSection& section : page.sections) {
    const std::string title = AsciiLower(Trim(section.title));
    const bool name = title == "name";
    if (!name && (title != "description" || section.is_part)) continue;
    for (const PageParagraph& paragraph : section.paragraphs) {
      const std::string plain = PlainText(paragraph.text);
      std::string out = name ? CleanDescription(BehindDash(plain)) : "";
      if (!out.empty() && !NamesThePage(out)) return out;
      const bool sentence = out.empty() && plain.find(' ') != plain.npos &&
                            plain.ends_with('.') && !paragraph.tag &&
                            !plain.starts_with('-');
      if (other.empty() && sentence) other = FirstSentence(plain);
    }
    if (!name || !other.empty()) break;
  }
  return other;
}

std::string DescriptionInPage(std::string_view source) {
  return DescriptionOfPage(ParsePage(source));
}

}  // namespace synapse
