#include "search/contents.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <unordered_map>

#include "base/files.h"
#include "base/words.h"
#include "effect/secret_forms.h"
#include "effect/secret_words.h"
#include "store/bytes.h"
#include "store/keys.h"

namespace synapse {
namespace {

constexpr char kFile = 'f', kContent = 'c';
constexpr size_t kMaxLine = 400;  // longer lines are not source text
constexpr size_t kShortest = 3, kLongest = 40, kRandom = 16;

std::string ContentKey(std::string_view word, uint64_t id) {
  std::string key(1, kContent);
  key.append(word);
  key += '\0';
  return key + IdKey(id);
}

// At most kMaxRead bytes; no value for binary files.
std::optional<std::string> ReadHead(const std::string& path) {
  if (OnSlowMount(path)) return std::nullopt;
  const int fd =
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return std::nullopt;
  struct stat st;
  std::optional<std::string> text;
  if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
      static_cast<uint64_t>(st.st_size) <= kMaxFile) {
    text.emplace(std::min<size_t>(static_cast<size_t>(st.st_size), kMaxRead),
                 '\0');
    size_t used = 0;
    while (used < text->size()) {
      const ssize_t n = read(fd, text->data() + used, text->size() - used);
      if (n <= 0) break;
      used += static_cast<size_t>(n);
    }
    text->resize(used);
  }
  close(fd);
  if (text && text->find('\0') != text->npos) return std::nullopt;
  return text;
}

bool MayNameSecret(std::string_view line) {
  const std::string lower = AsciiLower(line);
  for (std::string_view name :
       {"pass", "secret", "token", "key", "credential", "auth"}) {
    if (lower.find(name) != lower.npos) return true;
  }
  return false;
}

bool HoldsSecret(std::string_view line) {
  if (MayNameSecret(line) && !NamedSecretsIn(line, TextKind::kAny).empty()) {
    return true;
  }
  return !SecretsByForm(line).empty();
}

// True if the line defines something, in one of many languages.
bool Defines(std::string_view line) {
  line = Trim(line);
  for (std::string_view start :
       {"function ", "class ",   "def ",       "fn ",     "pub fn ",
        "struct ",   "enum ",    "interface ", "type ",   "trait ",
        "impl ",     "export ",  "func ",      "module ", "namespace ",
        "public ",   "private ", "protected ", "async ",  "static ",
        "#define ",  "# ",       "## ",        "### "}) {
    if (line.starts_with(start)) return true;
  }
  return line.ends_with("() {") || line.ends_with("()");
}

// Words by frequency, words of symbols first.
class WordCounter {
 public:
  void Line(std::string_view line) {
    if (line.size() > kMaxLine || HoldsSecret(line)) return;
    const bool symbol = Defines(line);
    for (size_t at = 0; at < line.size();) {
      size_t end = at;
      while (end < line.size() &&
             (words::IsPart(line[end]) || line[end] == '_')) {
        ++end;
      }
      if (end > at) Name(line.substr(at, end - at), symbol);
      at = end + 1;
    }
  }
  std::vector<ContentWord> Take() {
    std::vector<std::pair<std::pair<bool, uint32_t>, std::string>> order;
    for (const auto& [word, seen] : seen_) order.push_back({seen, word});
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    if (order.size() > kMaxWordsOf) order.resize(kMaxWordsOf);
    std::vector<ContentWord> out;
    for (auto& [seen, word] : order) {
      out.push_back({std::move(word), seen.first});
    }
    return out;
  }

 private:
  void Name(std::string_view name, bool symbol) {
    if (name.size() > kLongest || LooksRandom(name, kRandom)) return;
    EachSearchWord(name, [&](std::string_view word) {
      if (word.size() < kShortest || IsDigit(word[0])) return true;
      auto& seen = seen_[std::string(word)];
      seen.first |= symbol;
      ++seen.second;
      return true;
    });
  }
  std::unordered_map<std::string, std::pair<bool, uint32_t>> seen_;
};

struct FileRow {
  OpenedFile file;
  std::string words;  // separated by blanks
};

std::string Encode(const FileRow& row) {
  std::string out;
  PutLittle<int64_t>(out, row.file.stamp.mtime_ns);
  PutLittle<uint64_t>(out, row.file.stamp.size);
  PutLittle<int64_t>(out, row.file.opened_ms);
  PutLittle<uint32_t>(out, row.file.opened);
  PutString(out, row.file.path);
  PutString(out, row.words);
  return out;
}

std::optional<FileRow> ReadRow(Kv& kv, uint64_t id) {
  auto value = kv.Get(Table::kTerm, KindKey(kFile, id));
  if (!value) return std::nullopt;
  ByteReader in(*value);
  FileRow row;
  row.file.stamp.mtime_ns = in.Little<int64_t>();
  row.file.stamp.size = in.Little<uint64_t>();
  row.file.opened_ms = in.Little<int64_t>();
  row.file.opened = in.Little<uint32_t>();
  row.file.path = std::string(in.String());
  row.words = std::string(in.String());
  if (!in.ok()) return std::nullopt;
  return row;
}

Status DropWords(Kv& kv, uint64_t id, const FileRow& row) {
  Status status;
  for (std::string_view rest = row.words; !rest.empty();) {
    const size_t end = std::min(rest.find(' '), rest.size());
    if (status.ok()) {
      status = kv.Delete(Table::kTerm, ContentKey(rest.substr(0, end), id));
    }
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  return status;
}

// Makes room for one more file.
Status DropOldest(Kv& kv) {
  size_t files = 0;
  uint64_t oldest = 0;
  int64_t oldest_ms = INT64_MAX;
  kv.Scan(Table::kTerm, std::string(1, kFile), [&](auto key, auto value) {
    if (!key.starts_with(kFile)) return false;
    ByteReader in(value);
    in.template Little<int64_t>();
    in.template Little<uint64_t>();
    const auto opened_ms = in.template Little<int64_t>();
    if (opened_ms < oldest_ms) {
      oldest_ms = opened_ms;
      oldest = ByteReader(key.substr(1)).template Big<uint64_t>();
    }
    ++files;
    return true;
  });
  if (files < kMaxFiles) return {};
  auto row = ReadRow(kv, oldest);
  Status status;
  if (row) status = DropWords(kv, oldest, *row);
  return status.ok() ? kv.Delete(Table::kTerm, KindKey(kFile, oldest)) : status;
}

}  // namespace

std::optional<FileStamp> StampOf(const std::string& path) {
  if (OnSlowMount(path)) return std::nullopt;
  auto st = StatFile(path);
  if (!st || !S_ISREG(st->st_mode)) return std::nullopt;
  return FileStamp{
      int64_t{st->st_mtim.tv_sec} * 1'000'000'000 + st->st_mtim.tv_nsec,
      static_cast<uint64_t>(st->st_size)};
}

std::optional<std::vector<ContentWord>> ReadContents(const std::string& path) {
  if (IsSecretFile(path)) return std::nullopt;
  auto text = ReadHead(path);
  if (!text) return std::nullopt;
  WordCounter counter;
  for (std::string_view rest = *text; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    counter.Line(rest.substr(0, end));
    rest.remove_prefix(std::min(rest.size(), end + 1));
  }
  return counter.Take();
}

std::optional<OpenedFile> FindOpened(Kv& kv, uint64_t id) {
  auto row = ReadRow(kv, id);
  if (!row) return std::nullopt;
  return std::move(row->file);
}

Status NoteOpened(Kv& kv, const std::string& path, int64_t now_ms,
                  const std::optional<std::vector<ContentWord>>& words) {
  const uint64_t id = Hash64(path);
  const auto stamp = StampOf(path);
  if (!stamp) return {};
  auto row = ReadRow(kv, id);
  Status status;
  if (!row) {
    status = DropOldest(kv);
    row.emplace();
    row->file.path = path;
  }
  row->file.opened_ms = std::max(row->file.opened_ms, now_ms);
  ++row->file.opened;
  if (words) {
    if (status.ok()) status = DropWords(kv, id, *row);
    row->words.clear();
    for (const ContentWord& word : *words) {
      row->words += (row->words.empty() ? "" : " ") + word.text;
      if (!status.ok()) break;
      status = kv.Put(Table::kTerm, ContentKey(word.text, id),
                      word.symbol ? "s" : "w");
    }
    row->file.stamp = *stamp;
  }
  return status.ok() ? kv.Put(Table::kTerm, KindKey(kFile, id), Encode(*row))
                     : status;
}

void VisitContents(Kv& kv, std::string_view prefix,
                   const std::function<bool(const ContentHit&)>& visit) {
  const std::string from = kContent + std::string(prefix);
  auto decode = [&](std::string_view key, std::string_view value) {
    if (!key.starts_with(from)) return false;
    const size_t nul = key.find('\0');
    if (nul == key.npos || key.size() != nul + 1 + sizeof(uint64_t)) {
      return true;
    }
    return visit({key.substr(1, nul - 1),
                  ByteReader(key.substr(nul + 1)).Big<uint64_t>(),
                  value == "s"});
  };
  kv.Scan(Table::kTerm, from, decode);
}

}  // namespace synapse
