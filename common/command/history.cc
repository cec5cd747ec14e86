// history: what is kept of the commands that ran: list, import, export;
// forget and prune are in history_forget.cc.
#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "command/history.h"
#include "learn/atuin_file.h"
#include "learn/history_file.h"
#include "learn/privacy.h"

namespace synapse {
namespace {

constexpr size_t kMostFile = size_t{512} << 20;  // bytes

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
  input.engine->TakeInAll();
  input.engine->TakeInAll();
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
      input.io.Out(ExportLine(sequence, e) + "\n");
    } else {
      input.io.Out(HistoryLine(e));
    }
  }
  return 0;
}

int Export(const CommandInput& input) {
  input.engine->TakeInAll();
  input.engine->TakeInAll();
  input.engine->store().Visit(1, [&](uint64_t sequence, const Event& e) {
    input.io.Out(ExportLine(sequence, e) + "\n");
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

struct Source {
  std::vector<Event> events;
  size_t unreadable = 0;  // lines
  Learner::Match match = Learner::Match::kHistory;
};

Source ParseExport(std::string_view text) {
  Source out;
  out.match = Learner::Match::kExport;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = Trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    if (auto event = ParseExportLine(line)) {
      out.events.push_back(std::move(*event));
    } else {
      ++out.unreadable;
    }
  }
  return out;
}

Source FromHistory(std::vector<Event> events) {
  Source out;
  out.events = std::move(events);
  return out;
}

Result<Source> ReadEvents(const CommandInput& input, const std::string& what) {
  bool tool = what == "zsh" || what == "bash" || what == "fish" ||
              what == "atuin";
  std::string path = tool ? DefaultFile(input, what) : what;
  if (what == "atuin" || path.ends_with(".db")) {
    auto events = ReadAtuin(path);
    if (!events.ok()) return events.status();
    return FromHistory(std::move(*events));
  }
  auto text = ReadFile(path, kMostFile);
  if (!text.ok()) return text.status();
  if (!tool && LooksLikeExport(*text)) return ParseExport(*text);
  HistoryFormat format =
      what == "zsh"    ? HistoryFormat::kZsh
      : what == "bash" ? HistoryFormat::kBash
      : what == "fish" ? HistoryFormat::kFish
                       : GuessHistoryFormat(*text,
                                            input.engine->options().shell);
  return FromHistory(ParseHistory(*text, format, input.now_ms));
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
  auto source = ReadEvents(input, what);
  if (!source.ok()) {
    return Fail(input, "history import", source.status().message());
  }
  std::vector<Event>& events = source->events;
  size_t read = events.size();
  std::erase_if(events, [&](const Event& e) {
    return WhyPrivate(e.command, input.engine->config()) != nullptr;
  });
  size_t skipped = read - events.size();
  bool progress = isatty(STDERR_FILENO) != 0;
  input.engine->TakeInAll();
  input.engine->store().SetLockWait(Env::kForever);
  auto imported = input.engine->learner().Import(
      std::move(events),
      [&](size_t done, size_t all) {
        if (!progress) return;
        input.io.Err("\rimporting " + std::to_string(done) + " of " +
                     std::to_string(all) + " ");
      },
      source->match);
  input.engine->store().SetLockWait(Store::kPromptWaitMs);
  if (progress) input.io.Err("\r\x1b[K");
  if (!imported.ok()) {
    return Fail(input, "history import", imported.status().message());
  }
  std::string said = std::to_string(imported->added) + " imported, " +
                     std::to_string(imported->known) +
                     " were there already, " + std::to_string(skipped) +
                     " private ones left out";
  if (imported->forgotten > 0) {
    said += ", " + std::to_string(imported->forgotten) + " stay forgotten";
  }
  if (source->unreadable > 0) {
    said += ", " + std::to_string(source->unreadable) +
            " lines were not understood";
  }
  input.io.Out(said + "\n");
  return 0;
}

}  // namespace

std::string HistoryLine(const Event& e) {
  time_t seconds = static_cast<time_t>(e.start_ms / 1000);
  tm local;
  char when[32] = "";
  if (localtime_r(&seconds, &local)) {
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &local);
  }
  std::string exit = e.exit < 0 ? "-" : std::to_string(e.exit);
  exit.insert(0, exit.size() < 3 ? 3 - exit.size() : 0, ' ');
  return std::string(when) + " " + exit + "  " + Printable(e.command) + "\n";
}

int RunHistory(const CommandInput& input) {
  if (input.args.empty()) {
    return Usage(input, "history", "what to do is missing");
  }
  const std::string& what = input.args[0];
  if (what == "list") return List(input);
  if (what == "import") return Import(input);
  if (what == "export") return Export(input);
  if (what == "forget") return RunForget(input);
  if (what == "prune") return RunPrune(input);
  return Usage(input, "history",
               what + ": expected list, import, export, forget or prune");
}

}  // namespace synapse
