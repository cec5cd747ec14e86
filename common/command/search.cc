// search: commands of the history that fit what is looked for.
#include <algorithm>

#include "command/command.h"
#include "command/history.h"
#include "search/fuzzy.h"
#include "search/history_search.h"

namespace synapse {
namespace {

struct Asked {
  FuzzyQuery query;
  SearchScope scope = SearchScope::kGlobal;
  size_t limit = 0;
  std::string format;
  HistorySearch::Wanted wanted;
};

// `ok`, `failed`, a number.
std::optional<HistorySearch::Wanted> ParseExit(const std::string& text) {
  if (text == "ok") return [](const Event& e) { return e.exit == 0; };
  if (text == "failed") return [](const Event& e) { return e.failed(); };
  auto number = ParseNumber(text);
  if (!number || *number > 255) return std::nullopt;
  return [n = *number](const Event& e) { return e.exit == n; };
}

// The reason when the arguments are not understood, else "".
std::string Read(const CommandInput& input, Asked& asked) {
  ParsedArgs args = ParseArgs(input, "search");
  if (!args.error.empty()) return args.error;
  std::string query;
  for (const std::string& word : args.rest) {
    query += (query.empty() ? "" : " ") + word;
  }
  asked.query = FuzzyQuery(query);
  const Config& config = input.engine->config();
  auto scope = ParseScope(args.Get("--scope", config.String("search.scope")));
  asked.scope = scope.value_or(SearchScope::kGlobal);
  auto limit = ParseNumber(args.Get("--limit", "25"));
  if (!limit || *limit < 1) return "--limit: expected a number above 0";
  asked.limit = static_cast<size_t>(*limit);
  asked.format = args.Get("--format", "text");
  if (args.Has("--exit")) {
    auto wanted = ParseExit(args.Get("--exit"));
    if (!wanted) return "--exit: expected ok, failed or a number";
    asked.wanted = std::move(*wanted);
  }
  return "";
}

// The best, and of equals the latest.
std::vector<size_t> Best(const HistorySearch& search, const Asked& asked) {
  std::vector<std::pair<int, size_t>> found;
  for (size_t i = 0; i < search.size(); ++i) {
    if (!search.In(asked.scope, i)) continue;
    int score = asked.query.Score(search.Command(i));
    if (score > 0) found.emplace_back(-score, i);
  }
  size_t most = std::min(found.size(), asked.limit);
  std::partial_sort(found.begin(),
                    found.begin() + static_cast<ptrdiff_t>(most), found.end());
  std::vector<size_t> out;
  for (size_t i = 0; i < most; ++i) out.push_back(found[i].second);
  return out;
}

void Print(const CommandInput& input, const std::string& format,
           const Event& e, uint64_t sequence) {
  if (format == "json") {
    input.io.Out(ExportLine(sequence, e) + "\n");
  } else if (format == "fzf") {
    input.io.Out(Printable(e.command) + "\t" + WhenAndExit(e) + "  " +
                 Printable(e.cwd) + "\n");
  } else {
    input.io.Out(HistoryLine(e));
  }
}

}  // namespace

int RunSearch(const CommandInput& input) {
  Asked asked;
  std::string wrong = Read(input, asked);
  if (!wrong.empty()) return Usage(input, "search", wrong);
  Store& store = input.engine->store();
  if (!store.persistent() && input.place == CommandPlace::kProgram) {
    return Fail(input, "search", store.why());
  }
  input.engine->TakeInAll();
  HistorySearch search(
      store,
      {.session = input.session,
       .cwd = input.cwd,
       .repository = FindUpwards(input.cwd, ".git").value_or("")},
      asked.wanted);
  Budget budget = Budget::Unlimited();
  while (search.ReadOn(budget)) {
  }
  std::vector<size_t> best = Best(search, asked);
  for (size_t i : best) {
    auto event = search.Latest(asked.scope, i);
    if (event) Print(input, asked.format, *event, search.Sequence(asked.scope, i));
  }
  return best.empty() ? 1 : 0;
}

}  // namespace synapse
