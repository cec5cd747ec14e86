// JSON output: RapidJSON's writer, and text that may hold any bytes.
#pragma once

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <string>
#include <string_view>

#include "base/text.h"

namespace synapse {

using JsonBuffer = rapidjson::StringBuffer;
using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

// A JSON string holds UTF-8: other bytes become U+FFFD.
inline void JsonString(JsonWriter& w, std::string_view text) {
  bool valid = true;
  for (size_t at = 0; at < text.size() && valid;) {
    CodePoint p = DecodeUtf8(text, at);
    valid = p.value != 0xFFFD || p.length == 3;
    at += static_cast<size_t>(p.length);
  }
  if (valid) {
    w.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
    return;
  }
  std::string fixed;
  for (size_t at = 0; at < text.size();) {
    CodePoint p = DecodeUtf8(text, at);
    if (p.value == 0xFFFD && p.length == 1) {
      fixed += "\xEF\xBF\xBD";
    } else {
      fixed.append(text.substr(at, static_cast<size_t>(p.length)));
    }
    at += static_cast<size_t>(p.length);
  }
  w.String(fixed.data(), static_cast<rapidjson::SizeType>(fixed.size()));
}

inline void JsonField(JsonWriter& w, const char* key, std::string_view text) {
  w.Key(key);
  JsonString(w, text);
}

}  // namespace synapse
