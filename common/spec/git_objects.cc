#include "spec/git_objects.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/files.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr size_t kLeastDigits = 4, kMostDigits = 64;
constexpr size_t kMaxPacks = 64;

// The index of one pack, version 2: a header of 8 bytes, 256 counts of the
// objects whose first byte is at most N, and the sorted ids.
class ObjectIndex {
 public:
  explicit ObjectIndex(const std::string& path)
      : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~ObjectIndex() {
    if (fd_ >= 0) close(fd_);
  }
  ObjectIndex(const ObjectIndex&) = delete;
  ObjectIndex& operator=(const ObjectIndex&) = delete;

  Held Holds(std::string_view id) const {
    if (fd_ < 0 || Word(0) != kSignature || Word(4) != kVersion) {
      return Held::kUnknown;
    }
    const int first = Digit(id[0]) * 16 + Digit(id[1]);
    const auto begin =
        first == 0 ? std::optional<uint32_t>(0) : Count(first - 1);
    const auto end = Count(first), all = Count(255);
    struct stat st {};
    if (!begin || !end || !all || *begin > *end || *end > *all ||
        fstat(fd_, &st) != 0 || !S_ISREG(st.st_mode)) {
      return Held::kUnknown;
    }
    if (*begin == *end) return Held::kNo;
    // Each id is followed elsewhere by a checksum and an offset, of 8 bytes, and
    // rarely by an offset of 8 more.
    const uint64_t each =
        (static_cast<uint64_t>(std::max<off_t>(st.st_size, kIds)) - kIds) /
        *all;
    const size_t bytes = each >= 32 + 8 ? 32 : 20;
    return Search(*begin, *end, bytes, id);
  }

 private:
  static constexpr uint32_t kSignature = 0xff744f63, kVersion = 2;
  static constexpr off_t kCounts = 8, kIds = kCounts + 256 * 4;

  static int Digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

  std::optional<uint32_t> Word(off_t at) const {
    std::array<unsigned char, 4> b;
    if (pread(fd_, b.data(), b.size(), at) != 4) return std::nullopt;
    return uint32_t{b[0]} << 24 | uint32_t{b[1]} << 16 | uint32_t{b[2]} << 8 |
           b[3];
  }
  std::optional<uint32_t> Count(int first) const {
    return Word(kCounts + 4 * static_cast<off_t>(first));
  }

  // The first id that is not below `id`, between these two numbers of ids.
  Held Search(uint32_t begin, uint32_t end, size_t bytes,
              std::string_view id) const {
    std::optional<std::string> found;
    while (begin < end) {
      const uint32_t middle = begin + (end - begin) / 2;
      auto at = IdAt(middle, bytes);
      if (!at) return Held::kUnknown;
      if (*at < id) {
        begin = middle + 1;
      } else {
        end = middle;
        found = std::move(at);
      }
    }
    return found && found->starts_with(id) ? Held::kYes : Held::kNo;
  }

  std::optional<std::string> IdAt(uint32_t number, size_t bytes) const {
    std::array<unsigned char, 32> id;
    const off_t at =
        kIds + static_cast<off_t>(number) * static_cast<off_t>(bytes);
    if (pread(fd_, id.data(), bytes, at) != static_cast<ssize_t>(bytes)) {
      return std::nullopt;
    }
    return HexOf({reinterpret_cast<const char*>(id.data()), bytes});
  }

  int fd_;
};

bool IsLoose(const std::string& objects, std::string_view id) {
  const std::string_view rest = id.substr(2);
  bool found = false;
  ForEachEntry(JoinPath(objects, id.substr(0, 2)), [&](const char* name, auto) {
    found = std::string_view(name).starts_with(rest);
    return !found;
  });
  return found;
}

}  // namespace

std::string HexOf(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

bool IsObjectId(std::string_view text) {
  return text.size() >= kLeastDigits && text.size() <= kMostDigits &&
         text.find_first_not_of("0123456789abcdef") == text.npos;
}

Held HoldsObject(const GitDir& git, std::string_view id, Reading& reading) {
  const std::string objects = JoinPath(git.common, "objects");
  if (OnSlowMount(objects) || !IsDirectory(objects)) return Held::kUnknown;
  if (IsLoose(objects, id)) return Held::kYes;
  std::vector<std::string> packs;
  bool elsewhere = StatFile(JoinPath(objects, "info/alternates")).has_value();
  const std::string directory = JoinPath(objects, "pack");
  ForEachEntry(directory, [&](const char* entry, auto) {
    const std::string_view name = entry;
    // The objects of a partial clone are fetched when they are needed.
    elsewhere |= name.ends_with(".promisor");
    if (name.ends_with(".idx")) packs.push_back(JoinPath(directory, name));
    return packs.size() <= kMaxPacks && !reading.SpentNow();
  });
  bool unknown = elsewhere || packs.size() > kMaxPacks;
  if (packs.size() > kMaxPacks) packs.resize(kMaxPacks);
  for (const std::string& pack : packs) {
    if (reading.SpentNow()) return Held::kUnknown;
    const Held held = ObjectIndex(pack).Holds(id);
    if (held == Held::kYes) return held;
    unknown |= held == Held::kUnknown;
  }
  return unknown || reading.Spent() ? Held::kUnknown : Held::kNo;
}

}  // namespace synapse
