// JsonValue: reads members of JSON from outside. A member that is absent or of
// another type counts as empty.
//
// Tested by tests/transcript/reader_test.cc and tests/ai/wire_test.cc.
#pragma once

#include <rapidjson/document.h>

#include <cmath>
#include <optional>
#include <string_view>

namespace synapse {

using JsonValue = rapidjson::Value;

// The member, or null; null also when `object` is null or not an object.
inline const JsonValue* Member(const JsonValue* object, const char* name) {
  if (!object || !object->IsObject()) return nullptr;
  auto at = object->FindMember(name);
  return at == object->MemberEnd() ? nullptr : &at->value;
}
inline const JsonValue* Member(const JsonValue& object, const char* name) {
  return Member(&object, name);
}

// A view of the text; "" for null and for another type.
inline std::string_view StringOf(const JsonValue* value) {
  if (!value || !value->IsString()) return {};
  return {value->GetString(), value->GetStringLength()};
}

inline std::string_view StringAt(const JsonValue& object, const char* name) {
  return StringOf(Member(object, name));
}
inline bool IsTrueAt(const JsonValue& object, const char* name) {
  const JsonValue* value = Member(object, name);
  return value && value->IsTrue();
}
// No value for a number that is not finite.
inline std::optional<double> NumberAt(const JsonValue& object,
                                      const char* name) {
  const JsonValue* value = Member(object, name);
  if (!value || !value->IsNumber() || !std::isfinite(value->GetDouble())) {
    return std::nullopt;
  }
  return value->GetDouble();
}

}  // namespace synapse
