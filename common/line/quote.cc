#include "line/quote.h"

#include <algorithm>

namespace synapse {
namespace {

bool IsPlainByte(unsigned char c) {
  if (c >= 0x80) return true;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
      (c >= '0' && c <= '9')) {
    return true;
  }
  return std::string_view("_-./:,+@%").find(static_cast<char>(c)) !=
         std::string_view::npos;
}

bool HasControl(std::string_view value) {
  return std::any_of(value.begin(), value.end(), [](unsigned char c) {
    return c < 0x20 || c == 0x7F;
  });
}

// $'...' holds anything, control characters included.
std::string DollarQuote(std::string_view value) {
  std::string out;
  for (unsigned char c : value) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\'' || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c < 0x20 || c == 0x7F) {
      out += '\\';
      out += static_cast<char>('0' + (c >> 6));
      out += static_cast<char>('0' + ((c >> 3) & 7));
      out += static_cast<char>('0' + (c & 7));
    } else {
      out += static_cast<char>(c);
    }
  }
  return out;
}

std::string Backslashed(std::string_view value, QuoteStyle style) {
  std::string out;
  size_t i = 0;
  if (style == QuoteStyle::kPath && value.starts_with("~/")) {
    out += '~';  // the caller means the home directory
    i = 1;
  }
  for (; i < value.size(); ++i) {
    // `=` in front is expanded by zsh; inside a word it is plain.
    bool plain = IsPlainByte(value[i]) || (value[i] == '=' && i > 0);
    if (!plain) out += '\\';
    out += value[i];
  }
  return out;
}

}  // namespace

bool IsPlainWord(std::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), IsPlainByte);
}

std::string QuoteValue(std::string_view value, Quote open, QuoteStyle style,
                       bool complete) {
  std::string held;
  if (style == QuoteStyle::kPath && value.starts_with('-')) {
    held = "./" + std::string(value);
    value = held;
  }
  switch (open) {
    case Quote::kNone:
      if (HasControl(value)) return "$'" + DollarQuote(value) + "'";
      return value.empty() ? "''" : Backslashed(value, style);
    case Quote::kSingle: {
      std::string out;
      for (char c : value) {
        if (c == '\'') {
          out += "'\\''";
        } else {
          out += c;
        }
      }
      return complete ? out + "'" : out;
    }
    case Quote::kDouble: {
      std::string out;
      for (char c : value) {
        if (c == '"' || c == '\\' || c == '$' || c == '`') out += '\\';
        // History expansion looks into double quotes and has no escape there
        // that the shell removes again.
        if (c == '!') {
          out += "\"\\!\"";
        } else {
          out += c;
        }
      }
      return complete ? out + "\"" : out;
    }
    case Quote::kDollarSingle:
      return complete ? DollarQuote(value) + "'" : DollarQuote(value);
  }
  return std::string(value);
}

}  // namespace synapse
