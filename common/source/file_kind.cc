#include "source/file_kind.h"

#include <dirent.h>

#include <algorithm>

#include "base/files.h"
#include "context/operands.h"

namespace synapse {
namespace {

// Bounds of the look into a directory that may lead to a wanted file.
constexpr size_t kMaxPeeked = 12;  // directories of a listing
constexpr size_t kMaxInner = 16;   // directories in these
constexpr size_t kMaxNames = 256;
constexpr int kMaxRead = 128;  // files whose contents are read
constexpr int kMaxDepth = 4;
constexpr int kMaxDeep = 16;         // directories further down
constexpr size_t kMaxLeading = 512;  // that are kept

}  // namespace

KindFit FitOf(const FileKind& kind, std::string_view name,
              const std::string& path, const struct stat& st,
              FileContents& contents) {
  const bool named =
      std::any_of(kind.extensions.begin(), kind.extensions.end(),
                  [&](const std::string& e) { return HasEnding(name, e); });
  if (kind.contents.empty() || (!named && !kind.extensions.empty())) {
    return {.fits = named};
  }
  const bool fits = std::any_of(
      kind.contents.begin(), kind.contents.end(),
      [&](const std::string& k) { return contents.Is(path, st, k); });
  return {.fits = fits, .named = named && !fits};
}

bool HasOnlyPackages(std::string_view directory) {
  return directory == "node_modules" || directory == "__pycache__";
}

Leading::Leading(const FileKind& kind, DirectoryCache& directories,
                 FileContents& contents, Known& known, Budget& budget)
    : wanted_(kind),
      directories_(directories),
      contents_(contents),
      known_(known),
      budget_(budget) {
  for (const auto* list : {&kind.extensions, &kind.contents}) {
    for (const std::string& name : *list) kind_ += name + '\n';
    kind_ += '\n';
  }
}

std::optional<Leads> Leading::Of(const std::string& path) {
  auto known = known_.find(kind_ + path);
  if (known == known_.end()) {
    if (peeked_ == kMaxPeeked || budget_.Spent()) return std::nullopt;
    ++peeked_;
    const Leads leads = Holds(path);
    if (leads != Leads::kYes && Ended()) return std::nullopt;
    if (known_.size() >= kMaxLeading) known_.clear();
    known = known_.emplace(kind_ + path, leads).first;
  }
  return known->second;
}

bool Leading::Ended() { return inner_ == kMaxInner || budget_.Spent(); }

struct Leading::Inner {
  std::vector<std::string> directories;  // some of them
  bool more = false;  // there is more that may be a directory
};

// Reads the directory, then the directories in it, and so on. A wanted file
// further down is too far away to lead to, but it shows that the directory has
// one.
Leads Leading::Holds(const std::string& path) {
  const int near = wanted_.contents.empty() ? 1 : 0;
  std::vector<std::string> level{path};
  bool more = false;
  for (int depth = 0; depth < kMaxDepth && !level.empty(); ++depth) {
    std::vector<std::string> below;
    for (const std::string& directory : level) {
      if (depth == 1 && near == 1) {
        if (Ended()) return Leads::kUnknown;
        ++inner_;
      } else if (depth > 0 && (++deep_ > kMaxDeep || budget_.Spent())) {
        return Leads::kUnknown;
      }
      const Listing* listing = directories_.Get(directory, budget_);
      Inner inner;
      if (listing && HoldsOne(directory, *listing, inner)) {
        return depth <= near ? Leads::kYes : Leads::kUnknown;
      }
      more |= !listing || inner.more;
      for (const std::string& name : inner.directories) {
        below.push_back(JoinPath(directory, name));
      }
    }
    level = std::move(below);
  }
  return more || !level.empty() ? Leads::kUnknown : Leads::kNo;
}

bool Leading::HoldsOne(const std::string& path, const Listing& listing,
                       Inner& inner) {
  inner.more = listing.size() > kMaxNames || !listing.complete();
  for (size_t i = 0; i < std::min(listing.size(), kMaxNames); ++i) {
    const DirectoryEntry entry = listing.at(i);
    if (entry.name.starts_with('.')) continue;
    const bool may_fit = entry.type != DT_DIR || !wanted_.contents.empty();
    if (may_fit && Fits(path, entry, inner)) return true;
    if (entry.type != DT_DIR) {
      inner.more |= entry.type != DT_REG;
    } else if (!HasOnlyPackages(entry.name)) {
      if (inner.directories.size() < kMaxInner) {
        inner.directories.emplace_back(entry.name);
      } else {
        inner.more = true;
      }
    }
  }
  return false;
}

// By its name alone, unless contents are wanted.
bool Leading::Fits(const std::string& directory, const DirectoryEntry& entry,
                   Inner& inner) {
  if (wanted_.contents.empty()) {
    return FitOf(wanted_, entry.name, /*path=*/"", {}, contents_).fits;
  }
  const std::string path = JoinPath(directory, entry.name);
  if (budget_.Spent() || read_ == kMaxRead || OnSlowMount(path)) {
    inner.more = true;
    return false;
  }
  ++read_;
  const auto st = StatFile(path);
  return st && FitOf(wanted_, entry.name, path, *st, contents_).fits;
}

}  // namespace synapse
