#include "line/quote.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace synapse {
namespace {

// Bytes of ASCII that need no quotes wherever they stand.
constexpr std::array<bool, 256> kPlainAscii = [] {
  std::array<bool, 256> plain{};
  for (unsigned c = 0; c < plain.size(); ++c) {
    plain[c] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               (c >= '0' && c <= '9');
  }
  for (unsigned char c : std::string_view("_-./:,+@%")) plain[c] = true;
  return plain;
}();

bool IsPlainByte(unsigned char c) { return c >= 0x80 || kPlainAscii[c]; }

bool IsPlainWord(std::string_view value) {
  return !value.empty() &&
         std::all_of(value.begin(), value.end(),
                     [](unsigned char c) { return kPlainAscii[c]; });
}

// Calls each(character, hidden) for the characters of a text. A byte that is
// not UTF-8 is one character, and hidden.
template <class F>
void ForEachCharacter(std::string_view text, F&& each) {
  char32_t before = 0;
  for (size_t at = 0; at < text.size();) {
    CodePoint point = DecodeUtf8(text, at);
    bool bad = point.value == 0xFFFD && point.length == 1;
    each(text.substr(at, static_cast<size_t>(point.length)),
         bad || IsHidden(point.value, before));
    before = point.value;
    at += static_cast<size_t>(point.length);
  }
}

// Appends bytes inside $'...', which can hold any byte.
void AppendEscaped(std::string_view bytes, std::string& out) {
  for (unsigned char c : bytes) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += '\\';
      out += static_cast<char>('0' + (c >> 6));
      out += static_cast<char>('0' + ((c >> 3) & 7));
      out += static_cast<char>('0' + (c & 7));
    }
  }
}

std::string DollarQuote(std::string_view value) {
  std::string out;
  ForEachCharacter(value, [&](std::string_view character, bool hidden) {
    if (hidden) {
      AppendEscaped(character, out);
      return;
    }
    if (character == "'" || character == "\\") out += '\\';
    out += character;
  });
  return out;
}

// Appends hidden bytes inside a quote that has no escapes for them: the quote
// is closed before them and opened again after them.
void AppendAround(std::string_view hidden, char quote, std::string& out) {
  out += quote;
  out += "$'";
  AppendEscaped(hidden, out);
  out += '\'';
  out += quote;
}

std::string InSingleQuotes(std::string_view value) {
  std::string out;
  ForEachCharacter(value, [&](std::string_view character, bool hidden) {
    if (hidden) {
      AppendAround(character, '\'', out);
    } else if (character == "'") {
      out += "'\\''";
    } else {
      out += character;
    }
  });
  return out;
}

std::string DoubleQuoted(std::string_view value) {
  std::string out;
  ForEachCharacter(value, [&](std::string_view character, bool hidden) {
    if (hidden) return AppendAround(character, '"', out);
    char c = character[0];
    // History expansion also reads double quotes, and the shell does not remove
    // a backslash before `!` there.
    if (c == '!') {
      out += "\"\\!\"";
      return;
    }
    if (c == '"' || c == '\\' || c == '$' || c == '`') out += '\\';
    out += character;
  });
  return out;
}

// A pair of braces behind `@` is plain: stash@{0}. A shell expands pairs around
// a comma or two dots (zsh any, with BRACE_CCL: rm a{bc}), and zsh ends a group
// at a brace without its pair. `before`: what is typed before the value.
bool HasPlainBraces(std::string_view value, char before) {
  bool open = false;
  for (size_t i = 0; i < value.size(); ++i) {
    const char last = i > 0 ? value[i - 1] : before;
    if (value[i] == '{' && (open || last != '@')) return false;
    if (value[i] == '}' && !open) return false;
    if (value[i] == '{' || value[i] == '}') open = value[i] == '{';
  }
  return !open && value.find(',') == value.npos &&
         value.find("..") == value.npos;
}

std::string Backslashed(std::string_view value, QuoteStyle style,
                        char first_before) {
  std::string out;
  size_t i = 0;
  if (style == QuoteStyle::kPath && value.starts_with("~/")) {
    out += '~';  // the caller means the home directory
    i = 1;
  }
  const bool plain_braces = HasPlainBraces(value, first_before);
  for (; i < value.size(); ++i) {
    // zsh expands a leading `=`, and both shells a `~` that is leading or
    // behind `=` or `:`. Inside a word they are plain: HEAD~1.
    const char before = i > 0 ? value[i - 1] : first_before;
    const bool plain =
        IsPlainByte(value[i]) || (value[i] == '=' && before != 0) ||
        (value[i] == '~' && before != 0 && before != '=' && before != ':') ||
        (plain_braces && (value[i] == '{' || value[i] == '}'));
    if (!plain) out += '\\';
    out += value[i];
  }
  return out;
}

int DigitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

struct Numeral {
  int base;
  int most;  // digits
};

// Appends the byte of the digits at `at`, and returns where they end.
size_t AppendByte(std::string_view text, size_t at, Numeral numeral,
                  std::string& out) {
  int value = 0;
  for (int i = 0; i < numeral.most && at < text.size(); ++i, ++at) {
    const int digit = DigitOf(text[at]);
    if (digit >= numeral.base) break;
    value = value * numeral.base + digit;
  }
  out += static_cast<char>(value & 0xFF);
  return at;
}

}  // namespace

std::string QuoteValue(std::string_view value, Quote open, QuoteStyle style,
                       bool complete, char before) {
  const bool is_option = style == QuoteStyle::kPath && value.starts_with('-');
  if (open == Quote::kNone && !is_option && IsPlainWord(value)) {
    return std::string(value);
  }
  std::string held;
  if (is_option) {
    held = "./" + std::string(value);
    value = held;
  }
  switch (open) {
    case Quote::kNone:
      if (HasHidden(value)) return "$'" + DollarQuote(value) + "'";
      return value.empty() ? "''" : Backslashed(value, style, before);
    case Quote::kSingle: return InSingleQuotes(value) + (complete ? "'" : "");
    case Quote::kDouble: return DoubleQuoted(value) + (complete ? "\"" : "");
    case Quote::kDollarSingle:
      return DollarQuote(value) + (complete ? "'" : "");
  }
  return std::string(value);
}

std::string QuotedWord(std::string_view value) {
  return QuoteValue(value, Quote::kNone, QuoteStyle::kValue, /*complete=*/true);
}

std::string SingleQuoted(std::string_view text) {
  std::string out = "'";
  for (char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string InBackquotes(std::string written, int levels) {
  for (; levels > 0; --levels) {
    std::string out;
    for (char c : written) {
      if (c == '\\' || c == '`' || c == '$') out += '\\';
      out += c;
    }
    written = std::move(out);
  }
  return written;
}

size_t AppendAnsiEscape(std::string_view text, size_t at, std::string& out) {
  static constexpr std::string_view kFrom = "abefnrtvE";
  static constexpr std::string_view kTo = "\a\b\x1b\f\n\r\t\v\x1b";
  const char c = text[at + 1];
  const size_t known = kFrom.find(c);
  if (known != kFrom.npos) {
    out += kTo[known];
  } else if (c == 'x') {
    return AppendByte(text, at + 2, {16, 2}, out);
  } else if (c >= '0' && c <= '7') {
    return AppendByte(text, at + 1, {8, 3}, out);
  } else {
    out += c;
  }
  return at + 2;
}

}  // namespace synapse
