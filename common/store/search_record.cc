#include "store/search_record.h"

#include <cmath>

#include "store/bytes.h"

namespace synapse {
namespace {

constexpr char kSearchMark = 'Q';
constexpr uint8_t kSearchVersion = 1;
constexpr uint8_t kWeak = 1, kCloses = 2, kAgent = 4;
constexpr size_t kWordsAt = 1 + 1 + 1 + 1 + 1 + 8 + 4 + 4;

constexpr const char* kKinds[] = {"command", "file", "directory", "note",
                                  "task"};
constexpr const char* kActions[] = {"asked", "found", "missed", "expired"};

template <class T, size_t n>
std::optional<T> ByName(const char* const (&names)[n], std::string_view name) {
  for (size_t i = 0; i < n; ++i) {
    if (name == names[i]) return static_cast<T>(i);
  }
  return std::nullopt;
}

bool ReadTarget(ByteReader& in, SearchTarget& target) {
  const uint8_t kind = in.Little<uint8_t>();
  if (kind >= kSearchKinds) return false;
  target.kind = static_cast<SearchKind>(kind);
  target.text = std::string(in.String());
  return in.ok();
}

}  // namespace

const char* SearchKindName(SearchKind kind) {
  return kKinds[static_cast<int>(kind)];
}
std::optional<SearchKind> ParseSearchKind(std::string_view name) {
  return ByName<SearchKind>(kKinds, name);
}
const char* SearchActionName(SearchAction action) {
  return kActions[static_cast<int>(action)];
}
std::optional<SearchAction> ParseSearchAction(std::string_view name) {
  return ByName<SearchAction>(kActions, name);
}

void SearchCounts::Add(const SearchRecord& record) {
  switch (record.action) {
    case SearchAction::kAsked: started += record.weak; break;
    case SearchAction::kFound:
      ++associations;
      files += record.target.kind == SearchKind::kFile;
      resolved += record.closes;
      break;
    case SearchAction::kMissed: ++missed; break;
    case SearchAction::kExpired: ++expired; break;
  }
}

std::string EncodeSearch(const SearchRecord& r) {
  std::string out(1, kSearchMark);
  PutLittle<uint8_t>(out, kSearchVersion);
  PutLittle<uint8_t>(out, static_cast<uint8_t>(r.action));
  PutLittle<uint8_t>(out, static_cast<uint8_t>(r.target.kind));
  PutLittle<uint8_t>(out, static_cast<uint8_t>((r.weak ? kWeak : 0) |
                                               (r.closes ? kCloses : 0) |
                                               (r.agent ? kAgent : 0)));
  PutLittle<int64_t>(out, r.at_ms);
  PutFloat(out, r.score);
  PutLittle<uint32_t>(out, r.results);
  PutLittle<uint64_t>(out, r.words);
  auto put = [&](const std::string& text, size_t most) {
    PutString(out, std::string_view(text).substr(0, most));
  };
  put(r.session, SearchRecord::kMaxQuery);
  put(r.query, SearchRecord::kMaxQuery);
  put(r.target.text, SearchRecord::kMaxTarget);
  put(r.cwd, SearchRecord::kMaxTarget);
  put(r.repository, SearchRecord::kMaxTarget);
  put(r.pattern, SearchRecord::kMaxQuery);
  const size_t shown = std::min(r.shown.size(), SearchRecord::kMaxShown);
  PutLittle<uint32_t>(out, static_cast<uint32_t>(shown));
  for (size_t i = 0; i < shown; ++i) {
    PutLittle<uint8_t>(out, static_cast<uint8_t>(r.shown[i].kind));
    put(r.shown[i].text, SearchRecord::kMaxTarget);
  }
  PutLittle<uint64_t>(out, r.stream);
  PutLittle<uint64_t>(out, r.ordinal);
  return out;
}

std::optional<SearchRecord> DecodeSearch(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.Little<uint8_t>() != kSearchMark ||
      in.Little<uint8_t>() != kSearchVersion) {
    return std::nullopt;
  }
  SearchRecord r;
  const uint8_t action = in.Little<uint8_t>();
  const uint8_t kind = in.Little<uint8_t>();
  const uint8_t flags = in.Little<uint8_t>();
  if (action > static_cast<uint8_t>(SearchAction::kExpired) ||
      kind >= kSearchKinds) {
    return std::nullopt;
  }
  r.action = static_cast<SearchAction>(action);
  r.target.kind = static_cast<SearchKind>(kind);
  r.weak = flags & kWeak;
  r.closes = flags & kCloses;
  r.agent = flags & kAgent;
  r.at_ms = in.Little<int64_t>();
  r.score = in.Float();
  if (!std::isfinite(r.score)) return std::nullopt;
  r.results = in.Little<uint32_t>();
  r.words = in.Little<uint64_t>();
  for (std::string* text : {&r.session, &r.query, &r.target.text, &r.cwd,
                            &r.repository, &r.pattern}) {
    *text = std::string(in.String());
  }
  const uint32_t shown = in.Little<uint32_t>();
  if (shown > SearchRecord::kMaxShown) return std::nullopt;
  for (uint32_t i = 0; i < shown; ++i) {
    if (!ReadTarget(in, r.shown.emplace_back())) return std::nullopt;
  }
  r.stream = in.Little<uint64_t>();
  r.ordinal = in.Little<uint64_t>();
  if (!in.ok()) return std::nullopt;
  return r;
}

uint64_t SearchWordsOf(std::string_view bytes) {
  if (bytes.size() < kWordsAt + sizeof(uint64_t) || bytes[0] != kSearchMark) {
    return 0;
  }
  ByteReader in(bytes.substr(kWordsAt));
  return in.Little<uint64_t>();
}

SearchAction SearchActionOf(std::string_view bytes) {
  constexpr size_t kActionAt = 2;
  if (bytes.size() <= kActionAt || bytes[0] != kSearchMark) {
    return SearchAction::kAsked;
  }
  return static_cast<SearchAction>(bytes[kActionAt]);
}

std::string EncodeSearchCounts(const SearchCounts& c) {
  std::string out;
  for (uint64_t n :
       {c.started, c.resolved, c.expired, c.files, c.associations, c.missed}) {
    PutLittle<uint64_t>(out, n);
  }
  return out;
}

SearchCounts DecodeSearchCounts(std::string_view bytes) {
  ByteReader in(bytes);
  SearchCounts c;
  for (uint64_t* n : {&c.started, &c.resolved, &c.expired, &c.files,
                      &c.associations, &c.missed}) {
    *n = in.Little<uint64_t>();
  }
  return in.ok() ? c : SearchCounts{};
}

}  // namespace synapse
