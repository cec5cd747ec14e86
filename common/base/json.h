// JSON output: RapidJSON's writer, and strings that may hold any bytes.
// Tested by tests/base/base_test.cc.
#pragma once

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "base/text.h"

namespace synapse {

using JsonBuffer = rapidjson::StringBuffer;
using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

// Uses a short form such as `\n` if there is one, else `\u202e`; a character
// beyond the first plane becomes two escapes.
inline void AppendJsonEscape(char32_t value, std::string& out) {
  constexpr std::string_view kShort = "\b\t\n\f\r", kLetters = "btnfr";
  if (value < 0x20) {
    const size_t at = kShort.find(static_cast<char>(value));
    if (at != kShort.npos) {
      out += {'\\', kLetters[at]};
      return;
    }
  }
  auto unit = [&](char32_t u) {
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
      out += "0123456789abcdef"[(u >> shift) & 15];
    }
  };
  if (value < 0x10000) return unit(value);
  unit(0xD800 + ((value - 0x10000) >> 10));
  unit(0xDC00 + ((value - 0x10000) & 0x3FF));
}

// Writes a JSON string, which holds UTF-8: other bytes become U+FFFD.
// Characters that control a terminal, or that are invisible, are escaped,
// because the JSON may be read on a terminal.
inline void JsonString(JsonWriter& w, std::string_view text) {
  if (!HasHidden(text)) {
    w.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
    return;
  }
  std::string raw = "\"";
  char32_t before = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint p = DecodeUtf8(text, at);
    const bool bad = p.value == 0xFFFD && p.length == 1;
    if (bad || IsHidden(p.value, before)) {
      AppendJsonEscape(p.value, raw);
    } else {
      if (p.value == '"' || p.value == '\\') raw += '\\';
      raw.append(text.substr(at, static_cast<size_t>(p.length)));
    }
    before = p.value;
    at += static_cast<size_t>(p.length);
  }
  raw += '"';
  w.RawValue(raw.data(), raw.size(), rapidjson::kStringType);
}

// Writes a text, a truth value, a number or null, or a list of such values.
template <class T>
void WriteJson(JsonWriter& w, const T& value) {
  if constexpr (std::is_null_pointer_v<T>) {
    w.Null();
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    JsonString(w, value);
  } else if constexpr (std::is_same_v<T, bool>) {
    w.Bool(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    w.Double(value);
  } else if constexpr (std::is_class_v<T>) {
    w.StartArray();
    for (const auto& item : value) WriteJson(w, item);
    w.EndArray();
  } else if constexpr (std::is_signed_v<T>) {
    w.Int64(value);
  } else {
    w.Uint64(value);
  }
}
template <class T>
void JsonField(JsonWriter& w, const char* key, const T& value) {
  w.Key(key);
  WriteJson(w, value);
}
// Writes null for a number below 0.
inline void JsonFieldOrNull(JsonWriter& w, const char* key, int64_t number) {
  number < 0 ? JsonField(w, key, nullptr) : JsonField(w, key, number);
}

// `fields` writes the members of the object.
template <class Fields>
void JsonObject(JsonWriter& w, const char* key, const Fields& fields) {
  w.Key(key);
  w.StartObject();
  fields();
  w.EndObject();
}
// `write` writes each item of the list.
template <class List, class Write>
void JsonArray(JsonWriter& w, const char* key, const List& list,
               const Write& write) {
  w.Key(key);
  w.StartArray();
  for (const auto& item : list) write(item);
  w.EndArray();
}
// `fields` writes the members of the object of each item.
template <class List, class Fields>
void JsonObjects(JsonWriter& w, const char* key, const List& list,
                 const Fields& fields) {
  JsonArray(w, key, list, [&](const auto& item) {
    w.StartObject();
    fields(item);
    w.EndObject();
  });
}
// The text of a whole object.
template <class Fields>
std::string JsonObjectText(const Fields& fields) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  w.StartObject();
  fields(w);
  w.EndObject();
  return {buffer.GetString(), buffer.GetSize()};
}

// Writes null for an empty text.
inline void JsonFieldOrNull(JsonWriter& w, const char* key,
                            std::string_view text) {
  text.empty() ? JsonField(w, key, nullptr) : JsonField(w, key, text);
}

}  // namespace synapse
