#include "search/finder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

#include "base/files.h"
#include "base/words.h"
#include "learn/transition.h"
#include "search/associations.h"
#include "search/candidates.h"
#include "spec/git_dir.h"
#include "spec/reading.h"

namespace synapse {
namespace {

constexpr double kMsOfDay = 86'400'000;

std::string Number(double value) {
  char text[16];
  snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string AgeOf(int64_t then_ms, int64_t now_ms) {
  const int64_t s = std::max<int64_t>(0, (now_ms - then_ms) / 1000);
  if (s < 120) return std::to_string(s) + " s";
  if (s < 7200) return std::to_string(s / 60) + " min";
  if (s < 172800) return std::to_string(s / 3600) + " h";
  return std::to_string(s / 86400) + " days";
}

// Joins all sets with their scores into one list.
class Merger {
 public:
  explicit Merger(const Matcher& matcher) : matcher_(matcher) {}

  void Add(CandidateSet set) {
    complete_ = complete_ && set.complete;
    const Rarity rarity(matcher_.asked(), set.with, set.texts);
    for (FoundText& found : set.found) {
      SearchResult& r = found.result;
      const double words =
          matcher_.asked().empty()
              ? 1
              : WordScore(rarity, found.evidence, matcher_.asked().size(),
                          set.mean_length);
      r.words = std::clamp(std::max(r.words, words), 0.0, 1.0);
      r.score = ScoreOf(r);
      Keep(std::move(r));
    }
  }

  // Adds a result of earlier searches, with or without a word of the query.
  void Add(const Association& association, SearchResult known) {
    auto at = results_.find(KeyOf(association.target));
    SearchResult& r =
        at != results_.end()
            ? at->second
            : results_.emplace(KeyOf(association.target), std::move(known))
                  .first->second;
    r.target = association.target;
    r.association = association.strength;
    r.associated_with = association.query;
    r.score = ScoreOf(r);
  }

  SearchAnswer Take() {
    SearchAnswer answer;
    answer.complete = complete_;
    double best = 0;
    for (const auto& [key, result] : results_) {
      best = std::max(best, result.score);
    }
    const double least = std::max(Finder::kLeastScore, best / 2);
    for (auto& [key, result] : results_) {
      if (result.score >= least) {
        answer.results.push_back(std::move(result));
      }
    }
    std::sort(answer.results.begin(), answer.results.end(), IsBetter);
    return answer;
  }

 private:
  using Key = std::pair<SearchKind, std::string>;
  static Key KeyOf(const SearchTarget& t) { return {t.kind, t.text}; }

  void Keep(SearchResult result) {
    auto [at, fresh] = results_.try_emplace(KeyOf(result.target), result);
    if (!fresh && result.score > at->second.score) at->second = result;
  }

  const Matcher& matcher_;
  std::map<Key, SearchResult> results_;
  bool complete_ = true;
};

// The URL of the repository's remote without the protocol, or else the
// directory that its worktrees share; "" if the repository is missing.
std::string OriginOf(const std::string& root) {
  if (OnSlowMount(root)) return "";
  auto git = FindGitDir({root, "", "", {}});
  if (!git || git->work_tree != root) return "";
  Budget budget(Finder::kFilesUs);
  Reading reading(budget);
  std::string url;
  ReadGitConfig(JoinPath(git->common, "config"), reading,
                [&](const GitConfigEntry& entry) {
                  const bool origin = entry.section == "remote" &&
                                      entry.sub == "origin" &&
                                      entry.key == "url";
                  if (origin) url = entry.value;
                });
  if (url.empty()) return git->common;
  const size_t scheme = url.find("://");
  if (scheme != url.npos) url.erase(0, scheme + 3);
  if (const size_t at = url.find('@'); at != url.npos) url.erase(0, at + 1);
  std::replace(url.begin(), url.end(), ':', '/');
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(".git")) url.resize(url.size() - 4);
  return url;
}

bool AreClones(const std::string& one, const std::string& other) {
  const std::string origin = OriginOf(one);
  return !origin.empty() && origin == OriginOf(other);
}

bool IsThere(const SearchTarget& target) {
  if (target.kind == SearchKind::kFile) {
    return !OnSlowMount(target.text) && IsRegularFile(target.text);
  }
  if (target.kind == SearchKind::kDirectory) {
    return !OnSlowMount(target.text) && IsDirectory(target.text);
  }
  return true;
}

// A command from the index; no value if it was forgotten.
std::optional<SearchResult> KnownCommand(Store& store,
                                         const std::string& line) {
  std::optional<SearchResult> out;
  (void)store.index().Read([&](Kv& kv) {
    auto stat = ReadStat(kv, IdOf(line));
    if (!stat) return;
    out.emplace();
    out->last_ms = stat->last_ms;
    out->count = stat->count;
    out->exit = stat->last_exit;
  });
  return out;
}

void AddAssociations(Store& store, const SearchQuery& query, Merger& merger) {
  if (query.text.empty() || query.fits) return;
  const AssociationQuery asked = {query.text, query.origin.repository,
                                  query.now_ms, AreClones};
  for (const Association& a : AssociationsOf(store, asked)) {
    const SearchKind kind = a.target.kind;
    if (!query.kinds.Has(kind)) continue;
    SearchResult known;
    if (kind == SearchKind::kCommand) {
      auto command = KnownCommand(store, a.target.text);
      if (!command || query.scope != SearchScope::kGlobal) continue;
      known = std::move(*command);
      known.use = UseOf(known.last_ms, known.count, query.now_ms);
    } else if (!IsThere(a.target) || !IsInScope(query, a.target.text)) {
      continue;
    } else {
      known.nearness = NearnessOf(query, a.target.text);
    }
    merger.Add(a, std::move(known));
  }
}

// Tracked files may be missing; only results on the page are checked.
void DropMissing(const SearchQuery& query, SearchAnswer& answer) {
  std::vector<SearchResult> there;
  for (SearchResult& result : answer.results) {
    if (there.size() >= query.limit) break;
    if (IsThere(result.target)) there.push_back(std::move(result));
  }
  answer.results = std::move(there);
}

}  // namespace

std::optional<SearchKinds> ParseSearchKinds(std::string_view name) {
  if (name == "all") return SearchKinds::All();
  constexpr std::pair<std::string_view, SearchKind> kNames[] = {
      {"commands", SearchKind::kCommand},
      {"files", SearchKind::kFile},
      {"directories", SearchKind::kDirectory},
      {"notes", SearchKind::kNote},
      {"tasks", SearchKind::kTask}};
  for (const auto& [known, kind] : kNames) {
    if (name == known) return SearchKinds::Only(kind);
  }
  return std::nullopt;
}

double ScoreOf(const SearchResult& r) {
  const double direct =
      r.kept * r.words * (0.80 + 0.12 * r.use + 0.08 * r.nearness);
  return std::clamp(Together(direct, r.association), 0.0, 1.0);
}

void DemoteLooking(SearchAnswer& answer, std::string_view query,
                   const StepContext& context) {
  constexpr size_t kMaxLookedAt = 12;
  constexpr double kKept = 0.6;
  const std::vector<std::string> asked = SearchWords(query);
  auto names = [&](const std::string& line) {
    const std::vector<std::string> words = SearchWords(line, 2);
    return std::any_of(words.begin(), words.end(), [&](const auto& word) {
      return std::find(asked.begin(), asked.end(), word) != asked.end();
    });
  };
  bool demoted = false;
  size_t looked_at = 0;
  for (size_t i = 0; i < answer.results.size(); ++i) {
    if (++looked_at > kMaxLookedAt) break;
    SearchResult& r = answer.results[i];
    if (r.target.kind != SearchKind::kCommand || r.kept < 1 ||
        names(r.target.text) || !MayLook(r.target.text, context)) {
      continue;
    }
    const auto steps = StepsOf(r.target.text, context);
    auto is = [](SearchStep::Kind kind) {
      return [kind](const SearchStep& s) { return s.kind == kind; };
    };
    using Kind = SearchStep::Kind;
    if (std::any_of(steps.begin(), steps.end(), is(Kind::kAsks))) {
      answer.results.erase(answer.results.begin() + static_cast<long>(i--));
      continue;
    }
    if (steps.empty() ||
        !std::all_of(steps.begin(), steps.end(), is(Kind::kLooksFor))) {
      continue;
    }
    r.kept = kKept;
    r.score = ScoreOf(r);
    demoted = true;
  }
  if (demoted) {
    std::stable_sort(answer.results.begin(), answer.results.end(), IsBetter);
  }
}

bool IsBetter(const SearchResult& a, const SearchResult& b) {
  return std::tie(b.score, b.last_ms, a.target.kind, a.target.text) <
         std::tie(a.score, a.last_ms, b.target.kind, b.target.text);
}

double UseOf(int64_t last_ms, uint32_t count, int64_t now_ms) {
  if (count == 0) return 0;
  const double days =
      std::max(0.0, static_cast<double>(now_ms - last_ms) / kMsOfDay);
  const double lately = std::exp2(-days / 14);
  const double often = std::min(1.0, std::log2(1.0 + count) / 6);
  return 0.6 * lately + 0.4 * often;
}

std::vector<std::string> ReasonsOf(const SearchResult& r, int64_t now_ms) {
  std::vector<std::string> out;
  if (r.words > 0) {
    out.push_back(
        "words " + Number(r.words) +
        (r.content.empty() ? "" : " (in the file: " + r.content + ")"));
  }
  if (r.use > 0) {
    out.push_back("use " + Number(r.use) + " (" + std::to_string(r.count) +
                  (r.count == 1 ? " time, " : " times, ") +
                  AgeOf(r.last_ms, now_ms) + " ago)");
  }
  if (r.nearness > 0) out.push_back("place " + Number(r.nearness));
  if (r.kept < 1) out.push_back("only looks for it, keeps " + Number(r.kept));
  if (r.association > 0) {
    out.push_back("association " + Number(r.association) +
                  " (found for: " + r.associated_with + ")");
  }
  return out;
}

SearchAnswer Finder::Find(const SearchQuery& query) {
  Matcher matcher(query.text);
  const Looking looking = {query, matcher, matcher.asked().empty()};
  Merger merger(matcher);
  auto wants = [&](SearchKind kind) { return query.kinds.Has(kind); };
  if (wants(SearchKind::kCommand) || wants(SearchKind::kNote)) {
    FoundLines lines = FindLines(p_.store, looking);
    if (wants(SearchKind::kCommand)) merger.Add(std::move(lines.commands));
    if (wants(SearchKind::kNote)) merger.Add(std::move(lines.notes));
  }
  if (wants(SearchKind::kFile) || wants(SearchKind::kDirectory)) {
    FoundPaths paths = FindPaths(p_.store, looking);
    if (wants(SearchKind::kFile)) merger.Add(std::move(paths.files));
    if (wants(SearchKind::kDirectory)) merger.Add(std::move(paths.directories));
  }
  if (wants(SearchKind::kTask)) merger.Add(FindTasks(p_.project, looking));
  AddAssociations(p_.store, query, merger);
  SearchAnswer answer = merger.Take();
  DropMissing(query, answer);
  return answer;
}

}  // namespace synapse
