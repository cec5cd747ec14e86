#include "search/search_sessions.h"

#include <algorithm>

#include "base/words.h"

namespace synapse {
namespace {

constexpr double kEarlier = 0.6;     // opened before the last one
constexpr double kWithOpened = 0.9;  // a command, if something was opened
constexpr double kUnrelated = 0.6;   // shares no word
constexpr double kLookedFor = 0.9;   // the same, but after a fallback search
constexpr double kRefined = 0.5;     // a later search replaced it
constexpr double kOfAgent = 0.8;

bool SharesWord(const std::vector<std::string>& words,
                const std::vector<std::string>& others) {
  constexpr double kLeast = 0.6;
  return std::any_of(words.begin(), words.end(), [&](const auto& word) {
    return std::any_of(others.begin(), others.end(), [&](const auto& other) {
      return Likeness(word, other) >= kLeast || Likeness(other, word) >= kLeast;
    });
  });
}

}  // namespace

void SearchSessions::Set(const Settings& settings) {
  settings_ = settings;
  if (!settings_.on) active_.clear();
}

size_t SearchSessions::active() const {
  size_t n = 0;
  for (const auto& [session, list] : active_) n += list.size();
  return n;
}

bool SearchSessions::OnSearch(const AnsweredSearch& search) {
  if (!settings_.on) return false;
  SearchRecord asked;
  asked.weak = search.best_score < settings_.threshold;
  asked.at_ms = search.at_ms;
  asked.agent = search.agent;
  asked.score = static_cast<float>(std::clamp(search.best_score, 0.0, 1.0));
  asked.results =
      static_cast<uint32_t>(std::min<size_t>(search.results, UINT32_MAX));
  asked.session = search.session;
  asked.query = search.query.substr(0, SearchRecord::kMaxQuery);
  asked.cwd = search.cwd;
  asked.repository = search.repository;
  asked.shown = search.shown;
  if (asked.shown.size() > SearchRecord::kMaxShown) {
    asked.shown.resize(SearchRecord::kMaxShown);
  }
  const std::vector<std::string> words = QueryWords(asked.query);
  asked.words = QueryBits(words);
  const bool watched = !words.empty() && (asked.weak || !asked.shown.empty());
  // For searches with results a new search counts as other work.
  if (List* list = Current(search.session, search.at_ms)) {
    ResolveAll(*list, search.at_ms);
  }
  if (!watched) return false;
  sink_(asked);
  Watch(std::move(asked));
  return true;
}

void SearchSessions::Adopt(const SearchRecord& asked) {
  if (!settings_.on || asked.action != SearchAction::kAsked) return;
  Watch(asked);
}

void SearchSessions::Watch(SearchRecord asked) {
  if (active_.size() >= kMaxSessions && !active_.contains(asked.session)) {
    active_.erase(active_.begin());
  }
  List& list = active_[asked.session];
  Active fresh;
  fresh.words = QueryWords(asked.query);
  fresh.asked = std::move(asked);
  std::erase_if(list, [&](const Active& a) { return a.words == fresh.words; });
  for (Active& a : list) a.refined |= SharesWord(a.words, fresh.words);
  if (list.size() >= kMaxActive) list.erase(list.begin());
  list.push_back(std::move(fresh));
}

// The watched searches of a session without expired ones; null when there are
// none.
SearchSessions::List* SearchSessions::Current(const std::string& session,
                                              int64_t at_ms) {
  auto at = active_.find(session);
  if (at == active_.end()) return nullptr;
  Expire(at->second, at_ms);
  if (!at->second.empty()) return &at->second;
  active_.erase(at);
  return nullptr;
}

bool SearchSessions::InTime(const Active& a, int64_t at_ms) const {
  return at_ms - a.asked.at_ms < settings_.timeout_ms;
}

void SearchSessions::Expire(List& list, int64_t at_ms) {
  for (const Active& a : list) {
    if (InTime(a, at_ms) || !a.results.empty() || !a.asked.weak) continue;
    SearchRecord expired = a.asked;
    expired.action = SearchAction::kExpired;
    expired.shown.clear();
    expired.at_ms = at_ms;
    sink_(std::move(expired));
  }
  std::erase_if(list, [&](const Active& a) {
    return !InTime(a, at_ms) && a.results.empty();
  });
}

void SearchSessions::OnFallbackPattern(const std::string& session,
                                       std::string_view pattern,
                                       int64_t at_ms) {
  List* list = Current(session, at_ms);
  if (!list) return;
  for (Active& a : *list) {
    if (!InTime(a, at_ms) || a.patterns.size() >= kMaxPatterns) continue;
    a.patterns.emplace_back(pattern.substr(0, SearchRecord::kMaxQuery));
    for (std::string& word : SearchWords(pattern)) {
      a.looked_for.push_back(std::move(word));
    }
  }
}

bool SearchSessions::IsRelated(const Active& a, std::string_view text) const {
  const std::vector<std::string> words = SearchWords(text);
  return SharesWord(a.words, words) || SharesWord(a.looked_for, words);
}

void SearchSessions::OnOpened(const std::string& session,
                              const SearchTarget& target, int64_t at_ms) {
  List* list = Current(session, at_ms);
  if (!list || target.text.size() > SearchRecord::kMaxTarget) return;
  for (Active& a : *list) {
    if (!InTime(a, at_ms)) continue;
    // If opened again, the latest opening counts.
    std::erase_if(a.results,
                  [&](const Result& r) { return r.target == target; });
    if (a.results.size() >= kMaxResults) a.results.erase(a.results.begin());
    a.results.push_back({target, IsRelated(a, target.text)});
  }
}

void SearchSessions::OnCommand(const std::string& session,
                               std::string_view line, bool ok, int64_t at_ms) {
  List* list = Current(session, at_ms);
  if (!list || !ok || line.size() > SearchRecord::kMaxTarget) return;
  bool found = false;
  for (Active& a : *list) {
    if (!InTime(a, at_ms) || !IsRelated(a, line)) continue;
    a.results.push_back({{SearchKind::kCommand, std::string(line)},
                         /*related=*/true});
    found = true;
  }
  if (found) OnTurnEnd(session, at_ms);
}

void SearchSessions::OnTurnEnd(const std::string& session, int64_t at_ms) {
  List* list = Current(session, at_ms);
  if (!list) return;
  ResolveAll(*list, at_ms);
  if (list->empty()) active_.erase(session);
}

void SearchSessions::OnSessionEnd(const std::string& session, int64_t at_ms) {
  OnTurnEnd(session, at_ms);
  active_.erase(session);
}

void SearchSessions::ResolveAll(List& list, int64_t at_ms) {
  for (const Active& a : list) {
    if (!a.results.empty()) Resolve(a, at_ms);
  }
  std::erase_if(list, [](const Active& a) { return !a.results.empty(); });
}

void SearchSessions::Resolve(const Active& a, int64_t at_ms) {
  SearchRecord found = a.asked;
  found.action = SearchAction::kFound;
  found.shown.clear();
  found.at_ms = at_ms;
  found.closes = true;
  for (const std::string& pattern : a.patterns) {
    if (!pattern.empty()) found.pattern += pattern + "\n";
  }
  if (!found.pattern.empty()) found.pattern.pop_back();
  // The last one first: its record closes the search.
  bool opened = false;
  for (size_t i = a.results.size(); i-- > 0;) {
    const Result& result = a.results[i];
    double weight = opened ? kEarlier : 1;
    if (result.target.kind == SearchKind::kCommand) {
      weight = i > 0 ? kWithOpened : 1;
    } else {
      opened = true;
    }
    if (!result.related) {
      weight *= a.patterns.empty() ? kUnrelated : kLookedFor;
    }
    if (a.refined) weight *= kRefined;
    if (a.asked.agent) weight *= kOfAgent;
    found.target = result.target;
    found.score = static_cast<float>(weight);
    sink_(found);
    found.closes = false;
  }
  Miss(a, at_ms);
}

// Records that the first result was wrong, if something else was found by
// another search. It counts half if it was opened on the way and left.
void SearchSessions::Miss(const Active& a, int64_t at_ms) {
  if (a.asked.shown.empty() || a.patterns.empty()) return;
  const SearchTarget& first = a.asked.shown.front();
  auto is_first = [&](const Result& r) { return r.target == first; };
  const bool opened = std::any_of(a.results.begin(), a.results.end(), is_first);
  if (is_first(a.results.back())) return;
  SearchRecord missed = a.asked;
  missed.action = SearchAction::kMissed;
  missed.shown.clear();
  missed.at_ms = at_ms;
  missed.target = first;
  missed.score = opened ? 0.5f : 1.0f;
  sink_(std::move(missed));
}

}  // namespace synapse
