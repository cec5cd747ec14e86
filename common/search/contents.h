// Contents: words and symbols of files that a command opened, so that a search
// finds a file by its text. Rows of the index's table `term`:
//
// 'f' | BE64 id of the path -> i64 mtime ns, u64 size, i64 opened last, u32 how
//                              often, the path and its words: u32 length, bytes
// 'c' | word | NUL | BE64 id -> "s" for a symbol, else "w"
//
// Read:     after the command that opened the file, if it changed since: at
//           most kMaxRead bytes, kMaxWordsOf words, symbols first. Files that
//           are larger than kMaxFile, binary, or named like secrets
//           (effect/secret_words.h) are skipped. Lines that look like secrets
//           are skipped, and so are words that look random.
// Changed:  a file that changed since is compared by its present text.
// Kept:     when the index is rebuilt (learn/index_rebuild.h); the oldest
//           beyond kMaxFiles are removed.
// Dropped:  when something is forgotten, and with an index that is damaged or
//           has another schema. Files are read again when they are opened
//           again.
// Rejected: reading all tracked files. A file that was never opened is found by
//           its name, and grep searches the others.
// Tested by tests/search/contents_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/kv.h"

namespace synapse {

inline constexpr size_t kMaxFile = 1 << 20, kMaxRead = 128 << 10;
inline constexpr size_t kMaxWordsOf = 400, kMaxFiles = 1000;

struct ContentWord {
  std::string text;
  bool symbol = false;  // the file defines it
};
struct FileStamp {
  int64_t mtime_ns = 0;
  uint64_t size = 0;
  bool operator==(const FileStamp&) const = default;
};
std::optional<FileStamp> StampOf(const std::string& path);
// No value for a skipped file.
std::optional<std::vector<ContentWord>> ReadContents(const std::string& path);

struct OpenedFile {
  std::string path;
  FileStamp stamp;
  int64_t opened_ms = 0;
  uint32_t opened = 0;
};
std::optional<OpenedFile> FindOpened(Kv& kv, uint64_t id);
// Records an opening. `words` is set if the file was read, else it is
// unchanged.
Status NoteOpened(Kv& kv, const std::string& path, int64_t now_ms,
                  const std::optional<std::vector<ContentWord>>& words);
// Visits files with a word that begins with `prefix`, until the visitor returns
// false.
struct ContentHit {
  std::string_view word;
  uint64_t file;
  bool symbol;
};
void VisitContents(Kv& kv, std::string_view prefix,
                   const std::function<bool(const ContentHit&)>& visit);

}  // namespace synapse
