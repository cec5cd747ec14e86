// The walk through the history by a prefix, over the C ABI (module/synapse.h):
// each command once, the latest run first, of all sessions. A key reads for a
// limited time, writes nothing and does not need the index.
#include <algorithm>
#include <vector>

#include "abi/handle.h"
#include "search/history_search.h"

namespace synapse {

struct HistoryWalk {
  HistoryWalk(Engine& engine, std::string typed)
      : prefix(std::move(typed)),
        search(engine.store(), {}, [this](const Event& e) {
          return e.command.starts_with(prefix);
        }) {
    Budget budget(5'000);
    search.AddWaiting(engine.WaitingEvents(budget));
  }

  std::string prefix;  // the typed text
  HistorySearch search;
  // Rows already shown, from the latest on; later reads do not change their
  // order. `at`: how many of them have been passed; 0 means the prefix.
  std::vector<std::string> lines;
  size_t at = 0;
  size_t read = 0;  // rows of the search that were read
  int order = 0;
  std::string shown;  // the line returned last
};

void HistoryWalkDeleter::operator()(HistoryWalk* walk) const { delete walk; }

}  // namespace synapse

using namespace synapse;
using namespace synapse::abi;

namespace {

bool IsKnown(const HistoryWalk& walk, std::string_view line) {
  return std::find(walk.lines.begin(), walk.lines.end(), line) !=
         walk.lines.end();
}

// Finds one more line; false when there is none, or when the budget of the key
// is spent: the next key goes on from there.
bool ReadOn(synapse_engine* s, HistoryWalk& walk) {
  Budget budget(20'000);
  for (bool more = true; more;) {
    // After the last row, rows are sorted by time.
    if (walk.search.order() != walk.order) {
      walk.order = walk.search.order();
      walk.read = 0;
    }
    for (; walk.read < walk.search.size(); ++walk.read) {
      if (budget.Spent()) return false;
      std::string line(walk.search.Command(walk.read));
      if (line == walk.prefix || s->engine->suggester().IsHidden(line) ||
          IsKnown(walk, line)) {
        continue;
      }
      walk.lines.push_back(std::move(line));
      return true;
    }
    const size_t before = walk.search.size();
    more = !walk.search.complete() && !budget.Spent();
    if (more) walk.search.ReadOn(budget);
    more |= walk.search.size() != before || walk.search.order() != walk.order;
  }
  return false;
}

}  // namespace

extern "C" {

int synapse_walk(synapse_engine* s, synapse_text buffer, int direction,
                 synapse_text* line) {
  return Guarded(s, 0, [&] {
    if (!s->walk || s->walk->shown != View(buffer)) {
      s->walk.reset();
      // In a line of several rows the keys move between its rows.
      if (direction < 0 || View(buffer).find('\n') != std::string_view::npos) {
        return 0;
      }
      s->walk.reset(new HistoryWalk(*s->engine, std::string(View(buffer))));
    }
    HistoryWalk& walk = *s->walk;
    if (direction > 0) {
      if (walk.at == walk.lines.size() && !ReadOn(s, walk)) {
        walk.shown = std::string(View(buffer));
        return 0;
      }
      ++walk.at;
    } else {
      if (walk.at == 0) return 0;
      --walk.at;
    }
    walk.shown = walk.at > 0 ? walk.lines[walk.at - 1] : walk.prefix;
    *line = Text(walk.shown);
    return 1;
  });
}

}  // extern "C"
