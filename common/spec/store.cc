#include "spec/store.h"

#include <dirent.h>
#include <string.h>

#include <algorithm>
#include <map>

#include "base/clock.h"
#include "base/files.h"
#include "spec/parse.h"
#include "spec/unread.h"

namespace synapse {
namespace {

// Names that are kept; most of them have no spec.
constexpr size_t kMaxNames = 1000;
// Bytes of JSON that were read of the specs that are kept, which take some
// three times as much in memory. The specs of one prompt's lines must fit, or
// each key would load them.
constexpr size_t kMaxLoadedBytes = 350 << 10;
constexpr size_t kMaxErrors = 100;
constexpr size_t kMaxBytes = 8 << 20;
constexpr int kMaxRefDepth = 4;
// The time after which the disk is checked again for a name.
constexpr int64_t kRecheckUs = 3'000'000;

int64_t StampOfPath(const std::string& path) {
  const auto st = StatFile(path);
  return st ? StampOf(*st) : 0;
}

int64_t DirectoryMtime(const std::string& path) {
  auto st = StatFile(path);
  if (!st) return 0;
  return int64_t{st->st_mtim.tv_sec} * 1'000'000'000 + st->st_mtim.tv_nsec;
}

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

// The texts around a member in a spec, and around "ref", because the referenced
// file may have the member. They are cached, because the lines of one answer
// name few commands.
const std::string& TextAround(const std::string& path,
                              std::string_view member) {
  constexpr size_t kAround = 100, kMaxKept = 64;  // bytes; texts
  struct Kept {
    int64_t stamp = 0;
    std::string text;
  };
  static std::map<std::string, Kept> kept;
  if (kept.size() > kMaxKept) kept.clear();
  Kept& known = kept[std::string(member) + ":" + path];
  const int64_t stamp = StampOfPath(path);
  if (known.stamp == stamp && stamp != 0) return known.text;
  known = {stamp, ""};
  auto text = ReadFile(path, kMaxBytes);
  if (!text.ok()) return known.text;
  for (std::string_view key : {member, std::string_view("ref")}) {
    const std::string quoted = "\"" + std::string(key) + "\"";
    for (size_t from = 0;;) {
      const void* hit = memmem(text->data() + from, text->size() - from,
                               quoted.data(), quoted.size());
      if (!hit) break;
      const auto at =
          static_cast<size_t>(static_cast<const char*>(hit) - text->data());
      const size_t begin = at - std::min(at, kAround);
      known.text.append(*text, begin, 2 * kAround);
      from = at + quoted.size();
    }
  }
  return known.text;
}

}  // namespace

SpecStore::SpecStore(std::vector<std::string> directories)
    : directories_(std::move(directories)) {}

void SpecStore::Recheck() {
  mtimes_.clear();
  for (auto& [name, entry] : entries_) entry.checked_us = -kRecheckUs;
}

// Most users have no specs of their own: their directories are not searched.
void SpecStore::CheckDirectories() {
  const int64_t now = Clock::MonotonicUs();
  if (!mtimes_.empty() && now - mtimes_checked_us_ < kRecheckUs) return;
  mtimes_checked_us_ = now;
  mtimes_.clear();
  for (const std::string& directory : directories_) {
    const bool readable = !directory.empty() && !OnSlowMount(directory);
    mtimes_.push_back(readable ? DirectoryMtime(directory) : 0);
  }
}

std::string SpecStore::PathOf(const std::string& name) {
  CheckDirectories();
  std::string path = FileOf(name);
  if (!path.empty()) return path;
  const std::string plain(PlainName(name));
  return plain.empty() ? "" : FileOf(plain);
}

std::string SpecStore::FileOf(const std::string& name) const {
  for (size_t i = 0; i < directories_.size(); ++i) {
    if (mtimes_[i] == 0) continue;
    std::string path = JoinPath(directories_[i], name + ".json");
    if (IsRegularFile(path)) return path;
  }
  return "";
}

std::shared_ptr<const Spec> SpecStore::Find(std::string_view name) {
  auto spec = FindAny(name);
  return spec && spec->root.partial ? nullptr : spec;
}

std::shared_ptr<const Spec> SpecStore::FindAny(std::string_view name) {
  if (name == ".") name = "source";  // no file has this name
  if (!IsSpecName(name)) return nullptr;
  std::string key(name);
  int64_t now = Clock::MonotonicUs();
  auto found = entries_.find(key);
  if (found != entries_.end()) {
    CacheEntry& entry = found->second;
    ages_.splice(ages_.begin(), ages_, entry.age);
    if (now - entry.checked_us < kRecheckUs) return entry.spec;
    entry.checked_us = now;
    if (StampsOf(key, entry.files) == entry.stamps) return entry.spec;
  } else {
    ages_.push_front(key);
    found = entries_.emplace(key, CacheEntry{}).first;
    found->second.age = ages_.begin();
    found->second.name = key;
    found->second.checked_us = now;
  }
  CacheEntry& entry = found->second;
  loaded_bytes_ -= entry.bytes;
  entry.files.clear();
  entry.bytes = 0;
  const size_t others = loaded_bytes_;
  entry.spec = Load(key, 0, entry);
  entry.stamps = StampsOf(key, entry.files);
  loaded_bytes_ = others + entry.bytes;
  auto result = entry.spec;
  DropOldest();
  return result;
}

void SpecStore::DropOldest() {
  while (ages_.size() > 1 &&
         (ages_.size() > kMaxNames || loaded_bytes_ > kMaxLoadedBytes)) {
    const auto oldest = entries_.find(ages_.back());
    loaded_bytes_ -= oldest->second.bytes;
    entries_.erase(oldest);
    ages_.pop_back();
  }
}

bool SpecStore::MayHave(std::span<const std::string> words,
                        std::string_view member) {
  if (words.empty() || !IsSpecName(BaseName(words[0]))) return false;
  const std::string name(BaseName(words[0]));
  if (entries_.contains(name)) return true;
  const std::string path = PathOf(name);
  if (path.empty()) return false;
  const std::string& around = TextAround(path, member);
  return !around.empty() &&
         std::any_of(words.begin(), words.end(), [&](const std::string& word) {
           const std::string& named = &word == &words[0] ? name : word;
           return !named.starts_with('-') &&
                  around.find("\"" + named + "\"") != around.npos;
         });
}

bool SpecStore::MayMention(const std::string& name, std::string_view key) {
  constexpr size_t kMaxMentions = 500;
  if (!IsSpecName(name)) return false;
  if (const auto loaded = entries_.find(name); loaded != entries_.end()) {
    return loaded->second.spec != nullptr;
  }
  if (mentions_.size() > kMaxMentions) mentions_.clear();
  const int64_t now = Clock::MonotonicUs();
  auto [known, fresh] = mentions_.try_emplace(std::string(key) + ":" + name);
  Mention& mention = known->second;
  if (!fresh && now - mention.checked_us < kRecheckUs) return mention.found;
  mention.checked_us = now;
  const std::string path = PathOf(name);
  const int64_t stamp = path.empty() ? 0 : StampOfPath(path);
  if (!fresh && stamp == mention.stamp) return mention.found;
  mention.stamp = stamp;
  const auto text = ReadFile(path, kMaxBytes);
  const auto has = [&](std::string_view member) {
    return text->find("\"" + std::string(member) + "\"") != text->npos;
  };
  mention.found = text.ok() && (has(key) || has("ref"));
  return mention.found;
}

// The first stamp belongs to the file that the name leads to now, so that a new
// spec, also in an earlier directory, counts as a change.
std::vector<int64_t> SpecStore::StampsOf(
    const std::string& name, const std::vector<std::string>& files) {
  std::string path = PathOf(name);
  std::vector<int64_t> stamps{path.empty() ? 0 : StampOfPath(path)};
  for (const std::string& file : files) stamps.push_back(StampOfPath(file));
  return stamps;
}

void SpecStore::Remember(std::string error) {
  auto same = std::find(errors_.begin(), errors_.end(), error);
  if (same != errors_.end()) errors_.erase(same);
  if (errors_.size() == kMaxErrors) errors_.erase(errors_.begin());
  errors_.push_back(std::move(error));
}

std::shared_ptr<Spec> SpecStore::Load(const std::string& name, int depth,
                                      CacheEntry& entry) {
  std::string path = PathOf(name);
  if (path.empty()) return nullptr;
  entry.files.push_back(path);
  // Taken first: where the file changes in between, its parts stay unread.
  auto file = std::make_shared<SpecFile>(SpecFile{
      path, StampOfPath(path),
      [this](std::string error) { Remember(std::move(error)); },
      [this, name = entry.name](size_t bytes) {
        const auto kept = entries_.find(name);
        if (kept == entries_.end()) return;
        kept->second.bytes += bytes;
        loaded_bytes_ += bytes;
      }});
  auto text = ReadFile(path, kMaxBytes);
  if (!text.ok()) {
    Remember(text.status().message());
    return nullptr;
  }
  auto parsed = ParseSpec(*text, std::move(file));
  if (!parsed.ok()) {
    Remember(parsed.status().message());
    return nullptr;
  }
  auto spec = std::make_shared<Spec>(std::move(*parsed));
  entry.bytes += text->size() - std::min(text->size(), spec->unread_bytes);
  Resolve(spec->root, *spec, depth, entry);
  spec->has_risks = HasRisks(spec->root);
  spec->takes_secrets = TakesSecrets(spec->root);
  return spec;
}

namespace {

template <class Member>
bool ShareName(const Member& a, const Member& b) {
  return std::any_of(
      a.names.begin(), a.names.end(),
      [&](const std::string& name) { return b.is_named(name); });
}

// Adds the traits of `theirs` that `own` does not have, but for `hidden`,
// `deprecated` and `instead`, which belong to the name.
void JoinTraits(CommandSpec& own, const CommandSpec& theirs) {
  const auto fill = [](auto& mine, const auto& other) {
    if (mine.empty()) mine = other;
  };
  fill(own.description, theirs.description);
  if (own.risk.level == RiskLevel::kNone) own.risk = theirs.risk;
  fill(own.stdin_, theirs.stdin_);
  fill(own.subcommand_generator, theirs.subcommand_generator);
  fill(own.frequent, theirs.frequent);
  fill(own.piped_to, theirs.piped_to);
  fill(own.next, theirs.next);
  if (own.makes->empty()) own.makes = theirs.makes;
  own.partial |= theirs.partial;
  own.downloads |= theirs.downloads;
  own.prints |= theirs.prints;
  own.produces |= theirs.produces;
  own.finds |= theirs.finds;
  own.opens |= theirs.opens;
  own.enters |= theirs.enters;
  own.answers |= theirs.answers;
  own.dashless |= theirs.dashless;
  own.options_first |= theirs.options_first;
  own.root |= theirs.root;
}

// Adds the members of `theirs`. One with a name that `own` has too is joined
// with it, and an option is left out.
void Join(CommandSpec& own, const CommandSpec& theirs) {
  (void)Whole(own);
  JoinTraits(own, theirs);
  if (own.args.empty()) own.args = theirs.args;
  const size_t options = own.options.size();
  for (const OptionSpec& option : theirs.options) {
    const auto end = own.options.begin() + static_cast<ptrdiff_t>(options);
    if (std::none_of(own.options.begin(), end, [&](const OptionSpec& other) {
          return ShareName(other, option);
        })) {
      own.options.push_back(option);
    }
  }
  const size_t subcommands = own.subcommands.size();
  for (const CommandSpec& sub : theirs.subcommands) {
    const auto end =
        own.subcommands.begin() + static_cast<ptrdiff_t>(subcommands);
    const auto same = std::find_if(
        own.subcommands.begin(), end,
        [&](const CommandSpec& other) { return ShareName(other, sub); });
    if (same == end) {
      own.subcommands.push_back(sub);
    } else {
      Join(*same, Whole(sub));
    }
  }
}

}  // namespace

// Loads the subtree of a `ref`. Members next to the ref are kept, and missing
// ones come from the other file.
void SpecStore::Resolve(CommandSpec& command, Spec& spec, int depth,
                        CacheEntry& entry) {
  for (CommandSpec& sub : command.subcommands) {
    Resolve(sub, spec, depth, entry);
  }
  if (command.ref.empty()) return;
  if (depth >= kMaxRefDepth) {
    return Remember(spec.origin + ": more than 4 references in a row");
  }
  auto other = Load(command.ref, depth + 1, entry);
  if (!other) {
    return Remember(spec.origin + ": no spec for the reference '" +
                    command.ref + "'");
  }
  Join(command, other->root);
  spec.generators.merge(other->generators);
  spec.option_names.Merge(other->option_names);
  spec.subcommand_names.Merge(other->subcommand_names);
}

const std::vector<std::string>& SpecStore::Names() {
  CheckDirectories();
  if (mtimes_ == names_mtimes_) return names_;
  names_.clear();
  for (size_t i = 0; i < directories_.size(); ++i) {
    if (mtimes_[i] == 0) continue;
    DIR* dir = opendir(directories_[i].c_str());
    if (!dir) continue;
    while (const dirent* entry = readdir(dir)) {
      std::string_view file = entry->d_name;
      if (!file.ends_with(".json") || file.starts_with('.')) continue;
      names_.emplace_back(file.substr(0, file.size() - 5));
    }
    closedir(dir);
  }
  std::sort(names_.begin(), names_.end());
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  names_mtimes_ = mtimes_;
  return names_;
}

std::vector<SpecStore::Entry> SpecStore::List() {
  std::vector<Entry> out;
  for (const std::string& name : std::vector<std::string>(Names())) {
    CacheEntry unkept;
    auto spec = Load(name, 0, unkept);
    if (!spec) continue;
    std::string about = spec->root.description;
    if (spec->root.partial) about += " (in part)";
    out.push_back({name, spec->origin, std::move(about)});
  }
  return out;
}

}  // namespace synapse
