#include "base/text.h"

#include <langinfo.h>
#include <locale.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace synapse {
namespace {

struct Range {
  char32_t first, last;
};

// Zero columns: combining marks, joiners, variation selectors. Unicode 15, the
// blocks that occur in file names and prompts.
constexpr Range kZeroWidth[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489},  {0x0591, 0x05BD}, {0x05BF, 0x05BF},
    {0x05C1, 0x05C2}, {0x05C4, 0x05C5},  {0x0610, 0x061A}, {0x064B, 0x065F},
    {0x0670, 0x0670}, {0x06D6, 0x06DC},  {0x06DF, 0x06E4}, {0x06E7, 0x06E8},
    {0x06EA, 0x06ED}, {0x0900, 0x0902},  {0x093A, 0x093A}, {0x093C, 0x093C},
    {0x0941, 0x0948}, {0x094D, 0x094D},  {0x0E31, 0x0E31}, {0x0E34, 0x0E3A},
    {0x0E47, 0x0E4E}, {0x1160, 0x11FF},  {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},
    {0x200B, 0x200F}, {0x202A, 0x202E},  {0x2060, 0x2064}, {0x20D0, 0x20F0},
    {0x302A, 0x302D}, {0x3099, 0x309A},  {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
    {0xFEFF, 0xFEFF}, {0xE0100, 0xE01EF}};

// Two columns: East Asian Wide and Fullwidth, emoji presentation.
constexpr Range kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},
    {0x23E9, 0x23EC},   {0x23F0, 0x23F0},   {0x23F3, 0x23F3},
    {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},
    {0x267F, 0x267F},   {0x2693, 0x2693},   {0x26A1, 0x26A1},
    {0x26AA, 0x26AB},   {0x26BD, 0x26BE},   {0x26C4, 0x26C5},
    {0x26CE, 0x26CE},   {0x26D4, 0x26D4},   {0x26EA, 0x26EA},
    {0x26F2, 0x26F3},   {0x26F5, 0x26F5},   {0x26FA, 0x26FA},
    {0x26FD, 0x26FD},   {0x2705, 0x2705},   {0x270A, 0x270B},
    {0x2728, 0x2728},   {0x274C, 0x274C},   {0x274E, 0x274E},
    {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27B0, 0x27B0},   {0x27BF, 0x27BF},   {0x2B1B, 0x2B1C},
    {0x2B50, 0x2B50},   {0x2B55, 0x2B55},   {0x2E80, 0x303E},
    {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x1F004, 0x1F004}, {0x1F0CF, 0x1F0CF},
    {0x1F18E, 0x1F18E}, {0x1F191, 0x1F19A}, {0x1F200, 0x1F320},
    {0x1F32D, 0x1F335}, {0x1F337, 0x1F37C}, {0x1F37E, 0x1F393},
    {0x1F3A0, 0x1F3CA}, {0x1F3CF, 0x1F3D3}, {0x1F3E0, 0x1F3F0},
    {0x1F3F4, 0x1F3F4}, {0x1F3F8, 0x1F43E}, {0x1F440, 0x1F440},
    {0x1F442, 0x1F4FC}, {0x1F4FF, 0x1F53D}, {0x1F54B, 0x1F54E},
    {0x1F550, 0x1F567}, {0x1F57A, 0x1F57A}, {0x1F595, 0x1F596},
    {0x1F5A4, 0x1F5A4}, {0x1F5FB, 0x1F64F}, {0x1F680, 0x1F6C5},
    {0x1F6CC, 0x1F6CC}, {0x1F6D0, 0x1F6D2}, {0x1F6D5, 0x1F6D7},
    {0x1F6DC, 0x1F6DF}, {0x1F6EB, 0x1F6EC}, {0x1F6F4, 0x1F6FC},
    {0x1F7E0, 0x1F7EB}, {0x1F7F0, 0x1F7F0}, {0x1F90C, 0x1F93A},
    {0x1F93C, 0x1F945}, {0x1F947, 0x1F9FF}, {0x1FA70, 0x1FAFF},
    {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}};

// Characters that are invisible, or that change the order in which others are
// displayed.
constexpr Range kHidden[] = {
    {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},
    {0x34F, 0x34F},     {0x61C, 0x61C},     {0x115F, 0x1160},
    {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200B},
    {0x200E, 0x200F},   {0x2028, 0x202E},   {0x2060, 0x206F},
    {0x3164, 0x3164},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF9, 0xFFFB},   {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
    {0xE0000, 0xE00FF}, {0xE01F0, 0xE0FFF}};

template <size_t N>
bool Contains(const Range (&table)[N], char32_t value) {
  auto at =
      std::upper_bound(std::begin(table), std::end(table), value,
                       [](char32_t v, const Range& r) { return v < r.first; });
  return at != std::begin(table) && value <= std::prev(at)->last;
}

}  // namespace

CodePoint DecodeUtf8(std::string_view text, size_t at) {
  constexpr CodePoint kBad = {0xFFFD, 1};
  auto byte = [&](size_t i) {
    return static_cast<unsigned char>(text[at + i]);
  };
  unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return kBad;
  char32_t value = lead & (0xFF >> (length + 1));
  for (int i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return kBad;
    value = value << 6 | (byte(i) & 0x3F);
  }
  bool overlong = (length == 3 && value < 0x800) ||
                  (length == 4 && (value < 0x10000 || value > 0x10FFFF));
  if (overlong || (value >= 0xD800 && value <= 0xDFFF)) return kBad;
  return {value, length};
}

size_t CountCharacters(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) {
    at += static_cast<size_t>(DecodeUtf8(text, at).length);
  }
  return count;
}

int CodePointWidth(char32_t value) {
  if (value < 0x20 || (value >= 0x7F && value < 0xA0)) return -1;
  if (value < 0x300) return 1;
  if (Contains(kZeroWidth, value)) return 0;
  return Contains(kWide, value) ? 2 : 1;
}

size_t CharacterEnd(std::string_view text, size_t at) {
  constexpr char32_t kJoiner = 0x200D;
  auto is_flag = [](char32_t v) { return v >= 0x1F1E6 && v <= 0x1F1FF; };
  CodePoint first = DecodeUtf8(text, at);
  if (first.value < 0x20) return at + 1;
  bool half = is_flag(first.value), joined = false;
  for (at += first.length; at < text.size();) {
    CodePoint next = DecodeUtf8(text, at);
    bool tone = next.value >= 0x1F3FB && next.value <= 0x1F3FF;
    bool other_half = half && is_flag(next.value);
    if (CodePointWidth(next.value) != 0 && !joined && !tone && !other_half) {
      break;
    }
    if (other_half) half = false;
    joined = next.value == kJoiner;
    at += next.length;
  }
  return at;
}

int DisplayWidth(std::string_view text) {
  int columns = 0;
  for (size_t at = 0; at < text.size();) {
    CodePoint point = DecodeUtf8(text, at);
    int width = CodePointWidth(point.value);
    columns += width < 0 ? 2 : width;
    at += point.length;
  }
  return columns;
}

bool IsHidden(char32_t value, char32_t before) {
  if (value >= 0x20 && value < 0x7F) return false;
  if (value == 0x200C || value == 0x200D) return before < 0x80;
  return Contains(kHidden, value);
}

namespace {

// Whether `test` is true for any character. Its arguments are: the value,
// whether it is hidden, whether it is a byte that is not UTF-8.
template <class Test>
bool AnyCharacter(std::string_view text, Test&& test) {
  char32_t before = 0;
  for (size_t at = 0; at < text.size();) {
    CodePoint point = DecodeUtf8(text, at);
    bool bad = point.value == 0xFFFD && point.length == 1;
    if (test(point.value, IsHidden(point.value, before), bad)) return true;
    before = point.value;
    at += static_cast<size_t>(point.length);
  }
  return false;
}

}  // namespace

bool HasHidden(std::string_view text) {
  // Most file names are plain ASCII, and there are many of them.
  const bool plain = std::all_of(text.begin(), text.end(),
                                 [](char c) { return c >= 0x20 && c < 0x7F; });
  if (plain) return false;
  return AnyCharacter(
      text, [](char32_t, bool hidden, bool bad) { return hidden || bad; });
}

bool HasInvisible(std::string_view text) {
  return AnyCharacter(text, [](char32_t value, bool hidden, bool) {
    return hidden && value >= 0x80;
  });
}

namespace {

// Writes `\x9b`, `\u202e`, `\U000e0041`.
std::string Escaped(char32_t value) {
  char out[12];
  const char* form = value < 0x100     ? "\\x%02x"
                     : value < 0x10000 ? "\\u%04x"
                                       : "\\U%08x";
  snprintf(out, sizeof out, form, static_cast<unsigned>(value));
  return out;
}

}  // namespace

std::string Printable(std::string_view text, bool keep_newlines) {
  std::string out;
  out.reserve(text.size());
  char32_t before = 0;
  for (size_t at = 0; at < text.size();) {
    CodePoint point = DecodeUtf8(text, at);
    if (point.value == '\n' && keep_newlines) {
      out += '\n';
    } else if (point.value < 0x20 || point.value == 0x7F) {
      out += '^';
      out += static_cast<char>(point.value ^ 0x40);
    } else if (point.value == 0xFFFD && point.length == 1) {
      out += "\xEF\xBF\xBD";
    } else if (IsHidden(point.value, before)) {
      out += Escaped(point.value);
    } else {
      out.append(text.substr(at, point.length));
    }
    before = point.value;
    at += static_cast<size_t>(point.length);
  }
  return out;
}

std::string Drawable(std::string_view text) {
  std::string out = Printable(text);
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return out;
  std::string ascii;
  for (size_t at = 0; at < out.size();) {
    CodePoint point = DecodeUtf8(out, at);
    if (point.value < 0x80) {
      ascii += out[at];
    } else if (CodePointWidth(point.value) != 0) {
      ascii += '?';
    }
    at += static_cast<size_t>(point.length);
  }
  return ascii;
}

std::string_view ClipToWidth(std::string_view text, int columns) {
  int used = 0;
  size_t at = 0;
  while (at < text.size()) {
    CodePoint point = DecodeUtf8(text, at);
    int width = CodePointWidth(point.value);
    used += width < 0 ? 2 : width;
    if (used > columns) break;
    at += point.length;
  }
  return text.substr(0, at);
}

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

std::string WithCommas(uint64_t number) {
  std::string out = std::to_string(number);
  for (size_t at = out.size(); at > 3;) out.insert(at -= 3, ",");
  return out;
}

std::string WrapRows(std::string_view text, int first, int columns, int most,
                     int* count) {
  std::string out;
  int rows = 1, used = 0, room = first;
  bool any = false;
  size_t last = 0;  // where the last character of `out` begins
  for (size_t at = 0; at < text.size();) {
    size_t length = CharacterEnd(text, at) - at;
    std::string_view character = text.substr(at, length);
    bool newline = character == "\n";
    std::string shown = newline ? "" : Drawable(character);
    int width = DisplayWidth(shown);
    if (newline || used + width > room) {
      if (rows == most || (!newline && width > columns)) {
        // An insertion would add more than the user sees.
        if (any && used == room) out.resize(last);
        if (any) out += Drawable(kEllipsis);
        break;
      }
      out += '\n';
      ++rows;
      used = 0;
      room = columns;
    }
    if (width > 0) last = out.size();
    out += shown;
    used += width;
    any = any || width > 0;
    at += length;
  }
  *count = any ? rows : 0;
  return out;
}

std::string AsciiLower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  }
  return out;
}

bool HasLine(std::string_view text, std::string_view beginning) {
  for (size_t at = text.find(beginning); at != text.npos;
       at = text.find(beginning, at + 1)) {
    if (at == 0 || text[at - 1] == '\n') return true;
  }
  return false;
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\v\f";
  size_t first = text.find_first_not_of(kSpace);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

size_t NextWordEnd(std::string_view text, size_t from) {
  const auto is_blank = [](char c) {
    return c == ' ' || c == '\t' || c == '\n';
  };
  size_t at = std::min(from, text.size());
  while (at < text.size() && is_blank(text[at])) ++at;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) > ' ' && c != '\\') continue;
    if (is_blank(c)) break;
    if (c == '\\') ++at;  // the next byte is escaped
  }
  return std::min(at, text.size());
}

std::string_view WithoutSlash(std::string_view text) {
  while (text.size() > 1 && text.ends_with('/')) text.remove_suffix(1);
  return text;
}

std::optional<double> ParseDecimal(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != text.npos) {
    return std::nullopt;
  }
  // Never freed: each call returns the same object, and it is not allocated.
  static const locale_t c_locale =
      newlocale(LC_ALL_MASK, "C", static_cast<locale_t>(nullptr));
  const std::string copy(text);
  char* end = nullptr;
  const double value = strtod_l(copy.c_str(), &end, c_locale);
  if (end != copy.c_str() + copy.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::string SizeText(uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KB", "MB", "GB", "TB"};
  if (bytes == 1) return "1 byte";
  size_t unit = 0;
  auto value = static_cast<double>(bytes);
  for (; value >= 1000 && unit + 1 < std::size(kUnits); ++unit) value /= 1000;
  char text[32];
  snprintf(text, sizeof text, unit > 0 && value < 10 ? "%.1f %s" : "%.0f %s",
           value, kUnits[unit]);
  return text;
}

std::string AgoText(int64_t then_s, int64_t now_s) {
  const int64_t s = then_s < now_s ? now_s - std::max<int64_t>(then_s, 0) : 0;
  const auto ago = [](int64_t n, const char* unit) {
    return std::to_string(n) + unit + (n == 1 ? " ago" : "s ago");
  };
  if (s < 60) return "just now";
  if (s < 7200) return std::to_string(s / 60) + " min ago";
  if (s < 172800) return std::to_string(s / 3600) + " h ago";
  if (s < 86400 * 14) return ago(s / 86400, " day");
  if (s < 86400 * 70) return ago(s / (86400 * 7), " week");
  if (s < 86400 * 730) return ago(s / (86400 * 30), " month");
  return ago(s / (86400 * 365), " year");
}

}  // namespace synapse
