// drive: JSON lines on stdin and stdout, one reply for each request, for tests
// and measurement. It uses nothing of the user's history, configuration or
// shell. The store and the clock come from the arguments and the request.
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <map>
#include <vector>

#include "command/command.h"
#include "command/isolated_engine.h"
#include "command/search_answer.h"
#include "command/suggest_json.h"
#include "learn/whereabouts.h"
#include "measure/measure.h"
#include "rank/ghost_rule.h"
#include "source/source.h"

namespace synapse {
namespace {

constexpr size_t kMaxRequest = 4 << 20;  // bytes

// Reads lines from a descriptor. A line longer than kMaxRequest is cut.
class LineReader {
 public:
  bool Next(std::string& line) {
    line.clear();
    while (true) {
      size_t end = held_.find('\n', at_);
      if (end != held_.npos) {
        line.assign(held_, at_, end - at_);
        at_ = end + 1;
        return true;
      }
      held_.erase(0, at_);
      at_ = 0;
      if (held_.size() > kMaxRequest) {
        line = std::move(held_);
        held_.clear();
        return true;
      }
      char buffer[65536];
      ssize_t n = read(STDIN_FILENO, buffer, sizeof buffer);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) {
        line = std::move(held_);
        held_.clear();
        return !line.empty();
      }
      held_.append(buffer, static_cast<size_t>(n));
    }
  }

 private:
  std::string held_;
  size_t at_ = 0;
};

// A field of the wrong type or with an unknown name is an error of the request.
// Otherwise a typo in `ephemeral` would record a line.
class Request {
 public:
  // `here`: the directories of this machine.
  Request(const rapidjson::Document& d, const std::vector<std::string>& here)
      : d_(d), here_(here) {}
  std::string Text(const char* key, bool required = false) {
    const rapidjson::Value* v = Find(key, required);
    if (!v) return "";
    if (!v->IsString()) return Wrong(key, "expected a string"), "";
    return {v->GetString(), v->GetStringLength()};
  }
  std::string Directory() {
    const std::string cwd = Text("cwd");
    return cwd.empty() ? cwd : RecordedDirectory(cwd, here_);
  }
  int64_t Number(const char* key, int64_t fallback) {
    const rapidjson::Value* v = Find(key, /*required=*/false);
    if (!v) return fallback;
    if (v->IsInt64()) return v->GetInt64();
    if (v->IsDouble() && std::abs(v->GetDouble()) < 9e15) {
      return static_cast<int64_t>(v->GetDouble());
    }
    Wrong(key, "expected a number");
    return fallback;
  }
  bool Flag(const char* key) {
    const rapidjson::Value* v = Find(key, /*required=*/false);
    if (!v) return false;
    if (!v->IsBool()) Wrong(key, "expected true or false");
    return v->IsTrue();
  }
  // Converts seconds to milliseconds, in a range in which times can be
  // compared.
  int64_t Milliseconds(const char* key, int64_t fallback_ms) {
    constexpr int64_t kYear9999 = 253'402'300'799;
    int64_t seconds = Number(key, fallback_ms / 1000);
    if (seconds >= 0 && seconds <= kYear9999) return seconds * 1000;
    Wrong(key, "expected seconds since 1970, up to the year 9999");
    return fallback_ms;
  }
  // Called after all keys were read.
  const std::string& error() {
    for (auto& [key, value] : d_.GetObject()) {
      std::string_view name(key.GetString(), key.GetStringLength());
      if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
        Wrong(std::string(name), "no such key");
      } else if (&d_.FindMember(key)->value != &value) {
        Wrong(std::string(name), "given twice");
      }
    }
    return error_;
  }
  bool ok() const { return error_.empty(); }
  void Wrong(const std::string& key, const std::string& why) {
    if (error_.empty()) error_ = key + ": " + why;
  }

 private:
  const rapidjson::Value* Find(const char* key, bool required) {
    known_.push_back(key);
    auto at = d_.FindMember(key);
    if (at == d_.MemberEnd() || at->value.IsNull()) {
      if (required) Wrong(key, "missing");
      return nullptr;
    }
    return &at->value;
  }
  const rapidjson::Document& d_;
  const std::vector<std::string>& here_;
  std::vector<std::string_view> known_;
  std::string error_;
};

std::string ErrorReply(Code code, const std::string& message) {
  return JsonObjectText([&](JsonWriter& w) {
    JsonField(w, "ok", false);
    JsonObject(w, "error", [&] {
      JsonField(w, "code", CodeName(code));
      JsonField(w, "message", message);
      JsonField(w, "retryable", code == Code::kBusy || code == Code::kTimeout);
    });
  });
}

constexpr const char* kOk = "{\"ok\":true}";

// The ephemeral lines of each session. The engine is of one shell, and has the
// lines of one session at a time.
class EphemeralLines {
 public:
  void Enter(Engine& engine, const std::string& session) {
    if (session == session_) return;
    LineHistory& history = engine.suggester().history();
    for (const std::string& line : lines_[session_]) history.Drop(line);
    session_ = session;
    for (const std::string& line : lines_[session]) history.AddEphemeral(line);
  }
  void Ran(const std::string& line) {
    constexpr size_t kMaxLines = 1000;
    std::vector<std::string>& lines = lines_[session_];
    if (lines.size() < kMaxLines) lines.push_back(line);
  }

 private:
  std::string session_;
  std::map<std::string, std::vector<std::string>> lines_;
};

std::optional<std::string> VariableOfProcess(std::string_view name) {
  const char* value = getenv(std::string(name).c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

// Takes what commands of specs have reported since the last request, and lets
// those of this one run if it is from a directory of this machine.
void AskCommands(Engine& engine, const std::string& cwd) {
  (void)engine.TakeAnswers();
  const bool is_here = !cwd.starts_with(DirectoryElsewhere("/"));
  engine.generators().RunCommands(is_here ? VariableOfProcess : nullptr);
}

std::string AnswerSuggest(Engine& engine, EphemeralLines& ephemeral,
                          Request& request) {
  SuggestRequest r;
  r.session = request.Text("session");
  r.cwd = request.Directory();
  r.now_ms = request.Milliseconds("ts", engine.clock().NowMs());
  r.buffer = request.Text("buffer");
  int64_t cursor =
      request.Number("cursor", static_cast<int64_t>(r.buffer.size()));
  r.limit = static_cast<size_t>(
      std::clamp<int64_t>(request.Number("limit", 5), 1, 5000));
  if (r.limit > kMaxCandidates) r.most = r.limit;
  if (cursor < 0 || static_cast<size_t>(cursor) > r.buffer.size()) {
    request.Wrong("cursor", "outside of the buffer");
  }
  if (!request.error().empty()) {
    return ErrorReply(Code::kInvalidArgument, request.error());
  }
  r.cursor = static_cast<size_t>(cursor);
  r.on_show = true;
  ephemeral.Enter(engine, r.session);
  AskCommands(engine, r.cwd);
  SuggestReply reply = engine.Suggest(r);
  auto is_shown = [&](const Suggestion& s) {
    return IsGhost(engine.config(), r.buffer, s);
  };
  return SuggestionsJson(reply.suggestions, is_shown, reply.latency_us);
}

std::string AnswerCommand(Engine& engine, EphemeralLines& ephemeral,
                          Request& request) {
  Run run;
  run.session = request.Text("session");
  run.cwd = request.Directory();
  run.command = request.Text("cmd", /*required=*/true);
  run.start_ms = request.Milliseconds("ts", engine.clock().NowMs());
  run.duration_ms = request.Number("duration_ms", Event::kUnknownDuration);
  run.exit = static_cast<int>(request.Number("exit", Event::kUnknownExit));
  if (request.Flag("ephemeral")) run.incognito = Incognito::kEphemeral;
  if (!request.error().empty()) {
    return ErrorReply(Code::kInvalidArgument, request.error());
  }
  ephemeral.Enter(engine, run.session);
  const bool known = engine.suggester().history().IsSessionLine(run.command);
  Status recorded = engine.Record(run);
  // A secret is not kept for the session either.
  if (!known && engine.suggester().history().IsSessionLine(run.command) &&
      run.incognito == Incognito::kEphemeral) {
    ephemeral.Ran(run.command);
  }
  engine.NewPrompt();
  return recorded.ok() ? kOk : ErrorReply(recorded.code(), recorded.message());
}

std::string AnswerFeedback(Engine& engine, Request& request) {
  std::string action = request.Text("action", /*required=*/true);
  std::string suggestion = request.Text("suggestion", /*required=*/true);
  auto parsed = ParseFeedback(action);
  std::string executed = request.Text("executed");
  int64_t at_ms = request.Milliseconds("ts", engine.clock().NowMs());
  if (request.ok() && !parsed) {
    request.Wrong("action", "expected accepted, dismissed, edited or ignored");
  }
  if (!request.error().empty()) {
    return ErrorReply(Code::kInvalidArgument, request.error());
  }
  Status kept = engine.Feedback(*parsed, suggestion, executed, {}, at_ms);
  // The next request knows it, also without a command between.
  engine.CatchUpFully();
  return kept.ok() ? kOk : ErrorReply(kept.code(), kept.message());
}

std::string AnswerSearchOf(Engine& engine, Request& request) {
  SearchRequest r;
  SearchQuery& query = r.query;
  query.text = request.Text("query");
  query.origin.session = request.Text("session");
  query.origin.cwd = request.Directory();
  query.now_ms = request.Milliseconds("ts", engine.clock().NowMs());
  query.limit = static_cast<size_t>(
      std::clamp<int64_t>(request.Number("limit", 25), 1, 1000));
  const std::string in = request.Text("in"), scope = request.Text("scope");
  const auto kinds = ParseSearchKinds(in.empty() ? "all" : in);
  const auto known = ParseScope(scope.empty() ? "global" : scope);
  if (!kinds) {
    request.Wrong("in",
                  "expected commands, files, directories, notes, tasks "
                  "or all");
  }
  if (!known)
    request.Wrong("scope", "expected session, cwd, repo, host or global");
  if (!request.error().empty()) {
    return ErrorReply(Code::kInvalidArgument, request.error());
  }
  query.kinds = *kinds;
  query.scope = *known;
  engine.CatchUpFully();  // what commands taught since
  query.origin.repository = FindUpwards(query.origin.cwd, ".git").value_or("");
  return SearchJson(r, AnswerSearch(engine, r));
}

std::string Answer(Engine& engine, const std::vector<std::string>& here,
                   EphemeralLines& ephemeral, const std::string& line) {
  rapidjson::Document d;
  d.Parse<rapidjson::kParseIterativeFlag>(line.c_str(), line.size());
  if (d.HasParseError()) {
    return ErrorReply(Code::kInvalidArgument,
                      "byte " + std::to_string(d.GetErrorOffset()) + ": " +
                          rapidjson::GetParseError_En(d.GetParseError()));
  }
  if (!d.IsObject()) {
    return ErrorReply(Code::kInvalidArgument, "expected an object");
  }
  Request request(d, here);
  std::string op = request.Text("op", /*required=*/true);
  if (op == "suggest") return AnswerSuggest(engine, ephemeral, request);
  if (op == "command") return AnswerCommand(engine, ephemeral, request);
  if (op == "feedback") return AnswerFeedback(engine, request);
  if (op == "search") return AnswerSearchOf(engine, request);
  return ErrorReply(Code::kInvalidArgument,
                    request.ok()
                        ? "op: expected suggest, command, feedback or search"
                        : request.error());
}

}  // namespace

std::string AnswerDrive(Engine& engine, const std::string& line) {
  EphemeralLines ephemeral;
  return Answer(engine, {"/"}, ephemeral, line);
}

int RunDriveHere(const CommandInput& input) {
  ParsedArgs args = ParseArgs(input, "drive");
  if (!args.error.empty()) return Usage(input, "drive", args.error);
  const std::string factors = args.Get("--factors");
  auto isolated =
      IsolatedEngine(input, args.Get("--store"),
                     [&](std::string_view name) -> std::optional<std::string> {
                       if (name != "SYNAPSE_RANK_FACTORS" || factors.empty())
                         return {};
                       return factors;
                     });
  Engine& engine = *isolated;
  std::vector<std::string> problems;
  engine.suggester().SetFactors(engine.config().List("rank.factors"), problems);
  if (!problems.empty()) return Usage(input, "drive", problems[0]);
  if (!engine.store().persistent()) {
    return Fail(input, "drive", engine.store().why());
  }
  // A recorded line may name any other directory, and the files in it are those
  // of the machine that recorded it.
  std::error_code none;
  const std::string cwd = std::filesystem::current_path(none);
  const std::vector<std::string> here = {
      engine.options().paths.home, cwd,
      std::string(DirName(JoinPath(cwd, args.Get("--store"))))};
  LineReader reader;
  EphemeralLines ephemeral;
  std::string line;
  while (reader.Next(line)) {
    if (Trim(line).empty()) continue;
    input.io.Out(Answer(engine, here, ephemeral, line) + "\n");
  }
  engine.StopAsking();
  return 0;
}

}  // namespace synapse
