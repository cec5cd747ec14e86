// Commands, notes and tasks: the candidates that are lines of text.
#include <algorithm>
#include <unordered_map>

#include "base/words.h"
#include "learn/search_index.h"
#include "learn/transition.h"
#include "line/tokenizer.h"
#include "search/candidates.h"

namespace synapse {
namespace {

constexpr size_t kMaxExpansions = 12;   // words of the index for one asked
constexpr size_t kMaxVocabulary = 20'000;  // that are looked at for a misspelt one
constexpr size_t kMaxNotes = 1000;
constexpr size_t kMaxPlaced = 64;  // of which it is asked where they ran

struct Expansion {
  std::string word;
  float likeness;
  uint32_t lines;
};

// Words of the index like the one that is asked: by its stem, and where there is
// none by the letters that it begins with.
std::vector<Expansion> Expand(Kv& kv, const std::string& asked) {
  std::vector<Expansion> out;
  size_t left = kMaxVocabulary;
  auto add = [&](std::string_view word, uint32_t lines) {
    const auto likeness = static_cast<float>(Likeness(asked, word));
    if (likeness > 0) out.push_back({std::string(word), likeness, lines});
    return --left > 0;
  };
  VisitWords(kv, StemOf(asked), add);
  // Shortened: cert, of certificate.
  for (size_t size = asked.size(); out.empty() && --size >= 3;) {
    const std::string_view beginning = std::string_view(asked).substr(0, size);
    if (const uint32_t lines = LinesWith(kv, beginning)) add(beginning, lines);
  }
  if (out.empty()) VisitWords(kv, std::string_view(asked).substr(0, 1), add);
  if (out.empty() && asked.size() > 1) {
    VisitWords(kv, std::string_view(asked).substr(1, 1), add);
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::tie(b.likeness, b.lines, a.word) <
           std::tie(a.likeness, a.lines, b.word);
  });
  if (out.size() > kMaxExpansions) out.resize(kMaxExpansions);
  return out;
}

// Lines by the words of the query that they have.
class LineTable {
 public:
  LineTable() { at_.reserve(8192); }

  void Add(LineId id, size_t word, float likeness) {
    auto [at, fresh] = at_.try_emplace(id, lines_.size());
    if (fresh) lines_.push_back({id, {}});
    float& known = lines_[at->second].evidence.likeness[word];
    known = std::max(known, likeness);
  }
  struct Line {
    LineId id;
    WordEvidence evidence;
  };
  // The `most` that have most of the query; of equals those that came first.
  std::vector<Line> Best(const Rarity& rarity, size_t most) {
    std::vector<std::pair<double, size_t>> order;
    order.reserve(lines_.size());
    for (size_t i = 0; i < lines_.size(); ++i) {
      order.emplace_back(-Share(rarity, lines_[i].evidence), i);
    }
    const size_t n = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<long>(n),
                      order.end());
    std::vector<Line> out;
    for (size_t i = 0; i < n; ++i) out.push_back(lines_[order[i].second]);
    return out;
  }
  size_t size() const { return lines_.size(); }

 private:
  std::unordered_map<LineId, size_t> at_;
  std::vector<Line> lines_;
};

std::string ScopeOf(const SearchQuery& query) {
  if (query.scope == SearchScope::kDirectory) {
    return ScopeKey::Directory(query.place.cwd);
  }
  if (query.scope == SearchScope::kRepository) {
    return ScopeKey::Repository(query.place.repository);
  }
  return "";
}

// A command as the index knows it; none when it was forgotten.
std::optional<SearchResult> CommandOf(Kv& kv, LineId id,
                                      const SearchQuery& query) {
  auto stat = ReadStat(kv, id);
  if (!stat) return std::nullopt;
  SearchResult r;
  r.target = {SearchKind::kCommand, std::string(stat->text)};
  if (query.fits && !query.fits(r.target.text)) return std::nullopt;
  r.last_ms = stat->last_ms;
  r.count = stat->count;
  r.exit = stat->last_exit;
  r.use = UseOf(r.last_ms, r.count, query.now_ms);
  return r;
}

// Where it ran, and how near that is.
void AddPlace(Kv& kv, const SearchQuery& query, SearchResult& r) {
  const LineId id = IdOf(r.target.text);
  if (r.cwd.empty()) r.cwd = DirectoryOfLine(kv, id);
  const std::string here = ScopeKey::Directory(query.place.cwd);
  const std::string around = ScopeKey::Repository(query.place.repository);
  if (!here.empty() && RunsIn(kv, here, id)) {
    r.place = 1;
  } else if (!around.empty() && RunsIn(kv, around, id)) {
    r.place = 0.7;
  }
}

class CommandSearch {
 public:
  CommandSearch(Kv& kv, const Looking& looking)
      : kv_(kv), looking_(looking) {}

  void Run(CandidateSet& out) {
    const auto& asked = looking_.matcher.asked();
    for (size_t i = 0; i < asked.size(); ++i) Collect(i, asked[i], out);
    const Rarity rarity(asked, out.with, out.texts);
    const std::string scope = ScopeOf(looking_.query);
    const bool scoped = looking_.query.scope != SearchScope::kGlobal;
    if (scoped && scope.empty()) return;
    // Of a scope more must be looked at than is kept.
    const size_t most = Finder::kMaxTexts * (scoped ? 8 : 1);
    for (const LineTable::Line& line : table_.Best(rarity, most)) {
      if (out.found.size() >= Finder::kMaxTexts) break;
      const auto runs = scoped ? RunsIn(kv_, scope, line.id) : std::nullopt;
      if (scoped && !runs) continue;
      auto command = CommandOf(kv_, line.id, looking_.query);
      if (!command) continue;
      if (runs) AsThere(*runs, *command);
      Keep(std::move(*command), out);
    }
    out.complete = cut_ < 2 && (table_.size() <= most ||
                                out.found.size() >= looking_.query.limit);
    PlaceTheBest(rarity, out);
  }

 private:
  void PlaceTheBest(const Rarity& rarity, CandidateSet& out) {
    std::vector<std::pair<double, size_t>> order;
    for (size_t i = 0; i < out.found.size(); ++i) {
      const SearchResult& r = out.found[i].result;
      const double words = std::max(r.words, Share(rarity, out.found[i].evidence));
      order.emplace_back(-words * (1 + 0.15 * r.use), i);
    }
    std::sort(order.begin(), order.end());
    for (size_t i = 0; i < std::min(order.size(), kMaxPlaced); ++i) {
      AddPlace(kv_, looking_.query, out.found[order[i].second].result);
    }
  }

  void Collect(size_t word, const std::string& asked, CandidateSet& out) {
    bool whole = true;
    size_t left = kMaxPostings;
    for (const Expansion& like : Expand(kv_, asked)) {
      bool all = true;
      for (LineId id : LinesOf(kv_, like.word, left, &all)) {
        table_.Add(id, word, like.likeness);
      }
      out.with[word] += like.lines;
      whole = whole && all;
      left -= std::min<size_t>(left - 1, like.lines);
    }
    cut_ += !whole;
  }

  // Its latest run in the scope, of which the exit status is not kept.
  void AsThere(const RunsThere& runs, SearchResult& command) {
    if (runs.last_ms == command.last_ms) return;
    command.last_ms = runs.last_ms;
    command.count = runs.count;
    command.exit = Event::kUnknownExit;
    const bool here = looking_.query.scope == SearchScope::kDirectory;
    command.cwd = here ? looking_.query.place.cwd : "";
  }

  // A line that is what was typed, or begins so, is what was meant.
  void Keep(SearchResult command, CandidateSet& out) {
    const std::string& line = command.target.text;
    const std::string& typed = looking_.query.text;
    if (line == typed) {
      command.words = 1;
    } else if (typed.size() > 2 && line.starts_with(typed)) {
      command.words = 0.95;
    }
    const WordEvidence evidence = looking_.matcher.Of(line);
    out.found.push_back({std::move(command), evidence});
  }

  Kv& kv_;
  const Looking& looking_;
  LineTable table_;
  size_t cut_ = 0;  // words of which not all lines were read
};

// The comments of a line, without their marks.
std::string CommentsOf(std::string_view line) {
  std::string out;
  for (const Token& token : Tokenize(line)) {
    if (token.kind != TokenKind::kComment) continue;
    std::string_view text = token.raw(line);
    while (text.starts_with('#') || text.starts_with(' ')) {
      text.remove_prefix(1);
    }
    if (!out.empty() && !text.empty()) out += ' ';
    out += text;
  }
  return out;
}

}  // namespace

void CandidateSet::Look(SearchResult result, const WordEvidence& evidence,
                        bool keep) {
  ++texts;
  for (size_t i = 0; i < kMaxAsked; ++i) with[i] += evidence.likeness[i] > 0;
  if (keep || evidence.any()) found.push_back({std::move(result), evidence});
}

CandidateSet FindCommands(Store& store, const Looking& looking) {
  CandidateSet out;
  out.texts = store.info().event_count;
  if (looking.everything) return out;
  (void)store.ReadIndex(
      [&](Kv& kv) { CommandSearch(kv, looking).Run(out); });
  return out;
}

CandidateSet FindNotes(Store& store, const Looking& looking) {
  CandidateSet out;
  out.mean_length = 6;
  const SearchQuery& query = looking.query;
  const std::string scope = ScopeOf(query);
  const bool scoped = query.scope != SearchScope::kGlobal;
  if (scoped && scope.empty()) return out;
  (void)store.ReadIndex([&](Kv& kv) {
    const auto ids = LinesOf(kv, kCommentWord, kMaxNotes, &out.complete);
    std::vector<LineId> seen;
    for (LineId id : ids) {
      if (scoped && !RunsIn(kv, scope, id)) continue;
      auto known = CommandOf(kv, id, query);
      if (!known) continue;
      SearchResult r = std::move(*known);
      AddPlace(kv, query, r);
      r.description = std::move(r.target.text);
      r.target = {SearchKind::kNote, CommentsOf(r.description)};
      if (r.target.text.empty()) continue;
      const WordEvidence evidence = looking.matcher.Of(r.target.text);
      out.Look(std::move(r), evidence, looking.everything);
    }
  });
  return out;
}

CandidateSet FindTasks(ProjectSource& project, const Looking& looking) {
  CandidateSet out;
  Budget budget(Finder::kFilesUs);
  for (const ProjectTask& task :
       project.Tasks(looking.query.place.cwd, budget)) {
    SearchResult r;
    r.target.kind = SearchKind::kTask;
    for (const std::string& word : task.words) {
      r.target.text += (r.target.text.empty() ? "" : " ") + word;
    }
    r.description = task.description;
    r.place = 1;
    if (looking.query.fits && !looking.query.fits(r.target.text)) continue;
    WordEvidence evidence = looking.matcher.Of(r.target.text);
    evidence.Add(looking.matcher.Of(r.description), 0.7f);
    out.Look(std::move(r), evidence, looking.everything);
  }
  return out;
}

}  // namespace synapse
