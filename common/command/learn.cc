// learn: statistics of what was learned from searches.
#include "base/json.h"
#include "command/command.h"

namespace synapse {
namespace {

struct LearnRow {
  const char* name;  // in JSON
  uint64_t value;
  const char* text;
};

int PrintLearnStats(const CommandInput& input) {
  const ParsedArgs args = ParseArgs(input, "learn");
  if (!args.error.empty()) return Usage(input, "learn", args.error);
  if (!args.rest.empty()) {
    return Usage(input, "learn", "no argument is expected");
  }
  Engine& engine = *input.engine;
  engine.CatchUpFully();
  const SearchCounts c = engine.store().searches().counts();
  const bool on = engine.config().Bool("search.learn");
  const LearnRow rows[] = {
      {"sessions_started", c.started, "searches had poor results"},
      {"sessions_resolved", c.resolved,
       "of them led to a target that was found later"},
      {"sessions_timeout", c.expired, "of them led to no target in time"},
      {"files_learned", c.files, "files were found in this way"},
      {"associations_created", c.associations,
       "links from a query to its target were learned"},
      {"associations_missed", c.missed, "of these links were wrong"},
      {"active_sessions", engine.search().sessions().active(),
       "searches of this shell still wait for a target"},
  };
  if (args.Get("--format", "text") == "json") {
    JsonBuffer buffer;
    JsonWriter w(buffer);
    w.StartObject();
    JsonField(w, "enabled", on);
    for (const LearnRow& row : rows) {
      JsonField(w, row.name, row.value);
    }
    w.EndObject();
    input.io.Out(std::string(buffer.GetString()) + "\n");
    return 0;
  }
  if (!on) input.io.Out("search.learn is off\n");
  for (const LearnRow& row : rows) {
    const std::string number = std::to_string(row.value);
    input.io.Out(std::string(7 - std::min<size_t>(number.size(), 7), ' ') +
                 number + "  " + row.text + "\n");
  }
  return 0;
}

}  // namespace

int RunLearn(const CommandInput& input) {
  const std::string what = input.args.empty() ? "" : input.args[0];
  if (what == "stats") return PrintLearnStats(input);
  if (what == "replay") return ReplayTranscripts(input);
  return LearnTranscripts(input);
}

}  // namespace synapse
