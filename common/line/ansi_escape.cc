#include "line/ansi_escape.h"

namespace synapse {
namespace {

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
