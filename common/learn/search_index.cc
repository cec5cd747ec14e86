#include "learn/search_index.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/words.h"
#include "line/tokenizer.h"
#include "store/bytes.h"

namespace synapse {
namespace {

constexpr size_t kEntry = sizeof(uint64_t) + sizeof(uint32_t);
constexpr size_t kMaxPath = 4096;

uint32_t RankOf(int64_t at_ms, uint32_t count) {
  constexpr double kWeekMs = 7 * 86'400'000.0;
  const double weeks = static_cast<double>(at_ms - kScoreEpochMs) / kWeekMs;
  const double rank = weeks + std::log2(1.0 + count);
  return static_cast<uint32_t>(std::clamp(rank, 0.0, 4095.0) * (1 << 20));
}

std::string WordKey(std::string_view word) { return "t" + std::string(word); }
std::string ChunkKey(std::string_view word, uint32_t number) {
  std::string key = KindKey('p', Hash64(word));
  PutBig<uint32_t>(key, number);
  return key;
}
std::string ScopedKey(const std::string& scope, LineId id) {
  return scope + IdKey(id);
}

// A row of a word, changed in place as bytes: each run changes the rows of its
// words, so nothing is allocated.
class WordRow {
 public:
  explicit WordRow(std::optional<std::string_view> value) {
    if (!value) return;
    ByteReader in(*value);
    lines_ = in.Little<uint32_t>();
    if (!in.ok()) return;
    const std::string_view entries = in.Rest();
    size_ = std::min(entries.size() / kEntry, kTopOfWord);
    memcpy(At(0), entries.data(), size_ * kEntry);
  }
  uint32_t lines() const { return lines_; }
  void Count() { ++lines_; }

  size_t size() const { return size_; }
  LineId IdAt(size_t i) const { return FromLittle<uint64_t>(At(i)); }
  // False when nothing changed.
  bool Put(LineId id, uint32_t rank) {
    size_t at = 0;
    while (at < size() && IdAt(at) != id) ++at;
    const bool there = at < size();
    if (!there && size() == kTopOfWord && RankAt(size() - 1) >= rank) {
      return false;
    }
    if (there) {
      memmove(At(at), At(at + 1), (size_ - at - 1) * kEntry);
      --size_;
    } else if (size() == kTopOfWord) {
      --size_;
    }
    size_t to = 0;
    while (to < size() && RankAt(to) > rank) ++to;
    memmove(At(to + 1), At(to), (size_ - to) * kEntry);
    ToLittle(ToLittle(At(to), id), rank);
    ++size_;
    return true;
  }
  // Valid until the row changes.
  std::string_view Encode() {
    ToLittle(bytes_, lines_);
    return {bytes_, sizeof(lines_) + size_ * kEntry};
  }

 private:
  char* At(size_t i) { return bytes_ + sizeof(lines_) + i * kEntry; }
  const char* At(size_t i) const {
    return bytes_ + sizeof(lines_) + i * kEntry;
  }
  uint32_t RankAt(size_t i) const {
    return FromLittle<uint32_t>(At(i) + sizeof(LineId));
  }
  uint32_t lines_ = 0;
  size_t size_ = 0;  // entries
  char bytes_[sizeof(uint32_t) + kTopOfWord * kEntry];
};

std::vector<std::string> WordsOfLine(std::string_view line) {
  std::vector<std::string> out;
  for (std::string& word : SearchWords(line)) {
    if (out.size() >= kWordsOfLine) break;
    if (std::find(out.begin(), out.end(), word) == out.end()) {
      out.push_back(std::move(word));
    }
  }
  if (line.find('#') == line.npos) return out;
  for (const Token& token : Tokenize(line)) {
    if (token.kind != TokenKind::kComment) continue;
    out.emplace_back(kCommentWord);
    break;
  }
  return out;
}

// Only the newest chunk is not full. The row has all lines while they fit: most
// words are in few lines.
Status AppendPosting(Kv& kv, std::string_view word, const WordRow& row,
                     LineId id) {
  const uint32_t before = row.lines();
  if (before < kTopOfWord) return {};
  const std::string key =
      ChunkKey(word, static_cast<uint32_t>(before / kChunk));
  std::string ids;
  if (before == kTopOfWord) {
    for (size_t i = 0; i < row.size(); ++i) {
      PutLittle<uint64_t>(ids, row.IdAt(i));
    }
  } else if (before % kChunk != 0) {
    if (auto chunk = kv.Get(Table::kTerm, key)) ids = std::string(*chunk);
  }
  PutLittle<uint64_t>(ids, id);
  return kv.Put(Table::kTerm, key, ids);
}

Status IndexWord(Kv& kv, std::string_view word, LineId id,
                 const IndexedRun& run) {
  const std::string key = WordKey(word);
  WordRow row(kv.Get(Table::kTerm, key));
  const bool first = run.count == 1;
  Status put;
  if (first) {
    put = AppendPosting(kv, word, row, id);
    row.Count();
  }
  const bool changed = row.Put(id, RankOf(run.at_ms, run.count));
  if (!put.ok() || !(first || changed)) return put;
  return kv.Put(Table::kTerm, key, row.Encode());
}

// The time in six bytes, and the count by seven bits, the lowest first: there
// is such a row for each line and scope.
void PutRuns(std::string& out, const RunsThere& runs) {
  const auto ms = static_cast<uint64_t>(std::max<int64_t>(runs.last_ms, 0));
  PutLittle<uint32_t>(out, static_cast<uint32_t>(ms));
  PutLittle<uint16_t>(out, static_cast<uint16_t>(ms >> 32));
  uint32_t count = runs.count;
  for (; count >= 0x80; count >>= 7) {
    PutLittle<uint8_t>(out, static_cast<uint8_t>(count | 0x80));
  }
  PutLittle<uint8_t>(out, static_cast<uint8_t>(count));
}

RunsThere DecodeRuns(ByteReader& in) {
  RunsThere runs;
  const uint64_t low = in.Little<uint32_t>();
  runs.last_ms =
      static_cast<int64_t>(low | uint64_t{in.Little<uint16_t>()} << 32);
  for (unsigned shift = 0; shift < 32 && in.ok(); shift += 7) {
    const uint8_t part = in.Little<uint8_t>();
    runs.count |= uint32_t{part & 0x7Fu} << shift;
    if (part < 0x80) break;
  }
  return in.ok() ? runs : RunsThere{};
}

std::string AgentKey(std::string_view scope) {
  return KindKey('a', Hash64(scope));
}

// One more run, in the row at `key`; `text` stands behind it.
Status CountRun(Kv& kv, const std::string& key, int64_t at_ms,
                std::string_view text = {}) {
  RunsThere runs;
  if (auto value = kv.Get(Table::kTerm, key)) {
    ByteReader in(*value);
    runs = DecodeRuns(in);
  }
  std::string out;
  PutRuns(out, {std::max(runs.last_ms, at_ms), runs.count + 1});
  return kv.Put(Table::kTerm, key, out.append(text));
}

void EachIn(std::string_view chunk, std::vector<LineId>& out) {
  ByteReader in(chunk);
  while (in.left() >= sizeof(LineId)) out.push_back(in.Little<uint64_t>());
}

}  // namespace

std::string ScopeKey::Directory(std::string_view cwd) {
  return cwd.empty() ? "" : KindKey('s', Hash64(cwd, Hash64("directory")));
}
std::string ScopeKey::Repository(std::string_view root) {
  return root.empty() ? "" : KindKey('s', Hash64(root, Hash64("repository")));
}

Status IndexRun(Kv& kv, const IndexedRun& run) {
  const LineId id = IdOf(run.line);
  Status status;
  for (const std::string& word : WordsOfLine(run.line)) {
    if (status.ok()) status = IndexWord(kv, word, id, run);
  }
  for (const std::string& scope :
       {ScopeKey::Directory(run.cwd), ScopeKey::Repository(run.repository)}) {
    if (scope.empty() || !status.ok()) continue;
    status = CountRun(kv, ScopedKey(scope, id), run.at_ms);
  }
  if (!status.ok() || run.cwd.empty() || run.cwd.size() > kMaxPath) {
    return status;
  }
  const std::string directory = IdKey(Hash64(run.cwd));
  status = kv.Put(Table::kTerm, KindKey('l', id), directory);
  if (!status.ok()) return status;
  return CountRun(kv, "d" + directory, run.at_ms, run.cwd);
}

Status IndexAgentRun(Kv& kv, const IndexedRun& run) {
  const std::string_view scope =
      run.repository.empty() ? run.cwd : run.repository;
  if (scope.empty() || scope.size() > kMaxPath) return {};
  return CountRun(kv, ScopedKey(AgentKey(scope), IdOf(run.line)), run.at_ms);
}

bool AgentRanNear(Kv& kv, LineId id, std::string_view repository,
                  std::string_view cwd) {
  constexpr int kMaxLevels = 12;
  auto ran = [&](std::string_view scope) {
    return !scope.empty() && RunsIn(kv, AgentKey(scope), id).has_value();
  };
  if (ran(repository)) return true;
  // Directories above the repository are not related to it.
  for (int level = 0; level < kMaxLevels && cwd.size() > 1; ++level) {
    if (ran(cwd)) return true;
    if (cwd == repository) break;
    const size_t slash = cwd.rfind('/');
    if (slash == cwd.npos || slash == 0) break;
    cwd = cwd.substr(0, slash);
  }
  return false;
}

uint32_t LinesWith(Kv& kv, std::string_view word) {
  auto value = kv.Get(Table::kTerm, WordKey(word));
  return value ? ByteReader(*value).Little<uint32_t>() : 0;
}

std::vector<LineId> LinesOf(Kv& kv, std::string_view word, size_t most,
                            bool* all) {
  std::vector<LineId> out;
  *all = true;
  const WordRow row(kv.Get(Table::kTerm, WordKey(word)));
  for (size_t i = 0; i < row.size(); ++i) out.push_back(row.IdAt(i));
  if (row.lines() <= kTopOfWord) return out;
  for (auto n = static_cast<uint32_t>((row.lines() - 1) / kChunk);; --n) {
    auto chunk = kv.Get(Table::kTerm, ChunkKey(word, n));
    // A line is missing in a damaged index only.
    if (chunk) EachIn(chunk->substr(0, kChunk * sizeof(LineId)), out);
    if (n == 0) break;
    if (!chunk || out.size() >= most) {
      *all = false;
      break;
    }
  }
  return out;
}

void VisitWords(
    Kv& kv, std::string_view prefix,
    const std::function<bool(std::string_view word, uint32_t lines)>& visit) {
  const std::string from = WordKey(prefix);
  kv.Scan(Table::kTerm, from,
          [&](std::string_view key, std::string_view value) {
            return key.starts_with(from) &&
                   visit(key.substr(1), ByteReader(value).Little<uint32_t>());
          });
}

std::optional<RunsThere> RunsIn(Kv& kv, const std::string& scope, LineId id) {
  auto value = kv.Get(Table::kTerm, ScopedKey(scope, id));
  if (!value) return std::nullopt;
  ByteReader in(*value);
  return DecodeRuns(in);
}

std::vector<LineThere> LinesIn(Kv& kv, const std::string& scope, size_t most,
                               bool* all) {
  std::vector<LineThere> out;
  *all = true;
  if (scope.empty()) return out;
  auto add = [&](std::string_view key, std::string_view value) {
    if (!key.starts_with(scope)) return false;
    ByteReader in(value);
    out.push_back(
        {ByteReader(key.substr(scope.size())).Big<uint64_t>(), DecodeRuns(in)});
    *all = out.size() < kMaxOfScope;
    return *all;
  };
  kv.Scan(Table::kTerm, scope, add);
  const size_t n = std::min(most, out.size());
  *all = *all && n == out.size();
  std::partial_sort(out.begin(), out.begin() + static_cast<long>(n), out.end(),
                    [](const LineThere& a, const LineThere& b) {
                      return std::tie(b.runs.last_ms, a.id) <
                             std::tie(a.runs.last_ms, b.id);
                    });
  out.resize(n);
  return out;
}

std::string DirectoryOfLine(Kv& kv, LineId id) {
  auto hash = kv.Get(Table::kTerm, KindKey('l', id));
  if (!hash) return "";
  auto value = kv.Get(Table::kTerm, "d" + std::string(*hash));
  if (!value) return "";
  ByteReader in(*value);
  (void)DecodeRuns(in);
  return std::string(in.Rest());
}

void VisitDirectories(Kv& kv,
                      const std::function<bool(const KnownDirectory&)>& visit) {
  kv.Scan(Table::kTerm, "d", [&](std::string_view key, std::string_view value) {
    if (!key.starts_with('d')) return false;
    ByteReader in(value);
    KnownDirectory directory;
    directory.runs = DecodeRuns(in);
    directory.path = std::string(in.Rest());
    return directory.path.empty() || visit(directory);
  });
}

}  // namespace synapse
