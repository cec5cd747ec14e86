#include "manual/roff_text.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "manual/page.h"

namespace synapse {
namespace {

constexpr int kMaxStringDepth = 3;
constexpr size_t kMaxStrings = 200, kMaxStringBytes = 200;
constexpr size_t kMaxLineBytes = 8192, kMaxArguments = 64;

// The characters of \(xx and \[xxx] that manual pages use.
constexpr std::pair<std::string_view, std::string_view> kCharacters[] = {
    {"aq", "'"},   {"cq", "'"},    {"oq", "'"},   {"dq", "\""}, {"lq", "\""},
    {"rq", "\""},  {"em", "-"},    {"en", "-"},   {"hy", "-"},  {"mi", "-"},
    {"bu", "•"},   {"ci", "•"},    {"co", "(c)"}, {"rs", "\\"}, {"ti", "~"},
    {"ha", "^"},   {"ga", "`"},    {"la", "<"},   {"ra", ">"},  {"->", "->"},
    {"<-", "<-"},  {">=", ">="},   {"<=", "<="},  {"!=", "!="}, {"ba", "|"},
    {"bv", "|"},   {"br", "|"},    {"or", "|"},   {"sl", "/"},  {"at", "@"},
    {"sh", "#"},   {"Do", "$"},    {"lB", "["},   {"rB", "]"},  {"lC", "{"},
    {"rC", "}"},   {"mu", "x"},    {"de", "°"},   {"ul", "_"},  {"pl", "+"},
    {"eq", "="},   {"tm", "(tm)"}, {"rg", "(R)"}, {"a^", "^"},  {"lh", "<="},
    {"rh", "=>"},  {"Fo", "\""},   {"Fc", "\""},  {"Bq", "\""}, {"bq", "'"},
    {"12", "1/2"}, {"14", "1/4"},  {"sq", "[]"},  {"dg", "+"}};

constexpr std::pair<std::string_view, std::string_view> kStrings[] = {
    {"lq", "\""},  {"rq", "\""},  {"Aq", "'"},  {"R", "(R)"}, {"Tm", "(tm)"},
    {"L\"", "\""}, {"R\"", "\""}, {"C`", "\""}, {"C'", "\""}, {"--", "-"},
    {"C+", "C++"}, {"Lt", "<"},   {"Gt", ">"},  {"Ba", "|"},  {"Le", "<="},
    {"Ge", ">="},  {"Pm", "+-"},  {"q", "\""}};

std::string_view Lookup(
    const std::pair<std::string_view, std::string_view>* begin, size_t size,
    std::string_view name) {
  for (size_t i = 0; i < size; ++i) {
    if (begin[i].first == name) return begin[i].second;
  }
  return {};
}

void AppendUtf8(char32_t value, std::string& out) {
  if (value < 0x20 || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) {
    return;
  }
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xc0 | (value >> 6));
    out += static_cast<char>(0x80 | (value & 63));
  } else if (value < 0x10000) {
    out += static_cast<char>(0xe0 | (value >> 12));
    out += static_cast<char>(0x80 | ((value >> 6) & 63));
    out += static_cast<char>(0x80 | (value & 63));
  } else {
    out += static_cast<char>(0xf0 | (value >> 18));
    out += static_cast<char>(0x80 | ((value >> 12) & 63));
    out += static_cast<char>(0x80 | ((value >> 6) & 63));
    out += static_cast<char>(0x80 | (value & 63));
  }
}

std::string CharacterOf(std::string_view name) {
  const std::string_view known =
      Lookup(kCharacters, std::size(kCharacters), name);
  if (!known.empty()) return std::string(known);
  std::string out;
  if (name.size() >= 5 && name.size() <= 7 && name[0] == 'u') {
    char32_t value = 0;
    for (char c : name.substr(1)) {
      const bool letter = (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
      if (!IsDigit(c) && !letter) return "";
      value = value * 16 +
              static_cast<char32_t>(IsDigit(c) ? c - '0' : (c | 32) - 'a' + 10);
    }
    AppendUtf8(value, out);
  } else if (name.size() == 2 && name[1] != '(') {
    // An accented letter, as \('e.
    const bool accent = !IsLower(name[0]) && !IsUpper(name[0]);
    if (accent && (IsLower(name[1]) || IsUpper(name[1]))) out = name[1];
  }
  return out;
}

// The name behind an escape such as \f or \*: x, (xx or [xxx].
std::string_view NameAt(std::string_view source, size_t& at) {
  if (at >= source.size()) return {};
  std::string_view name;
  if (source[at] == '(') {
    name = source.substr(at + 1, 2);
    at = std::min(source.size(), at + 3);
  } else if (source[at] == '[') {
    const size_t end = std::min(source.find(']', at), source.size());
    name = source.substr(at + 1, end - at - 1);
    at = std::min(source.size(), end + 1);
  } else {
    name = source.substr(at++, 1);
  }
  return name;
}

// Skips 'text' in any delimiter.
void SkipDelimited(std::string_view source, size_t& at) {
  if (at >= source.size()) return;
  const size_t end = source.find(source[at], at + 1);
  at = end == source.npos ? source.size() : end + 1;
}

// The font that \f names; `before` for \fP.
RoffFont FontNamed(std::string_view name, RoffFont before) {
  if (name == "P" || name.empty()) return before;
  if (IsOneOf(name, {"B", "3", "CB", "b"})) return RoffFont::kBold;
  if (IsOneOf(name, {"I", "2", "BI", "4", "CI", "i", "CO"})) {
    return RoffFont::kItalic;
  }
  return RoffFont::kRoman;
}

// Skips the argument of an escape that shows nothing.
void SkipArgument(char escape, std::string_view source, size_t& at) {
  constexpr std::string_view kNumbered = "snmMgkY";
  constexpr std::string_view kDelimited = "ChvwlLoxXbDABNRSHZ";
  if (escape == 'F') {
    (void)NameAt(source, at);
  } else if (kNumbered.find(escape) != kNumbered.npos) {
    if (at < source.size() && (source[at] == '+' || source[at] == '-')) ++at;
    if (escape == 's' && at < source.size() && source[at] == '\'') {
      SkipDelimited(source, at);
    } else {
      (void)NameAt(source, at);
    }
  } else if (kDelimited.find(escape) != kDelimited.npos) {
    SkipDelimited(source, at);
  }
  // Others have none: \& \| \^ \% \: \/ \, \) \{ \} \z \u \d \r \a \p
}

}  // namespace

struct RoffText::State {
  std::string& out;
  RoffFont font, before;
  bool open = false;  // behind kValueBegin
  bool joins = false;

  void Put(std::string_view text) {
    if (out.size() >= kMaxLineBytes || text.empty()) return;
    const bool italic = font == RoffFont::kItalic && text != " ";
    if (italic && !open) out += kValueBegin;
    if (font != RoffFont::kItalic && open) out += kValueEnd;
    open = font == RoffFont::kItalic ? open || italic : false;
    out += text;
  }
  void Change(RoffFont to) {
    before = std::exchange(font, to);
    if (open && font != RoffFont::kItalic) {
      out += kValueEnd;
      open = false;
    }
  }
};

void RoffText::Define(std::string_view name, std::string_view text) {
  if (strings_.size() >= kMaxStrings) return;
  strings_[std::string(name)] = text.substr(0, kMaxStringBytes);
}

bool RoffText::Append(std::string_view source, RoffFont font,
                      std::string& out) const {
  State state{out, font, RoffFont::kRoman};
  Run(source.substr(0, kMaxLineBytes), state, 0);
  if (state.open) out += kValueEnd;
  return state.joins;
}

void RoffText::Run(std::string_view source, State& state, int depth) const {
  for (size_t at = 0; at < source.size();) {
    const char c = source[at++];
    if (c == '\\') {
      if (at >= source.size() || !RunEscape(source, at, state, depth)) return;
    } else if (c == '\t') {
      state.Put(" ");
    } else {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x20 && byte != 0x7f) state.Put(source.substr(at - 1, 1));
    }
  }
}

// The escape whose letter is at `at`. False if the rest of the line shows
// nothing.
bool RoffText::RunEscape(std::string_view source, size_t& at, State& state,
                         int depth) const {
  const char escape = source[at++];
  switch (escape) {
    case '"':
    case '#': return false;
    case 'c': state.joins = true; return false;
    case 'e':
    case '\\': state.Put("\\"); break;
    case ' ':
    case '~':
    case '0':
    case 't': state.Put(" "); break;
    case '-':
    case '.':
    case '\'':
    case '`':
    case '_': state.Put(source.substr(at - 1, 1)); break;
    case 'f': state.Change(FontNamed(NameAt(source, at), state.before)); break;
    case '(':
    case '[':
      --at;
      state.Put(CharacterOf(NameAt(source, at)));
      break;
    case '*': {
      const std::string_view name = NameAt(source, at);
      const auto own = strings_.find(name);
      if (own == strings_.end()) {
        state.Put(Lookup(kStrings, std::size(kStrings), name));
      } else if (depth < kMaxStringDepth) {
        Run(own->second, state, depth + 1);
      }
      break;
    }
    default: SkipArgument(escape, source, at);
  }
  return true;
}

std::vector<std::string> RoffText::Arguments(std::string_view source) {
  std::vector<std::string> out;
  for (size_t at = 0; at < source.size() && out.size() < kMaxArguments;) {
    if (source[at] == ' ' || source[at] == '\t') {
      ++at;
      continue;
    }
    // A comment.
    if (source.substr(at).starts_with("\\\"")) break;
    std::string word;
    if (source[at] == '"') {
      for (++at; at < source.size(); ++at) {
        if (source[at] == '"') {
          if (at + 1 < source.size() && source[at + 1] == '"') {
            ++at;
          } else {
            break;
          }
        }
        word += source[at];
      }
      ++at;
    } else {
      for (; at < source.size() && source[at] != ' ' && source[at] != '\t';
           ++at) {
        // "\ " is part of the word, as is all that is escaped.
        if (source[at] == '\\' && at + 1 < source.size()) word += source[at++];
        word += source[at];
      }
    }
    out.push_back(std::move(word));
  }
  return out;
}

}  // namespace synapse
