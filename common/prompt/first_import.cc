#include "prompt/first_import.h"

#include <unistd.h>

#include <algorithm>

#include "learn/history_file.h"
#include "learn/import.h"
#include "learn/privacy.h"

namespace synapse {
namespace {

// The lines that can be learned in about 150 ms (`make bench`, BM_Import). Long
// lines cost by their bytes: so many lines of usual length have 100 KiB.
constexpr size_t kMaxLines = 2500;
constexpr size_t kMaxLineBytes = 128 << 10;
// Only the end of a larger file is read at once.
constexpr size_t kMaxBytes = 1 << 20;
std::vector<Event> Parse(Engine& engine, std::string_view text) {
  const HistoryFormat format = GuessHistoryFormat(text, engine.options().shell);
  HistoryDamage damage;
  auto events = ParseHistory(text, format, engine.clock().NowMs(), &damage);
  if (damage.entries > 0) {
    engine.Report("import", "the history file: " + damage.Text());
  }
  return events;
}

// The number of newest events that are learned at once.
size_t CountNewest(const std::vector<Event>& events) {
  size_t bytes = 0, count = 0;
  while (count < std::min(events.size(), kMaxLines)) {
    bytes += events[events.size() - 1 - count].command.size();
    if (bytes > kMaxLineBytes) break;
    ++count;
  }
  return count;
}

}  // namespace

std::optional<LeftToImport> ImportOnFirstStart(Engine& engine,
                                               const VariableLookup& variable) {
  Store& store = engine.store();
  if (engine.incognito() != Incognito::kOff) return std::nullopt;
  if (!store.persistent() || !engine.config().Bool("history.import") ||
      store.log().next_sequence() > 1) {
    return std::nullopt;
  }
  auto file = variable("HISTFILE");
  if (!file || file->empty() || OnSlowMount(*file)) return std::nullopt;
  auto st = StatFile(*file);
  auto text = ReadFileTail(*file, kMaxBytes);
  if (!st || !text.ok()) return std::nullopt;
  std::vector<Event> events = Parse(engine, *text);
  LeftToImport left{.file = *file,
                    .bytes = static_cast<size_t>(st->st_size),
                    .taken = CountNewest(events)};
  const bool all = left.taken == events.size() && left.bytes <= text->size();
  events.erase(events.begin(),
               events.end() - static_cast<ptrdiff_t>(left.taken));
  (void)engine.privacy().ScreenAll(events);
  auto imported = ImportEvents(engine.learner(), std::move(events), nullptr);
  if (!imported.ok()) {
    engine.Report("import", imported.status().message());
    return std::nullopt;
  }
  return all ? std::nullopt : std::optional(std::move(left));
}

Status FinishImport(Engine& engine, const LeftToImport& left, size_t most) {
  // Several shells may have started at the same time.
  if (!engine.learner().rebuild().Claim(engine.clock().NowMs())) return {};
  auto text = ReadFileTail(left.file, most, left.bytes);
  if (!text.ok()) return text.status();
  std::vector<Event> events = Parse(engine, *text);
  events.resize(events.size() - std::min(left.taken, events.size()));
  (void)engine.privacy().ScreenAll(events);
  engine.store().SetLockWait(Env::kForever);
  auto imported = ImportEvents(engine.learner(), std::move(events), nullptr);
  // The appended events are older than the events in the index.
  Status done = imported.ok() ? engine.learner().rebuild().Run(nullptr)
                              : imported.status();
  engine.store().SetLockWait(Store::kPromptWaitMs);
  return done;
}

}  // namespace synapse
