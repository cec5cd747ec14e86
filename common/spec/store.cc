#include "spec/store.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/clock.h"
#include "base/files.h"
#include "spec/directories.h"
#include "spec/loose_pack.h"
#include "spec/spec_reader.h"

namespace synapse {
namespace {

// The time after which the disk is checked again for a name.
constexpr int64_t kRecheckUs = 3'000'000;
constexpr int64_t kPollUs = 200'000;  // while the background compiles
constexpr size_t kMaxPrograms = 500, kMaxWanted = 8;

constexpr std::string_view kOfZsh = ".zsh";  // behind the name of a builtin

bool IsSpecName(std::string_view name) {
  return !name.empty() && name[0] != '.' && name.size() < 200 &&
         name.find('/') == name.npos && name.find('\0') == name.npos;
}

// The name without a version or a target of a compiler, or "": python3.11 is
// python, clang-15 is clang, and arm-none-eabi-gcc is gcc.
std::string_view PlainName(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789.");
  if (last != name.npos && last + 1 < name.size()) {
    if (name[last] == '-') return name.substr(0, last);
    // A digit alone belongs to many names: ping6, test1.
    const size_t dot = name.rfind('.');
    const bool has_minor = dot != name.npos && dot > last + 1;
    return has_minor ? name.substr(0, last + 1) : std::string_view();
  }
  const size_t dash = name.rfind('-');
  if (dash == name.npos) return {};
  const std::string_view target = name.substr(0, dash);
  for (const char* system : {"-linux", "-none-", "-elf", "-mingw32"}) {
    if (target.find(system) != target.npos) return name.substr(dash + 1);
  }
  return {};
}

std::string StampOfDirectory(const std::string& path) {
  if (path.empty() || OnSlowMount(path)) return "";
  const auto st = StatFile(path);
  if (!st || !S_ISDIR(st->st_mode)) return "";
  return std::to_string(st->st_ino) + ' ' + std::to_string(st->st_mtim.tv_sec) +
         ' ' + std::to_string(st->st_mtim.tv_nsec);
}

}  // namespace

SpecStore::SpecStore(std::vector<std::string> directories, Compiles compiles,
                     std::string cache, ProgramOf program)
    : directories_(std::move(directories)),
      compiles_(compiles),
      cache_(std::move(cache)),
      program_(std::move(program)) {
  for (const std::string& directory : directories_) {
    layers_.emplace_back().directory = directory;
  }
}

void SpecStore::Recheck() {
  checked_ = false;
  for (Layer& layer : layers_) {
    for (auto& [name, file] : layer.files) file.checked_us = -kRecheckUs;
  }
  for (auto& [name, program] : programs_) program.checked_us = -kRecheckUs;
}

std::vector<SpecStore::Wanted> SpecStore::TakeWanted() {
  return std::exchange(wanted_, {});
}

void SpecStore::Lacks(const std::string& name) {
  if (!program_ || !IsSpecName(name)) return;
  if (!lacking_.emplace(name, true).second) return;
  const LooksForPrograms looks(*this);
  (void)FindProgramPack(name);
  // A pack that is there, or under way, is only to be remembered as one that is
  // used.
  bool is_wanted = false;
  for (Wanted& each : wanted_) {
    if (each.name != name) continue;
    is_wanted = each.lacks = true;
  }
  if (!is_wanted && wanted_.size() < kMaxWanted) {
    wanted_.push_back({name, "", true});
  }
}

// A request that made no pack is repeated twice.
void SpecStore::Request(const std::string& name, const std::string& program,
                        Program& known) {
  constexpr int kMaxRequests = 3;
  constexpr int64_t kLookUs = 20'000;
  const int64_t now = known.checked_us;
  const bool waits =
      known.requested_us > 0 && now - known.requested_us < kRecheckUs;
  if (waits) known.checked_us = now - kRecheckUs + kLookUs;
  if (waits || known.requests >= kMaxRequests || wanted_.size() >= kMaxWanted) {
    return;
  }
  known.requested_us = now;
  ++known.requests;
  known.checked_us = now - kRecheckUs + kLookUs;
  wanted_.push_back({name, program, lacking_.contains(name)});
}

SpecStore::Found SpecStore::FindProgramPack(std::string_view name) {
  if (!program_ || cache_.empty()) return {};
  auto at = programs_.find(name);
  if (at == programs_.end()) {
    const bool may_look = looks_ && IsSpecName(name);
    if (!may_look || programs_.size() >= kMaxPrograms) return {};
    at = programs_.emplace(name, Program{nullptr, -kRecheckUs}).first;
  }
  Program& known = at->second;
  const int64_t now = Clock::MonotonicUs();
  if (now - known.checked_us >= kRecheckUs) {
    known.checked_us = now;
    const std::string program = program_(at->first);
    known.pack =
        program.empty() ? nullptr : OpenLoosePack(cache_, program, at->first);
    if (known.pack) {
      known.requested_us = known.requests = 0;
    } else if (!program.empty()) {
      Request(at->first, program, known);
    }
  }
  if (!known.pack) return {};
  const PackEntry* entry = known.pack->Entry(name);
  return {entry != nullptr, known.pack, entry};
}

bool SpecStore::HasMetFile(const Layer& layer) {
  return !layer.pack && std::any_of(layer.files.begin(), layer.files.end(),
                                    [](const auto& file) {
                                      return !file.second.stamp.empty();
                                    });
}

// Most users have no specs of their own: their directories are not searched.
void SpecStore::CheckDirectories() {
  const int64_t now = Clock::MonotonicUs();
  if (checked_ && now - checked_us_ < kRecheckUs) return;
  checked_ = true;
  checked_us_ = now;
  ReadLacking();
  for (Layer& layer : layers_) {
    if (HasMetFile(layer)) ++version_;
    const std::string pack_path = PackOfDirectory(layer.directory);
    const std::string pack_stamp =
        pack_path.empty() ? "" : StampOfFile(pack_path);
    if (!pack_path.empty() &&
        (pack_stamp != layer.pack_stamp || pack_stamp.empty())) {
      layer.pack_stamp = pack_stamp;
      names_known_ = false;
      auto pack = SpecPack::Open(pack_path);
      layer.problem = pack.ok() ? "" : pack.status().message();
      // A pack of another version leaves the one that is in use.
      if (pack.ok()) layer.pack = std::move(*pack);
      ++version_;
    }
    // A shell does not compile all of ours.
    const bool is_refused =
        !pack_path.empty() && compiles_ == Compiles::kInBackground;
    if (layer.pack || is_refused) continue;
    std::string stamp = StampOfDirectory(layer.directory);
    if (stamp == layer.stamp) continue;
    layer.stamp = std::move(stamp);
    ReadNames(layer);
  }
}

// The names are those of empty files: most users have none of them.
void SpecStore::ReadLacking() {
  if (!program_ || cache_.empty()) return;
  const std::string directory = LackingDirectory(cache_);
  std::string stamp = StampOfDirectory(directory);
  if (stamp == lacking_stamp_) return;
  lacking_stamp_ = std::move(stamp);
  DIR* dir = lacking_stamp_.empty() ? nullptr : opendir(directory.c_str());
  while (const dirent* entry = dir ? readdir(dir) : nullptr) {
    if (IsSpecName(entry->d_name)) lacking_.emplace(entry->d_name, true);
  }
  if (dir) closedir(dir);
}

void SpecStore::ReadNames(Layer& layer) {
  names_known_ = false;
  ++version_;
  std::map<std::string, Loose, std::less<>> files;
  DIR* dir = layer.stamp.empty() ? nullptr : opendir(layer.directory.c_str());
  while (const dirent* entry = dir ? readdir(dir) : nullptr) {
    const std::string_view file = entry->d_name;
    if (!file.ends_with(".json") || file.starts_with('.')) continue;
    std::string name(file.substr(0, file.size() - 5));
    const auto known = layer.files.find(name);
    Loose loose;
    if (known != layer.files.end()) loose = std::move(known->second);
    loose.path = JoinPath(layer.directory, file);
    loose.checked_us = -kRecheckUs;
    files.emplace(std::move(name), std::move(loose));
  }
  if (dir) closedir(dir);
  layer.files = std::move(files);
}

SpecStore::Found SpecStore::FindIn(Layer& layer, std::string_view name) {
  if (layer.pack) {
    const PackEntry* entry = layer.pack->Entry(name);
    if (!entry || !entry->traits.has_spec) return {};
    return {true, layer.pack, entry};
  }
  const auto at = layer.files.find(name);
  if (at == layer.files.end()) return {};
  Loose& file = at->second;
  if (Clock::MonotonicUs() - file.checked_us >= kRecheckUs) {
    if (CheckFile(at->first, file)) {
      CompileLooseInBackground(cache_, layer.directory, directories_);
    }
  }
  if (!file.pack) return {};
  return {true, file.pack, file.pack->Entry(name)};
}

SpecStore::Found SpecStore::FindIn(std::string_view name) {
  CheckDirectories();
  for (Layer& layer : layers_) {
    if (Found found = FindIn(layer, name); found.known) return found;
  }
  return {};
}

uint64_t SpecStore::version() {
  CheckDirectories();
  return version_;
}

bool SpecStore::CheckFile(const std::string& name, Loose& file) {
  const int64_t now = Clock::MonotonicUs();
  std::string stamp = StampOfFile(file.path);
  const bool same = stamp == file.stamp;
  file.checked_us = now;
  file.stamp = std::move(stamp);
  if (file.stamp.empty()) {
    file.pack = nullptr;
    ++version_;
    return false;
  }
  if (same && file.pack && !file.requested && IsCurrent(*file.pack)) {
    return false;
  }
  ++version_;
  if (compiles_ == Compiles::kInMemory) {
    auto pack = SpecPack::FromBytes(PackFile(file.path, name, directories_));
    if (pack.ok()) file.pack = std::move(*pack);
    return false;
  }
  if (auto pack = OpenLoosePack(cache_, file.path, name)) {
    file.pack = std::move(pack);
    file.requested = false;
    return false;
  }
  file.checked_us = now - kRecheckUs + kPollUs;
  const bool is_new = !same || !file.requested;
  file.requested = true;
  return is_new;
}

std::shared_ptr<const Spec> SpecStore::Find(std::string_view name) {
  auto spec = FindAny(name);
  if (!spec || spec->root.partial || lacking_.contains(name)) {
    // The pack of the program has what ours says, too.
    if (const Found made = FindProgramPack(name); made.entry) {
      return made.pack->Find(*made.entry);
    }
  }
  return spec && spec->root.partial ? nullptr : spec;
}

// True for the name of a builtin's spec in zsh: a script history.zsh is another
// command.
bool SpecStore::IsBuiltinOfZsh(std::string_view name) {
  if (!name.ends_with(kOfZsh)) return false;
  name.remove_suffix(kOfZsh.size());
  const Found builtin = FindIn(name);
  return builtin.entry && builtin.entry->traits.builtin != Builtin::kNone;
}

std::shared_ptr<const Spec> SpecStore::FindAny(std::string_view name) {
  // No files have these names.
  if (name == ".") name = "source";
  if (name == ":") name = "true";
  if (!IsSpecName(name) || IsBuiltinOfZsh(name)) return nullptr;
  Found found = FindIn(name);
  if (!found.known) {
    const std::string_view plain = PlainName(name);
    if (!plain.empty()) found = FindIn(plain);
  }
  if (is_zsh_ && found.entry && found.entry->traits.builtin != Builtin::kNone) {
    const Found own = FindIn(std::string(name).append(kOfZsh));
    if (own.entry) found = own;
  }
  return found.entry ? found.pack->Find(*found.entry) : nullptr;
}

NameTraits SpecStore::TraitsOf(std::string_view name) {
  CheckDirectories();
  NameTraits traits;
  const PackEntry* of_pack = nullptr;  // of the last layer with the name
  bool known = false;
  for (Layer& layer : layers_) {
    const PackEntry* entry = layer.pack ? layer.pack->Entry(name) : nullptr;
    if (entry) of_pack = entry;
    if (known) continue;
    if (layer.pack) {
      known = entry && entry->traits.has_spec;
    } else {
      const Found found = FindIn(layer, name);
      known = found.known;
      entry = found.entry;
    }
    if (known && entry) traits = entry->traits;
  }
  if (of_pack) {
    traits.popular = of_pack->traits.popular;
    traits.filter = of_pack->traits.filter;
    traits.builtin = of_pack->traits.builtin;
  }
  return traits;
}

const std::vector<std::string>& SpecStore::Names() {
  CheckDirectories();
  if (names_known_) return names_;
  names_known_ = true;
  names_.clear();
  for (const Layer& layer : layers_) {
    if (!layer.pack) {
      for (const auto& [name, file] : layer.files) names_.push_back(name);
      continue;
    }
    for (const PackEntry& entry : layer.pack->index().entries) {
      if (entry.traits.has_spec) names_.push_back(entry.name.str());
    }
  }
  std::erase_if(
      names_, [this](const std::string& name) { return IsBuiltinOfZsh(name); });
  std::sort(names_.begin(), names_.end());
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  return names_;
}

std::vector<SpecStore::Entry> SpecStore::List() {
  std::vector<Entry> out;
  for (const std::string& name : Names()) {
    for (Layer& layer : layers_) {
      const Found found = FindIn(layer, name);
      if (!found.known) continue;
      if (!found.entry) break;
      std::string about = found.entry->description.str();
      if (found.entry->traits.partial) about += " (in part)";
      out.push_back(
          {name, JoinPath(layer.directory, name + ".json"), std::move(about)});
      break;
    }
  }
  return out;
}

std::vector<std::string> SpecStore::errors() const {
  std::vector<std::string> out;
  const auto add = [&out](const SpecPack& pack) {
    for (const PackedText& error : pack.index().errors) {
      out.push_back(error.str());
    }
  };
  for (const Layer& layer : layers_) {
    if (!layer.problem.empty()) out.push_back(layer.problem);
    if (layer.pack) add(*layer.pack);
    for (const auto& [name, file] : layer.files) {
      if (file.pack) add(*file.pack);
    }
  }
  return out;
}

}  // namespace synapse
