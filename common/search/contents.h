// Contents: words and symbols of files that a command opened, so that a file is
// found by what is in it. Rows of the index's table `term`:
//
// 'f' | BE64 id of the path -> i64 mtime ns, u64 size, i64 opened last, u32 how
//                              often, the path and its words: u32 length, bytes
// 'c' | word | NUL | BE64 id -> "s" for a symbol, else "w"
//
// Read:     when a command that opened it has run, and it changed since; at most
//           kMaxRead bytes of it, kMaxWordsOf words, symbols first. A file that
//           is larger than kMaxFile, binary, or called as secrets are (.env, *.pem)
//           is left out. Lines that look as if they held a secret are skipped, and
//           words that look random.
// Changed:  a file that is not as it was read counts by what is in it now.
// Kept:     when the index is built anew (learn/index_rebuild.h); the oldest
//           beyond kMaxFiles go.
// Dropped:  when something is forgotten, which is to leave nothing, and with an
//           index that is damaged or of another schema. Files are then read again
//           when they are opened again.
// Rejected: reading all that git tracks: what was never opened is found by its
//           name, and grep is there for the rest.
// Tested by tests/search/contents_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/keys.h"
#include "store/kv.h"

namespace synapse {

inline constexpr size_t kMaxFile = 1 << 20, kMaxRead = 128 << 10;
inline constexpr size_t kMaxWordsOf = 400, kMaxFiles = 1000;

struct ContentWord {
  std::string text;
  bool symbol = false;  // it is defined there
};
struct FileStamp {
  int64_t mtime_ns = 0;
  uint64_t size = 0;
  bool operator==(const FileStamp&) const = default;
};
std::optional<FileStamp> StampOf(const std::string& path);
// None for a file that is left out.
std::optional<std::vector<ContentWord>> ReadContents(const std::string& path);

struct OpenedFile {
  std::string path;
  FileStamp stamp;
  int64_t opened_ms = 0;
  uint32_t opened = 0;
};
std::optional<OpenedFile> FindOpened(Kv& kv, uint64_t id);
// One more opening; `words` when it was read, else it is as it was.
Status NoteOpened(Kv& kv, const std::string& path, int64_t now_ms,
                  const std::optional<std::vector<ContentWord>>& words);
// Files with a word that begins with `prefix`, until the visitor says no.
struct ContentHit {
  std::string_view word;
  uint64_t file;
  bool symbol;
};
void VisitContents(Kv& kv, std::string_view prefix,
                   const std::function<bool(const ContentHit&)>& visit);

}  // namespace synapse
