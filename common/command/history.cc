// history: the recorded commands: list, import, export. forget and prune are in
// history_forget.cc.
#include "command/history.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <unordered_map>
#include <unordered_set>

#include "learn/history_database.h"
#include "learn/history_file.h"
#include "learn/import.h"
#include "learn/privacy.h"
#include "search/history_search.h"
#include "store/store.h"

namespace synapse {

void PrintInPortions(
    const CommandInput& input,
    const std::function<void(uint64_t from, const TakeLine& take)>& visit) {
  constexpr size_t kPortion = 64 << 10;  // bytes
  for (uint64_t from = 1; from != 0;) {
    std::string out;
    uint64_t next = 0;
    visit(from, [&](uint64_t record, const std::string& line) {
      if (out.size() < kPortion) {
        out += line;
        return true;
      }
      next = record;
      return false;
    });
    input.io.Out(out);
    from = next;
  }
}

namespace {

constexpr size_t kMaxFile = size_t{512} << 20;  // bytes

// The latest events by time, the newest last. An import appends old events.
std::vector<std::pair<uint64_t, Event>> LatestEvents(Store& store, size_t limit,
                                                     bool of_agents) {
  std::vector<std::pair<int64_t, uint64_t>> found;
  store.log().Visit(1, [&](uint64_t sequence, const Event& e) {
    if (e.agent == of_agents) found.emplace_back(e.start_ms, sequence);
    return true;
  });
  std::sort(found.begin(), found.end());
  const size_t most = std::min(limit, found.size());
  found.erase(found.begin(), found.end() - static_cast<ptrdiff_t>(most));
  std::vector<std::pair<uint64_t, Event>> events;
  for (const auto& [start_ms, sequence] : found) {
    if (auto event = store.log().Find(sequence)) {
      events.emplace_back(sequence, *std::move(event));
    }
  }
  return events;
}

int ListEvents(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "history");
  if (!args.error.empty()) return Usage(input, "history", args.error);
  auto limit = ParseNumber(args.Get("--limit", "25"));
  std::string format = args.Get("--format", "text");
  if (!limit) return Usage(input, "history", "--limit: expected a number");
  input.engine->CatchUpFully();
  const auto events =
      LatestEvents(input.engine->store(), static_cast<size_t>(*limit),
                   /*of_agents=*/args.Has("--agent"));
  for (const auto& [sequence, e] : events) {
    if (format == "json") {
      input.io.Out(ExportLine(sequence, e) + "\n");
    } else {
      input.io.Out(HistoryLine(e, input.engine->options().host));
    }
  }
  return 0;
}

// Exports the whole store. Forgotten lines come first, so that an import keeps
// them forgotten. Numbers that only this store knows are left out, so that an
// import and a second export give the same lines.
void ExportAll(const CommandInput& input) {
  Store& store = input.engine->store();
  for (const ForgottenHash& f : store.forgotten().List()) {
    input.io.Out(ExportLine(f) + "\n");
  }
  std::string sessions;
  store.log().VisitSessions([&](const SessionRecord& s) {
    sessions += ExportLine(s) + "\n";
    return true;
  });
  input.io.Out(sessions);
  PrintInPortions(input, [&](uint64_t from, const TakeLine& take) {
    store.log().Visit(from, [&](uint64_t sequence, const Event& e) {
      return take(sequence, ExportLine(0, e) + "\n");
    });
  });
  PrintInPortions(input, [&](uint64_t from, const TakeLine& take) {
    store.log().VisitFeedback(from, [&](uint64_t n, const FeedbackRecord& f) {
      return take(n, ExportLine(f) + "\n");
    });
  });
  PrintInPortions(input, [&](uint64_t from, const TakeLine& take) {
    store.searches().Visit(from, [&](uint64_t n, const SearchRecord& s) {
      return take(n, ExportLine(s) + "\n");
    });
  });
}

int Export(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "history");
  if (!args.error.empty()) return Usage(input, "history", args.error);
  if (args.Has("--bundle")) {
    if (!args.Has("--all") && !args.Get("--bundle").empty()) {
      return RunBundle(input);
    }
    return Usage(input, "history", "--bundle: expected a file, and no --all");
  }
  input.engine->CatchUpFully();
  if (args.Has("--all")) {
    ExportAll(input);
    return 0;
  }
  PrintInPortions(input, [&](uint64_t from, const TakeLine& take) {
    input.engine->store().log().Visit(
        from, [&](uint64_t sequence, const Event& e) {
          return take(sequence, ExportLine(sequence, e) + "\n");
        });
  });
  return 0;
}

// The history file of a shell or tool.
std::string DefaultFile(const CommandInput& input, const std::string& name) {
  const PathSet& paths = input.engine->options().paths;
  auto variable = [&](const char* key) {
    const ShellNames& shell = input.engine->shell();
    return shell.variable ? shell.variable(key).value_or("") : "";
  };
  std::string data = variable("XDG_DATA_HOME");
  if (data.empty()) data = JoinPath(paths.home, ".local/share");
  if (name == "fish") return JoinPath(data, "fish/fish_history");
  if (name == "atuin") return JoinPath(data, "atuin/history.db");
  if (name == "hishtory") {
    std::string below = variable("HISHTORY_PATH");
    if (below.empty()) below = ".hishtory";
    return JoinPath(JoinPath(paths.home, below), ".hishtory.db");
  }
  if (name == "histdb") {
    std::string file = variable("HISTDB_FILE");
    return file.empty() ? JoinPath(paths.home, ".histdb/zsh-history.db") : file;
  }
  std::string histfile = variable("HISTFILE");
  if (input.engine->options().shell == name && !histfile.empty()) {
    return histfile;
  }
  for (const char* file : {name == "zsh" ? ".zsh_history" : ".bash_history",
                           ".zhistory", ".histfile", ".history"}) {
    std::string path = JoinPath(paths.home, file);
    if (IsRegularFile(path)) return path;
    if (name == "bash") break;
  }
  return JoinPath(paths.home, "." + name + "_history");
}

struct Source {
  std::vector<Event> events;
  std::vector<SessionRecord> sessions;
  std::vector<FeedbackRecord> feedback;
  std::vector<SearchRecord> searches;
  std::vector<ForgottenHash> forgotten;
  HistoryDamage damage;
  const char* places = "lines";
  ImportMatch match = ImportMatch::kHistory;
};

Source ParseExports(std::string_view text) {
  Source out;
  out.match = ImportMatch::kExport;
  for (size_t number = 1; !text.empty(); ++number) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = Trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    auto exported = ParseExport(line);
    auto* event = exported ? std::get_if<Event>(&*exported) : nullptr;
    if (!exported || (event && !IsWholeCommand(event->command))) {
      out.damage.Add(number);
    } else if (event) {
      out.events.push_back(std::move(*event));
    } else if (auto* session = std::get_if<SessionRecord>(&*exported)) {
      out.sessions.push_back(std::move(*session));
    } else if (auto* feedback = std::get_if<FeedbackRecord>(&*exported)) {
      out.feedback.push_back(std::move(*feedback));
    } else if (auto* search = std::get_if<SearchRecord>(&*exported)) {
      out.searches.push_back(std::move(*search));
    } else {
      out.forgotten.push_back(std::get<ForgottenHash>(*exported));
    }
  }
  return out;
}

// A history may have lines with NUL bytes, where the machine went down; a binary
// file has hardly any without.
bool IsBinary(std::string_view text) {
  constexpr size_t kMaxDamaged = 8;
  size_t damaged = 0, whole = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool binary = std::any_of(line.begin(), line.end(),
                                    [](char c) { return c >= 0 && c < 7; });
    damaged += binary;
    whole += !binary && line.size() > 1;
  }
  return damaged > kMaxDamaged && damaged > 2 * whole;
}

// The number of events that the log may hold.
size_t MostEvents(const CommandInput& input) {
  const int64_t most = input.engine->config().Int("history.max_events");
  return most > 0 ? static_cast<size_t>(most) : SIZE_MAX;
}

Result<Source> ReadEvents(const CommandInput& input, const std::string& what) {
  const bool database = IsOneOf(what, {"atuin", "hishtory", "histdb"});
  const bool tool = database || IsOneOf(what, {"zsh", "bash", "fish"});
  std::string path = tool ? DefaultFile(input, what) : what;
  if (database || path.ends_with(".db")) {
    Source out;
    out.places = "rows";
    auto events = ReadHistoryDatabase(path, input.now_ms, &out.damage);
    if (!events.ok()) return events.status();
    out.events = std::move(*events);
    return out;
  }
  auto text = ReadFile(path, kMaxFile);
  if (!text.ok()) return text.status();
  if (!tool && IsBinary(*text)) {
    return Status(Code::kInvalidArgument, path + ": no history: a binary file");
  }
  if (!tool && LooksLikeExport(*text)) return ParseExports(*text);
  HistoryFormat format =
      what == "zsh"    ? HistoryFormat::kZsh
      : what == "bash" ? HistoryFormat::kBash
      : what == "fish"
          ? HistoryFormat::kFish
          : GuessHistoryFormat(*text, input.engine->options().shell);
  Source out;
  out.events =
      ParseHistory(*text, format, input.now_ms, &out.damage, MostEvents(input));
  return out;
}

// Searches that the store lacks and that may be kept.
std::vector<SearchRecord> FreshSearches(Engine& engine,
                                        std::vector<SearchRecord> searches) {
  Store& store = engine.store();
  std::unordered_map<std::string, size_t> known;  // by their lines
  store.searches().Visit(1, [&](uint64_t, const SearchRecord& s) {
    ++known[ExportLine(s)];
    return true;
  });
  std::erase_if(searches, [&](const SearchRecord& s) {
    auto at = known.find(ExportLine(s));
    if (at != known.end() && at->second > 0) {
      --at->second;
      return true;
    }
    for (const std::string* text : {&s.query, &s.target.text, &s.pattern}) {
      const bool kept = text->empty() || (!store.forgotten().Contains(*text) &&
                                          !engine.privacy().Why(*text));
      if (!kept) return true;
    }
    return false;
  });
  return searches;
}

// Imports records other than events. Newer data in the store is kept: a session
// that has ended, or a command that ran here after it was forgotten there.
Result<size_t> ImportTheRest(const CommandInput& input, Source& source) {
  Engine& engine = *input.engine;
  Store& store = engine.store();
  std::unordered_set<uint64_t> here = store.forgotten().Hashes();
  if (!source.forgotten.empty()) {
    store.log().Visit(1, [&](uint64_t, const Event& e) {
      here.insert(Hash64(e.command));
      return true;
    });
  }
  std::erase_if(source.forgotten,
                [&](const ForgottenHash& f) { return here.contains(f.hash); });
  Status added = store.forgotten().Add(source.forgotten);
  if (!added.ok()) return added;
  std::vector<Record> fresh;
  for (SessionRecord& session : source.sessions) {
    auto kept = store.log().FindSession(session.session);
    if (kept && kept->end_ms >= session.end_ms) continue;
    fresh.push_back(std::move(session));
  }
  std::unordered_map<std::string, size_t> known;  // by their lines
  store.log().VisitFeedback(1, [&](uint64_t, const FeedbackRecord& f) {
    ++known[ExportLine(f)];
    return true;
  });
  auto is_private = [&](const std::string& text) {
    return !text.empty() && engine.privacy().Why(text);
  };
  for (FeedbackRecord& f : source.feedback) {
    auto at = known.find(ExportLine(f));
    if (at != known.end() && at->second > 0) {
      --at->second;
    } else if (!store.forgotten().Contains(f.suggestion) &&
               !store.forgotten().Contains(f.executed) &&
               !is_private(f.suggestion) && !is_private(f.executed)) {
      fresh.push_back(std::move(f));
    }
  }
  for (SearchRecord& s : FreshSearches(engine, std::move(source.searches))) {
    fresh.push_back(std::move(s));
  }
  if (!fresh.empty()) added = store.log().AppendRecords(fresh);
  if (!added.ok()) return added;
  return fresh.size() + source.forgotten.size();
}

// The events of the source, with the progress on a terminal.
Result<Imported> ImportTheEvents(const CommandInput& input, Source& source) {
  const bool progress = isatty(STDERR_FILENO) != 0;
  auto imported = ImportEvents(
      input.engine->learner(), std::move(source.events),
      [&](size_t done, size_t all) {
        if (!progress) return;
        input.io.Err("\rimporting " + std::to_string(done) + " of " +
                     std::to_string(all) + " ");
      },
      source.match, MostEvents(input));
  if (progress) input.io.Err("\r\x1b[K");
  return imported;
}

// "3 imported, 1 already present, 0 skipped as private"
std::string ImportReport(const Imported& imported, const LeftOut& left_out,
                         const Source& source, size_t others) {
  auto number = [](size_t n, const char* what) {
    return std::to_string(n) + what;
  };
  const size_t older = imported.older + source.damage.older;
  std::string out = number(imported.added, " imported, ") +
                    number(imported.known, " already present, ") +
                    number(left_out.skipped, " skipped as private");
  if (left_out.redacted > 0) {
    out += ", " + number(left_out.redacted, " with their secret removed");
  }
  if (imported.forgotten > 0) {
    out += ", " + number(imported.forgotten, " skipped as forgotten");
  }
  if (older > 0) {
    out += ", " + number(older, " older ones left out (history.max_events)");
  }
  if (others > 0) out += ", with " + number(others, " other records");
  if (source.damage.entries > 0) {
    out += ", " + source.damage.Text(source.places);
  }
  if (source.damage.unreadable) out += ", a part of the file cannot be read";
  return out;
}

int Import(const CommandInput& input) {
  if (input.args.size() > 2) {
    return Usage(input, "history", "import takes one source");
  }
  auto fail = [&](const std::string& why) {
    return Fail(input, "history import", why);
  };
  Engine& engine = *input.engine;
  const std::string& shell = engine.options().shell;
  const std::string what = input.args.size() == 2 ? input.args[1]
                           : shell.empty()        ? "zsh"
                                                  : shell;
  if (!engine.store().persistent()) return fail(engine.store().why());
  if (input.args.size() == 2 && IsBundle(what)) return RunBundle(input);
  auto source = ReadEvents(input, what);
  if (!source.ok()) return fail(source.status().message());
  if (!engine.guard_problem().empty()) {
    return fail(engine.guard_problem() +
                "; nothing is imported until it is fixed");
  }
  const LeftOut left_out = engine.privacy().ScreenAll(source->events);
  engine.CatchUpFully();
  UnlimitedLockWait unlimited(engine.store());
  const auto others = ImportTheRest(input, *source);
  if (!others.ok()) return fail(others.status().message());
  const auto imported = ImportTheEvents(input, *source);
  if (!imported.ok()) return fail(imported.status().message());
  input.io.Out(ImportReport(*imported, left_out, *source, *others) + "\n");
  return 0;
}

}  // namespace

bool IsBundle(const std::string& path) {
  if (!IsRegularFile(path)) return false;
  constexpr size_t kAlike = 6;  // bytes
  char head[kBundleMagic.size()] = {};
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const ssize_t size = fd < 0 ? -1 : pread(fd, head, sizeof head, 0);
  if (fd >= 0) close(fd);
  size_t alike = 0;
  for (size_t i = 0; size == sizeof head && i < sizeof head; ++i) {
    alike += head[i] == kBundleMagic[i];
  }
  return alike >= kAlike;
}

std::string WhenAndExit(const Event& e) {
  time_t seconds = static_cast<time_t>(e.start_ms / 1000);
  tm local;
  char when[32] = "";
  if (localtime_r(&seconds, &local)) {
    strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &local);
  }
  std::string exit = e.exit < 0 ? "-" : std::to_string(e.exit);
  exit.insert(0, exit.size() < 3 ? 3 - exit.size() : 0, ' ');
  return std::string(when) + " " + exit;
}

std::string HistoryLine(const Event& e, std::string_view host) {
  const std::string other = RanElsewhere(e, host) && !e.host.empty()
                                ? "[" + Printable(e.host) + "]  "
                                : "";
  return WhenAndExit(e) + "  " + other + Printable(e.command) + "\n";
}

int RunHistory(const CommandInput& input) {
  const std::string what = input.args.empty() ? "" : input.args[0];
  if (what == "list") return ListEvents(input);
  if (what == "import") return Import(input);
  if (what == "export") return Export(input);
  if (what == "forget") return RunForget(input);
  if (what == "prune") return RunPrune(input);
  return UnknownAction(input, "history");
}

}  // namespace synapse
