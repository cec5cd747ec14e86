// history: what is kept of the commands that ran: list, import, export.
#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "command/command.h"
#include "command/json.h"
#include "learn/atuin_file.h"
#include "learn/history_file.h"
#include "learn/privacy.h"

namespace synapse {
namespace {

constexpr size_t kMostFile = size_t{512} << 20;  // bytes

void WriteEvent(JsonWriter& w, uint64_t sequence, const Event& e) {
  w.StartObject();
  w.Key("id");
  w.Uint64(sequence);
  JsonField(w, "cmd", e.command);
  JsonField(w, "cwd", e.cwd);
  if (!e.repository.empty()) JsonField(w, "repository", e.repository);
  if (!e.branch.empty()) JsonField(w, "branch", e.branch);
  w.Key("ts");
  w.Double(static_cast<double>(e.start_ms) / 1000);
  w.Key("duration_ms");
  if (e.duration_ms < 0) {
    w.Null();
  } else {
    w.Int64(e.duration_ms);
  }
  w.Key("exit");
  if (e.exit < 0) {
    w.Null();
  } else {
    w.Int(e.exit);
  }
  JsonField(w, "session", e.session);
  JsonField(w, "host", e.host);
  JsonField(w, "shell", e.shell);
  if (e.imported) {
    w.Key("imported");
    w.Bool(true);
  }
  if (e.estimated_time) {
    w.Key("estimated_time");
    w.Bool(true);
  }
  w.EndObject();
}

void PrintJson(const CommandInput& input, uint64_t sequence, const Event& e) {
  JsonBuffer buffer;
  JsonWriter w(buffer);
  WriteEvent(w, sequence, e);
  input.io.Out(std::string(buffer.GetString()) + "\n");
}

void PrintText(const CommandInput& input, const Event& e) {
  time_t seconds = static_cast<time_t>(e.start_ms / 1000);
  tm local;
  char when[32] = "";
  if (localtime_r(&seconds, &local)) {
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &local);
  }
  std::string exit = e.exit < 0 ? "-" : std::to_string(e.exit);
  exit.insert(0, exit.size() < 3 ? 3 - exit.size() : 0, ' ');
  input.io.Out(std::string(when) + " " + exit + "  " + Printable(e.command) +
               "\n");
}

int List(const CommandInput& input) {
  ParsedArgs args = ParseArgs({input.args.begin() + 1, input.args.end()},
                              "--limit --format", "");
  if (!args.error.empty()) return Usage(input, "history", args.error);
  auto limit = ParseNumber(args.Get("--limit", "25"));
  std::string format = args.Get("--format", "text");
  if (!limit) return Usage(input, "history", "--limit: expected a number");
  if (format != "text" && format != "json") {
    return Usage(input, "history", "--format: expected text or json");
  }
  std::vector<std::pair<uint64_t, Event>> events;
  input.engine->store().VisitBackwards(
      [&](uint64_t sequence, const Event& e) {
        if (events.size() >= static_cast<size_t>(*limit)) return false;
        events.emplace_back(sequence, e);
        return true;
      });
  std::reverse(events.begin(), events.end());
  for (const auto& [sequence, e] : events) {
    if (format == "json") {
      PrintJson(input, sequence, e);
    } else {
      PrintText(input, e);
    }
  }
  return 0;
}

int Export(const CommandInput& input) {
  input.engine->store().Visit(1, [&](uint64_t sequence, const Event& e) {
    PrintJson(input, sequence, e);
    return true;
  });
  return 0;
}

// The file that a shell or tool keeps its history in.
std::string DefaultFile(const CommandInput& input, const std::string& name) {
  const Places& places = input.engine->options().places;
  auto variable = [&](const char* key) {
    const ShellNames& shell = input.engine->shell();
    return shell.variable ? shell.variable(key).value_or("") : "";
  };
  std::string data = variable("XDG_DATA_HOME");
  if (data.empty()) data = JoinPath(places.home, ".local/share");
  if (name == "fish") return JoinPath(data, "fish/fish_history");
  if (name == "atuin") return JoinPath(data, "atuin/history.db");
  std::string histfile = variable("HISTFILE");
  if (input.engine->options().shell == name && !histfile.empty()) {
    return histfile;
  }
  for (const char* file :
       {name == "zsh" ? ".zsh_history" : ".bash_history", ".zhistory",
        ".histfile", ".history"}) {
    std::string path = JoinPath(places.home, file);
    if (IsRegularFile(path)) return path;
    if (name == "bash") break;
  }
  return JoinPath(places.home, "." + name + "_history");
}

Result<std::vector<Event>> ReadEvents(const CommandInput& input,
                                      const std::string& what) {
  bool tool = what == "zsh" || what == "bash" || what == "fish" ||
              what == "atuin";
  std::string path = tool ? DefaultFile(input, what) : what;
  if (what == "atuin" || path.ends_with(".db")) return ReadAtuin(path);
  auto text = ReadFile(path, kMostFile);
  if (!text.ok()) return text.status();
  HistoryFormat format =
      what == "zsh"    ? HistoryFormat::kZsh
      : what == "bash" ? HistoryFormat::kBash
      : what == "fish" ? HistoryFormat::kFish
                       : GuessHistoryFormat(*text,
                                            input.engine->options().shell);
  return ParseHistory(*text, format, input.now_ms);
}

int Import(const CommandInput& input) {
  if (input.args.size() > 2) {
    return Usage(input, "history", "import takes one source");
  }
  std::string shell = input.engine->options().shell;
  std::string what = input.args.size() == 2 ? input.args[1]
                     : shell.empty()        ? "zsh"
                                            : shell;
  if (!input.engine->store().persistent()) {
    return Fail(input, "history import", input.engine->store().why());
  }
  auto events = ReadEvents(input, what);
  if (!events.ok()) {
    return Fail(input, "history import", events.status().message());
  }
  size_t read = events->size();
  std::erase_if(*events, [&](const Event& e) {
    return WhyPrivate(e.command, input.engine->config()) != nullptr;
  });
  size_t skipped = read - events->size();
  bool progress = isatty(STDERR_FILENO) != 0;
  input.engine->store().SetLockWait(Env::kForever);
  auto imported = input.engine->learner().Import(
      std::move(*events), [&](size_t done, size_t all) {
        if (!progress) return;
        input.io.Err("\rimporting " + std::to_string(done) + " of " +
                     std::to_string(all) + " ");
      });
  input.engine->store().SetLockWait(Store::kPromptWaitMs);
  if (progress) input.io.Err("\r\x1b[K");
  if (!imported.ok()) {
    return Fail(input, "history import", imported.status().message());
  }
  input.io.Out(std::to_string(imported->added) + " imported, " +
               std::to_string(imported->known) + " were there already, " +
               std::to_string(skipped) + " private ones left out\n");
  return 0;
}

}  // namespace

int RunHistory(const CommandInput& input) {
  if (input.args.empty()) {
    return Usage(input, "history", "what to do is missing");
  }
  const std::string& what = input.args[0];
  if (what == "list") return List(input);
  if (what == "import") return Import(input);
  if (what == "export") return Export(input);
  return Usage(input, "history",
               what + ": expected list, import or export");
}

}  // namespace synapse
