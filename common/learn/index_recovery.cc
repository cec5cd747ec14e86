#include "learn/index_recovery.h"

#include <algorithm>

#include "learn/search_index.h"
#include "store/keys.h"

namespace synapse {

std::vector<Event> EventsOfIndex(IndexFile& index) {
  std::vector<Event> events;
  (void)index.Read([&](Kv& kv) {
    kv.Scan(Table::kCommand, "", [&](auto key, auto value) {
      const auto stat = LineStat::Decode(value);
      if (!stat || stat->count == 0 || stat->text.empty() ||
          key.size() != sizeof(LineId)) {
        return true;
      }
      Event event;
      event.command = std::string(stat->text);
      event.imported = true;
      event.start_ms = stat->only_elsewhere() ? stat->last_ms : stat->first_ms;
      if (stat->count > 1 && stat->first_ms < stat->last_ms) {
        events.push_back(event);
      }
      event.start_ms = stat->last_ms;
      event.exit = stat->last_exit;
      event.cwd = DirectoryOfLine(kv, IdOf(event.command));
      events.push_back(std::move(event));
      return true;
    });
  });
  std::stable_sort(
      events.begin(), events.end(),
      [](const Event& a, const Event& b) { return a.start_ms < b.start_ms; });
  return events;
}

}  // namespace synapse
