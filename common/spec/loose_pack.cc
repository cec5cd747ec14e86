#include "spec/loose_pack.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <functional>

#include "base/child.h"
#include "base/files.h"
#include "spec/packer.h"
#include "spec/spec_reader.h"

namespace synapse {
namespace {

std::string PackDirectoryIn(const std::string& cache) {
  return JoinPath(cache, "packs");
}

std::string PathOf(const std::string& cache, const std::string& path,
                   const std::string& name) {
  uint64_t key = 0xcbf29ce484222325;
  for (const char c : path + '\0' + StampOfFile(path)) {
    key = (key ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  char end[40];
  snprintf(end, sizeof(end), ".%016llx.%016llx.pack",
           static_cast<unsigned long long>(PackFormat()),
           static_cast<unsigned long long>(key));
  return JoinPath(PackDirectoryIn(cache), name + end);
}

void ForFiles(const std::string& directory, std::string_view ending,
              const std::function<void(const std::string& name)>& each) {
  DIR* dir = opendir(directory.c_str());
  while (const dirent* entry = dir ? readdir(dir) : nullptr) {
    const std::string_view file = entry->d_name;
    if (file.ends_with(ending) && !file.starts_with('.')) {
      each(std::string(file.substr(0, file.size() - ending.size())));
    }
  }
  if (dir) closedir(dir);
}

void RemoveOld(const std::string& directory) {
  constexpr time_t kKeepS = time_t{30} * 24 * 3600;
  const time_t now = time(nullptr);
  ForFiles(directory, ".pack", [&](const std::string& name) {
    const std::string path = JoinPath(directory, name + ".pack");
    const auto file = StatFile(path);
    if (file && now - file->st_mtim.tv_sec > kKeepS) (void)unlink(path.c_str());
  });
}

}  // namespace

std::string PackFile(const std::string& path, const std::string& name,
                     const std::vector<std::string>& directories) {
  SpecReader reader(directories);
  PackBuilder builder;
  if (const auto spec = reader.ReadFrom(path)) builder.Add(name, *spec);
  builder.index().errors = reader.errors();
  builder.index().sources = reader.sources();
  return builder.Finish();
}

bool IsCurrent(const SpecPack& pack) {
  const auto& sources = pack.index().sources;
  return std::all_of(sources.begin(), sources.end(), [](const auto& source) {
    return StampOfFile(source.path.str()) == source.stamp.view();
  });
}

std::shared_ptr<SpecPack> OpenLoosePack(const std::string& cache,
                                        const std::string& path,
                                        const std::string& name) {
  if (cache.empty()) return nullptr;
  const std::string at = PathOf(cache, path, name);
  // A pack may name commands that are run. The background may have made it since
  // this prompt asked for it, so memory (base/file_cache.h) is not asked.
  struct stat file;
  if (stat(at.c_str(), &file) != 0 || file.st_uid != geteuid()) return nullptr;
  auto pack = SpecPack::Open(at);
  if (!pack.ok() || !IsCurrent(**pack)) return nullptr;
  return std::move(*pack);
}

void RemoveOldPacks(const std::string& cache) {
  RemoveOld(PackDirectoryIn(cache));
}

Status WriteLoosePack(const std::string& cache, const std::string& path,
                      const std::string& name, std::string_view bytes) {
  const std::string packs = PackDirectoryIn(cache);
  Status made = MakePrivateDirs(packs);
  if (!made.ok()) return made;
  return WriteFileAtomically(PathOf(cache, path, name), bytes);
}

void CompileLoose(const std::string& cache, const std::string& directory,
                  const std::vector<std::string>& directories) {
  const std::string packs = PackDirectoryIn(cache);
  if (cache.empty() || !MakePrivateDirs(packs).ok()) return;
  RemoveOld(packs);
  ForFiles(directory, ".json", [&](const std::string& name) {
    const std::string path = JoinPath(directory, name + ".json");
    if (OpenLoosePack(cache, path, name)) return;
    (void)WriteFileAtomically(PathOf(cache, path, name),
                              PackFile(path, name, directories));
  });
}

void CompileLooseInBackground(const std::string& cache,
                              const std::string& directory,
                              const std::vector<std::string>& directories) {
  if (cache.empty()) return;
  (void)RunDetached([&] { CompileLoose(cache, directory, directories); });
}

}  // namespace synapse
