#include "first_import.h"

#include <unistd.h>

#include "learn/history_file.h"
#include "learn/privacy.h"

namespace synapse {
namespace {

// What is learned in about 150 ms (`make bench`, BM_Import).
constexpr size_t kMostLines = 2500;
// A larger file is read from its end.
constexpr size_t kMostBytes = 1 << 20;

}  // namespace

void ImportOnFirstStart(Engine& engine, const VariableLookup& variable) {
  Store& store = engine.store();
  if (engine.incognito() != Incognito::kOff) return;
  if (!store.persistent() || !engine.config().Bool("history.import") ||
      store.next_sequence() > 1) {
    return;
  }
  auto file = variable("HISTFILE");
  if (!file || file->empty() || OnSlowMount(*file)) return;
  auto text = ReadFileTail(*file, kMostBytes);
  if (!text.ok()) return;
  HistoryFormat format = GuessHistoryFormat(*text, engine.options().shell);
  std::vector<Event> events =
      ParseHistory(*text, format, engine.clock().NowMs());
  (void)engine.privacy().ScreenAll(events);
  if (events.size() > kMostLines) {
    events.erase(events.begin(),
                 events.end() - static_cast<ptrdiff_t>(kMostLines));
  }
  auto imported = engine.learner().Import(std::move(events), nullptr);
  if (!imported.ok()) engine.Report("import", imported.status().message());
}

}  // namespace synapse
