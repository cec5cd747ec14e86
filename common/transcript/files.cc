// The files of transcripts: opened without blocking, read in pieces.
#include "base/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "transcript/reader.h"
#include "transcript/splitter.h"

namespace synapse {
namespace {

constexpr size_t kMaxRecord = 4 << 20;     // bytes
constexpr size_t kMaxWatched = 512 << 10;  // when a prompt waits
constexpr size_t kPiece = 64 << 10;
// A call this far back no longer waits for its result.
constexpr uint64_t kMaxBehind = 128 << 10;
constexpr size_t kMaxFiles = 20'000;
constexpr int kMaxLevels = 8;

// Closes its descriptor.
struct File {
  int fd = -1;
  ~File() {
    if (fd >= 0) close(fd);
  }
};

Status OpenRegular(const std::string& path, bool follow_link, File& file) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY |
                    (follow_link ? 0 : O_NOFOLLOW);
  file.fd = open(path.c_str(), flags);
  if (file.fd < 0) {
    const Code code = errno == ENOENT ? Code::kNotFound : Code::kUnavailable;
    return {code, path + ": " + strerror(errno)};
  }
  struct stat st;
  if (fstat(file.fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    return {Code::kInvalidArgument, path + ": not a regular file"};
  }
  return {};
}

void Collect(const std::string& directory, int levels,
             std::vector<std::pair<int64_t, std::string>>& out) {
  DIR* dir = opendir(directory.c_str());
  if (!dir) return;
  while (dirent* entry = readdir(dir)) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == ".." || out.size() >= kMaxFiles) continue;
    const std::string path = JoinPath(directory, name);
    struct stat st;
    if (lstat(path.c_str(), &st) != 0) continue;
    if (S_ISDIR(st.st_mode) && levels > 0) {
      Collect(path, levels - 1, out);
    } else if (S_ISREG(st.st_mode) &&
               (name.ends_with(".jsonl") || name.ends_with(".json"))) {
      out.emplace_back(
          int64_t{st.st_mtim.tv_sec} * 1000 + st.st_mtim.tv_nsec / 1'000'000,
          path);
    }
  }
  closedir(dir);
}

}  // namespace

std::vector<std::string> TranscriptsAt(const std::string& path) {
  if (!IsDirectory(path)) return {path};
  std::vector<std::pair<int64_t, std::string>> found;
  Collect(path, kMaxLevels, found);
  std::sort(found.begin(), found.end());
  std::vector<std::string> out;
  for (auto& [changed, file] : found) out.push_back(std::move(file));
  return out;
}

Result<TranscriptRead> ReadTranscript(const std::string& path,
                                      const TranscriptRange& range,
                                      Budget& budget,
                                      const TranscriptReader::Visit& visit) {
  File file;
  Status opened = OpenRegular(path, range.follow_link, file);
  if (!opened.ok()) return opened;
  const TranscriptMark& mark = range.mark;
  if (mark.from > 0 &&
      lseek(file.fd, static_cast<off_t>(mark.from), SEEK_SET) < 0) {
    return Status(Code::kUnavailable, path + ": " + strerror(errno));
  }
  TranscriptReader reader(visit, mark.seen, range.specs);
  TranscriptRead out;
  RecordSplitter splitter(range.goes_on ? kMaxWatched : kMaxRecord, mark.from,
                          [&](std::string_view record, uint64_t offset) {
                            reader.Read(record, offset);
                          });
  std::string piece(kPiece, '\0');
  while (out.whole) {
    const ssize_t n = read(file.fd, piece.data(), piece.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return Status(Code::kUnavailable, path + ": " + strerror(errno));
    if (n == 0) break;
    splitter.Feed(std::string_view(piece).substr(0, static_cast<size_t>(n)));
    // At least one record is read, or the skipping of a long one has begun.
    const bool moved = splitter.whole() > mark.from || splitter.is_skipping();
    // A short read has reached the end: nothing is left for another time, and a
    // call whose result is not there yet is not given up for progress.
    const bool at_end = static_cast<size_t>(n) < piece.size();
    out.whole = !moved || at_end || !budget.SpentNow();
  }
  // Inside a skipped record: the rest of it is not valid JSON.
  const uint64_t end =
      !out.whole && splitter.is_skipping() ? splitter.read() : splitter.whole();
  if (range.goes_on) {
    reader.GiveUpBefore(end - std::min(end, kMaxBehind));
  } else {
    reader.Finish();
  }
  out.end = {reader.Waiting(end), std::max(end, mark.seen)};
  // A caller with little time must make progress too.
  if (!out.whole && out.end.from <= mark.from) out.end.from = end;
  out.counts = reader.counts();
  out.counts.too_long = splitter.too_long();
  out.counts.records += splitter.too_long();
  return out;
}

}  // namespace synapse
