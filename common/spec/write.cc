// SpecToJson: writes what parse.cc reads. A member that says nothing is left
// out. Lists of objects come last in their object.
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include "spec/parse.h"

namespace synapse {
namespace {

class SpecWriter {
 public:
  std::string Write(const auto& spec) {
    writer_.SetIndent(' ', 2);
    writer_.StartObject();
    Member("generated_by", spec.generated_by);
    Members(spec.root);
    if (!spec.generators.empty()) {
      writer_.Key("generators");
      writer_.StartObject();
      for (const auto& generator : spec.generators) {
        Key(generator.name);
        Object(generator);
      }
      writer_.EndObject();
    }
    writer_.EndObject();
    return {buffer_.GetString(), buffer_.GetSize()};
  }

 private:
  template <class T>
  static constexpr bool kIsText =
      std::is_convertible_v<const T&, std::string_view>;
  template <class T>
  static constexpr bool kIsListOfObjects = requires {
    T::value_type::kKeys;
  };

  void Key(std::string_view key) {
    writer_.Key(key.data(), static_cast<unsigned>(key.size()));
  }
  void Text(std::string_view text) {
    writer_.String(text.data(), static_cast<unsigned>(text.size()));
  }
  void Member(std::string_view key, std::string_view text) {
    if (text.empty()) return;
    Key(key);
    Text(text);
  }

  template <class T>
  void Members(const T& object) {
    static const T kSaysNothing{};
    const auto fields = T::Fields(object), none = T::Fields(kSaysNothing);
    const auto indices = std::make_index_sequence<
        std::tuple_size_v<decltype(T::Fields(object))>>();
    const auto write = [&]<bool kLists, size_t... I>(
        std::bool_constant<kLists>, std::index_sequence<I...>) {
      (Field<kLists>(T::kKeys[I], std::get<I>(fields), std::get<I>(none)), ...);
    };
    write(std::false_type(), indices);
    write(std::true_type(), indices);
  }

  template <bool kLists, class T>
  void Field(std::string_view key, const T& value, const T& none) {
    if (kIsListOfObjects<T> != kLists || key.empty()) return;
    if constexpr (kIsText<T>) {
      Member(key, value);
    } else if constexpr (requires { typename T::value_type; }) {
      if (!value.empty()) List(key, value);
    } else if constexpr (std::is_class_v<T>) {
      Member(key, RiskText(value));
    } else if (value != none) {
      if constexpr (std::is_enum_v<T>) {
        Member(key, kNamesOf<T>[static_cast<size_t>(value)]);
      } else {
        Key(key);
        if constexpr (std::is_same_v<T, bool>) writer_.Bool(value);
        if constexpr (std::is_same_v<T, int>) writer_.Int(value);
      }
    }
  }

  // A list of texts or of objects, or the risks of values by their patterns.
  template <class T>
  void List(std::string_view key, const T& list) {
    constexpr bool kIsRisks = requires { list.front().pattern; };
    Key(key);
    if constexpr (kIsRisks) {
      writer_.StartObject();
      for (const auto& each : list) {
        const std::string text = RiskText(each.risk);
        Member(each.pattern, text.empty() ? "none" : text);
      }
      writer_.EndObject();
    } else {
      writer_.StartArray();
      for (const auto& item : list) Item(item);
      writer_.EndArray();
    }
  }

  void Object(const auto& object) {
    writer_.StartObject();
    Members(object);
    writer_.EndObject();
  }
  template <class Form>
  void Item(const BasicValue<Form>& value) {
    value.description.empty() ? Text(value.value) : Object(value);
  }
  void Item(std::string_view text) { Text(text); }
  template <class T>
  requires(!kIsText<T>) void Item(const T& object) { Object(object); }

  static std::string RiskText(const auto& risk) {
    if (risk.level == RiskLevel::kNone) return "";
    return std::string(RiskLevelName(risk.level)) + ": " + risk.why;
  }

  rapidjson::StringBuffer buffer_;
  rapidjson::PrettyWriter<rapidjson::StringBuffer> writer_{buffer_};
};

}  // namespace

std::string SpecToJson(const Spec& spec) { return SpecWriter().Write(spec); }
std::string SpecToJson(const SpecDraft& spec) {
  return SpecWriter().Write(spec);
}

}  // namespace synapse
