#include "command/search_answer.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/json.h"
#include "base/words.h"
#include "search/recent.h"
#include "store/log_keys.h"

namespace synapse {
namespace {

// Below this score recent lines are searched for scattered letters.
constexpr double kGoodEnough = 0.5;
// Extra results, because some are dropped.
constexpr size_t kSpare = 16;

// The index contains the whole log.
bool IsCurrent(Engine& engine) {
  return !engine.learner().rebuild().IsPartial() &&
         engine.learner().Behind() == 0;
}

// True if words of the index can answer the query.
bool IndexAnswers(const SearchRequest& request, const FuzzyQuery& fuzzy) {
  return !request.wanted && !request.query.text.empty() &&
         request.query.scope != SearchScope::kSession &&
         request.query.scope != SearchScope::kHost && !fuzzy.has_signs() &&
         !QueryWords(request.query.text).empty();
}

// Joins both, each result once. Results of the log alone keep their order.
void Join(SearchAnswer& into, SearchAnswer other, size_t limit, bool sort) {
  std::unordered_set<std::string> known;
  for (const SearchResult& r : into.results) {
    if (r.target.kind == SearchKind::kCommand) known.insert(r.target.text);
  }
  for (SearchResult& r : other.results) {
    const bool there =
        r.target.kind == SearchKind::kCommand && known.contains(r.target.text);
    if (!there) into.results.push_back(std::move(r));
  }
  into.complete = into.complete && other.complete;
  if (sort) {
    std::stable_sort(into.results.begin(), into.results.end(), IsBetter);
  }
  if (into.results.size() > limit) into.results.resize(limit);
}

SearchAnswer Find(Engine& engine, const SearchRequest& request) {
  SearchQuery query = request.query;
  Finder finder(
      {engine.store(), engine.project(), engine.options().paths.home});
  const FuzzyQuery fuzzy(query.text);
  const bool commands = query.kinds.Has(SearchKind::kCommand);
  const bool current = IsCurrent(engine);
  const bool indexed = current && IndexAnswers(request, fuzzy);
  if (request.wanted) query.kinds = SearchKinds();
  if (commands && !indexed) query.kinds.Drop(SearchKind::kCommand);
  // Without a query only the latest commands are listed.
  const bool only_commands = commands && query.text.empty();
  if (fuzzy.has_signs()) {
    query.fits = [&](std::string_view text) { return fuzzy.Score(text) > 0; };
    query.text = fuzzy.Words();
  }
  // Some results are dropped later.
  const size_t limit = query.limit;
  query.limit += kSpare;
  auto finish = [&](SearchAnswer& answer) {
    if (!fuzzy.has_signs()) {
      DemoteLooking(answer, query.text,
                    {engine.specs(), engine.shell().alias, query.origin.cwd});
    }
    if (answer.results.size() > limit) answer.results.resize(limit);
  };
  SearchAnswer answer;
  if (!query.kinds.empty() && !only_commands) {
    answer = finder.Find(query);
    if (!commands || indexed) finish(answer);
  }
  if (!commands || (indexed && answer.best() >= kGoodEnough)) return answer;
  const bool alone = answer.results.empty();
  SearchQuery asked = request.query;
  asked.limit = query.limit;
  const uint64_t last =
      engine.learner().sessions().LastOf(asked.origin.session);
  Join(
      answer,
      FindRecent(engine.store(), {asked, fuzzy, request.wanted, last, current}),
      query.limit, !alone);
  if (indexed) {
    finish(answer);
  } else if (answer.results.size() > limit) {
    answer.results.resize(limit);
  }
  return answer;
}

std::vector<SearchTarget> ShownByAssociation(const SearchAnswer& answer) {
  std::vector<SearchTarget> out;
  for (const SearchResult& r : answer.results) {
    if (r.association == 0 || out.size() >= SearchRecord::kMaxShown) break;
    out.push_back(r.target);
  }
  return out;
}

void WriteResult(JsonWriter& w, const SearchResult& r, int64_t now_ms) {
  auto number = [&](const char* key, double value) {
    JsonField(w, key, std::round(value * 10'000) / 10'000);
  };
  w.StartObject();
  JsonField(w, "kind", SearchKindName(r.target.kind));
  JsonField(w, r.target.kind == SearchKind::kCommand ? "cmd" : "text",
            r.target.text);
  number("score", r.score);
  number("words", r.words);
  number("use", r.use);
  number("place", r.nearness);
  number("association", r.association);
  JsonField(w, "reasons", ReasonsOf(r, now_ms));
  if (!r.description.empty()) JsonField(w, "description", r.description);
  if (r.last_ms != 0) JsonField(w, "ts", static_cast<double>(r.last_ms) / 1000);
  if (r.target.kind == SearchKind::kCommand) {
    JsonFieldOrNull(w, "exit", r.exit);
    if (!r.cwd.empty()) JsonField(w, "cwd", r.cwd);
    if (!r.host.empty()) JsonField(w, "host", r.host);
  }
  if (r.count > 0) JsonField(w, "count", r.count);
  w.EndObject();
}

}  // namespace

// Names the machine of commands whose latest run was on another one, as far as
// the newest events say it.
void AddHosts(Engine& engine, SearchAnswer& answer) {
  std::unordered_map<std::string_view, SearchResult*> open;
  for (SearchResult& r : answer.results) {
    if (r.target.kind == SearchKind::kCommand) open[r.target.text] = &r;
  }
  size_t left = kMaxImported;
  engine.store().log().VisitBackwards([&](uint64_t, const Event& e) {
    auto at = open.find(e.command);
    if (at != open.end()) {
      if (RanElsewhere(e, engine.options().host)) at->second->host = e.host;
      open.erase(at);
    }
    return !open.empty() && --left > 0;
  });
}

SearchReply AnswerSearch(Engine& engine, const SearchRequest& request) {
  const int64_t start = Clock::MonotonicUs();
  SearchReply reply;
  if (engine.search().Begins(request.query.origin.session,
                             request.query.now_ms)) {
    engine.CatchUpFully();
  }
  reply.answer = Find(engine, request);
  AddHosts(engine, reply.answer);
  reply.latency_us = Clock::MonotonicUs() - start;
  const SearchQuery& query = request.query;
  if (query.text.empty() || request.wanted) return reply;
  AnsweredSearch answered;
  answered.session = query.origin.session;
  answered.query = query.text;
  answered.best_score = reply.answer.best();
  answered.results = reply.answer.results.size();
  answered.at_ms = query.now_ms;
  answered.cwd = query.origin.cwd;
  answered.repository = query.origin.repository;
  answered.shown = ShownByAssociation(reply.answer);
  reply.watched = engine.search().Asked(answered);
  return reply;
}

std::string SearchJson(const SearchRequest& request, const SearchReply& reply) {
  const SearchQuery& query = request.query;
  return JsonObjectText([&](JsonWriter& w) {
    JsonField(w, "ok", true);
    JsonField(w, "query", query.text);
    JsonField(w, "scope", ScopeName(query.scope));
    JsonField(w, "best_score",
              std::round(reply.answer.best() * 10'000) / 10'000);
    JsonField(w, "complete", reply.answer.complete);
    JsonField(w, "watched", reply.watched);
    JsonArray(w, "results", reply.answer.results,
              [&](const SearchResult& r) { WriteResult(w, r, query.now_ms); });
    JsonField(w, "latency_us", reply.latency_us);
  });
}

std::string SeenFrom(const std::string& path, const std::string& cwd) {
  if (cwd.empty() || cwd == "/" || !path.starts_with(cwd + "/")) return path;
  return path.substr(cwd.size() + 1);
}

}  // namespace synapse
