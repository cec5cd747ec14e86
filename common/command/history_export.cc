// Events as JSON lines: what `history export` prints and `history import`
// reads.
#include <rapidjson/document.h>

#include <cmath>

#include "command/history.h"
#include "command/json.h"

namespace synapse {
namespace {

struct Text {
  const char* name;
  std::string Event::*member;
  bool always;
};
constexpr Text kTexts[] = {
    {"cmd", &Event::command, true},
    {"cwd", &Event::cwd, true},
    {"repository", &Event::repository, false},
    {"branch", &Event::branch, false},
    {"session", &Event::session, true},
    {"host", &Event::host, true},
    {"shell", &Event::shell, true},
};

std::string HexName(const char* name) { return std::string(name) + "_hex"; }

bool IsUtf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    CodePoint p = DecodeUtf8(text, at);
    if (p.value == 0xFFFD && p.length == 1) return false;
    at += static_cast<size_t>(p.length);
  }
  return true;
}

std::string ToHex(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (unsigned char c : bytes) {
    out += kDigits[c >> 4];
    out += kDigits[c & 15];
  }
  return out;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::optional<std::string> FromHex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string out;
  for (size_t i = 0; i < hex.size(); i += 2) {
    int high = HexDigit(hex[i]), low = HexDigit(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

void NumberOrNull(JsonWriter& w, const char* key, int64_t value) {
  w.Key(key);
  if (value < 0) {
    w.Null();
  } else {
    w.Int64(value);
  }
}

using Object = rapidjson::Value;

std::optional<std::string_view> StringIn(const Object& object,
                                         const std::string& name) {
  auto at = object.FindMember(name.c_str());
  if (at == object.MemberEnd() || !at->value.IsString()) return std::nullopt;
  return std::string_view(at->value.GetString(), at->value.GetStringLength());
}

bool ReadTexts(const Object& object, Event& e) {
  for (const Text& text : kTexts) {
    if (auto hex = StringIn(object, HexName(text.name))) {
      auto bytes = FromHex(*hex);
      if (!bytes) return false;
      e.*text.member = std::move(*bytes);
    } else if (auto value = StringIn(object, text.name)) {
      e.*text.member = std::string(*value);
    }
  }
  return !e.command.empty();
}

// Absent or null leaves `out` as it is; false for what is no such number.
template <class T>
bool ReadNumber(const Object& object, const char* name, T& out) {
  auto at = object.FindMember(name);
  if (at == object.MemberEnd() || at->value.IsNull()) return true;
  if constexpr (sizeof(T) == 4) {
    if (!at->value.IsInt()) return false;
    out = at->value.GetInt();
  } else {
    if (!at->value.IsInt64()) return false;
    out = at->value.GetInt64();
  }
  return true;
}

bool ReadFlag(const Object& object, const char* name) {
  auto at = object.FindMember(name);
  return at != object.MemberEnd() && at->value.IsTrue();
}

}  // namespace

std::string ExportLine(uint64_t sequence, const Event& e) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartObject();
  w.Key("id");
  w.Uint64(sequence);
  auto write = [&](const Text& text) {
    const std::string& value = e.*text.member;
    if (value.empty() && !text.always) return;
    JsonField(w, text.name, value);
    if (!IsUtf8(value)) JsonField(w, HexName(text.name).c_str(), ToHex(value));
  };
  for (const Text& text : kTexts) {
    // The numbers stand before the session.
    if (text.member == &Event::session) {
      w.Key("ts");
      w.Double(static_cast<double>(e.start_ms) / 1000);
      NumberOrNull(w, "duration_ms", e.duration_ms);
      NumberOrNull(w, "exit", e.exit);
    }
    write(text);
  }
  for (auto [name, set] : {std::pair("imported", e.imported),
                           std::pair("estimated_time", e.estimated_time)}) {
    if (!set) continue;
    w.Key(name);
    w.Bool(true);
  }
  w.EndObject();
  return buffer.GetString();
}

std::optional<Event> ParseExportLine(std::string_view line) {
  // A hostile line must not take the stack: the parser does not recurse.
  constexpr unsigned kFlags = rapidjson::kParseFullPrecisionFlag |
                              rapidjson::kParseIterativeFlag;
  constexpr double kMostSeconds = 1e12;
  rapidjson::Document object;
  object.Parse<kFlags>(line.data(), line.size());
  if (object.HasParseError() || !object.IsObject()) return std::nullopt;
  Event e;
  auto ts = object.FindMember("ts");
  if (ts == object.MemberEnd() || !ts->value.IsNumber() ||
      !(std::fabs(ts->value.GetDouble()) < kMostSeconds)) {
    return std::nullopt;
  }
  e.start_ms = std::llround(ts->value.GetDouble() * 1000);
  if (!ReadTexts(object, e) || !ReadNumber(object, "exit", e.exit) ||
      !ReadNumber(object, "duration_ms", e.duration_ms)) {
    return std::nullopt;
  }
  e.imported = ReadFlag(object, "imported");
  e.estimated_time = ReadFlag(object, "estimated_time");
  return e;
}

bool LooksLikeExport(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  return line.starts_with("{") && ParseExportLine(line).has_value();
}

}  // namespace synapse
