#include "source/command_lookup.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/clock.h"

namespace synapse {
namespace {

constexpr int64_t kTrustUs = 60'000'000;
constexpr int64_t kMtimeCheckUs = 2'000'000;
// A change within the same tick of a file system's clock leaves the mtime.
constexpr int64_t kSettledNs = 1'000'000'000;

// The number of programs that one command installs, at most.
constexpr size_t kMostAdded = 16;

int64_t MtimeNs(const struct stat& st) {
  return int64_t{st.st_mtim.tv_sec} * 1'000'000'000 + st.st_mtim.tv_nsec;
}

// The entries of the listing that are no directories, sorted. Nearly all names of
// /usr/bin differ in their first eight bytes.
std::vector<uint32_t> FilesByName(const Listing& listing) {
  struct Keyed {
    uint64_t first;  // ordered as the bytes are; behind the end: 0
    uint32_t entry;
  };
  std::vector<Keyed> keyed;
  keyed.reserve(listing.size());
  for (size_t i = 0; i < listing.size(); ++i) {
    const auto [name, type] = listing.at(i);
    if (type == DT_DIR) continue;
    uint64_t first = 0;
    for (size_t at = 0; at < sizeof(first); ++at) {
      first = first << 8 |
              (at < name.size() ? static_cast<unsigned char>(name[at]) : 0);
    }
    keyed.push_back({first, static_cast<uint32_t>(i)});
  }
  std::sort(keyed.begin(), keyed.end(), [&](const Keyed& a, const Keyed& b) {
    return a.first != b.first
               ? a.first < b.first
               : listing.at(a.entry).name < listing.at(b.entry).name;
  });
  std::vector<uint32_t> entries;
  entries.reserve(keyed.size());
  for (const Keyed& each : keyed) entries.push_back(each.entry);
  return entries;
}

}  // namespace

bool IsCommonBuiltin(SpecStore& specs, std::string_view name) {
  return specs.TraitsOf(name).builtin == Builtin::kBoth;
}

bool IsOfOneShell(SpecStore& specs, std::string_view name) {
  const Builtin builtin = specs.TraitsOf(name).builtin;
  return builtin == Builtin::kZsh || builtin == Builtin::kBash;
}

std::vector<CommandLookup::Name>::const_iterator CommandLookup::Directory::From(
    std::string_view text) const {
  return std::lower_bound(names.begin(), names.end(), text,
                          [this](const Name& name, std::string_view t) {
                            return TextOf(name) < t;
                          });
}

bool CommandLookup::Directory::CanRun(const Name& name) const {
  if (name.runs == Runs::kUnknown) {
    bool may = access(JoinPath(path, TextOf(name)).c_str(), X_OK) == 0;
    name.runs = may ? Runs::kYes : Runs::kNo;
  }
  return name.runs == Runs::kYes;
}

void CommandLookup::Directory::Clear() {
  listing.Clear();
  names.clear();
  id.reset();
  known = false;
}

void CommandLookup::Directory::Change() {
  if (known && id) {
    before.clear();
    for (const Name& name : names) before.emplace_back(TextOf(name));
  }
  Clear();
}

bool CommandLookup::Directory::IsAdded(std::string_view name) const {
  constexpr int64_t kAddedUs = int64_t{600} * 1'000'000;
  return std::find(added.begin(), added.end(), name) != added.end() &&
         Clock::MonotonicUs() - added_us < kAddedUs;
}

bool CommandLookup::Directory::IsCurrent(const struct stat& now) const {
  return id == FileId{now.st_dev, now.st_ino} && mtime_ns == MtimeNs(now);
}

void CommandLookup::Directory::Read(Budget& budget) {
  listing.ReadOn(budget);
  known = listing.complete();
  // A name may have another place now; its file is checked again.
  names.clear();
  for (const uint32_t entry : FilesByName(listing)) {
    names.push_back({.entry = entry});
  }
  if (!known || before.empty()) return;
  std::vector<std::string> came;
  for (const Name& name : names) {
    if (!std::binary_search(before.begin(), before.end(), TextOf(name))) {
      came.emplace_back(TextOf(name));
    }
  }
  before.clear();
  // A directory that changed just now is read again, and has nothing new then.
  if (came.empty()) return;
  added = std::move(came);
  added_us = Clock::MonotonicUs();
  // So many new names come from an upgrade of the system, not from one program.
  if (added.size() > kMostAdded) added.clear();
}

bool CommandLookup::KnowsPath() const {
  return std::all_of(
      directories_.begin(), directories_.end(),
      [this](const Directory& d) { return d.known || !IsRead(d); });
}

// Reads PATH again if it has changed.
void CommandLookup::ReadPath() {
  auto variable = [&](std::string_view name) {
    auto value =
        shell_.variable ? shell_.variable(name) : std::optional<std::string>();
    return value.value_or("");
  };
  std::string path = variable("PATH");
  std::string venv = variable("VIRTUAL_ENV");
  if (!venv.empty()) path = JoinPath(venv, "bin") + ":" + path;
  if (path == path_) return;
  path_ = path;
  checked_us_ = 0;
  relative_.clear();
  directories_.clear();
  std::unordered_set<std::string> seen;
  for (size_t at = 0; at <= path.size();) {
    size_t end = std::min(path.find(':', at), path.size());
    std::string dir = path.substr(at, end - at);
    at = end + 1;
    if (path.empty()) break;
    if (!dir.starts_with('/')) {
      relative_.push_back(std::move(dir));
    } else if (seen.insert(dir).second) {
      directories_.emplace_back(std::move(dir));
    }
  }
  for (const char* dir : {"/usr/local/sbin", "/usr/sbin", "/sbin"}) {
    if (seen.insert(dir).second) {
      directories_.emplace_back(dir).is_system = true;
    }
  }
}

// /usr/sbin is a link to /usr/bin on some systems.
static bool IsSbin(const std::string& path) {
  const std::unique_ptr<char, decltype(&free)> real(
      realpath(path.c_str(), nullptr), free);
  return real && std::string_view(real.get()).ends_with("/sbin");
}

void CommandLookup::Refresh(bool as_root, Budget& budget) {
  if (visiting_) return;
  if (!std::exchange(knows_path_now_, true)) ReadPath();
  if (as_root && !reads_system_) {
    reads_system_ = true;
    checked_us_ = 0;
  }
  const int64_t now = Clock::MonotonicUs();
  if (checked_us_ != 0 && now - checked_us_ < kMtimeCheckUs) return;
  if (now - trusted_us_ > kTrustUs) {
    for (const Directory& directory : directories_) {
      for (const Name& name : directory.names) name.runs = Runs::kUnknown;
    }
    trusted_us_ = now;
  }
  const int64_t now_ns = Clock().NowMs() * 1'000'000;
  std::vector<FileId> seen;
  // Directories for which there is no time are read next time.
  for (Directory& directory : directories_) {
    if (budget.SpentNow()) return;
    if (!IsRead(directory) || OnSlowMount(directory.path)) continue;
    const auto st = StatFile(directory.path);
    const FileId id = st ? FileId{st->st_dev, st->st_ino} : FileId{};
    // /bin is often a link to /usr/bin.
    const bool is_first =
        st && std::find(seen.begin(), seen.end(), id) == seen.end();
    if (is_first) {
      seen.push_back(id);
      if (!directory.id || !directory.IsCurrent(*st)) {
        directory.Change();
        directory.is_sbin = IsSbin(directory.path);
        if (directory.listing.Open(directory.path)) {
          directory.id = id;
          directory.mtime_ns =
              now_ns - MtimeNs(*st) > kSettledNs ? MtimeNs(*st) : 0;
        }
      }
    } else {
      directory.Clear();
    }
    if (!directory.id) {
      directory.known = true;  // there is nothing to read
    } else if (!directory.known) {
      directory.Read(budget);
    }
    if (!directory.known) return;
  }
  checked_us_ = now;
}

bool CommandLookup::Exists(std::string_view command, const Scope& scope,
                           Budget& budget) {
  if (command.find('/') != command.npos) {
    std::string path = JoinPath(scope.cwd, ExpandTilde(command));
    return !OnSlowMount(path) && CanExecute(path);
  }
  // Outside of a shell the builtins of both shells are assumed.
  return (shell_.kind ? shell_.kind(command) != ShellNames::Kind::kNone
                      : IsCommonBuiltin(specs_, command)) ||
         IsOnPath(command, scope, budget);
}

bool CommandLookup::IsOnPath(std::string_view command, const Scope& scope,
                             Budget& budget) {
  // A relative directory on PATH changes with each cd.
  for (const std::string& directory : relative_) {
    const std::string path = JoinPath(JoinPath(scope.cwd, directory), command);
    if (!OnSlowMount(path) && CanExecute(path) && !IsDirectory(path)) {
      return true;
    }
  }
  Refresh(scope.as_root, budget);
  return std::any_of(
      directories_.begin(), directories_.end(), [&](const Directory& d) {
        if (!Counts(d, scope)) return false;
        const auto at = d.From(command);
        return at != d.names.end() && d.TextOf(*at) == command && d.CanRun(*at);
      });
}

bool CommandLookup::IsForRoot(std::string_view name, Budget& budget) {
  Refresh(/*as_root=*/true, budget);
  bool in_sbin = false;
  for (const Directory& d : directories_) {
    const auto at = d.From(name);
    if (at == d.names.end() || d.TextOf(*at) != name) continue;
    if (!d.is_sbin) return false;
    in_sbin = true;
  }
  return in_sbin;
}

// ShellNames::kind may answer with an alias or a function of that name, and a
// pass over all names for each candidate takes too long.
bool CommandLookup::IsBuiltin(std::string_view name) {
  if (!shell_.each) return IsCommonBuiltin(specs_, name);
  const int64_t now = Clock::MonotonicUs();
  if (builtins_us_ == 0 || now - builtins_us_ > kMtimeCheckUs) {
    builtins_us_ = now;
    builtins_.clear();
    shell_.each("", [&](std::string_view other, ShellNames::Kind kind) {
      if (kind == ShellNames::Kind::kBuiltin) builtins_.emplace(other);
      return true;
    });
  }
  return builtins_.contains(std::string(name));
}

bool CommandLookup::MayBegin(std::string_view command, RunsOnly only,
                             const Scope& scope, Budget& budget) {
  if (only == RunsOnly::kAny) return true;
  if (only == RunsOnly::kPrograms) {
    if (shell_.kind && shell_.kind(command) == ShellNames::Kind::kAlias) {
      return true;
    }
  } else if (IsBuiltin(command)) {
    return true;
  }
  // A path is not looked up in PATH.
  return only != RunsOnly::kBuiltins &&
         (command.find('/') != command.npos ||
          IsOnPath(command, scope, budget) || !KnowsPath());
}

void CommandLookup::EachName(
    Budget& budget, const std::function<void(std::string_view)>& visit) {
  if (shell_.each) {
    shell_.each("", [&](std::string_view name, ShellNames::Kind) {
      if (!name.starts_with('_')) visit(name);  // internal functions
      return true;
    });
  }
  Refresh(/*as_root=*/true, budget);
  visiting_ = true;
  for (const Directory& directory : directories_) {
    if (!Counts(directory, anybody())) continue;
    for (const Name& name : directory.names) visit(directory.TextOf(name));
  }
  visiting_ = false;
}

std::string_view CommandLookup::Program::name() const {
  return directory_->TextOf(*entry_);
}

bool CommandLookup::Program::CanRun() const {
  return directory_->CanRun(*entry_);
}

bool CommandLookup::Program::MayRun() const {
  return entry_->runs != Runs::kNo;
}

bool CommandLookup::Program::IsAdded() const {
  return directory_->IsAdded(name());
}

bool CommandLookup::Program::is_for_root() const {
  return directory_->is_system;
}

void CommandLookup::EachProgram(
    std::string_view prefix, const Scope& scope, Budget& budget,
    const std::function<bool(const Program&)>& visit) {
  Refresh(scope.as_root, budget);
  for (const Directory& directory : directories_) {
    if (!Counts(directory, scope)) continue;
    for (auto at = directory.From(prefix); at != directory.names.end(); ++at) {
      if (!directory.TextOf(*at).starts_with(prefix) || budget.Spent()) break;
      if (!visit(Program(
              directory, *at,
              directory.IsAddedSince(ran_us_, directory.TextOf(*at))))) {
        return;
      }
    }
  }
}

void CommandLookup::EachJustAdded(
    const Scope& scope, Budget& budget,
    const std::function<bool(const Program&)>& visit) {
  Refresh(scope.as_root, budget);
  for (const Directory& directory : directories_) {
    if (!Counts(directory, scope) || ran_us_ == 0) continue;
    for (const std::string& name : directory.added) {
      if (!directory.IsAddedSince(ran_us_, name)) break;
      const auto at = directory.From(name);
      if (at == directory.names.end() || directory.TextOf(*at) != name) {
        continue;
      }
      if (!visit(Program(directory, *at, true))) return;
    }
  }
}

bool CommandLookup::CanRun(std::string_view command, int64_t us) {
  Budget budget(us);
  return Exists(command, anybody(), budget);
}

}  // namespace synapse
