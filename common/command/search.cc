// search: commands, files, directories, notes and tasks that match a query.
#include <algorithm>
#include <cstdio>

#include "command/command.h"
#include "command/history.h"
#include "command/search_answer.h"

namespace synapse {
namespace {

struct Asked {
  SearchRequest request;
  std::string format;
  bool explain = false;
};

// `ok`, `failed`, a number.
std::optional<HistorySearch::Wanted> ParseExit(const std::string& text) {
  if (text == "ok") return [](const Event& e) { return e.exit == 0; };
  if (text == "failed") return [](const Event& e) { return e.failed(); };
  auto number = ParseNumber(text);
  if (!number || *number > 255) return std::nullopt;
  return [n = *number](const Event& e) { return e.exit == n; };
}

// The reason if the arguments are wrong, else "".
std::string Read(const CommandInput& input, Asked& asked) {
  ParsedArgs args = ParseArgs(input, "search");
  if (!args.error.empty()) return args.error;
  SearchQuery& query = asked.request.query;
  for (const std::string& word : args.rest) {
    query.text += (query.text.empty() ? "" : " ") + word;
  }
  const Config& config = input.engine->config();
  query.scope = ParseScope(args.Get("--scope", config.String("search.scope")))
                    .value_or(SearchScope::kGlobal);
  query.kinds = ParseSearchKinds(args.Get("--in", config.String("search.in")))
                    .value_or(SearchKinds::All());
  auto limit = ParseNumber(args.Get("--limit", "25"));
  if (!limit || *limit < 1) return "--limit: expected a number above 0";
  query.limit = static_cast<size_t>(*limit);
  asked.format = args.Get("--format", "text");
  asked.explain = args.Has("--explain");
  if (args.Has("--exit")) {
    auto wanted = ParseExit(args.Get("--exit"));
    if (!wanted) return "--exit: expected ok, failed or a number";
    if (!query.kinds.Has(SearchKind::kCommand)) {
      return "--exit: only commands have an exit status";
    }
    asked.request.wanted = std::move(*wanted);
  }
  query.origin = {.session = input.session,
                  .cwd = input.cwd,
                  .repository = FindUpwards(input.cwd, ".git").value_or(""),
                  .host = input.engine->options().host};
  query.now_ms = input.now_ms;
  return "";
}

Event EventOf(const SearchResult& r) {
  Event event;
  event.command = r.target.text;
  event.start_ms = r.last_ms;
  event.exit = r.exit;
  event.cwd = r.cwd;
  event.host = r.host;
  event.machine = r.host.empty() ? 0 : 1;
  return event;
}

std::string ShownText(const SearchResult& r, const std::string& cwd) {
  const bool path = r.target.kind == SearchKind::kFile ||
                    r.target.kind == SearchKind::kDirectory;
  return Printable(path ? SeenFrom(r.target.text, cwd) : r.target.text) +
         (r.target.kind == SearchKind::kDirectory ? "/" : "");
}

// Kinds other than commands are printed in the columns of time and exit status.
std::string TextLine(const SearchResult& r, const std::string& cwd) {
  if (r.target.kind == SearchKind::kCommand) return HistoryLine(EventOf(r), "");
  std::string line = SearchKindName(r.target.kind);
  line.resize(WhenAndExit(Event{}).size() + 2, ' ');
  return line + ShownText(r, cwd) + "\n";
}

std::string FzfLine(const SearchResult& r, const std::string& cwd) {
  if (r.target.kind == SearchKind::kCommand) {
    return Printable(r.target.text) + "\t" + WhenAndExit(EventOf(r)) + "  " +
           (r.host.empty() ? "" : "[" + Printable(r.host) + "]  ") +
           Printable(r.cwd) + "\n";
  }
  const std::string details =
      r.description.empty() ? "" : "  " + Printable(r.description);
  return ShownText(r, cwd) + "\t" + SearchKindName(r.target.kind) + details +
         "\n";
}

void Explain(const CommandInput& input, const SearchResult& r) {
  char score[16];
  snprintf(score, sizeof score, "%.2f", r.score);
  input.io.Out(std::string("    score ") + score + "\n");
  for (const std::string& reason : ReasonsOf(r, input.now_ms)) {
    input.io.Out("      " + Printable(reason) + "\n");
  }
}

void Print(const CommandInput& input, const Asked& asked,
           const SearchReply& reply) {
  if (asked.format == "json") {
    input.io.Out(SearchJson(asked.request, reply) + "\n");
    return;
  }
  for (const SearchResult& r : reply.answer.results) {
    input.io.Out(asked.format == "fzf" ? FzfLine(r, input.cwd)
                                       : TextLine(r, input.cwd));
    if (asked.explain && asked.format == "text") Explain(input, r);
  }
}

}  // namespace

int RunSearch(const CommandInput& input) {
  Asked asked;
  std::string wrong = Read(input, asked);
  if (!wrong.empty()) return Usage(input, "search", wrong);
  // The shell that runs the program adopts its search (search/watch.h).
  if (input.process == CommandProcess::kProgram) {
    asked.request.query.origin.session.clear();
  }
  input.engine->CatchUpFully();
  const SearchReply reply = AnswerSearch(*input.engine, asked.request);
  Print(input, asked, reply);
  if (!reply.answer.results.empty()) return 0;
  if (asked.format == "text") {
    Fail(input, "search",
         asked.request.query.text.empty()
             ? "there is nothing to list"
             : asked.request.query.text + ": no result");
  }
  return 1;
}

}  // namespace synapse
