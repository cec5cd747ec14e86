#include "spec/file_contents.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/files.h"
#include "base/text.h"

namespace synapse {
namespace {

constexpr std::string_view kKinds[] = {"object",   "program",  "core",
                                       "manifest", "playbook", "vault"};
enum Bit : unsigned {
  kObject = 1,
  kProgram = 2,
  kCore = 4,
  kManifest = 8,
  kPlaybook = 16,
  kVault = 32
};
constexpr size_t kBeginning = 2048;

unsigned ElfKinds(std::string_view text, bool executable) {
  constexpr size_t kOrder = 5, kType = 16;
  if (text.size() < kType + 2) return 0;
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const bool big = byte(kOrder) == 2;
  const unsigned type = big ? byte(kType) << 8 | byte(kType + 1)
                            : byte(kType + 1) << 8 | byte(kType);
  constexpr unsigned kExecutable = 2, kShared = 3, kCoreDump = 4;
  if (type == kCoreDump) return kCore;
  const bool runs = type == kExecutable || (type == kShared && executable);
  return runs ? kObject | kProgram : kObject;
}

unsigned KindsOf(std::string_view text, bool executable) {
  using namespace std::string_view_literals;
  if (text.starts_with("\x7f"
                       "ELF")) {
    return ElfKinds(text, executable);
  }
  // Archives, and Mach-O files of either order.
  for (const std::string_view magic :
       {"!<arch>\n"sv, "!<thin>\n"sv, "\xcf\xfa\xed\xfe"sv,
        "\xce\xfa\xed\xfe"sv, "\xfe\xed\xfa\xcf"sv}) {
    if (text.starts_with(magic)) {
      const bool runs = executable && !magic.starts_with('!');
      return runs ? kObject | kProgram : kObject;
    }
  }
  if (text.starts_with("$ANSIBLE_VAULT;")) return kVault;
  unsigned kinds = 0;
  if (HasLine(text, "apiVersion:") ||
      text.find("\"apiVersion\"") != text.npos) {
    kinds |= kManifest;
  }
  for (const std::string_view line :
       {"- hosts:", "  hosts:", "- import_playbook:",
        "- ansible.builtin.import_playbook:"}) {
    if (HasLine(text, line)) kinds |= kPlaybook;
  }
  return kinds;
}

unsigned KindsOfFile(const std::string& path, bool executable) {
  const int fd =
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return 0;
  char text[kBeginning];
  const ssize_t n = pread(fd, text, sizeof text, 0);
  close(fd);
  return n > 0 ? KindsOf({text, static_cast<size_t>(n)}, executable) : 0;
}

}  // namespace

bool FileContents::IsKind(std::string_view kind) {
  return (kind.size() > 1 && kind.starts_with('/')) ||
         std::find(std::begin(kKinds), std::end(kKinds), kind) !=
             std::end(kKinds);
}

bool FileContents::Is(const std::string& path, const struct stat& st,
                      std::string_view kind) {
  if (kind.starts_with('/')) {
    if (!S_ISDIR(st.st_mode)) return false;
    const std::string held = path + std::string(kind);
    return !OnSlowMount(held) && StatFile(held).has_value();
  }
  const auto* known = std::find(std::begin(kKinds), std::end(kKinds), kind);
  if (known == std::end(kKinds) || !S_ISREG(st.st_mode)) return false;
  auto at = kinds_.find(path);
  if (at == kinds_.end()) {
    if (kinds_.size() >= kMaxFiles) kinds_.clear();
    const bool executable = st.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH);
    at = kinds_.emplace(path, KindsOfFile(path, executable)).first;
  }
  return at->second >> (known - std::begin(kKinds)) & 1;
}

}  // namespace synapse
