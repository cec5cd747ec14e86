// The explanation of the line at the prompt, over the C ABI (module/synapse.h).
#include "abi/handle.h"
#include "command/command.h"
#include "explain/table.h"

using namespace synapse;
using namespace synapse::abi;

namespace {

// For the state of files, as for a key: a slow directory or a pattern that
// matches many files must not hold the line.
constexpr int64_t kDescribeUs = 20'000;

}  // namespace

extern "C" {

int synapse_describe(synapse_engine* s, synapse_text line, size_t cursor,
                     synapse_room room, synapse_text* rows) {
  return Guarded(s, 0, [&] {
    *rows = {"", 0};
    const std::string_view text = View(line);
    if (text.size() > kMaxExplained) return 0;
    Budget budget(kDescribeUs);
    const Explanation explanation =
        ExplainHere(*s->engine, text, Cwd(s), budget);
    s->held.clear();
    int count = 0;
    for (const std::string& row :
         RowsAround(explanation, cursor, room.columns, room.rows)) {
      if (count++ > 0) s->held += '\n';
      s->held += row;
    }
    *rows = Text(s->held);
    return count;
  });
}

}  // extern "C"
