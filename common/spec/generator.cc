#include "spec/generator.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "base/clock.h"
#include "base/files.h"
#include "base/text.h"
#include "spec/command_output.h"
#include "spec/file_lists.h"
#include "spec/natives.h"
#include "spec/packer.h"

namespace synapse {
namespace {

constexpr const std::span<const Native>* kTables[] = {
    &kGitConfigNatives,  &kGitLogNatives,  &kGitRefsNatives, &kGitStatusNatives,
    &kAnsibleNatives,    &kAptNatives,     &kAwsNatives,     &kBuildsNatives,
    &kFrameworksNatives, &kKubeNatives,    &kManNatives,     &kPassNatives,
    &kProjectNatives,    &kPythonNatives,  &kSshNatives,     &kSynapseNatives,
    &kSystemNatives,     &kVersionsNatives};

// Sorted by name.
const std::vector<const Native*>& Natives() {
  static const std::vector<const Native*> all = [] {
    std::vector<const Native*> out;
    for (const auto* table : kTables) {
      for (const Native& native : *table) out.push_back(&native);
    }
    std::sort(out.begin(), out.end(), [](const Native* a, const Native* b) {
      return a->name < b->name;
    });
    return out;
  }();
  return all;
}

// Seconds. Values with a time to live up to this depend on the directory, and
// commands change them.
constexpr int kHereS = 5;

// When a shell visits many directories, the whole cache is cleared instead of
// searched for old entries.
constexpr size_t kMaxEntries = 64;

const Native* Lookup(std::string_view name) {
  const auto it =
      std::lower_bound(Natives().begin(), Natives().end(), name,
                       [](const Native* native, std::string_view n) {
                         return native->name < n;
                       });
  return it != Natives().end() && (*it)->name == name ? *it : nullptr;
}

}  // namespace

bool IsPlausibleValue(std::string_view value) {
  return !value.empty() && value.size() <= kMaxValue && value[0] != '-' &&
         !HasHidden(value);
}

NativeReader FindNative(std::string_view name) {
  const Native* native = Lookup(name);
  return native ? native->read : nullptr;
}

std::string_view KindOfNative(std::string_view name) {
  const Native* native = Lookup(name);
  return native ? native->kind : std::string_view();
}

bool ListsWholeProject(std::string_view name) {
  const Native* native = Lookup(name);
  return native && native->lists == Lists::kWholeProject;
}

bool ListsTasks(std::string_view name) {
  const Native* native = Lookup(name);
  return native && native->lists == Lists::kTasks;
}

std::vector<std::string> NativeNames() {
  std::vector<std::string> out;
  for (const Native* native : Natives()) out.emplace_back(native->name);
  return out;
}

namespace {

// The environment of a command that lists values. A variable that names a file
// or a program to load (RIPGREP_CONFIG_PATH, GOFLAGS, NODE_OPTIONS, LD_PRELOAD)
// may have been set for the current directory, so only known variables are
// passed. Each is looked up in the shell, because the environment of its
// process lacks some of them.
std::vector<std::string> EnvironmentFor(
    const GeneratorCache::VariableOf& variable) {
  // clang-format off
  constexpr std::string_view kAllowed[] = {
      "PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TMUX", "TMUX_TMPDIR",
      "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
      "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME",
      "DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "DOCKER_CERT_PATH",
      "DOCKER_TLS_VERIFY", "KUBECONFIG", "SSH_AUTH_SOCK",
      "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "SWAYSOCK",
      "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy",
      "no_proxy", "HOMEBREW_PREFIX", "HOMEBREW_CELLAR"};
  // clang-format on
  std::vector<std::string> out;
  for (std::string_view name : kAllowed) {
    std::optional<std::string> value = variable(name);
    if (!value) {
      const char* own = getenv(std::string(name).c_str());
      if (own) value = own;
    }
    if (value) out.push_back(std::string(name) + "=" + *value);
  }
  out.push_back("HOMEBREW_NO_AUTO_UPDATE=1");
  return out;
}

bool DependsOnDirectory(const GeneratorSpec& spec) {
  return std::find(spec.depends.begin(), spec.depends.end(), "cwd") !=
         spec.depends.end();
}

}  // namespace

std::optional<std::vector<std::string>> GeneratorCache::Environment() const {
  if (!variable_) return std::nullopt;
  return EnvironmentFor(variable_);
}

const GeneratedValues& GeneratorCache::Command(const GeneratorSpec& spec,
                                               const GeneratorInput& input) {
  static const GeneratedValues kNothing{{}, /*complete=*/false};
  if (!variable_ || !runner_) return kNothing;
  std::string key = "command";
  for (std::string_view word : spec.command) {
    key += '\0';
    key += word;
  }
  // A project cannot influence what is run, unless the spec asks for that.
  const std::string cwd = DependsOnDirectory(spec) ? input.cwd : "/";
  key += '\0' + cwd;
  int64_t now = Clock::MonotonicUs();
  if (!input.starts_commands) {
    const auto known = entries_.find(key);
    const bool is_new =
        known != entries_.end() && now < known->second.expires_us;
    return is_new ? known->second.given : kNothing;
  }
  if (!entries_.contains(key) && entries_.size() >= kMaxEntries) {
    entries_.clear();
  }
  Entry& entry = entries_[key];
  if (now < entry.expires_us || OnSlowMount(cwd)) return entry.given;
  // A failed command is not run again at each key either.
  entry.expires_us = now + spec.ttl_s * int64_t{1'000'000};
  entry.spec = DraftOf(spec);
  CommandRunner::Command command{
      .program =
          FindProgram(entry.spec.command[0], variable_("PATH").value_or("")),
      .words = entry.spec.command,
      .environment = EnvironmentFor(variable_),
      .cwd = cwd,
      .timeout_ms = spec.timeout_ms};
  if (!command.program.empty() && !runner_->Start(key, command)) {
    entry.expires_us = 0;  // others run; try again at the next key
  }
  return entry.given;
}

bool GeneratorCache::Ended(const CommandRunner::Finished& done) {
  const auto entry = entries_.find(done.name);
  if (entry == entries_.end()) return false;
  if (done.ok()) {
    entry->second.given = {ParseOutput(entry->second.spec, done.output)};
  }
  return true;
}

const GeneratedValues& GeneratorCache::Get(const Spec& spec,
                                           std::string_view name,
                                           const GeneratorInput& input,
                                           Budget& budget) {
  static const GeneratedValues kNothing;
  const GeneratorSpec* declared = GeneratorNamed(spec, name);
  if (declared && !declared->command.empty()) return Command(*declared, input);
  if (declared && !declared->files.empty()) {
    std::string key = "files";
    for (std::string_view path : declared->files) {
      key += '\0';
      key += path;
    }
    for (std::string_view part :
         {declared->parse.view(), declared->path.view(),
          declared->pattern.view(), declared->value.view(),
          std::string_view(input.cwd)}) {
      key += '\0';
      key += part;
    }
    return Kept(std::move(key), kHereS, budget, [&](Reading& reading) {
      return ReadFileLists(DraftOf(*declared), input, reading);
    });
  }
  const Native* native = Lookup(declared ? declared->native.view() : name);
  if (!native) return kNothing;
  std::string key(native->name);
  key += '\0';
  key += native->scope(input);
  return Kept(std::move(key), native->ttl_s, budget,
              [&](Reading& reading) { return native->read(input, reading); });
}

template <class F>
const GeneratedValues& GeneratorCache::Kept(std::string key, int ttl_s,
                                            Budget& budget, const F& read) {
  int64_t now = Clock::MonotonicUs();
  auto found = entries_.find(key);
  if (found != entries_.end() && now < found->second.expires_us) {
    return found->second.given;
  }
  if (found == entries_.end()) {
    if (entries_.size() >= kMaxEntries) entries_.clear();
    found = entries_.emplace(std::move(key), Entry{}).first;
  }
  Entry& entry = found->second;
  entry.expires_us = now + ttl_s * int64_t{1'000'000};
  entry.here = ttl_s <= kHereS;
  bool would_be_cut_again =
      !entry.files.empty() && StampOfFiles(entry.files) == entry.stamp;
  if (!would_be_cut_again) Read(budget, entry, read);
  return entry.given;
}

template <class F>
void GeneratorCache::Read(Budget& budget, Entry& entry, const F& read) {
  constexpr int64_t kMuchUs = 5000;
  const int64_t start = Clock::MonotonicUs();
  Reading reading(budget);
  entry.given.values = read(reading);
  if (entry.given.values.size() > kMaxGenerated) {
    entry.given.values.resize(kMaxGenerated);
  }
  (void)reading.SpentNow();
  entry.given.complete = reading.finished() && !reading.is_open() &&
                         entry.given.values.size() < kMaxGenerated;
  entry.files.clear();
  if (reading.out_of_bounds()) {
    entry.files = reading.files();
    entry.stamp = reading.stamp();
  } else if (!reading.finished() && Clock::MonotonicUs() - start < kMuchUs) {
    entry.expires_us = 0;  // other readers used up the time
  }
}

void GeneratorCache::CommandRan(std::string_view line) {
  for (auto& [_, entry] : entries_) {
    if (entry.here) entry.expires_us = 0;
    if (entry.spec.command.empty() ||
        line.find(entry.spec.command[0]) == line.npos) {
      continue;
    }
    entry.expires_us = 0;
    entry.given.complete = false;
  }
}

}  // namespace synapse
