#include "manual/installed.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>

#include <algorithm>

#include "base/files.h"
#include "base/inflate.h"
#include "manual/page.h"
#include "spec/scan.h"

namespace synapse {
namespace {

constexpr size_t kMaxPackageList = size_t{16} << 20;
constexpr int kMaxIncludes = 3;

std::string RealPathOf(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  std::string out = real ? real : "";
  free(real);
  return out;
}

void AddUnique(std::vector<std::string>& list, std::string text) {
  if (text.empty()) return;
  if (std::find(list.begin(), list.end(), text) == list.end()) {
    list.push_back(std::move(text));
  }
}

// PREFIX of PREFIX/bin/NAME and PREFIX/sbin/NAME, or "".
std::string PrefixOf(const std::string& program) {
  const std::string directory(DirName(program));
  const std::string_view last = BaseName(directory);
  if (last != "bin" && last != "sbin") return "";
  const std::string prefix(DirName(directory));
  return prefix == "/" ? "/usr" : prefix;
}

// The paths under which a list may name the file: /usr/bin/x is also /bin/x.
std::vector<std::string> NamesOfFile(const std::string& program) {
  std::vector<std::string> out = {program};
  AddUnique(out, RealPathOf(program));
  const size_t known = out.size();
  for (size_t i = 0; i < known; ++i) {
    const std::string path = out[i];
    if (path.starts_with("/usr/")) {
      AddUnique(out, path.substr(4));
    } else {
      AddUnique(out, "/usr" + path);
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> Installed::ManDirectories(
    const std::string& program) const {
  std::vector<std::string> out;
  for (const std::string& path : {program, RealPathOf(At(program))}) {
    std::string prefix = PrefixOf(path);
    if (!root_.empty() && prefix.starts_with(root_)) {
      prefix = prefix.substr(root_.size());
    }
    if (prefix.empty()) continue;
    AddUnique(out, At(prefix + "/share/man"));
    AddUnique(out, At(prefix + "/man"));
  }
  for (const char* path :
       {"/usr/local/share/man", "/usr/local/man", "/usr/share/man"}) {
    AddUnique(out, At(path));
  }
  std::erase_if(out, [](const std::string& path) {
    return OnSlowMount(path) || !IsDirectory(path);
  });
  return out;
}

const std::map<std::string, std::string>& Installed::PagesIn(
    const std::string& dir) {
  const auto [at, is_new] = pages_.try_emplace(dir);
  auto& pages = at->second;
  if (!is_new) return pages;
  ForEachEntry(dir, [&](const char* entry, unsigned char) {
    // NAME.1.gz, NAME.1ssl, NAME.8
    std::string_view name = entry;
    if (name.ends_with(".gz")) name.remove_suffix(3);
    const size_t dot = name.rfind('.');
    if (dot == name.npos || dot == 0) return true;
    // The plain section wins: passwd.1 over passwd.1ssl.
    const bool plain = name.size() - dot == 2;
    std::string& file = pages[std::string(name.substr(0, dot))];
    if (file.empty() || plain) file = entry;
    return true;
  });
  return pages;
}

std::string Installed::PageOf(const std::string& name,
                              const std::string& program) {
  std::vector<std::string> names = {name};
  AddUnique(names, std::string(BaseName(RealPathOf(At(program)))));
  for (const std::string& each : names) {
    for (const std::string& directory : ManDirectories(program)) {
      for (const char* section : {"man1", "man8", "man6"}) {
        const std::string in = JoinPath(directory, section);
        const auto& pages = PagesIn(in);
        const auto found = pages.find(each);
        if (found != pages.end()) return JoinPath(in, found->second);
      }
    }
  }
  return "";
}

std::string Installed::PageText(const std::string& path) const {
  std::string at = path;
  for (int i = 0; i < kMaxIncludes; ++i) {
    auto bytes = ReadFile(at, kMaxPageBytes);
    if (!bytes.ok() && !at.ends_with(".gz")) {
      bytes = ReadFile(at += ".gz", kMaxPageBytes);
    }
    if (!bytes.ok()) return "";
    std::string text =
        IsGzip(*bytes) ? Gunzip(*bytes, kMaxPageBytes) : std::move(*bytes);
    // Only the head of a page names another one.
    const std::string include =
        ParsePage(std::string_view(text).substr(0, 4096)).include;
    if (include.empty() || include.find("..") != include.npos ||
        include.starts_with('/')) {
      return text;
    }
    // ".so man1/xz.1", below the directory of manuals.
    const std::string section(DirName(path));
    at = include.find('/') == include.npos
             ? JoinPath(section, include)
             : JoinPath(std::string(DirName(section)), include);
  }
  return "";
}

Installed::CompletionFiles Installed::CompletionsOf(
    const std::string& name, const std::string& program) const {
  CompletionFiles out;
  std::vector<std::string> prefixes;
  AddUnique(prefixes, PrefixOf(program));
  AddUnique(prefixes, "/usr/local");
  AddUnique(prefixes, "/usr");
  const auto add = [&](std::vector<CompletionFiles::File>& list,
                       const std::string& path, bool own) {
    const std::string at = At(path);
    if (!OnSlowMount(at) && IsRegularFile(at)) list.push_back({at, own});
  };
  for (const std::string& prefix : prefixes) {
    const std::string share = prefix + "/share/";
    add(out.fish, share + "fish/vendor_completions.d/" + name + ".fish", true);
    add(out.fish, share + "fish/completions/" + name + ".fish", false);
    add(out.zsh, share + "zsh/site-functions/_" + name, true);
    add(out.zsh, share + "zsh/vendor-completions/_" + name, true);
    add(out.bash, share + "bash-completion/completions/" + name, false);
    // zsh's own functions, in a folder for each system.
    for (const char* folder : {"Unix", "Linux", "Debian", "Redhat", "Zsh"}) {
      add(out.zsh, share + "zsh/functions/Completion/" + folder + "/_" + name,
          false);
    }
    add(out.zsh, share + "zsh/functions/_" + name, false);
  }
  return out;
}

// All lists are read once: each program is asked for.
void Installed::ReadPackages() {
  packages_read_ = true;
  const auto read = [&](const std::string& path, std::string_view before) {
    const auto text = ReadFile(path, kMaxPackageList);
    if (!text.ok()) return;
    std::string_view rest = *text, line;
    while (NextLine(rest, line)) {
      const size_t slash = line.rfind('/');
      if (slash == line.npos || slash < 3) continue;
      if (!line.substr(0, slash).ends_with("bin")) continue;
      packaged_.insert(std::string(before).append(line));
    }
  };
  const std::string dpkg = At("/var/lib/dpkg/info");
  ForEachEntry(dpkg, [&](const char* entry, unsigned char) {
    if (std::string_view(entry).ends_with(".list")) {
      read(JoinPath(dpkg, entry), "");
    }
    return true;
  });
  // pacman leaves out the first slash.
  const std::string pacman = At("/var/lib/pacman/local");
  ForEachEntry(pacman, [&](const char* entry, unsigned char) {
    read(JoinPath(pacman, std::string(entry) + "/files"), "/");
    return true;
  });
}

bool Installed::IsPackaged(const std::string& program) {
  if (!packages_read_) ReadPackages();
  const auto names = NamesOfFile(program);
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return packaged_.contains(name);
  });
}

}  // namespace synapse
