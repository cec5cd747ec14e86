#include "spec/git_dir.h"

#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "spec/scan.h"

namespace synapse {
std::optional<GitDir> FindGitDir(const GeneratorInput& input) {
  auto top = FindUpwards(input.cwd, ".git");
  if (!top) return std::nullopt;
  GitDir out{*top, JoinPath(*top, ".git"), ""};
  if (OnSlowMount(out.git_dir)) return std::nullopt;  // it is a link
  if (IsRegularFile(out.git_dir)) {
    std::string text = SmallText(out.git_dir);
    constexpr std::string_view kKey = "gitdir:";
    if (!text.starts_with(kKey)) return std::nullopt;
    out.git_dir =
        JoinPath(*top, Trim(std::string_view(text).substr(kKey.size())));
  }
  // A linked worktree may belong to a repository on another mount.
  if (OnSlowMount(out.git_dir)) return std::nullopt;
  std::string shared = SmallText(JoinPath(out.git_dir, "commondir"));
  out.common = shared.empty() ? out.git_dir
                              : NormalPath(JoinPath(out.git_dir, Trim(shared)));
  if (OnSlowMount(out.common)) return std::nullopt;
  return out;
}

std::string NormalPath(const std::string& path) {
  std::string out = std::filesystem::path(path).lexically_normal().string();
  if (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

std::string CurrentBranch(const std::string& git_dir) {
  std::string head = SmallText(JoinPath(git_dir, "HEAD"));
  constexpr std::string_view kRef = "ref: refs/heads/";
  if (!head.starts_with(kRef)) return "";
  std::string name(Trim(std::string_view(head).substr(kRef.size())));
  return name == ".invalid" ? "" : name;
}

size_t IdBytes(const GitDir& git, Reading& reading) {
  constexpr size_t kSha1 = 20, kSha256 = 32;
  size_t bytes = kSha1;
  ReadGitConfig(
      JoinPath(git.common, "config"), reading,
      [&](const GitConfigEntry& entry) {
        if (entry.section == "extensions" && entry.key == "objectformat") {
          bytes = entry.value == "sha256" ? kSha256 : kSha1;
        }
      });
  return bytes;
}

}  // namespace synapse
