#include "store/fact.h"

#include <algorithm>

#include "base/text.h"
#include "store/bytes.h"

namespace synapse {
namespace {

// 1 has no files.
constexpr uint8_t kFactVersion = 2;
constexpr const char* kCategories[] = {"correction", "anti_pattern", "gotcha",
                                       "preference", "friction"};
constexpr const char* kConfidences[] = {"low", "medium", "high"};
constexpr uint32_t kMaxItems = 64;

void PutList(std::string& out, const std::vector<std::string>& list) {
  const size_t most = std::min<size_t>(list.size(), kMaxItems);
  PutLittle<uint32_t>(out, static_cast<uint32_t>(most));
  for (size_t i = 0; i < most; ++i) PutString(out, list[i]);
}

bool ReadList(ByteReader& in, std::vector<std::string>& list) {
  const uint32_t count = in.Little<uint32_t>();
  if (!in.ok() || count > kMaxItems) return false;
  for (uint32_t i = 0; i < count && in.ok(); ++i) {
    list.emplace_back(in.String());
  }
  return in.ok();
}

template <class Enum, size_t n>
std::optional<Enum> Parse(std::string_view name,
                          const char* const (&names)[n]) {
  for (size_t i = 0; i < n; ++i) {
    if (name == names[i]) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

uint64_t Fact::id() const {
  uint64_t hash = Hash64(CategoryName(category));
  for (const std::string* part : {&subject, &replacement, &directory}) {
    hash = Hash64(*part, Hash64(std::string_view("\0", 1), hash));
  }
  for (const std::string& step : steps) {
    hash = Hash64(step, Hash64(std::string_view("\0", 1), hash));
  }
  return subject.empty() && steps.empty() ? Hash64(fact, hash) : hash;
}

const char* CategoryName(FactCategory category) {
  return kCategories[static_cast<size_t>(category)];
}
std::optional<FactCategory> ParseCategory(std::string_view name) {
  return Parse<FactCategory>(name, kCategories);
}
const char* ConfidenceName(FactConfidence confidence) {
  return kConfidences[static_cast<size_t>(confidence)];
}
std::optional<FactConfidence> ParseConfidence(std::string_view name) {
  return Parse<FactConfidence>(name, kConfidences);
}

std::string EncodeFact(const Fact& f) {
  std::string out;
  PutLittle<uint8_t>(out, kFactVersion);
  PutLittle<uint8_t>(out, static_cast<uint8_t>(f.category));
  PutLittle<uint8_t>(out, static_cast<uint8_t>(f.confidence));
  PutLittle<int32_t>(out, f.exit);
  PutLittle<int64_t>(out, f.first_ms);
  PutLittle<int64_t>(out, f.last_ms);
  PutLittle<int64_t>(out, f.found_ms);
  for (uint32_t n : {f.runs, f.usage, f.helpful, f.outdated, f.reported}) {
    PutLittle<uint32_t>(out, n);
  }
  for (const std::string* text : {&f.fact, &f.recommendation, &f.subject,
                                  &f.replacement, &f.directory, &f.source}) {
    PutString(out, *text);
  }
  for (const auto* list : {&f.tags, &f.steps, &f.traces, &f.files}) {
    PutList(out, *list);
  }
  return out;
}

std::optional<Fact> DecodeFact(std::string_view bytes) {
  ByteReader in(bytes);
  const uint8_t version = in.Little<uint8_t>();
  if (version == 0 || version > kFactVersion) return std::nullopt;
  Fact f;
  const uint8_t category = in.Little<uint8_t>();
  const uint8_t confidence = in.Little<uint8_t>();
  if (category >= std::size(kCategories) ||
      confidence >= std::size(kConfidences)) {
    return std::nullopt;
  }
  f.category = static_cast<FactCategory>(category);
  f.confidence = static_cast<FactConfidence>(confidence);
  f.exit = in.Little<int32_t>();
  f.first_ms = in.Little<int64_t>();
  f.last_ms = in.Little<int64_t>();
  f.found_ms = in.Little<int64_t>();
  for (uint32_t* n :
       {&f.runs, &f.usage, &f.helpful, &f.outdated, &f.reported}) {
    *n = in.Little<uint32_t>();
  }
  for (std::string* text : {&f.fact, &f.recommendation, &f.subject,
                            &f.replacement, &f.directory, &f.source}) {
    *text = std::string(in.String());
  }
  if (!in.ok()) return std::nullopt;
  for (auto* list : {&f.tags, &f.steps, &f.traces}) {
    if (!ReadList(in, *list)) return std::nullopt;
  }
  if (version >= 2 && !ReadList(in, f.files)) return std::nullopt;
  return f;
}

}  // namespace synapse
