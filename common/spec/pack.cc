#include "spec/pack.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "base/files.h"
#include "spec/json_tree.h"
#include "spec/late_lists.h"
#include "spec/packer.h"
#include "spec/spec_reader.h"

namespace synapse {
namespace {

constexpr char kMagic[8] = {'S', 'Y', 'N', 'S', 'P', 'E', 'C', '\n'};

struct Header {
  char magic[sizeof(kMagic)];
  uint64_t format, size, index;
};
static_assert(sizeof(Header) % kPackAlignment == 0);

bool Finds(const CommandDraft& command) {
  return command.finds || std::any_of(command.subcommands.begin(),
                                      command.subcommands.end(), Finds);
}
bool Opens(const CommandDraft& command) {
  return command.opens || std::any_of(command.subcommands.begin(),
                                      command.subcommands.end(), Opens);
}

}  // namespace

Result<std::shared_ptr<SpecPack>> SpecPack::Open(const std::string& path) {
  const int fd =
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0) return Status(Code::kNotFound, path + ": no such pack");
  std::shared_ptr<SpecPack> pack(new SpecPack);
  struct stat file;
  if (fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && file.st_size > 0) {
    const auto size = static_cast<size_t>(file.st_size);
    void* at = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED) {
      pack->bytes_ = {static_cast<const char*>(at), size};
      pack->mapped_ = true;
    }
  }
  close(fd);
  if (const Status status = pack->Check(); !status.ok()) {
    return Status(status.code(), path + ": " + status.message());
  }
  return pack;
}

Result<std::shared_ptr<SpecPack>> SpecPack::FromBytes(std::string bytes) {
  std::shared_ptr<SpecPack> pack(new SpecPack);
  pack->own_ = std::move(bytes);
  pack->bytes_ = pack->own_;
  if (const Status status = pack->Check(); !status.ok()) return status;
  return pack;
}

SpecPack::~SpecPack() {
  LateLists::Get().Forget(bytes_);
  if (mapped_) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

Status SpecPack::Check() {
  Header header;
  if (bytes_.size() < sizeof(header)) return {Code::kCorrupt, "not a pack"};
  memcpy(&header, bytes_.data(), sizeof(header));
  if (memcmp(header.magic, kMagic, sizeof(kMagic)) != 0) {
    return {Code::kCorrupt, "not a pack"};
  }
  if (header.format != PackFormat()) {
    return {Code::kCorrupt, "made by another version of Synapse"};
  }
  if (header.size != bytes_.size() || header.index > bytes_.size()) {
    return {Code::kCorrupt, "damaged: not of its size"};
  }
  index_ = Unpacked<PackIndex>(bytes_.substr(header.index));
  if (!index_) return {Code::kCorrupt, "damaged"};
  checked_.resize(index_->entries.size());
  LateLists::Get().Add(bytes_);
  return {};
}

const PackEntry* SpecPack::Entry(std::string_view name) const {
  if (name.empty()) return nullptr;
  const size_t place = name.size() + 7U * static_cast<uint8_t>(name.front()) +
                       31U * static_cast<uint8_t>(name.back());
  const PackEntry*& recent = recent_[place % kRecent];
  if (recent && recent->name == name) return recent;
  const auto& entries = index_->entries;
  // Most names differ in their first letter.
  const auto is_before = [](const PackEntry& entry, std::string_view wanted) {
    const std::string_view its = entry.name.view();
    if (its.empty() || wanted.empty() || its[0] == wanted[0]) {
      return its < wanted;
    }
    return static_cast<unsigned char>(its[0]) <
           static_cast<unsigned char>(wanted[0]);
  };
  const auto at =
      std::lower_bound(entries.begin(), entries.end(), name, is_before);
  if (at == entries.end() || at->name != name) return nullptr;
  return recent = &*at;
}

std::shared_ptr<const Spec> SpecPack::Find(const PackEntry& entry) {
  if (!entry.traits.has_spec) return nullptr;
  const auto begin = static_cast<size_t>(entry.begin);
  const auto size = static_cast<size_t>(entry.size);
  State& state =
      checked_[static_cast<size_t>(&entry - index_->entries.begin())];
  if (state == State::kUnchecked) {
    const bool inside = entry.begin >= 0 && entry.size >= 0 &&
                        begin <= bytes_.size() &&
                        size <= bytes_.size() - begin &&
                        UnpackedButLate(bytes_.substr(begin, size)) != nullptr;
    state = inside ? State::kGood : State::kBad;
  }
  if (state == State::kBad) return nullptr;
  return {shared_from_this(),
          reinterpret_cast<const Spec*>(bytes_.data() + begin)};
}

PackEntryDraft& PackBuilder::EntryOf(const std::string& name) {
  auto& entries = index_.entries;
  const auto at = std::lower_bound(
      entries.begin(), entries.end(), name,
      [](const auto& a, const std::string& b) { return a.name < b; });
  if (at != entries.end() && at->name == name) return *at;
  PackEntryDraft entry;
  entry.name = name;
  return *entries.insert(at, std::move(entry));
}

void PackBuilder::Add(const std::string& name, const SpecDraft& spec) {
  PackEntryDraft& entry = EntryOf(name);
  const std::string packed = Pack(spec);
  entry.description = spec.root.description;
  entry.begin = static_cast<int>(sizeof(Header) + specs_.size());
  entry.size = static_cast<int>(packed.size());
  entry.traits.has_spec = true;
  entry.traits.partial = spec.root.partial;
  entry.traits.has_risks = spec.has_risks;
  entry.traits.takes_secrets = spec.takes_secrets;
  entry.traits.finds = Finds(spec.root);
  entry.traits.opens = Opens(spec.root);
  specs_ += packed;
}

Status PackBuilder::AddNames(std::string_view json, const std::string& origin) {
  const JsonTree tree(json);
  const auto bad = [&](int line, const std::string& why) {
    return Status(Code::kInvalidArgument,
                  origin + ":" + std::to_string(line) + ": " + why);
  };
  if (!tree.ok()) return bad(tree.error_line(), tree.error());
  // Calls `set` with each name of the list and its place in it.
  const auto each = [&](const JsonNode& object, const char* key,
                        const auto& set) {
    const JsonNode* list = tree.Member(object, key);
    int place = 0;
    for (auto* n = list ? tree.First(*list) : nullptr; n; n = tree.Next(*n)) {
      set(EntryOf(std::string(n->text)).traits, place++);
    }
  };
  const JsonNode& root = tree.root();
  each(root, "popular", [](NameTraits& t, int rank) { t.popular = rank; });
  each(root, "filters", [](NameTraits& t, int rank) { t.filter = rank; });
  const JsonNode* builtins = tree.Member(root, "builtins");
  if (!builtins) return bad(tree.Line(root), "expected builtins");
  each(*builtins, "both",
       [](NameTraits& t, int) { t.builtin = Builtin::kBoth; });
  each(*builtins, "zsh", [](NameTraits& t, int) { t.builtin = Builtin::kZsh; });
  each(*builtins, "bash",
       [](NameTraits& t, int) { t.builtin = Builtin::kBash; });
  return {};
}

std::string PackBuilder::Finish() {
  Header header;
  memcpy(header.magic, kMagic, sizeof(kMagic));
  header.format = PackFormat();
  const std::string index = Pack(index_);
  header.index = sizeof(header) + specs_.size();
  header.size = header.index + index.size();
  return std::string(reinterpret_cast<const char*>(&header), sizeof(header)) +
         specs_ + index;
}

std::string PackDirectory(const std::string& directory) {
  std::set<std::string> names;
  if (DIR* dir = opendir(directory.c_str())) {
    while (const dirent* entry = readdir(dir)) {
      const std::string_view file = entry->d_name;
      if (!file.ends_with(".json") || file.starts_with('.')) continue;
      names.emplace(file.substr(0, file.size() - 5));
    }
    closedir(dir);
  }
  PackBuilder builder;
  auto& errors = builder.index().errors;
  SpecReader reader({directory});
  for (const std::string& name : names) {
    if (const auto spec = reader.Read(name)) builder.Add(name, *spec);
  }
  errors = reader.errors();
  const std::string facts = JoinPath(directory, "names/commands.json");
  if (const auto text = ReadFile(facts); text.ok()) {
    const Status status = builder.AddNames(*text, facts);
    if (!status.ok()) errors.push_back(status.message());
  }
  return builder.Finish();
}

}  // namespace synapse
