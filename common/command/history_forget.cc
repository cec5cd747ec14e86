// history forget and history prune: remove events for ever.
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "base/regex.h"
#include "command/history.h"
#include "learn/forgetting.h"
#include "store/removed_events.h"
#include "store/store.h"
#include "track/record_file.h"

namespace synapse {
namespace {

struct Wanted {
  std::unique_ptr<RE2> pattern;
  std::optional<std::string> exact;
  std::optional<int64_t> since_ms;
  std::optional<std::string> cwd;

  bool Matches(const Event& e) const {
    if (exact && e.command != *exact) return false;
    if (since_ms && e.start_ms < *since_ms) return false;
    if (cwd && e.cwd != *cwd) return false;
    return HasPattern(e.command);
  }
  // A feedback record has no directory: the directory of its line decides.
  bool Matches(const FeedbackRecord& f) const {
    if (cwd || (since_ms && f.at_ms < *since_ms)) return false;
    for (const std::string* text : {&f.buffer, &f.suggestion, &f.executed}) {
      if (text->empty()) continue;
      if (exact ? *text == *exact : HasPattern(*text)) return true;
    }
    return false;
  }
  bool Matches(const SearchRecord& s) const {
    if (since_ms && s.at_ms < *since_ms) return false;
    if (cwd) return s.cwd == *cwd && !pattern && !exact;
    std::vector<std::string> texts = {s.query, s.target.text, s.pattern};
    for (const SearchTarget& shown : s.shown) texts.push_back(shown.text);
    return std::any_of(texts.begin(), texts.end(), [&](const auto& text) {
      return !text.empty() && (exact ? text == *exact : HasPattern(text));
    });
  }
  // True for a text in a record of suggestions. For a directory or a time alone
  // only events match.
  bool Matches(std::string_view text) const {
    if (text.empty() || cwd || since_ms) return false;
    return exact ? text == *exact : HasPattern(text);
  }
  bool HasPattern(std::string_view text) const {
    return !pattern || RE2::PartialMatch(Piece(text), *pattern);
  }
};

// The last command of this session.
std::optional<std::string> LastCommand(const CommandInput& input) {
  std::optional<std::string> last;
  input.engine->store().log().VisitBackwards([&](uint64_t, const Event& e) {
    if (!e.agent && !e.imported && e.session == input.session) last = e.command;
    return !last;
  });
  return last;
}

// The reason if the arguments are wrong, else "".
std::string ReadWanted(const CommandInput& input, const ParsedArgs& args,
                       Wanted& wanted) {
  if (!args.error.empty()) return args.error;
  bool any = !args.rest.empty();
  for (const char* name : {"--exact", "--last", "--since", "--cwd"}) {
    any = any || args.Has(name);
  }
  if (!any) return "what to forget is missing";
  if (!args.rest.empty() && args.Has("--exact")) {
    return "a pattern and --exact cannot be combined";
  }
  if (!args.rest.empty()) {
    if (args.rest[0].empty()) return "the pattern is empty";
    RE2::Options options;
    options.set_log_errors(false);
    wanted.pattern = std::make_unique<RE2>(args.rest[0], options);
    if (!wanted.pattern->ok()) return "pattern: " + wanted.pattern->error();
  }
  if (args.Has("--exact")) wanted.exact = args.Get("--exact");
  if (args.Has("--last")) {
    if (args.options.size() > (args.Has("--dry-run") ? 2u : 1u) ||
        wanted.pattern) {
      return "--last cannot be combined";
    }
    if (input.process == CommandProcess::kProgram) {
      return "--last: this is no session; run it in a shell with Synapse";
    }
    // Without a last command the value matches nothing, as no event has an
    // empty command.
    wanted.exact = LastCommand(input).value_or("");
  }
  if (args.Has("--since")) {
    wanted.since_ms = ParseWhen(args.Get("--since"), input.now_ms);
    if (!wanted.since_ms) return "--since: expected 2h, 3d or a date";
  }
  if (args.Has("--cwd")) {
    auto path = std::filesystem::path(input.cwd) / args.Get("--cwd");
    std::string cwd = path.lexically_normal();
    if (cwd.size() > 1 && cwd.ends_with('/')) cwd.pop_back();
    wanted.cwd = cwd;
  }
  return "";
}

std::string Counted(size_t n, const char* what) {
  return std::to_string(n) + " " + what + "\n";
}

}  // namespace

std::optional<int64_t> ParseWhen(std::string_view text, int64_t now_ms) {
  if (text.empty()) return std::nullopt;
  constexpr std::pair<char, int64_t> kUnits[] = {
      {'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};
  for (auto [unit, seconds] : kUnits) {
    if (text.back() != unit) continue;
    auto number = ParseNumber(text.substr(0, text.size() - 1));
    if (!number || *number > 1'000'000'000) return std::nullopt;
    return now_ms - *number * seconds * 1000;
  }
  if (auto seconds = ParseNumber(text)) {
    if (*seconds > 1'000'000'000'000) return std::nullopt;
    return *seconds * 1000;
  }
  const std::string date(text);
  for (const char* format : {"%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S",
                             "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"}) {
    tm local = {};
    const char* end = strptime(date.c_str(), format, &local);
    if (!end || *end != '\0') continue;
    local.tm_isdst = -1;
    return static_cast<int64_t>(mktime(&local)) * 1000;
  }
  return std::nullopt;
}

int RunForget(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "history");
  Wanted wanted;
  Store& store = input.engine->store();
  UnlimitedLockWait unlimited(store);
  // Reads events that other shells wrote, and those that wait in spools: the
  // last command of this session is mostly one of them.
  input.engine->CatchUpFully();
  std::string wrong = ReadWanted(input, args, wanted);
  if (!wrong.empty()) return Usage(input, "history", wrong);
  if (args.Has("--dry-run")) {
    size_t n = 0;
    PrintInPortions(input, [&](uint64_t from, const TakeLine& take) {
      store.log().Visit(from, [&](uint64_t sequence, const Event& e) {
        if (!wanted.Matches(e)) return true;
        const bool more =
            take(sequence, HistoryLine(e, input.engine->options().host));
        if (more) ++n;
        return more;
      });
    });
    input.io.Out(Counted(n, "would be forgotten"));
    return 0;
  }
  // The line may exist only in the shell's own history.
  if (args.Has("--exact") && !wanted.since_ms && !wanted.cwd) {
    Status kept_away = store.forgotten().KeepAway(*wanted.exact, input.now_ms);
    if (!kept_away.ok()) {
      return Fail(input, "history forget", kept_away.message());
    }
  }
  ToRemove to_remove;
  to_remove.event = [&](uint64_t, const Event& e) { return wanted.Matches(e); };
  to_remove.feedback = [&](const FeedbackRecord& f) {
    return wanted.Matches(f);
  };
  to_remove.search = [&](const SearchRecord& s) { return wanted.Matches(s); };
  to_remove.afterwards = ToRemove::Afterwards::kStayAway;
  to_remove.now_ms = input.now_ms;
  const RemovedEvents gone = RemovedEventsOf(store.log(), to_remove.event);
  RecordsToForget records;
  records.text = [&](std::string_view text) {
    return wanted.Matches(text) || gone.HasOrRan(text);
  };
  if (wanted.since_ms && !wanted.pattern && !wanted.exact && !wanted.cwd) {
    records.since_ms = *wanted.since_ms;
  }
  // Before the log, so that an interrupted call can be repeated, and after it
  // for what other shells wrote meanwhile.
  const std::string& directory = input.engine->record_file().directory();
  Status records_removed = ForgetRecords(directory, records);
  input.engine->ai().desk().ledger().DropAnswers();
  auto removed = Forget(store, input.engine->learner(), to_remove);
  if (!removed.ok()) {
    return Fail(input, "history forget", removed.status().message());
  }
  if (records_removed.ok()) records_removed = ForgetRecords(directory, records);
  if (records_removed.ok()) {
    records_removed = input.engine->DropLoggedRequests();
  }
  if (!records_removed.ok()) {
    return Fail(input, "history forget", records_removed.message());
  }
  input.io.Out(Counted(*removed, "forgotten"));
  if (store.persistent() || store.why().empty()) return 0;
  return Fail(input, "history forget", "only here: " + store.why());
}

namespace {

// The events to keep: by age, and by number.
struct Kept {
  int64_t since_ms = INT64_MIN;
  size_t most = SIZE_MAX;
};

// From the options, else from the settings, where 0 means no limit.
std::optional<Kept> ReadKept(const ParsedArgs& args, const Config& config,
                             int64_t now_ms, std::string& problem) {
  constexpr int64_t kMaxDays = 10'000'000;
  constexpr int64_t kDayMs = 86'400'000;
  auto number = [&](const char* option, const char* key) {
    return args.Has(option)
               ? ParseNumber(args.Get(option))
               : std::optional(std::max<int64_t>(config.Int(key), 0));
  };
  const auto days = number("--older-than", "history.max_days");
  const auto most = number("--keep", "history.max_events");
  if (!days || *days > kMaxDays)
    problem = "--older-than: expected days";
  else if (!most)
    problem = "--keep: expected a number";
  if (!problem.empty()) return std::nullopt;
  Kept kept;
  if (*days > 0 || args.Has("--older-than")) {
    kept.since_ms = now_ms - *days * kDayMs;
  }
  if (*most > 0 || args.Has("--keep")) kept.most = static_cast<size_t>(*most);
  return kept;
}

}  // namespace

int RunPrune(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "history");
  if (!args.error.empty()) return Usage(input, "history", args.error);
  std::string problem;
  const auto kept =
      ReadKept(args, input.engine->config(), input.now_ms, problem);
  if (!kept) return Usage(input, "history", problem);
  Store& store = input.engine->store();
  UnlimitedLockWait unlimited(store);
  input.engine->CatchUpFully();
  const Result<size_t> removed =
      store.retention().RemoveAll(kept->since_ms, kept->most);
  if (!removed.ok()) {
    return Fail(input, "history prune", removed.status().message());
  }
  const Result<size_t> searches = store.searches().RemoveBefore(kept->since_ms);
  if (!searches.ok()) {
    return Fail(input, "history prune", searches.status().message());
  }
  bool compact = store.log_file().MostlyFree();
  size_t before = store.info().events.used_bytes;
  Status renewed;
  if (compact) renewed = store.CompactLog();
  if (renewed.ok() && (compact || *removed > 0)) {
    // Removal changes the sequences of a store in memory.
    if (!store.persistent()) input.engine->learner().sessions().ForgetAll();
    renewed = input.engine->learner().rebuild().Run(nullptr);
  }
  if (!renewed.ok()) return Fail(input, "history prune", renewed.message());
  Store::Info info = store.info();
  std::string said = std::to_string(*removed) + " removed, " +
                     std::to_string(info.event_count) + " kept";
  if (compact) {
    said += "; the log shrank from " + std::to_string(before / 1024) + " to " +
            std::to_string(info.events.used_bytes / 1024) + " KiB";
  }
  input.io.Out(said + "\n");
  return 0;
}

}  // namespace synapse
