// SearchRecord: a search that is watched, or one of its outcomes, as the log
// keeps it. search/search_sessions.h says when each is written, search/associations.h
// adds them up.
//
// Record: 'Q' | version u8 | action u8 | kind u8 | flags u8 | at_ms i64 |
//         score f32 | results u32 | words u64 | then six strings, each u32
//         length and bytes: session, query, target, cwd, repository, pattern |
//         u32 how many, then so many (kind u8, string) that were on show |
//         stream u64 | ordinal u64. Little-endian.
// Bounds: a query, a pattern and a target are cut to kMaxQuery and kMaxTarget
//         bytes when they are written.
// Tested by tests/store/search_record_test.cc, fuzzed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

enum class SearchKind : uint8_t { kCommand, kFile, kDirectory, kNote, kTask };
inline constexpr int kSearchKinds = 5;
// "command", "file", "directory", "note", "task".
const char* SearchKindName(SearchKind kind);
std::optional<SearchKind> ParseSearchKind(std::string_view name);

enum class SearchAction : uint8_t {
  kAsked,    // a search whose outcome is watched
  kFound,    // `target` is what was looked for
  kMissed,   // `target` was on show and is not
  kExpired,  // nothing was found in time
};
const char* SearchActionName(SearchAction action);
std::optional<SearchAction> ParseSearchAction(std::string_view name);

struct SearchTarget {
  SearchKind kind = SearchKind::kCommand;
  std::string text;  // a line, or an absolute path
  bool operator==(const SearchTarget&) const = default;
};

struct SearchRecord {
  static constexpr size_t kMaxQuery = 512;
  static constexpr size_t kMaxTarget = 4096;
  static constexpr size_t kMaxShown = 4;

  SearchAction action = SearchAction::kAsked;
  SearchTarget target;  // of kFound and kMissed
  bool weak = false;    // kAsked: the best score was below the threshold
  bool closes = false;  // kFound: the first of its search
  bool agent = false;   // of a transcript, not of the user
  int64_t at_ms = 0;
  float score = 0;       // kAsked: the best one; else the weight, in [0, 1]
  uint32_t results = 0;  // kAsked: how many there were
  uint64_t words = 0;    // a bit for each word of the query (base/words.h)
  std::string session;
  std::string query;
  std::string cwd;
  std::string repository;
  std::string pattern;  // patterns of searches by other means, a line each
  std::vector<SearchTarget> shown;   // kAsked: by association, best first
  uint64_t stream = 0, ordinal = 0;  // as Origin (event.h)
};

// Counts since the store was made, with the searches that are no longer kept.
struct SearchCounts {
  uint64_t started = 0;   // weak searches
  uint64_t resolved = 0;  // of them and of others that were watched
  uint64_t expired = 0;
  uint64_t files = 0;  // files that were learned
  uint64_t associations = 0;
  uint64_t missed = 0;  // negative outcomes
  void Add(const SearchRecord& record);
};

std::string EncodeSearch(const SearchRecord& record);
std::optional<SearchRecord> DecodeSearch(std::string_view bytes);
// The bits of a record's words, without decoding the rest; 0 where the bytes
// are no record.
uint64_t SearchWordsOf(std::string_view bytes);
// Likewise the action; kAsked where the bytes are no record.
SearchAction SearchActionOf(std::string_view bytes);

std::string EncodeSearchCounts(const SearchCounts& counts);
SearchCounts DecodeSearchCounts(std::string_view bytes);

}  // namespace synapse
