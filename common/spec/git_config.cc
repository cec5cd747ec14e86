// Remotes, aliases, keys and submodules: names in git's configuration files.
#include <cstdlib>

#include "base/files.h"
#include "base/text.h"
#include "spec/git_dir.h"
#include "spec/natives.h"
#include "spec/scan.h"

namespace synapse {
namespace {

// A URL may hold a password or token: https://user:secret@host/path.
std::string WithoutCredentials(const std::string& url) {
  size_t scheme = url.find("://");
  if (scheme == url.npos) return url;
  size_t host = scheme + 3;
  size_t end = std::min(url.find('/', host), url.size());
  size_t at = url.rfind('@', end);
  if (at == url.npos || at < host) return url;
  return url.substr(0, host) + url.substr(at + 1);
}

}  // namespace

void ReadAllGitConfig(const GeneratorInput& input, Reading& reading,
                      const GitConfigVisitor& each) {
  const auto git = FindGitDir(input);
  const auto read = [&](const std::string& path, const GitConfigVisitor& to) {
    ReadGitConfig(path, reading, to, git ? &*git : nullptr);
  };
  read("/etc/gitconfig", each);
  if (!input.home.empty()) {
    const char* xdg = getenv("XDG_CONFIG_HOME");
    read(JoinPath(xdg && *xdg == '/' ? std::string(xdg)
                                     : JoinPath(input.home, ".config"),
                  "git/config"),
         each);
    read(JoinPath(input.home, ".gitconfig"), each);
  }
  if (!git) return;
  bool has_own = false;
  read(JoinPath(git->common, "config"), [&](const GitConfigEntry& entry) {
    if (entry.section == "extensions" && entry.key == "worktreeconfig") {
      has_own = AsciiLower(entry.value) == "true";
    }
    each(entry);
  });
  if (has_own) read(JoinPath(git->git_dir, "config.worktree"), each);
}

std::optional<GitUpstream> ReadUpstream(const GeneratorInput& input,
                                        Reading& reading) {
  auto git = FindGitDir(input);
  if (!git) return std::nullopt;
  GitUpstream out;
  out.branch = CurrentBranch(git->git_dir);
  bool sets_up = false;  // push.autoSetupRemote
  std::string by_default;
  ReadAllGitConfig(input, reading, [&](const GitConfigEntry& entry) {
    if (entry.section == "branch" && entry.sub == out.branch) {
      out.is_set |= entry.key == "merge";
    } else if (entry.section == "remote" && !entry.sub.empty()) {
      if (out.remote.empty() || entry.sub == "origin") out.remote = entry.sub;
    } else if (entry.section == "push" && entry.key == "autosetupremote") {
      const std::string value = AsciiLower(entry.value);
      sets_up = value != "false" && value != "no" && value != "0";
    } else if (entry.section == "push" && entry.key == "default") {
      by_default = entry.value;
    }
  });
  if (!reading.finished() || !IsPlausibleValue(out.branch) ||
      !IsPlausibleValue(out.remote)) {
    return std::nullopt;
  }
  out.pushes_new =
      sets_up || by_default == "current" || by_default == "matching";
  out.git = std::move(*git);
  return out;
}

// A remote of the user's own file counts in each repository.
Values GitRemotes(const GeneratorInput& input, Reading& reading) {
  if (!FindGitDir(input)) return {};
  ValueList out;
  ReadAllGitConfig(input, reading, [&](const GitConfigEntry& entry) {
    if (entry.section != "remote") return;
    out.Add(entry.sub, entry.key == "url" ? WithoutCredentials(entry.value)
                                          : std::string());
  });
  return out.Take();
}

Values GitAliases(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  ReadAllGitConfig(input, reading, [&](const GitConfigEntry& entry) {
    if (entry.section != "alias") return;
    // [alias "name"] command = ... is the newer spelling.
    out.Add(entry.sub.empty() ? entry.key : entry.sub, entry.value);
  });
  return out.Take();
}

namespace {

Values GitConfigKeys(const GeneratorInput& input, Reading& reading) {
  ValueList out;
  ReadAllGitConfig(input, reading, [&](const GitConfigEntry& entry) {
    std::string key = entry.section;
    if (!entry.sub.empty()) key += '.' + entry.sub;
    out.Add(key + '.' + entry.key, "set here");
  });
  return out.Take();
}

Values GitSubmodules(const GeneratorInput& input, Reading& reading) {
  auto git = FindGitDir(input);
  if (!git) return {};
  ValueList out;
  ReadGitConfig(JoinPath(git->work_tree, ".gitmodules"), reading,
                [&](const GitConfigEntry& entry) {
                  if (entry.section != "submodule" || entry.key != "path") {
                    return;
                  }
                  out.Add(entry.value, "submodule");
                });
  return out.Take();
}

constexpr Native kGitConfigRows[] = {
    {"git.aliases", GitAliases},
    {"git.config_keys", GitConfigKeys},
    {"git.remotes", GitRemotes, CwdScope, 2, "remote"},
    {"git.submodules", GitSubmodules},
};

}  // namespace

constinit const std::span<const Native> kGitConfigNatives = kGitConfigRows;

}  // namespace synapse
