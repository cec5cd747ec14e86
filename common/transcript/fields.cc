#include "transcript/fields.h"

namespace synapse {
namespace {

// `count` digits at `at`, which is advanced; -1 if there are none.
int Digits(std::string_view text, size_t& at, size_t count) {
  if (at + count > text.size()) return -1;
  int value = 0;
  for (size_t end = at + count; at < end; ++at) {
    if (text[at] < '0' || text[at] > '9') return -1;
    value = value * 10 + (text[at] - '0');
  }
  return value;
}

bool Skip(std::string_view text, size_t& at, char c) {
  if (at >= text.size() || text[at] != c) return false;
  ++at;
  return true;
}

// Days since 1970 of a date of the proleptic Gregorian calendar (H. Hinnant,
// "chrono-Compatible Low-Level Date Algorithms").
int64_t DaysFromCivil(int64_t year, int month, int day) {
  year -= month <= 2;
  const int64_t era = (year >= 0 ? year : year - 399) / 400;
  const int64_t of_era = year - era * 400;
  const int64_t of_year =
      (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year -
         719468;
}

// Parses a fraction and a zone after the seconds. Returns milliseconds to add.
int64_t FractionAndZone(std::string_view text, size_t at) {
  int64_t ms = 0;
  if (Skip(text, at, '.')) {
    for (int64_t unit = 100;
         at < text.size() && text[at] >= '0' && text[at] <= '9'; unit /= 10) {
      ms += unit * (text[at++] - '0');
    }
  }
  const bool ahead = at < text.size() && text[at] == '+';
  if (!ahead && (at >= text.size() || text[at] != '-')) return ms;
  ++at;
  const int hours = Digits(text, at, 2);
  (void)Skip(text, at, ':');
  const int minutes = Digits(text, at, 2);
  if (hours < 0) return ms;
  const int64_t offset = (hours * 60 + std::max(minutes, 0)) * int64_t{60000};
  return ahead ? ms - offset : ms + offset;
}

}  // namespace

bool IsShallow(std::string_view json) {
  size_t depth = 0;
  EachBracket(json, [&](size_t, char bracket) {
    const bool opens = bracket == '{' || bracket == '[';
    if (opens) {
      ++depth;
    } else if (depth > 0) {
      --depth;
    }
    return depth <= kMaxJsonDepth;
  });
  return depth <= kMaxJsonDepth;
}

bool ParseJson(std::string_view json, rapidjson::Document& into) {
  if (!IsShallow(json)) return false;
  into.Parse<rapidjson::kParseIterativeFlag>(json.data(), json.size());
  return !into.HasParseError();
}

int64_t ParseIsoTime(std::string_view text) {
  size_t at = 0;
  const int year = Digits(text, at, 4);
  if (!Skip(text, at, '-')) return 0;
  const int month = Digits(text, at, 2);
  if (!Skip(text, at, '-')) return 0;
  const int day = Digits(text, at, 2);
  if (!Skip(text, at, 'T') && !Skip(text, at, ' ')) return 0;
  const int hour = Digits(text, at, 2);
  if (!Skip(text, at, ':')) return 0;
  const int minute = Digits(text, at, 2);
  if (!Skip(text, at, ':')) return 0;
  const int second = Digits(text, at, 2);
  const bool valid = year >= 1970 && month >= 1 && month <= 12 && day >= 1 &&
                     day <= 31 && hour >= 0 && hour < 24 && minute >= 0 &&
                     minute < 60 && second >= 0 && second <= 60;
  if (!valid) return 0;
  const int64_t seconds = DaysFromCivil(year, month, day) * 86400 +
                          hour * 3600 + minute * 60 + second;
  return seconds * 1000 + FractionAndZone(text, at);
}

void SetIfAny(std::string& into, std::string_view value) {
  if (!value.empty()) into = CutAt(value, kMaxName);
}

std::string_view CutAt(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) {
    --most;
  }
  return text.substr(0, most);
}

}  // namespace synapse
