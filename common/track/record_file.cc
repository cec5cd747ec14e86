#include "track/record_file.h"

#include <fcntl.h>
#include <rapidjson/document.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "base/child.h"
#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

namespace fs = std::filesystem;

constexpr char kCurrent[] = "suggestion_history.jsonl";
constexpr char kExpired[] = ".expired";  // its mtime: the last expiry
constexpr int64_t kDaySeconds = 24 * 3600, kJumpSeconds = 90 * kDaySeconds;

std::string FullName(const std::string& directory, int number) {
  return JoinPath(directory,
                  "suggestion_history." + std::to_string(number) + ".jsonl");
}

Status Failure(const std::string& path) {
  return {Code::kUnavailable, path + ": " + strerror(errno)};
}

// The full file gets number 1, and the number of each other file increases.
void Rotate(const std::string& directory) {
  for (int number = RecordFile::kMaxFull - 2; number > 0; --number) {
    const std::string to = FullName(directory, number + 1);
    (void)rename(FullName(directory, number).c_str(), to.c_str());
  }
  const std::string current = JoinPath(directory, kCurrent);
  (void)rename(current.c_str(), FullName(directory, 1).c_str());
}

// Checks for this user's own regular file with a single link.
Status CheckFile(int fd, const std::string& path, int64_t* size) {
  struct stat st;
  if (fstat(fd, &st) != 0) return Failure(path);
  if (!S_ISREG(st.st_mode) || st.st_uid != geteuid() || st.st_nlink != 1) {
    return {Code::kUnavailable, path + ": not a file of this user alone"};
  }
  *size = st.st_size;
  return {};
}

Status WriteLine(int fd, const std::string& path, const std::string& line,
                 int64_t size) {
  IgnoreFileSizeSignal ignore;
  const ssize_t written = write(fd, line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) return {};
  Status status = written < 0 ? Failure(path)
                              : Status(Code::kUnavailable, path + ": no room");
  // An incomplete line would spoil the next one.
  if (written > 0) (void)!ftruncate(fd, size);
  return status;
}

Status AppendLine(const std::string& directory, const std::string& line,
                  int64_t max_bytes) {
  if (Status owner = CheckOwner(directory); !owner.ok()) return owner;
  if (Status made = MakePrivateDirs(directory); !made.ok()) return made;
  const std::string path = JoinPath(directory, kCurrent);
  if (auto st = StatFile(path);
      st && max_bytes > 0 && st->st_size > 0 &&
      st->st_size + static_cast<int64_t>(line.size()) > max_bytes) {
    Rotate(directory);
  }
  const int fd = OpenHigh(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK);
  if (fd < 0) return Failure(path);
  int64_t size = 0;
  Status status = CheckFile(fd, path, &size);
  if (status.ok()) status = WriteLine(fd, path, line, size);
  close(fd);
  return status;
}

// Once a day, in the first shell that needs it. After a long absence, or when
// the clock was set ahead by mistake, everything seems old: then it is the next
// day that removes.
void ExpireDetached(const std::string& directory, int64_t max_days) {
  if (max_days == 0) return;
  const std::string stamp = JoinPath(directory, kExpired);
  const int64_t now_s = time(nullptr);
  const auto st = StatFile(stamp);
  const int64_t since_s = st ? now_s - st->st_mtime : INT64_MAX;
  if (since_s >= 0 && since_s < kDaySeconds) return;
  const int fd = OpenHigh(stamp, O_WRONLY | O_CREAT | O_NONBLOCK);
  if (fd < 0) return;
  (void)futimens(fd, nullptr);
  close(fd);
  if (since_s < 0 || since_s > kJumpSeconds) return;
  (void)RunDetached([=] { ExpireRecords(directory, max_days, now_s); });
}

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::vector<fs::path> Sorted(const fs::path& directory) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end;
       at.increment(error)) {
    paths.push_back(at->path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

bool IsOwnDirectory(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(fs::symlink_status(path, error)) && !error;
}

// Calls `visit` with every session directory.
template <class Visit>
void EachSession(const std::string& directory, const Visit& visit) {
  for (const fs::path& host : Sorted(directory)) {
    if (!IsOwnDirectory(host)) continue;
    for (const fs::path& session : Sorted(host)) {
      if (IsOwnDirectory(session)) visit(session.string());
    }
  }
}

// Oldest first.
std::vector<std::string> FilesOf(const std::string& session) {
  std::vector<std::string> files;
  for (int number = RecordFile::kMaxFull; number > 0; --number) {
    const std::string path = FullName(session, number);
    if (IsRegularFile(path)) files.push_back(path);
  }
  const std::string current = JoinPath(session, kCurrent);
  if (IsRegularFile(current)) files.push_back(current);
  return files;
}

// Members that hold names of Synapse, or of the session.
bool IsOwnName(std::string_view key) {
  return IsOneOf(key,
                 {"sources", "nodes", "session", "server", "match_type",
                  "suggestion_node_version", "prompt_version", "similarity"});
}

// True if the record contains a text to be forgotten.
bool Mentions(const rapidjson::Value& value, const RecordsToForget& forgotten,
              int levels = 16) {
  if (levels == 0) return false;
  if (value.IsString()) {
    return forgotten.text({value.GetString(), value.GetStringLength()});
  }
  const auto mentions = [&](const rapidjson::Value& part) {
    return Mentions(part, forgotten, levels - 1);
  };
  if (value.IsArray()) {
    return std::any_of(value.Begin(), value.End(), mentions);
  }
  if (!value.IsObject()) return false;
  return std::any_of(
      value.MemberBegin(), value.MemberEnd(), [&](const auto& member) {
        return !IsOwnName(
                   {member.name.GetString(), member.name.GetStringLength()}) &&
               mentions(member.value);
      });
}

bool IsSince(const rapidjson::Value& record, int64_t since_ms) {
  if (since_ms == INT64_MAX || !record.IsObject()) return false;
  const auto at = record.FindMember("ts");
  return at == record.MemberEnd() || !at->value.IsNumber() ||
         at->value.GetDouble() * 1000 >= static_cast<double>(since_ms);
}

// The remaining text of a file; no value if nothing is removed.
std::optional<std::string> Without(const std::string& text,
                                   const RecordsToForget& forgotten) {
  std::string kept;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    rapidjson::Document record;
    record.Parse<rapidjson::kParseIterativeFlag>(text.data() + at, end - at);
    // A broken line may contain the text, so it is removed.
    const bool goes = record.HasParseError() ||
                      IsSince(record, forgotten.since_ms) ||
                      Mentions(record, forgotten);
    if (!goes) kept.append(text, at, end - at);
    at = end;
  }
  return kept.size() == text.size() ? std::nullopt : std::optional(kept);
}

// Copies lines that were appended to the replaced file after `size`.
Status AppendRest(int old, const std::string& path, off_t size) {
  std::string rest(1 << 16, '\0');
  Status status;
  for (ssize_t n;
       status.ok() && (n = pread(old, rest.data(), rest.size(), size)) > 0;
       size += n) {
    const int fd = OpenHigh(path, O_WRONLY | O_APPEND | O_NONBLOCK);
    if (fd < 0) return Failure(path);
    if (write(fd, rest.data(), static_cast<size_t>(n)) != n) {
      status = Failure(path);
    }
    close(fd);
  }
  return status;
}

Status ForgetIn(const std::string& path, const RecordsToForget& forgotten) {
  constexpr size_t kMaxBytes = size_t{1} << 30;
  auto text = ReadFile(path, kMaxBytes);
  if (!text.ok()) return text.status();
  auto kept = Without(*text, forgotten);
  if (!kept) return {};
  const int old = OpenHigh(path, O_RDONLY);
  if (old < 0) return Failure(path);
  Status status = WriteFileAtomically(path, *kept);
  if (status.ok()) {
    status = AppendRest(old, path, static_cast<off_t>(text->size()));
  }
  close(old);
  return status;
}

}  // namespace

Status ForgetRecords(const std::string& directory,
                     const RecordsToForget& forgotten) {
  Status status;
  EachRecordFile(directory, [&](const std::string& path) {
    Status done = ForgetIn(path, forgotten);
    if (status.ok()) status = std::move(done);
  });
  return status;
}

std::string SafeName(std::string_view name) {
  constexpr size_t kMax = 128;
  std::string safe;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool inner = name[i] == '.' && i > 0;
    if (IsPlain(name[i]) || inner) {
      safe += name[i];
    } else {
      char hex[4];
      snprintf(hex, sizeof hex, "%%%02X", static_cast<unsigned char>(name[i]));
      safe += hex;
    }
    if (safe.size() >= kMax) break;
  }
  if (safe.size() > kMax) safe.resize(kMax);
  return safe.empty() ? "_" : safe;
}

Status RecordFile::Append(std::string_view host, std::string_view session,
                          std::string line, const RecordLimits& limits) const {
  if (directory_.empty()) {
    return {Code::kUnavailable, "there is no home directory"};
  }
  const std::string directory =
      JoinPath(JoinPath(directory_, SafeName(host)), SafeName(session));
  line += '\n';
  if (OnSlowMount(directory_)) {
    const bool begun = RunDetached(
        [=] { (void)AppendLine(directory, line, limits.max_bytes); });
    return begun ? Status()
                 : Status(Code::kUnavailable, "no process can be started");
  }
  Status status = AppendLine(directory, line, limits.max_bytes);
  if (status.ok()) ExpireDetached(directory_, limits.max_days);
  return status;
}

void ExpireRecords(const std::string& directory, int64_t max_days,
                   int64_t now_s) {
  EachSession(directory, [&](const std::string& session) {
    const std::vector<std::string> files = FilesOf(session);
    const auto is_old = [&](const std::string& path) {
      auto st = StatFile(path);
      return st && now_s - st->st_mtime >= max_days * kDaySeconds;
    };
    // A new session has a directory before it has a file.
    if (files.empty() && !is_old(session)) return;
    if (!std::all_of(files.begin(), files.end(), is_old)) return;
    for (const std::string& path : files) (void)unlink(path.c_str());
    (void)rmdir(session.c_str());
  });
}

void EachRecordFile(const std::string& directory,
                    const std::function<void(const std::string&)>& visit) {
  EachSession(directory, [&](const std::string& session) {
    for (const std::string& path : FilesOf(session)) visit(path);
  });
}

}  // namespace synapse
