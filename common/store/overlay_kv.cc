#include "store/overlay_kv.h"

#include <utility>
#include <vector>

namespace synapse {
namespace {

constexpr char kGone = 0, kThere = 1;

bool IsThere(std::string_view change) { return change[0] == kThere; }

}  // namespace

std::optional<std::string_view> OverlayKv::Get(Table table,
                                               std::string_view key) {
  auto change = changes_.Get(table, key);
  if (!change) return base_.Get(table, key);
  if (!IsThere(*change)) return std::nullopt;
  return change->substr(1);
}

// The value may lie in a map that faults, so it is copied before anything
// changes.
Status OverlayKv::Put(Table table, std::string_view key,
                      std::string_view value) {
  std::string change;
  change.reserve(value.size() + 1);
  change += kThere;
  change += value;
  return changes_.Put(table, key, change);
}

Status OverlayKv::Delete(Table table, std::string_view key) {
  return changes_.Put(table, key, std::string_view(&kGone, 1));
}

void OverlayKv::Scan(Table table, std::string_view from, const Visitor& visit) {
  std::vector<std::pair<std::string_view, std::string_view>> changed;
  changes_.Scan(table, from,
                [&](std::string_view key, std::string_view change) {
                  changed.emplace_back(key, change);
                  return true;
                });
  auto at = changed.begin();
  bool more = true;
  auto visit_changed = [&] {
    if (IsThere(at->second)) more = visit(at->first, at->second.substr(1));
    ++at;
  };
  base_.Scan(table, from, [&](std::string_view key, std::string_view value) {
    while (more && at != changed.end() && at->first < key) visit_changed();
    if (!more) return false;
    if (at != changed.end() && at->first == key) {
      visit_changed();
    } else {
      more = visit(key, value);
    }
    return more;
  });
  while (more && at != changed.end()) visit_changed();
}

Status PutChanges(MemoryKv& changes, Kv& base) {
  Status status;
  for (int t = 0; t < kTables && status.ok(); ++t) {
    const Table table = static_cast<Table>(t);
    changes.Scan(table, "", [&](std::string_view key, std::string_view change) {
      status = IsThere(change) ? base.Put(table, key, change.substr(1))
                               : base.Delete(table, key);
      return status.ok();
    });
  }
  return status;
}

}  // namespace synapse
