// Text: UTF-8 and what a terminal makes of it. The engine works in bytes;
// widths matter only where something is drawn.
//
// Widths are tables of our own. wcwidth(3) answers by the locale of the shell,
// which may be C; utf8proc would be one more library in every shell for two
// tables, and says nothing of what is hidden (IsHidden).
//
// Tested by tests/base/base_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace synapse {

// One code point and its length in bytes (1 to 4). A byte that is not UTF-8
// is U+FFFD with length 1, so that every input advances.
struct CodePoint {
  char32_t value;
  int length;
};
// REQUIRES: at < text.size().
CodePoint DecodeUtf8(std::string_view text, size_t at);
// Characters (code points) of a text.
size_t CountCharacters(std::string_view text);

// Where the character at `at` ends as a person sees it: with the accents on
// it, what is joined to it (U+200D), its skin tone, the other half of a flag.
// REQUIRES: at < text.size().
size_t CharacterEnd(std::string_view text, size_t at);

// Columns of a code point: 0 combining, 2 wide (East Asian, emoji), else 1;
// -1 for a control character.
int CodePointWidth(char32_t value);
// Columns of the whole text; control characters count as two (`^C`).
int DisplayWidth(std::string_view text);

// True for a character that a terminal acts on, or that a reader cannot see:
// C0 and C1 controls, line and paragraph separators, bidirectional controls,
// zero-width characters, soft hyphens, tags. The two joiners are needed inside
// words of several scripts and in emoji: they are hidden only where the
// character before them, `before`, is ASCII (0: there is none).
// Unicode 15, UAX #9 and UTS #39.
bool IsHidden(char32_t value, char32_t before = 0);

// True when a hidden character or a byte that is not UTF-8 is in it.
bool HasHidden(std::string_view text);

// True when a hidden character beyond ASCII is in it. Line editors show controls
// of ASCII as ^X, and send these to the terminal as they are.
bool HasInvisible(std::string_view text);

// Text that can be sent to a terminal: control characters become `^X` or
// `\xNN`, other hidden ones `\u202e`, bytes that are not UTF-8 U+FFFD.
// Newlines stay when `keep_newlines`.
std::string Printable(std::string_view text, bool keep_newlines = false);

// The same for the terminal of this process: where its locale is not UTF-8,
// "?" for what is not ASCII, so that it is as wide as it is counted.
std::string Drawable(std::string_view text);

// The longest prefix of at most `columns` columns, cut at a code point.
std::string_view ClipToWidth(std::string_view text, int columns);

// Drawable(), in rows with newlines between them: `first` columns in the first
// one, `columns` in the others. What does not go into `most` rows is cut, and
// ends in an ellipsis; `count` is how many there are, 0 when nothing can be shown.
std::string WrapRows(std::string_view text, int first, int columns, int most,
                     int* count);

// ASCII only: completion never depends on the locale.
std::string AsciiLower(std::string_view text);
std::string_view Trim(std::string_view text);
// The decimal number that `text` is as a whole. A point separates the fraction
// in every locale; blanks, hexadecimal and infinity are no numbers.
// std::from_chars does the same; the library of g++ 10 (Debian 11) lacks it.
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

}  // namespace synapse
