#include "record/transcript_watch.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "base/files.h"
#include "base/text.h"
#include "store/bytes.h"

namespace synapse {
namespace {

constexpr int kMaxLevels = 6;
// The clock of a file system may be this much behind.
constexpr int64_t kSlackMs = 20;
constexpr int64_t kStaleMs = 86'400'000;  // not written to since
constexpr size_t kMaxEntries = 4096;      // of one directory

std::string HexOf(uint64_t value) {
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[(value >> shift) & 15];
  }
  return out;
}

int64_t Ms(const timespec& t) {
  return int64_t{t.tv_sec} * 1000 + t.tv_nsec / 1'000'000;
}

// The creation time of the file; 0 if the file system does not know it.
int64_t BornMs(const std::string& path) {
  struct statx st = {};
  const int rc =
      statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BTIME, &st);
  if (rc != 0 || (st.stx_mask & STATX_BTIME) == 0) return 0;
  return int64_t{st.stx_btime.tv_sec} * 1000 + st.stx_btime.tv_nsec / 1'000'000;
}

}  // namespace

std::string TranscriptNote(const std::string& path) {
  return "transcript:" + HexOf(Hash64(path));
}
std::string EncodeMark(const TranscriptMark& mark) {
  std::string out;
  PutLittle<uint64_t>(out, mark.from);
  PutLittle<uint64_t>(out, mark.seen);
  return out;
}
std::optional<TranscriptMark> DecodeMark(std::string_view bytes) {
  ByteReader in(bytes);
  TranscriptMark mark;
  mark.from = in.Little<uint64_t>();
  mark.seen = in.Little<uint64_t>();
  if (!in.ok()) return std::nullopt;
  return mark;
}

void TranscriptWatch::SetPaths(std::vector<std::string> paths) {
  for (std::string& path : paths) path = ExpandTilde(path);
  std::erase_if(paths,
                [](const std::string& p) { return !p.starts_with("/"); });
  if (paths == paths_) return;
  paths_ = std::move(paths);
  to_look_at_.clear();
  files_.clear();
  looked_us_ = 0;
}

// Begins a pass over all paths.
void TranscriptWatch::Begin(int64_t now_ms) {
  looked_us_ = Clock::MonotonicUs();
  looked_at_ = 0;
  for (const std::string& path : paths_) {
    if (OnSlowMount(path)) continue;
    const std::string note = "watched:" + HexOf(Hash64(path));
    int64_t since_ms = now_ms;
    if (auto known = p_.store.notes().Find(note)) {
      since_ms = ByteReader(*known).Little<int64_t>();
    } else {
      std::string value;
      PutLittle<int64_t>(value, now_ms);
      if (!p_.store.notes().Put(note, value).ok()) continue;
    }
    struct stat st;
    if (lstat(path.c_str(), &st) != 0) continue;
    if (S_ISDIR(st.st_mode)) {
      to_look_at_.push_back({path, since_ms, kMaxLevels});
    } else if (S_ISREG(st.st_mode)) {
      Found(path, since_ms);
    }
  }
}

void TranscriptWatch::Found(const std::string& path, int64_t since_ms) {
  if (files_.size() < kMaxFiles || files_.contains(path)) {
    files_.try_emplace(path).first->second.since_ms = since_ms;
  }
}

void TranscriptWatch::LookAt(const Directory& directory) {
  DIR* dir = opendir(directory.path.c_str());
  if (!dir) return;
  const int fd = dirfd(dir);
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  size_t entries = 0;
  while (dirent* entry = readdir(dir)) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == ".." || ++entries > kMaxEntries) continue;
    if (entry->d_type == DT_REG && !name.ends_with(".jsonl")) continue;
    struct stat st;
    if (fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0) continue;
    const std::string path = JoinPath(directory.path, name);
    if (S_ISDIR(st.st_mode) && directory.levels > 0) {
      if (to_look_at_.size() < kMaxDirectories) {
        to_look_at_.push_back({path, directory.since_ms, directory.levels - 1});
      }
    } else if (S_ISREG(st.st_mode) && name.ends_with(".jsonl") &&
               Ms(st.st_mtim) + kSlackMs >= directory.since_ms &&
               Ms(now) - Ms(st.st_mtim) < kStaleMs) {
      Found(path, directory.since_ms);
    }
  }
  closedir(dir);
}

// Returns true when there was something to read.
bool TranscriptWatch::ReadOn(const std::string& path, Watched& file,
                             Transcripts& transcripts) {
  struct stat st;
  if (lstat(path.c_str(), &st) != 0 || !S_ISREG(st.st_mode)) return false;
  if (st.st_size == file.size) return false;
  const std::string note = TranscriptNote(path);
  TranscriptRange range;
  range.goes_on = true;
  range.follow_link = false;
  auto known = p_.store.notes().Find(note);
  auto mark = known ? DecodeMark(*known) : std::nullopt;
  const auto size = static_cast<uint64_t>(st.st_size);
  if (!mark) {
    const bool is_new = BornMs(path) > file.since_ms + kSlackMs;
    mark = is_new ? TranscriptMark{} : TranscriptMark{size, size};
  }
  // The file was written anew.
  if (mark->seen > size) mark = TranscriptMark{size, size};
  range.mark = *mark;
  Budget budget(kSliceUs);
  if (!transcripts.Read(path, range, budget).ok()) return true;
  if (transcripts.whole()) file.size = st.st_size;
  if (!known || range.mark != *mark) {
    (void)p_.store.notes().Put(note, EncodeMark(range.mark));
  }
  return true;
}

Transcripts TranscriptWatch::Reader() {
  return Transcripts({p_.learner, p_.privacy(), p_.specs, p_.listener,
                      [this](const std::string& directory) {
                        return p_.repository.Of(directory);
                      },
                      p_.clock.NowMs()});
}

void TranscriptWatch::Prompt() {
  if (paths_.empty() || !p_.incognito.off() || !p_.store.persistent()) return;
  Transcripts transcripts = Reader();
  if (to_look_at_.empty()) {
    const int64_t now_us = Clock::MonotonicUs();
    if (looked_us_ == 0 || now_us - looked_us_ > look_again_us_) {
      Begin(p_.clock.NowMs());
    }
  }
  if (!to_look_at_.empty()) {
    const Directory directory = std::move(to_look_at_.front());
    to_look_at_.pop_front();
    if (++looked_at_ <= kMaxDirectories) LookAt(directory);
  }
  // Each file is read in turn, and the one that grew last at each prompt.
  auto at = files_.upper_bound(next_);
  for (size_t i = 0; i < std::min(files_.size(), kMaxLooks); ++i) {
    if (at == files_.end()) at = files_.begin();
    next_ = at->first;
    if (ReadOn(at->first, at->second, transcripts)) {
      growing_ = at->first;
      return;
    }
    ++at;
  }
  at = files_.find(growing_);
  if (at != files_.end()) ReadOn(at->first, at->second, transcripts);
}

}  // namespace synapse
