#include "list/history_pool.h"

#include <cstdio>

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

RowDetails HistoryPool::Details(size_t i) {
  RowDetails out;
  auto event = search_.Latest(scope_, i);
  if (!event) return out;
  out.failed = event->failed();
  out.dangerous = engine_.suggester().risk().Of(event->command).any();
  auto add = [&](const std::string& part) {
    if (part.empty()) return;
    if (!out.note.empty()) out.note += "  ";
    out.note += part;
  };
  if (out.failed) add("exit " + std::to_string(event->exit));
  add(ShortDirectory(event->cwd, engine_.options().paths.home));
  if (event->duration_ms >= 1000) add(HowLong(event->duration_ms));
  std::string ago = Ago(event->start_ms, now_ms_);
  add(std::string(ago.size() < 4 ? 4 - ago.size() : 0, ' ') + ago);
  return out;
}

std::string_view HistoryPool::Scope() const {
  constexpr std::string_view kNames[kSearchScopes] = {
      "^R session", "^R directory", "^R repository", "^R all"};
  return kNames[static_cast<int>(scope_)];
}

// Order: all, this session, this directory, this repository.
void HistoryPool::NextScope() {
  int next = (static_cast<int>(scope_) + 1) % kSearchScopes;
  if (static_cast<SearchScope>(next) == SearchScope::kRepository &&
      origin_.repository.empty()) {
    ++next;
  }
  scope_ = static_cast<SearchScope>(next);
}

bool HistoryPool::Forget(size_t i) {
  if (!forget_(search_.Command(i))) return false;
  search_.Drop(i);
  return true;
}

}  // namespace synapse
