#include "manual/program_texts.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/child.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/inflate.h"
#include "base/text.h"
#include "manual/page.h"
#include "manual/page_name.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr std::string_view kTextsMagic = "synapse programs 1 ";
constexpr const char* kSections[] = {"man1", "man6", "man8"};
constexpr size_t kMaxCompressed = 64 << 10;  // the name is at the beginning
constexpr size_t kMaxPlain = 32 << 10;
constexpr size_t kMaxProgram = 64;
constexpr size_t kTextsBlock = 512;  // longer than a line of the file
constexpr int64_t kCheckUs = 60'000'000;
constexpr size_t kMaxKnown = 2000;

using Texts = std::map<std::string, std::string, std::less<>>;

std::string PathOfTexts(const std::string& cache) {
  return JoinPath(cache, "programs");
}

// The times of all directories: another page has another time.
std::string StampOf(const ProgramTextSources& sources) {
  uint64_t stamp = 0xcbf29ce484222325;
  auto add = [&](const std::string& path) {
    const auto file = OnSlowMount(path) ? std::nullopt : StatFile(path);
    const std::string time = file ? std::to_string(file->st_mtim.tv_sec) + "." +
                                        std::to_string(file->st_mtim.tv_nsec)
                                  : "-";
    for (const char c : path + '\0' + time + '\0') {
      stamp = (stamp ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
  };
  for (const std::string& manual : sources.manuals) {
    for (const char* section : kSections) add(JoinPath(manual, section));
  }
  for (const std::string& directory : sources.desktop) add(directory);
  return std::to_string(stamp);
}

std::string BeginningOf(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return "";
  std::string bytes(kMaxCompressed, '\0');
  const ssize_t size = read(fd, bytes.data(), bytes.size());
  close(fd);
  bytes.resize(size > 0 ? static_cast<size_t>(size) : 0);
  return IsGzip(bytes) ? Gunzip(bytes, kMaxPlain) : bytes.substr(0, kMaxPlain);
}

// "tar" of tar.1.gz; "" for a file that is no page.
std::string_view NameOfPage(std::string_view file) {
  for (std::string_view end : {".gz", ".bz2", ".xz", ".zst"}) {
    if (file.ends_with(end)) file.remove_suffix(end.size());
  }
  const size_t dot = file.rfind('.');
  if (dot == file.npos || dot == 0 || dot > kMaxProgram) return {};
  const std::string_view section = file.substr(dot + 1);
  return section.empty() || !IsDigit(section[0]) ? std::string_view()
                                                 : file.substr(0, dot);
}

std::string TextOfPage(const std::string& manual, const std::string& path) {
  std::string source = BeginningOf(path);
  const std::string instead = ParsePage(source).include;
  const bool is_inside =
      !instead.starts_with('/') && instead.find("..") == std::string::npos;
  if (!instead.empty() && is_inside) {
    const std::string other = JoinPath(manual, instead);
    source = BeginningOf(other);
    if (source.empty()) source = BeginningOf(other + ".gz");
  }
  return DescriptionInPage(source);
}

void AddPages(const std::string& manual, Texts& texts, size_t& pages) {
  for (const char* section : kSections) {
    const std::string directory = JoinPath(manual, section);
    if (OnSlowMount(directory)) continue;
    ForEachEntry(directory, [&](const char* file, unsigned char) {
      const std::string name(NameOfPage(file));
      if (name.empty() || texts.contains(name)) return true;
      std::string text = TextOfPage(manual, JoinPath(directory, file));
      if (!text.empty()) texts.emplace(name, std::move(text));
      return ++pages < kMaxProgramPages;
    });
  }
}

// Exec=/usr/bin/gimp-2.10 %U, Comment=Create images and edit photographs
void AddDesktopEntry(const std::string& path, Texts& texts) {
  const auto bytes = ReadFile(path, kMaxCompressed);
  if (!bytes.ok()) return;
  std::string_view rest = *bytes, line, program, comment, generic;
  bool in_entry = false;
  while (NextLine(rest, line)) {
    if (line.starts_with('[')) in_entry = line == "[Desktop Entry]";
    if (!in_entry) continue;
    auto take = [&](std::string_view key, std::string_view& value) {
      if (line.starts_with(key)) value = line.substr(key.size());
    };
    take("Exec=", program);
    take("Comment=", comment);
    take("GenericName=", generic);
  }
  const std::string name(BaseName(NextWord(program)));
  std::string text = CleanDescription(comment.empty() ? generic : comment);
  const bool is_plain =
      !name.empty() && name.size() <= kMaxProgram && !HasHidden(name);
  if (is_plain && !text.empty()) texts.emplace(name, std::move(text));
}

// The line of the file at `at`, or the next one if `at` is within a line.
struct LineAt {
  size_t begin, end;
  std::string text;
};
std::optional<LineAt> ReadLineAt(int fd, size_t at, bool within) {
  char block[2 * kTextsBlock];
  const ssize_t size = pread(fd, block, sizeof(block), static_cast<off_t>(at));
  if (size <= 0) return std::nullopt;
  const std::string_view bytes(block, static_cast<size_t>(size));
  size_t begin = 0;
  if (within) {
    const size_t newline = bytes.find('\n');
    if (newline == bytes.npos) return std::nullopt;
    begin = newline + 1;
  }
  const size_t end = bytes.find('\n', begin);
  if (end == bytes.npos) return std::nullopt;
  return LineAt{at + begin, at + end + 1,
                std::string(bytes.substr(begin, end - begin))};
}

// Opens the file; -1 if it is missing or another user's.
int OpenTexts(const std::string& cache) {
  const int fd = OpenHigh(PathOfTexts(cache), O_RDONLY);
  struct stat st;
  if (fd >= 0 &&
      (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_uid != geteuid())) {
    close(fd);
    return -1;
  }
  return fd;
}

std::string Lookup(int fd, std::string_view name) {
  struct stat st;
  const auto header = ReadLineAt(fd, 0, false);
  if (fstat(fd, &st) != 0 || !header ||
      !header->text.starts_with(kTextsMagic)) {
    return "";
  }
  // The line of the name begins in [low, high).
  size_t low = header->end, high = static_cast<size_t>(st.st_size);
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    // A line that begins at `middle` has a newline before it.
    const bool within = middle > low;
    const auto line = ReadLineAt(fd, within ? middle - 1 : low, within);
    if (!line || line->begin >= high) {
      high = middle;
      continue;
    }
    const std::string_view text = line->text;
    const size_t tab = text.find('\t');
    if (tab == text.npos) return "";
    const int order = name.compare(text.substr(0, tab));
    if (order == 0) return CleanDescription(text.substr(tab + 1));
    if (order < 0) {
      high = middle;
    } else {
      low = line->end;
    }
  }
  return "";
}

}  // namespace

ProgramTextSources UsualTextSources(const std::string& home) {
  ProgramTextSources out;
  for (const std::string& share :
       {home.empty() ? std::string() : JoinPath(home, ".local/share"),
        std::string("/usr/local/share"), std::string("/usr/share"),
        std::string("/var/lib/flatpak/exports/share")}) {
    if (share.empty()) continue;
    out.manuals.push_back(JoinPath(share, "man"));
    out.desktop.push_back(JoinPath(share, "applications"));
  }
  return out;
}

void WriteProgramTexts(const std::string& cache,
                       const ProgramTextSources& sources) {
  if (cache.empty() || !MakePrivateDirs(cache).ok()) return;
  // A page that comes while they are read changes the stamp of the next check.
  std::string bytes = std::string(kTextsMagic) + StampOf(sources) + "\n";
  Texts texts;
  size_t pages = 0;
  for (const std::string& manual : sources.manuals) {
    AddPages(manual, texts, pages);
  }
  for (const std::string& directory : sources.desktop) {
    if (OnSlowMount(directory)) continue;
    ForEachEntry(directory, [&](const char* file, unsigned char) {
      if (std::string_view(file).ends_with(".desktop")) {
        AddDesktopEntry(JoinPath(directory, file), texts);
      }
      return ++pages < kMaxProgramPages;
    });
  }
  for (const auto& [name, text] : texts) {
    const bool is_plain =
        !HasHidden(name) && name.find_first_of("\t\n ") == std::string::npos;
    if (is_plain) bytes += name + "\t" + text + "\n";
  }
  (void)WriteFileAtomically(PathOfTexts(cache), bytes);
}

std::string ProgramTexts::Of(std::string_view name) {
  if (cache_.empty() || name.empty() || name.size() > kMaxProgram) return "";
  Check();
  const auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  const int fd = OpenTexts(cache_);
  if (fd < 0) return "";
  std::string text = Lookup(fd, name);
  close(fd);
  if (known_.size() >= kMaxKnown) known_.clear();
  known_.emplace(name, text);
  return text;
}

// Has the file written again if it is older than the pages.
void ProgramTexts::Check() {
  const int64_t now = Clock::MonotonicUs();
  if (checked_us_ != 0 && now - checked_us_ < kCheckUs) return;
  checked_us_ = now;
  known_.clear();
  if (!renews_ || requested_) return;
  const int fd = OpenTexts(cache_);
  const auto header = fd < 0 ? std::nullopt : ReadLineAt(fd, 0, false);
  if (fd >= 0) close(fd);
  if (header && header->text == std::string(kTextsMagic) + StampOf(sources_))
    return;
  requested_ = true;
  (void)RunDetached([this] { WriteProgramTexts(cache_, sources_); });
}

}  // namespace synapse
