// Commands, notes and tasks: candidates that are lines of text.
#include <algorithm>
#include <tuple>

#include "base/words.h"
#include "learn/search_index.h"
#include "learn/transition.h"
#include "line/tokenizer.h"
#include "search/candidates.h"

namespace synapse {
namespace {

constexpr size_t kMaxExpansions = 12;  // words of the index for one query word
constexpr size_t kMaxVocabulary = 20'000;  // scanned for a misspelt word
constexpr size_t kMaxNotes = 100;          // whose text is read
constexpr size_t kMaxWithNearness = 32;    // whose directories are read

struct Expansion {
  std::string word;
  float likeness;
  uint32_t lines;
};

// Words of the index similar to a query word: with its stem, or if there is
// none, with its first letters.
std::vector<Expansion> Expand(Kv& kv, const std::string& asked) {
  std::vector<Expansion> out;
  size_t left = kMaxVocabulary;
  auto add = [&](std::string_view word, uint32_t lines) {
    const auto likeness = static_cast<float>(Likeness(asked, word));
    if (likeness > 0) out.push_back({std::string(word), likeness, lines});
    return --left > 0;
  };
  VisitWords(kv, StemOf(asked), add);
  // A shorter form: cert, of certificate.
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

// Lines by the query words that they have. Open addressing, because each word
// has thousands of lines.
class LineTable {
 public:
  struct Line {
    LineId id;
    WordEvidence evidence;
  };
  LineTable() : table_(4096) {}

  void Add(LineId id, size_t word, float likeness) {
    size_t at = EntryOf(id);
    if (table_[at] == 0) {
      lines_.push_back({id, {}});
      table_[at] = static_cast<uint32_t>(lines_.size());
      if (lines_.size() * 2 > table_.size()) {
        Grow();
        at = EntryOf(id);
      }
    }
    float& known = lines_[table_[at] - 1].evidence.likeness[word];
    known = std::max(known, likeness);
  }
  // The `most` lines with the largest part of the query; of equal ones the
  // first.
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
  // Null if the line has none of them.
  const WordEvidence* Find(LineId id) const {
    const uint32_t at = table_[EntryOf(id)];
    return at == 0 ? nullptr : &lines_[at - 1].evidence;
  }

 private:
  // Its entry, or the free entry for it. An id is a hash.
  size_t EntryOf(LineId id) const {
    const size_t mask = table_.size() - 1;
    size_t at = id & mask;
    while (table_[at] != 0 && lines_[table_[at] - 1].id != id) {
      at = (at + 1) & mask;
    }
    return at;
  }
  void Grow() {
    table_.assign(table_.size() * 2, 0);
    for (size_t i = 0; i < lines_.size(); ++i) {
      table_[EntryOf(lines_[i].id)] = static_cast<uint32_t>(i + 1);
    }
  }

  std::vector<Line> lines_;
  std::vector<uint32_t> table_;  // index + 1, 0: free
};

std::string ScopeOf(const SearchQuery& query) {
  if (query.scope == SearchScope::kDirectory) {
    return ScopeKey::Directory(query.origin.cwd);
  }
  if (query.scope == SearchScope::kRepository) {
    return ScopeKey::Repository(query.origin.repository);
  }
  return "";
}

// A command from the index; no value if it was forgotten.
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

// Adds where it ran, and how near that is.
void AddNearness(Kv& kv, const SearchQuery& query, SearchResult& r) {
  const bool note = r.target.kind == SearchKind::kNote;
  const LineId id = IdOf(note ? r.description : r.target.text);
  if (r.cwd.empty()) r.cwd = DirectoryOfLine(kv, id);
  const std::string here = ScopeKey::Directory(query.origin.cwd);
  const std::string around = ScopeKey::Repository(query.origin.repository);
  if (!here.empty() && RunsIn(kv, here, id)) {
    r.nearness = 1;
  } else if (!around.empty() && RunsIn(kv, around, id)) {
    r.nearness = 0.7;
  }
}

// Sets its latest run in the scope; the exit status is not known.
void RanThere(const SearchQuery& query, const RunsThere& runs,
              SearchResult& command) {
  if (query.scope == SearchScope::kDirectory) command.cwd = query.origin.cwd;
  if (runs.last_ms == command.last_ms) return;
  command.last_ms = runs.last_ms;
  command.count = runs.count;
  command.exit = Event::kUnknownExit;
}

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

class LineSearch {
 public:
  LineSearch(Kv& kv, const Looking& looking)
      : kv_(kv),
        looking_(looking),
        query_(looking.query),
        scope_(ScopeOf(query_)),
        scoped_(query_.scope != SearchScope::kGlobal) {}

  void Run(FoundLines& out) {
    if (scoped_ && scope_.empty()) return;
    const auto& asked = looking_.matcher.asked();
    for (size_t i = 0; i < asked.size(); ++i) {
      Collect(i, asked[i], out.commands);
    }
    if (Wants(SearchKind::kCommand) && !looking_.everything) {
      AddCommands(out.commands);
    }
    if (Wants(SearchKind::kNote)) AddNotes(out.notes);
  }

 private:
  bool Wants(SearchKind kind) const { return query_.kinds.Has(kind); }

  void AddCommands(CandidateSet& out) {
    const Rarity rarity(looking_.matcher.asked(), out.with, out.texts);
    // In a scope more lines must be read than are kept.
    const size_t most = Finder::kMaxTexts * (scoped_ ? 8 : 1);
    for (const LineTable::Line& line : table_.Best(rarity, most)) {
      if (out.found.size() >= Finder::kMaxTexts) break;
      const auto runs = scoped_ ? RunsIn(kv_, scope_, line.id) : std::nullopt;
      if (scoped_ && !runs) continue;
      auto command = CommandOf(kv_, line.id, query_);
      if (!command) continue;
      if (runs) RanThere(query_, *runs, *command);
      Keep(std::move(*command), out);
    }
    out.complete =
        cut_ < 2 && (table_.size() <= most || out.found.size() >= query_.limit);
    AddNearnessToBest(rarity, out);
  }

  void AddNotes(CandidateSet& out) {
    out.mean_length = 6;
    LineTable notes;  // with the words of their lines
    for (LineId id : LinesOf(kv_, kCommentWord, kMaxPostings, &out.complete)) {
      if (notes.Find(id)) continue;
      const WordEvidence* in_line = table_.Find(id);
      out.Count(in_line ? *in_line : WordEvidence());
      if (!looking_.everything && !in_line) continue;
      notes.Add(id, 0, 0);
      for (size_t i = 0; in_line && i < kMaxAsked; ++i) {
        notes.Add(id, i, in_line->likeness[i]);
      }
    }
    const Rarity rarity(looking_.matcher.asked(), out.with, out.texts);
    for (const LineTable::Line& note : notes.Best(rarity, kMaxNotes)) {
      AddNote(note.id, out);
    }
    out.complete = out.complete && notes.size() <= kMaxNotes;
    AddNearnessToBest(rarity, out);
  }

  void AddNote(LineId id, CandidateSet& out) {
    if (scoped_ && !RunsIn(kv_, scope_, id)) return;
    auto known = CommandOf(kv_, id, query_);
    if (!known) return;
    SearchResult r = std::move(*known);
    r.description = std::move(r.target.text);
    r.target = {SearchKind::kNote, CommentsOf(r.description)};
    if (r.target.text.empty()) return;
    const WordEvidence evidence = looking_.matcher.Of(r.target.text);
    if (!looking_.everything && !evidence.any()) return;
    out.found.push_back({std::move(r), evidence});
  }

  void AddNearnessToBest(const Rarity& rarity, CandidateSet& out) {
    std::vector<std::pair<double, size_t>> order;
    for (size_t i = 0; i < out.found.size(); ++i) {
      const SearchResult& r = out.found[i].result;
      const double words =
          std::max(r.words, Share(rarity, out.found[i].evidence));
      order.emplace_back(
          -(looking_.everything ? 1 : words) * (1 + 0.15 * r.use), i);
    }
    std::sort(order.begin(), order.end());
    for (size_t i = 0; i < std::min(order.size(), kMaxWithNearness); ++i) {
      AddNearness(kv_, query_, out.found[order[i].second].result);
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

  // A line that equals the query, or begins with it, is a match.
  void Keep(SearchResult command, CandidateSet& out) {
    const std::string& line = command.target.text;
    const std::string& typed = query_.text;
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
  const SearchQuery& query_;
  const std::string scope_;
  const bool scoped_;
  LineTable table_;
  size_t cut_ = 0;  // words whose lines were not all read
};

}  // namespace

void CandidateSet::Count(const WordEvidence& evidence) {
  ++texts;
  for (size_t i = 0; i < kMaxAsked; ++i) with[i] += evidence.likeness[i] > 0;
}

void CandidateSet::Look(SearchResult result, const WordEvidence& evidence,
                        bool keep) {
  Count(evidence);
  if (keep || evidence.any()) found.push_back({std::move(result), evidence});
}

FoundLines FindLines(Store& store, const Looking& looking) {
  FoundLines out;
  out.commands.texts = store.info().event_count;
  (void)store.index().Read([&](Kv& kv) { LineSearch(kv, looking).Run(out); });
  return out;
}

// The index knows all lines of a directory or a repository.
SearchAnswer LatestIn(Store& store, const SearchQuery& query, size_t most) {
  SearchAnswer answer;
  const std::string scope = ScopeOf(query);
  if (scope.empty()) return answer;
  (void)store.index().Read([&](Kv& kv) {
    for (const LineThere& line : LinesIn(kv, scope, most, &answer.complete)) {
      auto command = CommandOf(kv, line.id, query);
      if (!command) continue;
      RanThere(query, line.runs, *command);
      answer.results.push_back(std::move(*command));
    }
  });
  return answer;
}

CandidateSet FindTasks(ProjectSource& project, const Looking& looking) {
  CandidateSet out;
  Budget budget(Finder::kFilesUs);
  for (const ProjectTask& task :
       project.Tasks(looking.query.origin.cwd, budget)) {
    SearchResult r;
    r.target.kind = SearchKind::kTask;
    for (const std::string& word : task.words) {
      r.target.text += (r.target.text.empty() ? "" : " ") + word;
    }
    r.description = task.description;
    r.nearness = 1;
    if (looking.query.fits && !looking.query.fits(r.target.text)) continue;
    WordEvidence evidence = looking.matcher.Of(r.target.text);
    evidence.Add(looking.matcher.Of(r.description), 0.7f);
    out.Look(std::move(r), evidence, looking.everything);
  }
  return out;
}

}  // namespace synapse
