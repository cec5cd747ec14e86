#include "list/history_pool.h"

#include <algorithm>
#include <cstdio>

#include "base/files.h"
#include "line/quote.h"
#include "search/associations.h"
#include "store/log_keys.h"

namespace synapse {
namespace {

constexpr size_t kMaxDirectory = 24;  // shown bytes of a directory

std::string ShortDirectory(const std::string& cwd, const std::string& home) {
  std::string out = cwd;
  if (!home.empty() && (cwd == home || cwd.starts_with(home + "/"))) {
    out = "~" + cwd.substr(home.size());
  }
  if (out.size() <= kMaxDirectory) return out;
  size_t slash = out.find('/', out.size() - kMaxDirectory);
  return slash == out.npos ? out.substr(out.rfind('/') + 1)
                           : ".." + out.substr(slash);
}

}  // namespace

std::string Ago(int64_t then_ms, int64_t now_ms) {
  int64_t s = std::max<int64_t>(0, (now_ms - then_ms) / 1000);
  if (s < 60) return std::to_string(s) + "s";
  if (s < 3600) return std::to_string(s / 60) + "m";
  if (s < 86400) return std::to_string(s / 3600) + "h";
  if (s < 14 * 86400) return std::to_string(s / 86400) + "d";
  if (s < 365 * 86400) return std::to_string(s / (7 * 86400)) + "w";
  return std::to_string(s / (365 * 86400)) + "y";
}

std::string HowLong(int64_t ms) {
  if (ms < 0) return "";
  char text[32];
  if (ms < 1000) {
    snprintf(text, sizeof text, "%dms", static_cast<int>(ms));
  } else if (ms < 60'000) {
    snprintf(text, sizeof text, "%.1fs", static_cast<double>(ms) / 1000);
  } else {
    snprintf(text, sizeof text, "%dm", static_cast<int>(ms / 60'000));
  }
  return text;
}

std::string_view HistoryPool::Text(size_t i) const {
  if (!IsFound(i)) return search_.Command(i - kMaxFound);
  return i < found_.size() ? std::string_view(found_[i]) : std::string_view();
}

bool HistoryPool::Shown(size_t i) const {
  if (IsFound(i)) return i < found_.size();
  i -= kMaxFound;
  return search_.In(scope_, i) &&
         !engine_.suggester().IsHidden(std::string(search_.Command(i)));
}

// The line that leads to the target again; "" where none does.
std::string HistoryPool::LineFor(const SearchTarget& target) const {
  switch (target.kind) {
    case SearchKind::kCommand:
    case SearchKind::kTask: return target.text;
    case SearchKind::kDirectory:
    case SearchKind::kFile: break;
    default: return "";
  }
  std::string path = target.text;
  if (OnSlowMount(path)) return "";
  const bool is_directory = target.kind == SearchKind::kDirectory;
  if (is_directory ? !IsDirectory(path) : !IsRegularFile(path)) return "";
  if (path.starts_with(origin_.cwd + "/")) {
    path.erase(0, origin_.cwd.size() + 1);
  }
  if (is_directory) return "cd " + QuotedWord(path);
  for (const char* name : {"VISUAL", "EDITOR"}) {
    const auto editor = engine_.shell().variable
                            ? engine_.shell().variable(name)
                            : std::nullopt;
    if (editor && !editor->empty() && !HasHidden(*editor)) {
      return *editor + " " + QuotedWord(path);
    }
  }
  return "less " + QuotedWord(path);
}

void HistoryPool::Typed(std::string_view query) {
  constexpr size_t kLeastQuery = 3;
  constexpr double kLeastStrength = 0.3;
  found_.clear();
  if (query.size() < kLeastQuery) return;
  for (const Association& a :
       AssociationsOf(engine_.store(),
                      {query, origin_.repository, now_ms_, {}, waiting_})) {
    if (a.strength < kLeastStrength || found_.size() == kMaxFound) break;
    std::string line = LineFor(a.target);
    const bool is_new =
        std::find(found_.begin(), found_.end(), line) == found_.end();
    if (!line.empty() && is_new && !engine_.suggester().IsHidden(line)) {
      found_.push_back(std::move(line));
    }
  }
}

RowDetails HistoryPool::Details(size_t i) {
  RowDetails out;
  if (IsFound(i)) {
    out.note = "found after this search";
    out.dangerous = engine_.suggester().risk().Of(Text(i)).any();
    return out;
  }
  auto event = search_.Latest(scope_, i - kMaxFound);
  if (!event) return out;
  out.failed = event->failed();
  out.dangerous = engine_.suggester().risk().Of(event->command).any();
  auto add = [&](const std::string& part) {
    if (part.empty()) return;
    if (!out.note.empty()) out.note += "  ";
    out.note += part;
  };
  if (RanElsewhere(*event, engine_.options().host)) add(event->host);
  if (out.failed) add("exit " + std::to_string(event->exit));
  add(ShortDirectory(event->cwd, engine_.options().paths.home));
  if (event->duration_ms >= 1000) add(HowLong(event->duration_ms));
  std::string ago = Ago(event->start_ms, now_ms_);
  add(std::string(ago.size() < 4 ? 4 - ago.size() : 0, ' ') + ago);
  return out;
}

std::string_view HistoryPool::Scope() const {
  constexpr std::string_view kNames[kSearchScopes] = {
      "^R session", "^R directory", "^R repository", "^R this machine",
      "^R all"};
  return kNames[static_cast<int>(scope_)];
}

// Order: all, this session, this directory, this repository, and with other
// machines in the history this one.
void HistoryPool::NextScope() {
  int next = (static_cast<int>(scope_) + 1) % kSearchScopes;
  if (static_cast<SearchScope>(next) == SearchScope::kRepository &&
      origin_.repository.empty()) {
    ++next;
  }
  if (static_cast<SearchScope>(next) == SearchScope::kHost &&
      engine_.store().log_file().Get(SyncMachine) == 0) {
    ++next;
  }
  scope_ = static_cast<SearchScope>(next);
}

// A line of an earlier search is forgotten by `synapse history forget`.
bool HistoryPool::Forget(size_t i) {
  if (IsFound(i) || !forget_(search_.Command(i - kMaxFound))) return false;
  search_.Drop(i - kMaxFound);
  return true;
}

}  // namespace synapse
