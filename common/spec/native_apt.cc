// Packages: the installed ones from dpkg's status file, the available ones from
// apt's lists.
//
// A Packages file of Debian holds some 60,000 stanzas in 50 MB, sorted by name.
// It is not mapped, because truncating a mapped file kills the shell. It is not
// read whole either: binary search in steps of 64 KiB finds the first name that
// begins with the partial, and reading starts there. Files under 2 MiB are read
// whole, because other archives do not always sort theirs.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr std::string_view kPackage = "Package: ";
constexpr size_t kStepBytes = 64 << 10;
constexpr off_t kSmallBytes = 2 << 20;
constexpr size_t kStatusBytes = 32 << 20;

// Calls each(name, status, description) for every stanza of `text`, including
// the last one, which may be cut. Stops when `each` returns false.
template <class F>
void ForEachStanza(std::string_view text, Reading& reading, F&& each) {
  std::string_view rest = text, line, name, status, description;
  auto flush = [&] {
    bool go_on = name.empty() || each(name, status, description);
    name = status = description = {};
    return go_on;
  };
  while (NextLine(rest, line) && !reading.Spent()) {
    if (line.empty()) {
      if (!flush()) return;
    } else if (line.starts_with(kPackage)) {
      name = line.substr(kPackage.size());
    } else if (line.starts_with("Status: ")) {
      status = line.substr(8);
    } else if (line.starts_with("Description: ")) {
      description = line.substr(13);
    }
  }
  flush();
}

class PackagesFile {
 public:
  explicit PackagesFile(const std::string& path) {
    fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat st;
    if (fd_ >= 0 && fstat(fd_, &st) == 0 && S_ISREG(st.st_mode)) {
      size_ = st.st_size;
    }
  }
  ~PackagesFile() {
    if (fd_ >= 0) close(fd_);
  }
  PackagesFile(const PackagesFile&) = delete;
  PackagesFile& operator=(const PackagesFile&) = delete;

  void Collect(std::string_view prefix, ValueList& out, Reading& reading) {
    off_t at = size_ < kSmallBytes ? 0 : Start(prefix, reading);
    bool sorted = size_ >= kSmallBytes;
    bool past = false;
    std::string text;
    while (at < size_ && !past && !out.Full() && !reading.SpentNow()) {
      text = ReadAt(at, kStepBytes);
      if (text.empty()) break;
      // Only whole stanzas, unless this is the last piece or a stanza is huge.
      size_t end = text.rfind("\n\n");
      bool last = at + static_cast<off_t>(text.size()) >= size_;
      size_t used = last || end == text.npos ? text.size() : end + 2;
      ForEachStanza(std::string_view(text).substr(0, used), reading,
                    [&](auto name, auto, auto description) {
                      if (name.starts_with(prefix)) {
                        out.Add(name, description);
                      } else if (sorted && name > prefix) {
                        past = true;
                      }
                      return !past && !out.Full();
                    });
      at += static_cast<off_t>(used);
    }
  }

 private:
  std::string ReadAt(off_t at, size_t bytes) const {
    std::string out(bytes, '\0');
    ssize_t n = pread(fd_, out.data(), bytes, at);
    out.resize(n > 0 ? static_cast<size_t>(n) : 0);
    return out;
  }

  // An offset at or shortly before the first stanza whose name is not below
  // `prefix`.
  off_t Start(std::string_view prefix, Reading& reading) const {
    off_t low = 0, high = size_;
    while (high - low > static_cast<off_t>(kStepBytes) && !reading.SpentNow()) {
      off_t middle = low + (high - low) / 2;
      std::string text = ReadAt(middle, kStepBytes);
      size_t found = text.find("\n\nPackage: ");
      if (found == text.npos) break;
      std::string_view name = std::string_view(text).substr(found + 11);
      name = name.substr(0, name.find('\n'));
      if (name < prefix) {
        low = middle + static_cast<off_t>(found) + 2;
      } else {
        high = middle;
      }
    }
    return low;
  }

  int fd_ = -1;
  off_t size_ = 0;
};

// Two bytes: short enough that the cache serves the following words.
std::string PrefixScope(const GeneratorInput& input) {
  return input.partial.substr(0, 2);
}

Values AptPackages(const GeneratorInput& input, Reading& reading) {
  std::string text = reading.Text("/var/lib/dpkg/status", kStatusBytes);
  std::string prefix = PrefixScope(input);
  ValueList out;
  ForEachStanza(text, reading, [&](auto name, auto status, auto description) {
    if (status == "install ok installed" && name.starts_with(prefix)) {
      out.Add(name, description);
    }
    return !out.Full();
  });
  return out.Take();
}

}  // namespace

// Names in one Packages file that begin with `prefix`.
Values PackagesIn(const std::string& packages_file, std::string_view prefix,
                  Reading& reading) {
  ValueList out;
  PackagesFile(packages_file).Collect(prefix, out, reading);
  return out.Take();
}

namespace {

Values AptAvailable(const GeneratorInput& input, Reading& reading) {
  const std::string lists = "/var/lib/apt/lists";
  std::string prefix = PrefixScope(input);
  ValueList out;
  // Without a letter the result would be the whole archive.
  if (prefix.empty()) return {};
  ForEachEntry(lists, [&](const char* name, unsigned char) {
    if (std::string_view(name).ends_with("_Packages")) {
      PackagesFile(JoinPath(lists, name)).Collect(prefix, out, reading);
    }
    return !reading.SpentNow() && !out.Full();
  });
  return out.Take();
}

constexpr Native kAptRows[] = {
    {"apt.available", AptAvailable, PrefixScope, 300, "package"},
    {"apt.packages", AptPackages, PrefixScope, 60, "package"},
};

}  // namespace

constinit const std::span<const Native> kAptNatives = kAptRows;

}  // namespace synapse
