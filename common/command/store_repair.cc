#include "command/store_repair.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "learn/import.h"
#include "learn/search_index.h"
#include "store/keys.h"
#include "store/log_keys.h"
#include "store/recovery.h"

namespace synapse {
namespace {

// Whether the keys of a table are in order.
class KeyOrder {
 public:
  // False for a key that is not behind the one before it.
  bool Add(std::string_view key) {
    in_order_ = in_order_ && (first_ || key > before_);
    before_ = key;
    first_ = false;
    return in_order_;
  }
  bool in_order() const { return in_order_; }

 private:
  std::string before_;
  bool first_ = true;
  bool in_order_ = true;
};

std::string Damage(const Status& read, const char* unsorted) {
  if (!read.ok()) return "damaged: " + read.message();
  if (!unsorted) return "";
  return std::string("damaged: keys of ") + unsorted + " are not in order";
}

std::string CountText(size_t n, const char* of_what) {
  return std::to_string(n) + " " + of_what;
}

void Print(const CommandInput& input, const Imported& taken,
           const std::string& from, const std::string& rest) {
  input.io.Out("  recovered      " + CountText(taken.added, "events of ") +
               Printable(from) + ", " +
               CountText(taken.known, "already present") + rest + "\n");
}

}  // namespace

std::string LogDamage(Store& store) {
  const char* unsorted = nullptr;
  const Status read = store.log_file().Read([&](LogTables& log) {
    unsorted = nullptr;
    for (size_t t = 0; t < std::size(kLogTables) && !unsorted; ++t) {
      KeyOrder order;
      log.ScanIn(t, "", [&](auto key, auto) { return order.Add(key); });
      if (!order.in_order()) unsorted = kLogTables[t];
    }
  });
  return Damage(read, unsorted);
}

std::string IndexDamage(Store& store) {
  const char* unsorted = nullptr;
  const Status read = store.index().Read([&](Kv& kv) {
    unsorted = nullptr;
    for (int t = 0; t < kTables && !unsorted; ++t) {
      KeyOrder order;
      kv.Scan(static_cast<Table>(t), "",
              [&](auto key, auto) { return order.Add(key); });
      if (!order.in_order()) unsorted = kTableNames[t];
    }
  });
  return Damage(read, unsorted);
}

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

Status RecoverLogs(const CommandInput& input) {
  Store& store = input.engine->store();
  Learner& learner = input.engine->learner();
  if (!store.persistent()) return {};
  if (!LogDamage(store).empty()) {
    store.log_file().MarkDamaged();
    store.Refresh();
    if (!store.persistent()) return {Code::kUnavailable, store.why()};
  }
  const auto directories = SetAsideLogs(store.directory());
  if (directories.empty()) return {};
  // An import of many events builds the index anew.
  std::vector<Event> indexed = EventsOfIndex(store.index());
  bool lost = false;
  for (const std::string& directory : directories) {
    Recovered found = RecoverLog(directory);
    auto taken = ImportEvents(learner, std::move(found.events), nullptr,
                              ImportMatch::kExport);
    if (!taken.ok()) return taken.status();
    MarkRead(directory, found.whole);
    lost |= !found.whole;
    Print(input, *taken, directory,
          found.whole ? "" : "; the rest of it is damaged");
  }
  if (!lost) return {};
  auto taken = ImportEvents(learner, std::move(indexed), nullptr);
  if (!taken.ok()) return taken.status();
  Print(input, *taken, "the index (the first and the latest run of a line)",
        "");
  return {};
}

}  // namespace synapse
