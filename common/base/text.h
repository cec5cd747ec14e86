// Text: UTF-8 and its display on a terminal. The engine works in bytes; widths
// matter only for drawing.
//
// The width tables are ours. wcwidth(3) depends on the locale of the shell,
// which may be C. utf8proc would load one more library into every shell for two
// tables, and it does not list hidden characters (IsHidden).
//
// Tested by tests/base/base_test.cc.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace synapse {

// One code point and its length in bytes (1 to 4). A byte that is not UTF-8 is
// U+FFFD with length 1, so that every input advances.
struct CodePoint {
  char32_t value;
  int length;
};
// REQUIRES: at < text.size().
CodePoint DecodeUtf8(std::string_view text, size_t at);
// The number of characters (code points) of a text.
size_t CountCharacters(std::string_view text);

// Where the user-perceived character at `at` ends: it includes accents, joined
// characters (U+200D), a skin tone, and the second half of a flag. REQUIRES: at
// < text.size().
size_t CharacterEnd(std::string_view text, size_t at);

// Columns of a code point: 0 combining, 2 wide (East Asian, emoji), else 1;
// -1 for a control character.
int CodePointWidth(char32_t value);
// Columns of the whole text; control characters count as two (`^C`).
int DisplayWidth(std::string_view text);

// True for a character that controls a terminal or is invisible: C0 and C1
// controls, line and paragraph separators, bidirectional controls, zero-width
// characters, soft hyphens, tags. Several scripts and emoji need the two
// joiners inside words. A joiner is hidden only when the character before it,
// `before`, is ASCII (0: there is none). Unicode 15, UAX #9 and UTS #39.
bool IsHidden(char32_t value, char32_t before = 0);

// True when the text has a hidden character or a byte that is not UTF-8.
bool HasHidden(std::string_view text);

// True when the text has a hidden character beyond ASCII. Line editors show
// ASCII controls as ^X, and send the others to the terminal unchanged.
bool HasInvisible(std::string_view text);

// Text that is safe to send to a terminal: control characters become `^X` or
// `\xNN`, other hidden ones `\u202e`, bytes that are not UTF-8 U+FFFD. Newlines
// stay when `keep_newlines`.
std::string Printable(std::string_view text, bool keep_newlines = false);

// Printable() for the terminal of this process. If its locale is not UTF-8,
// characters beyond ASCII become "?", so that the width is as counted.
std::string Drawable(std::string_view text);

// The longest prefix of at most `columns` columns, cut at a code point.
std::string_view ClipToWidth(std::string_view text, int columns);

// "1,234,567".
std::string WithCommas(uint64_t number);

// Drawable() in rows with newlines between them: `first` columns in the first
// row, `columns` in the others. Text beyond `most` rows is cut and ends in an
// ellipsis. `count` is set to the number of rows, 0 when nothing can be shown.
std::string WrapRows(std::string_view text, int first, int columns, int most,
                     int* count);

// ASCII only: completion never depends on the locale.
inline bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }
std::string AsciiLower(std::string_view text);
inline bool IsOneOf(std::string_view text,
                    std::initializer_list<std::string_view> texts) {
  for (std::string_view other : texts) {
    // Most differ in their length or their first letter.
    if (other.size() == text.size() && (text.empty() || other[0] == text[0]) &&
        other == text) {
      return true;
    }
  }
  return false;
}
std::string_view Trim(std::string_view text);
// True when a line of the text begins with `beginning`.
bool HasLine(std::string_view text, std::string_view beginning);
// The words with a blank between each two. Empty words at the beginning get no
// blank.
template <class Words>
std::string JoinWords(const Words& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}
// The end of the blanks at `from` and of the word behind them; the end of the
// text if only blanks are left. A blank behind a backslash is part of the word.
size_t NextWordEnd(std::string_view text, size_t from);
// Without slashes at the end: a directory is the same for the user with them.
std::string_view WithoutSlash(std::string_view text);
// Parses the whole text as a decimal number. A point separates the fraction in
// every locale. Blanks, hexadecimal and infinity are not accepted.
// std::from_chars does the same, but the library of g++ 10 (Debian 11) lacks
// it.
std::optional<double> ParseDecimal(std::string_view text);

// FNV-1a, 64 bit: identity inside one process and one store, not a checksum.
// http://www.isthe.com/chongo/tech/comp/fnv/
constexpr uint64_t Hash64(std::string_view text,
                          uint64_t seed = 14695981039346656037ull) {
  for (char c : text) {
    seed ^= static_cast<unsigned char>(c);
    seed *= 1099511628211ull;
  }
  return seed;
}

// "1 byte", "1.2 KB", "12 KB": in powers of 1000, as file managers show sizes.
std::string SizeText(uint64_t bytes);

// "just now", "5 min ago", "3 days ago". A time in the future, which another
// machine's clock has set, is "just now".
std::string AgoText(int64_t then_s, int64_t now_s);

}  // namespace synapse
