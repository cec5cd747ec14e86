#include "search/recent.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

#include "search/candidates.h"

namespace synapse {
namespace {

// Events per read, where reading may end early.
constexpr size_t kSlice = 256;

SearchResult ResultOf(const Event& event) {
  SearchResult r;
  r.target = {SearchKind::kCommand, event.command};
  r.last_ms = event.start_ms;
  r.exit = event.exit;
  r.cwd = event.cwd;
  return r;
}

// The index knows runs by directory and repository.
bool IsOfIndex(SearchScope scope) {
  return scope == SearchScope::kDirectory || scope == SearchScope::kRepository;
}

class Reader {
 public:
  Reader(Store& store, const RecentQuery& recent)
      : store_(store), recent_(recent), query_(recent.query) {}

  SearchAnswer Read() {
    if (query_.scope == SearchScope::kSession) {
      ReadSession();
    } else if (IsOfIndex(query_.scope) && !recent_.wanted &&
               recent_.index_is_current) {
      SearchAnswer there = LatestIn(store_, Unfitted(), kMaxLines);
      answer_.complete = there.complete;
      for (SearchResult& r : there.results) Add(std::move(r));
      if (!there.complete) AddByWords();
    } else {
      ReadNewest();
      if (!answer_.complete) AddByWords();
    }
    return Best();
  }

 private:
  // The query without its filter, which is applied here.
  SearchQuery Unfitted() const {
    SearchQuery query = query_;
    query.fits = nullptr;
    return query;
  }

  void Add(SearchResult r) {
    const int score = recent_.fuzzy.Score(r.target.text);
    if (score == 0 || known_.contains(r.target.text)) return;
    r.words = static_cast<double>(score) / FuzzyQuery::kBest;
    r.score = query_.text.empty() ? 1 : r.words;
    r.use = r.nearness = 0;
    known_.insert(r.target.text);
    answer_.results.push_back(std::move(r));
  }

  void Take(HistorySearch& search) {
    std::vector<std::pair<int, size_t>> found;
    for (size_t i = 0; i < search.size(); ++i) {
      if (!search.In(query_.scope, i)) continue;
      const int score = recent_.fuzzy.Score(search.Command(i));
      if (score > 0) found.emplace_back(-score, i);
    }
    const size_t most = std::min(found.size(), query_.limit);
    std::partial_sort(found.begin(), found.begin() + static_cast<long>(most),
                      found.end());
    for (size_t i = 0; i < most; ++i) {
      auto event = search.Latest(query_.scope, found[i].second);
      if (event) Add(ResultOf(*event));
    }
  }

  void ReadNewest() {
    Budget budget = Budget::Unlimited();
    HistorySearch search(store_, query_.origin, recent_.wanted);
    // A long history that was just imported: its older lines were appended
    // last.
    // The index cannot say what ran on this machine.
    const bool far =
        recent_.fuzzy.empty() || query_.scope == SearchScope::kHost;
    const size_t all = far ? kMaxImported : kMaxEvents;
    for (size_t left = all; left > 0 && !EnoughIn(search);) {
      const size_t most = std::min(kSlice, left);
      if (!search.ReadOn(budget, most)) break;
      left -= most;
    }
    answer_.complete = search.complete() || EnoughIn(search);
    search.Sort();
    Take(search);
  }

  // Without words only the latest are needed. Imported events come late in the
  // log and are not the latest.
  bool EnoughIn(const HistorySearch& search) const {
    if (!recent_.fuzzy.empty()) return false;
    size_t in = 0;
    for (size_t i = 0; i < search.size() && in < query_.limit; ++i) {
      in += search.In(query_.scope, i) && !search.OnlyImported(i);
    }
    return in >= query_.limit;
  }

  void ReadSession() {
    const std::string& session = query_.origin.session;
    if (session.empty()) return;
    auto last = store_.log().Find(recent_.last_of_session);
    uint64_t at = recent_.last_of_session;
    if (!last || last->session != session) at = FindSession(session);
    if (at == 0) return;
    HistorySearch search(store_, query_.origin, recent_.wanted);
    search.ReadSession(at, kMaxOfSession);
    answer_.complete = search.complete();
    Take(search);
  }

  // The session's last event among the newest of the log; 0: none.
  uint64_t FindSession(const std::string& session) {
    constexpr int64_t kDayMs = 86'400'000;  // a clock may be set back
    auto known = store_.log().FindSession(session);
    uint64_t found = 0;
    size_t left = kMaxEvents;
    answer_.complete = true;
    store_.log().VisitBackwards([&](uint64_t sequence, const Event& event) {
      if (event.session == session) found = sequence;
      const bool before =
          known && !event.imported && event.start_ms < known->start_ms - kDayMs;
      if (found != 0 || before) return false;
      answer_.complete = --left > 0;
      return answer_.complete;
    });
    return found;
  }

  void AddByWords() {
    const std::string words = recent_.fuzzy.Words();
    Matcher matcher(words);
    const bool only_words = !recent_.fuzzy.has_signs() && !recent_.wanted;
    if (matcher.asked().empty() || (only_words && recent_.index_is_current)) {
      return;  // the caller has searched by words
    }
    SearchQuery query = Unfitted();
    query.text = words;
    query.kinds = SearchKinds::Only(SearchKind::kCommand);
    FoundLines lines =
        FindLines(store_, {query, matcher, /*everything=*/false});
    for (FoundText& found : lines.commands.found) {
      Event ran;
      ran.exit = found.result.exit;
      if (recent_.wanted && !recent_.wanted(ran)) continue;
      Add(std::move(found.result));
    }
  }

  SearchAnswer Best() {
    std::stable_sort(answer_.results.begin(), answer_.results.end(),
                     [](const SearchResult& a, const SearchResult& b) {
                       return std::tie(b.score, b.last_ms) <
                              std::tie(a.score, a.last_ms);
                     });
    if (answer_.results.size() > query_.limit) {
      answer_.results.resize(query_.limit);
    }
    return std::move(answer_);
  }

  Store& store_;
  const RecentQuery& recent_;
  const SearchQuery& query_;
  SearchAnswer answer_;
  std::unordered_set<std::string> known_;
};

}  // namespace

SearchAnswer FindRecent(Store& store, const RecentQuery& recent) {
  return Reader(store, recent).Read();
}

}  // namespace synapse
