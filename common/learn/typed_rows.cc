#include "learn/typed_rows.h"

#include <string_view>

namespace synapse {
namespace {

constexpr std::string_view kHost = "host";

// The kind of the name in a value, `web` of `ssh web` and of `scp web:a .`.
std::string_view NameKindOf(const ArgumentType& type) {
  return type.begins_with.empty() ? type.kind : type.begins_with;
}

// The name in a value; "" in a value that has none, as a local file of scp.
std::string_view NameIn(std::string_view value, const ArgumentType& type) {
  if (type.begins_with.empty()) return value;
  const size_t colon = value.find(':');
  if (colon == value.npos) return {};
  const std::string_view name = value.substr(0, colon);
  return name.find_first_of("/'\"\\$`[") == name.npos ? name
                                                      : std::string_view();
}

}  // namespace

bool HasNames(const ArgumentType& type) {
  return !type.begins_with.empty() || type.kind == kHost;
}

bool IsTypedRow(RowKind kind) {
  return kind == RowKind::kArgumentType || kind == RowKind::kArgumentTypeHere;
}

std::vector<TypedRow> TypedRowsOf(const LineWord& word,
                                  const Surroundings& around) {
  std::vector<TypedRow> out;
  WordContext context = word.context;
  const std::string kind(NameKindOf(context.type));
  const std::string name(NameIn(word.text, context.type));
  if (kind.empty() || name.empty()) return out;
  for (const bool begins : {false, true}) {
    if (begins && kind != kHost) break;
    context.type.kind = begins ? "" : kind;
    context.type.begins_with = begins ? kind : "";
    for (const WordRowKey& key : WordRowKeysOf(context, around)) {
      if (IsTypedRow(key.kind))
        out.push_back({key, begins ? name + ':' : name});
    }
  }
  return out;
}

}  // namespace synapse
