#include "source/environment.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/clock.h"
#include "source/popular.h"

namespace synapse {
namespace {

constexpr int64_t kTrustUs = 60'000'000;
constexpr int64_t kMtimeCheckUs = 2'000'000;
// A change within the same tick of a file system's clock leaves the mtime.
constexpr int64_t kSettledNs = 1'000'000'000;

// Definitions of the user have evidence even if they are not popular.
constexpr double kOfTheUser = 0.25;
constexpr double kOnPath = 0.1;
// As much as a program with a spec, which has evidence of two sources.
constexpr double kOfBothShells = 0.6;
constexpr double kDue = 1;    // a keyword of an open compound command
constexpr double kAdded = 1;  // a program that was installed just now

int64_t MtimeNs(const struct stat& st) {
  return int64_t{st.st_mtim.tv_sec} * 1'000'000'000 + st.st_mtim.tv_nsec;
}

const char* KindReason(ShellNames::Kind kind) {
  switch (kind) {
    case ShellNames::Kind::kBuiltin: return "builtin";
    case ShellNames::Kind::kFunction: return "function";
    case ShellNames::Kind::kAlias: return "alias";
    case ShellNames::Kind::kReserved: return "reserved word";
    case ShellNames::Kind::kNone: break;
  }
  return "command";
}

// Functions that begin with an underscore are internal (compsys alone has a
// thousand). They are offered once the underscore is typed.
bool IsPlumbing(std::string_view name, std::string_view partial) {
  return name.starts_with('_') && !partial.starts_with('_');
}

bool IsCommonBuiltin(SpecStore& specs, std::string_view name) {
  return specs.TraitsOf(name).builtin == Builtin::kBoth;
}

double BaseOf(SpecStore& specs, ShellNames::Kind kind, std::string_view name) {
  using Kind = ShellNames::Kind;
  if (kind == Kind::kAlias || kind == Kind::kFunction) return kOfTheUser;
  return kind == Kind::kBuiltin && IsCommonBuiltin(specs, name) ? kOfBothShells
                                                                : kOnPath;
}

// The programs that are checked to be executable at a key.
constexpr size_t kChecked = 12;
// The number of programs that one command installs, at most.
constexpr size_t kMostAdded = 16;

// Without quotes the shell reads the name of an alias as one word.
bool IsOneWord(std::string_view name) {
  return name.find_first_of(" \t\n'\"\\$`;&|<>()") == name.npos;
}

// Popular commands come first; others are ordered by the typed share of the
// name.
double ScoreOf(SpecStore& specs, const CompletionContext& context,
               std::string_view name, double base) {
  auto rank = context.position == Position::kPipeTarget
                  ? PopularFilter(specs, name)
                  : PopularCommand(specs, name);
  if (rank) return base + (1 - base) / (1 + 0.2 * *rank);
  double typed = static_cast<double>(context.partial.size()) /
                 static_cast<double>(std::max<size_t>(name.size(), 1));
  return base * (0.5 + 0.5 * typed);
}

}  // namespace

bool IsOfOneShell(SpecStore& specs, std::string_view name) {
  const Builtin builtin = specs.TraitsOf(name).builtin;
  return builtin == Builtin::kZsh || builtin == Builtin::kBash;
}

std::vector<EnvironmentSource::Name>::const_iterator
EnvironmentSource::Directory::From(std::string_view text) const {
  return std::lower_bound(names.begin(), names.end(), text,
                          [this](const Name& name, std::string_view t) {
                            return TextOf(name) < t;
                          });
}

bool EnvironmentSource::Directory::CanRun(const Name& name) const {
  if (name.runs == Runs::kUnknown) {
    bool may = access(JoinPath(path, TextOf(name)).c_str(), X_OK) == 0;
    name.runs = may ? Runs::kYes : Runs::kNo;
  }
  return name.runs == Runs::kYes;
}

void EnvironmentSource::Directory::Clear() {
  listing.Clear();
  names.clear();
  id.reset();
  known = false;
}

void EnvironmentSource::Directory::Change() {
  if (known && id) {
    before.clear();
    for (const Name& name : names) before.emplace_back(TextOf(name));
  }
  Clear();
}

bool EnvironmentSource::Directory::IsAdded(std::string_view name) const {
  constexpr int64_t kAddedUs = int64_t{600} * 1'000'000;
  return std::find(added.begin(), added.end(), name) != added.end() &&
         Clock::MonotonicUs() - added_us < kAddedUs;
}

bool EnvironmentSource::Directory::IsCurrent(const struct stat& now) const {
  return id == FileId{now.st_dev, now.st_ino} && mtime_ns == MtimeNs(now);
}

void EnvironmentSource::Directory::Read(Budget& budget) {
  listing.ReadOn(budget);
  known = listing.complete();
  // A name may have another place now; its file is checked again.
  names.clear();
  for (size_t i = 0; i < listing.size(); ++i) {
    if (listing.at(i).type != DT_DIR) {
      names.push_back({.entry = static_cast<uint32_t>(i)});
    }
  }
  std::sort(names.begin(), names.end(), [this](const Name& a, const Name& b) {
    return TextOf(a) < TextOf(b);
  });
  if (!known || before.empty()) return;
  added.clear();
  added_us = Clock::MonotonicUs();
  for (const Name& name : names) {
    if (!std::binary_search(before.begin(), before.end(), TextOf(name))) {
      added.emplace_back(TextOf(name));
    }
  }
  before.clear();
  // An upgrade of the system, and not one program.
  if (added.size() > kMostAdded) added.clear();
}

bool EnvironmentSource::KnowsPath() const {
  return std::all_of(
      directories_.begin(), directories_.end(),
      [this](const Directory& d) { return d.known || !IsRead(d); });
}

// Begins anew when PATH is another one.
void EnvironmentSource::ReadPath(const SourceInput& input) {
  auto variable = [&](std::string_view name) {
    auto value = input.shell.variable ? input.shell.variable(name)
                                      : std::optional<std::string>();
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

void EnvironmentSource::Refresh(const SourceInput& input, Budget& budget) {
  if (visiting_) return;
  if (!std::exchange(knows_path_now_, true)) ReadPath(input);
  if (input.context.as_root && !reads_system_) {
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

// Collects the names of one key press.
struct EnvironmentSource::Found {
  const CompletionContext& context;
  size_t limit;
  std::vector<Candidate>& out;
  std::unordered_set<std::string> seen = {};

  void Add(const Word& word) {
    if (auto made = MakeCandidate(context, SourceId::kEnvironment, word)) {
      out.push_back(std::move(*made));
    }
  }
  bool IsFull() const { return out.size() >= limit; }
};

void EnvironmentSource::Collect(const SourceInput& input, Budget& budget,
                                std::vector<Candidate>& out) {
  const CompletionContext& c = input.context;
  typed_ = {};
  if (c.partial.find('/') != std::string::npos) return;
  if (c.partial.empty() && input.due.empty()) return;
  Found found{c, out.size() + input.most, out};
  // A list shows longer names as well.
  if (input.most <= kMaxCandidates) typed_ = TypedName(input, budget);
  double due = kDue;
  for (std::string_view word : typed_.due) {
    found.seen.emplace(word);
    found.Add({.value = word,
               .score = due,
               .reason = "reserved word",
               .verbatim = true});
    due /= 2;  // `else` comes before `elif`
  }
  if (c.partial.empty()) return;
  if (input.shell.each) CollectOfShell(input.shell, found);
  if (c.runs_only == RunsOnly::kBuiltins) return;
  Refresh(input, budget);
  struct Program {
    const Directory* directory;
    const Name* name;
    double score;
  };
  std::vector<Program> programs;
  for (const Directory& directory : directories_) {
    if (!Counts(directory, input)) continue;
    for (auto at = directory.From(c.partial); at != directory.names.end();
         ++at) {
      const std::string_view name = directory.TextOf(*at);
      if (!name.starts_with(c.partial) || budget.Spent()) break;
      if (out.size() + programs.size() >= found.limit) break;
      if (IsExcluded(name, c.partial) ||
          found.seen.contains(std::string(name)) || at->runs == Runs::kNo ||
          (input.most > kMaxCandidates && !directory.CanRun(*at))) {
        continue;
      }
      found.seen.emplace(name);
      const double score =
          directory.IsAdded(name)
              ? kAdded
              : ScoreOf(
                    specs_, c, name,
                    IsCommonBuiltin(specs_, name) ? kOfBothShells : kOnPath);
      programs.push_back({&directory, &*at, score});
    }
  }
  // A key shows few of them: it asks the system only about the best ones.
  const size_t checked = std::min(programs.size(), kChecked);
  std::partial_sort(
      programs.begin(), programs.begin() + static_cast<ptrdiff_t>(checked),
      programs.end(),
      [](const Program& a, const Program& b) { return a.score > b.score; });
  for (size_t i = 0; i < programs.size(); ++i) {
    const auto& [directory, name, score] = programs[i];
    if (i < checked && !directory->CanRun(*name)) continue;
    found.Add({.value = directory->TextOf(*name),
               .score = score,
               .reason = directory->IsAdded(directory->TextOf(*name))
                             ? "program installed just now"
                         : directory->is_system ? "program of root"
                                                : "program"});
  }
}

void EnvironmentSource::CollectOfShell(const ShellNames& shell,
                                       Found& found) const {
  using Kind = ShellNames::Kind;
  const CompletionContext& c = found.context;
  shell.each(c.partial, [&](std::string_view name, Kind kind) {
    if (c.runs_only != RunsOnly::kAny && kind != Kind::kBuiltin) return true;
    const bool verbatim = kind == Kind::kAlias || kind == Kind::kReserved;
    if (!IsPlumbing(name, c.partial) && !IsExcluded(name, c.partial) &&
        name.starts_with(c.partial) && (!verbatim || IsOneWord(name)) &&
        found.seen.insert(std::string(name)).second) {
      found.Add({.value = name,
                 .score = ScoreOf(specs_, c, name, BaseOf(specs_, kind, name)),
                 .reason = KindReason(kind),
                 .verbatim = verbatim});
    }
    return !found.IsFull();
  });
}

bool EnvironmentSource::IsExcluded(std::string_view name,
                                   std::string_view partial) const {
  return name != partial && typed_.Excludes(name);
}

bool EnvironmentSource::Exists(std::string_view command,
                               const SourceInput& input, Budget& budget) {
  if (command.find('/') != command.npos) {
    std::string path = JoinPath(input.cwd, ExpandTilde(command));
    return !OnSlowMount(path) && CanExecute(path);
  }
  // Outside of a shell the builtins of both shells are assumed.
  return (input.shell.kind
              ? input.shell.kind(command) != ShellNames::Kind::kNone
              : IsCommonBuiltin(specs_, command)) ||
         IsOnPath(command, input, budget);
}

bool EnvironmentSource::IsOnPath(std::string_view command,
                                 const SourceInput& input, Budget& budget) {
  // A relative directory on PATH changes with each cd.
  for (const std::string& directory : relative_) {
    const std::string path = JoinPath(JoinPath(input.cwd, directory), command);
    if (!OnSlowMount(path) && CanExecute(path) && !IsDirectory(path)) {
      return true;
    }
  }
  Refresh(input, budget);
  return std::any_of(directories_.begin(), directories_.end(),
                     [&](const Directory& d) {
                       auto at = d.From(command);
                       return Counts(d, input) && at != d.names.end() &&
                              d.TextOf(*at) == command && d.CanRun(*at);
                     });
}

bool EnvironmentSource::IsForRoot(std::string_view name,
                                  const SourceInput& input, Budget& budget) {
  Refresh(input, budget);
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
bool EnvironmentSource::IsBuiltin(std::string_view name,
                                  const ShellNames& shell) {
  if (!shell.each) return IsCommonBuiltin(specs_, name);
  const int64_t now = Clock::MonotonicUs();
  if (builtins_us_ == 0 || now - builtins_us_ > kMtimeCheckUs) {
    builtins_us_ = now;
    builtins_.clear();
    shell.each("", [&](std::string_view other, ShellNames::Kind kind) {
      if (kind == ShellNames::Kind::kBuiltin) builtins_.emplace(other);
      return true;
    });
  }
  return builtins_.contains(std::string(name));
}

bool EnvironmentSource::MayBegin(std::string_view command,
                                 const SourceInput& input, Budget& budget) {
  const RunsOnly only = input.context.runs_only;
  if (only == RunsOnly::kAny || IsBuiltin(command, input.shell)) return true;
  // A path is not looked up in PATH.
  return only == RunsOnly::kCommands &&
         (command.find('/') != command.npos ||
          IsOnPath(command, input, budget) || !KnowsPath());
}

bool EnvironmentSource::Typed::Excludes(std::string_view longer) const {
  if (!due.empty()) {
    return std::find(due.begin(), due.end(), longer) == due.end();
  }
  if (!whole) return false;
  const auto other = PopularCommand(*specs, longer);
  return !other || (rank && *other > *rank);
}

EnvironmentSource::Typed EnvironmentSource::TypedName(const SourceInput& input,
                                                      Budget& budget) {
  using Kind = ShellNames::Kind;
  if (!input.due.empty()) return {.specs = &specs_, .due = input.due};
  const std::string_view name = input.context.partial;
  const auto rank = PopularCommand(specs_, name);
  if (rank) {
    return {
        .specs = &specs_, .whole = Exists(name, input, budget), .rank = rank};
  }
  // A single letter, zsh's `r`, is rather the beginning of another name.
  if (name.size() < 2) return {};
  const Kind kind = input.shell.kind                ? input.shell.kind(name)
                    : IsCommonBuiltin(specs_, name) ? Kind::kBuiltin
                                                    : Kind::kNone;
  return {.specs = &specs_, .whole = kind != Kind::kNone};
}

void EnvironmentSource::EachName(
    const SourceInput& input, Budget& budget,
    const std::function<void(std::string_view)>& visit) {
  if (input.shell.each) {
    input.shell.each("", [&](std::string_view name, ShellNames::Kind) {
      if (!IsPlumbing(name, "")) visit(name);
      return true;
    });
  }
  Refresh(input, budget);
  visiting_ = true;
  for (const Directory& directory : directories_) {
    if (!Counts(directory, input)) continue;
    for (const Name& name : directory.names) visit(directory.TextOf(name));
  }
  visiting_ = false;
}

}  // namespace synapse
