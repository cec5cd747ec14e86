#include "spec/reading.h"

#include <sys/stat.h>

#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

constexpr size_t kMaxSmallBytes = 4096;

uint64_t Stamped(uint64_t stamp, const std::string& path) {
  auto st = StatFile(path);
  uint64_t parts[4] = {};
  if (st) {
    parts[0] = static_cast<uint64_t>(st->st_ino);
    parts[1] = static_cast<uint64_t>(st->st_size);
    parts[2] = static_cast<uint64_t>(st->st_mtim.tv_sec);
    parts[3] = static_cast<uint64_t>(st->st_mtim.tv_nsec);
  }
  return Hash64({reinterpret_cast<const char*>(parts), sizeof parts}, stamp);
}

}  // namespace

std::string Reading::Text(const std::string& path, size_t max_bytes) {
  if (path.empty() || SpentNow() || OnSlowMount(path)) return "";
  if (files_.size() >= kMaxFiles) {
    Cut();
    return "";
  }
  files_.push_back(path);
  stamp_ = Stamped(stamp_, path);
  auto st = StatFile(path);
  if (!st || !S_ISREG(st->st_mode)) return "";
  size_t size = static_cast<size_t>(st->st_size);
  if (size > max_bytes ||
      (size <= kMaxFileBytes && bytes_ + size > kMaxBytes)) {
    Cut();
    return "";
  }
  auto text = ReadFile(path, max_bytes);
  if (!text.ok()) return "";
  bytes_ += text->size();
  if (text->starts_with("\xef\xbb\xbf")) text->erase(0, 3);
  return std::move(*text);
}

uint64_t StampOfFiles(const std::vector<std::string>& files) {
  uint64_t stamp = 0;
  for (const std::string& path : files) stamp = Stamped(stamp, path);
  return stamp;
}

std::string SmallText(const std::string& path) {
  if (path.empty() || OnSlowMount(path)) return "";
  auto text = ReadFile(path, kMaxSmallBytes);
  return text.ok() ? std::move(*text) : "";
}

}  // namespace synapse
