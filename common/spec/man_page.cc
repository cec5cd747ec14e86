#include "spec/man_page.h"

#include <algorithm>

#include "base/text.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// The text of a line of roff: fonts and sizes are left out, characters with a
// name become themselves.
std::string PlainOf(std::string_view line) {
  std::string out;
  for (size_t at = 0; at < line.size();) {
    if (line[at] != '\\') {
      out += line[at++];
      continue;
    }
    if (++at >= line.size()) break;
    const char escape = line[at++];
    // The name behind an escape: `x`, `(xx` or `[xxx]`.
    auto name = [&]() -> std::string_view {
      if (at >= line.size()) return {};
      if (line[at] == '(') {
        const size_t begin = std::min(at + 1, line.size());
        at = std::min(at + 3, line.size());
        return line.substr(begin, at - begin);
      }
      if (line[at] == '[') {
        const size_t end = std::min(line.find(']', at), line.size());
        const std::string_view inside = line.substr(at + 1, end - at - 1);
        at = std::min(end + 1, line.size());
        return inside;
      }
      return line.substr(at++, 1);
    };
    switch (escape) {
      case '-': out += '-'; break;
      case ' ': case '~': case '0': case 't': out += ' '; break;
      case 'e': case '\\': out += '\\'; break;
      case '\'': case '`': case '.': out += escape; break;
      case '"': return out;  // a comment
      case '(': case '[': {
        --at;
        const std::string_view character = name();
        if (character == "em" || character == "en" || character == "hy" ||
            character == "mi") {
          out += '-';
        } else if (character == "aq" || character == "cq" ||
                   character == "oq") {
          out += '\'';
        } else if (character == "lq" || character == "rq" ||
                   character == "dq") {
          out += '"';
        } else if (character == "rs") {
          out += '\\';
        }
        break;
      }
      case 's':  // \s-1, \s0
        if (at < line.size() && (line[at] == '-' || line[at] == '+')) ++at;
        if (at < line.size() && IsDigit(line[at])) ++at;
        break;
      case 'f': case '*': case 'm': case 'M': case 'F': case 'k': case 'n':
        (void)name();
        break;
      default: break;  // \& \| \^ \/ \, \c \: \%
    }
  }
  return out;
}

// The arguments of a request as one text: quotes are left out.
std::string ArgumentsOf(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (c != '"') out += c;
  }
  return out;
}

// "SH" of ".SH NAME"; `line` keeps the rest.
std::string_view TakeRequest(std::string_view& line) {
  if (line.empty() || (line[0] != '.' && line[0] != '\'')) return {};
  std::string_view rest = line.substr(1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  const std::string_view request =
      rest.substr(0, std::min(rest.find_first_of(" \t\""), rest.size()));
  rest.remove_prefix(request.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  line = rest;
  return request;
}

bool IsFont(std::string_view request) {
  for (std::string_view font : {"B", "I", "BR", "RB", "BI", "IB", "IR", "RI",
                                "R", "SM", "SB", "Nm", "Xr", "Tn", "Em", "Sy",
                                "Ns", "Pa", "Cm", "Fl", "Ar", "Li"}) {
    if (request == font) return true;
  }
  return false;
}

// What follows the names: behind " - ", " -- " or a dash of its own width.
std::string_view BehindDash(std::string_view text) {
  for (std::string_view dash : {" - ", " -- ", " \xE2\x80\x93 ",
                                " \xE2\x80\x94 ", "- "}) {
    const size_t at = text.find(dash);
    if (at != text.npos && at > 0) return text.substr(at + dash.size());
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
  bool in_name = false;
  std::string text, described;
  for (std::string_view rest = source, line; NextLine(rest, line);) {
    std::string_view arguments = line;
    const std::string_view request = TakeRequest(arguments);
    if (request == "SH" || request == "Sh") {
      if (in_name) break;
      in_name = AsciiLower(Trim(PlainOf(ArgumentsOf(arguments)))) == "name";
      continue;
    }
    if (!in_name) continue;
    if (request == "Nd") {
      described = PlainOf(ArgumentsOf(arguments));
    } else if (line.empty() || line[0] != '.') {
      if (line.starts_with('\'')) continue;
      (described.empty() ? text : described) += " " + PlainOf(line);
    } else if (IsFont(request)) {
      (described.empty() ? text : described) +=
          " " + PlainOf(ArgumentsOf(arguments));
    } else if (request == "PP" || request == "Pp" || request == "br" ||
               request == "SS") {
      // Another name with its description follows.
      if (!BehindDash(text).empty()) break;
    }
    if (text.size() + described.size() > 16 * kMaxPageText) break;
  }
  if (described.empty()) described = BehindDash(text);
  std::string out = CleanDescription(described);
  // What help2man writes if it knows nothing.
  return out.starts_with("manual page for ") ? "" : out;
}

std::string_view PageInstead(std::string_view source) {
  for (std::string_view rest = source, line; NextLine(rest, line);) {
    if (line.empty() || line.starts_with(".\\\"") ||
        line.starts_with("'\\\"")) {
      continue;
    }
    std::string_view arguments = line;
    if (TakeRequest(arguments) != "so") return {};
    arguments = Trim(arguments);
    // A path in the same tree of pages.
    const bool is_inside = !arguments.starts_with('/') &&
                           arguments.find("..") == arguments.npos;
    return is_inside ? arguments : std::string_view();
  }
  return {};
}

}  // namespace synapse
