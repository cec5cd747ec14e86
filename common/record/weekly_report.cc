#include "record/weekly_report.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/files.h"
#include "base/text.h"
#include "reflect/trajectory.h"
#include "store/bytes.h"
#include "track/stats.h"

namespace synapse {
namespace {

constexpr const char* kName = "weekly";
constexpr size_t kMaxReported = 64;  // findings
// A report that another process prepared so recently is left alone.
constexpr int64_t kApartMs = WeeklyReport::kDayMs / 2;
constexpr int kFindingColumns = 120;

struct State {
  int64_t looked_ms = 0;
  int64_t reported_ms = 0;
  bool waiting = false;
  std::string ids;  // of reported findings

  static State Of(std::string_view bytes) {
    ByteReader in(bytes);
    State state;
    state.looked_ms = in.Little<int64_t>();
    state.reported_ms = in.Little<int64_t>();
    state.waiting = in.Little<uint8_t>() != 0;
    state.ids = in.Rest();
    return state;
  }
  std::string Bytes() const {
    std::string out;
    PutLittle(out, looked_ms);
    PutLittle(out, reported_ms);
    PutLittle<uint8_t>(out, waiting);
    return out + ids;
  }
};

bool HasId(std::string_view ids, uint64_t id) {
  for (ByteReader in(ids); in.left() >= sizeof id;) {
    if (in.Little<uint64_t>() == id) return true;
  }
  return false;
}

void AddId(std::string& ids, uint64_t id) {
  PutLittle(ids, id);
  const size_t most = kMaxReported * sizeof id;
  if (ids.size() > most) ids.erase(0, ids.size() - most);
}

struct Report {
  int64_t prepared_ms = 0;
  uint64_t keys = 0;
  uint64_t finding = 0;

  static Report Of(std::string_view bytes) {
    ByteReader in(bytes);
    Report report;
    report.prepared_ms = in.Little<int64_t>();
    report.keys = in.Little<uint64_t>();
    report.finding = in.Little<uint64_t>();
    return in.ok() ? report : Report();
  }
  std::string Bytes() const {
    std::string out;
    PutLittle(out, prepared_ms);
    PutLittle(out, keys);
    PutLittle(out, finding);
    return out;
  }
};

std::optional<Fact> FindingWithId(Store& store, uint64_t id) {
  std::optional<Fact> found;
  store.facts().Visit([&](const Fact& fact) {
    if (fact.id() == id) found = fact;
    return !found;
  });
  return found;
}

// Habits that cost keys first, then failures.
int Rank(FactCategory category) {
  switch (category) {
    case FactCategory::kFriction: return 0;
    case FactCategory::kCorrection: return 1;
    case FactCategory::kAntiPattern: return 2;
    case FactCategory::kGotcha: return 3;
    case FactCategory::kPreference: return 4;
  }
  return 5;
}

std::string Clipped(const std::string& text) {
  const std::string_view clipped = ClipToWidth(text, kFindingColumns);
  return std::string(clipped) + (clipped.size() < text.size() ? "…" : "");
}

std::string Sentence(uint64_t keys, const std::optional<Fact>& finding) {
  std::string line;
  if (keys > 0) line = WithCommas(keys) + " keys saved in a week. ";
  if (finding) {
    line += Clipped(finding->fact) + " ";
    // The recommendation names a row of the page by its number.
    line += finding->recommendation.find("--alias N") == std::string::npos
                ? Clipped(finding->recommendation) + " (synapse reflect)"
                : "`synapse reflect` makes it one word";
    line += "; ";
  }
  return line + "`synapse config set prompt.notices false` ends these reports.";
}

}  // namespace

std::string WeeklyReport::Path() const {
  return JoinPath(p_.store.directory(), kName);
}

std::optional<Fact> WeeklyReport::BestFinding(const std::string& reported,
                                              int64_t now_ms) const {
  std::optional<Fact> best;
  p_.store.facts().Visit([&](const Fact& fact) {
    const bool good =
        fact.source == "shell" && fact.confidence >= FactConfidence::kMedium &&
        fact.last_ms > now_ms - kWeekMs && fact.outdated_reports() == 0 &&
        !HasId(reported, fact.id());
    if (!good) return true;
    if (p_.is_risky(fact.subject) || p_.is_risky(fact.replacement) ||
        std::any_of(fact.steps.begin(), fact.steps.end(), p_.is_risky)) {
      return true;
    }
    const bool better =
        !best || Rank(fact.category) < Rank(best->category) ||
        (fact.category == best->category && ComesFirst(fact, *best));
    if (better) best = fact;
    return true;
  });
  return best;
}

Status WeeklyReport::Prepare(int64_t now_ms) {
  if (!p_.store.persistent() || !p_.incognito.off()) return {};
  State state;
  bool mine = false;
  const auto looked = p_.store.notes().Update(
      kName, [&](const std::string_view* before) -> std::optional<std::string> {
        state = before ? State::Of(*before) : State();
        mine = false;
        if (!before || state.reported_ms > now_ms) {
          state.reported_ms = now_ms;  // a week begins; or the clock was wrong
        } else if (state.looked_ms <= now_ms &&
                   now_ms - state.looked_ms < kApartMs) {
          return std::nullopt;
        } else {
          mine = true;
        }
        state.looked_ms = now_ms;
        return state.Bytes();
      });
  if (!looked.ok()) return looked.status();
  if (!mine) return {};
  if (state.waiting && unlink(Path().c_str()) != 0) {
    // A shell printed it since.
    state.waiting = false;
    state.reported_ms = now_ms;
    return p_.store.notes().Put(kName, state.Bytes());
  }
  Report report{.prepared_ms = now_ms};
  if (state.waiting) {
    // Nobody has seen it: it is prepared with the figures of now.
    state.ids.resize(state.ids.size() -
                     std::min(state.ids.size(), sizeof report.finding));
  } else if (now_ms - state.reported_ms < kWeekMs) {
    return {};
  }
  Stats stats;
  ReadStats(p_.store, now_ms - kWeekMs, stats);
  report.keys = stats.all().keys_saved;
  if (report.keys < kLeastKeys) report.keys = 0;
  const std::optional<Fact> finding = BestFinding(state.ids, now_ms);
  if (finding) report.finding = finding->id();
  state.waiting = report.keys > 0 || finding;
  // One id for each report, so that the last one can be taken back.
  if (state.waiting) AddId(state.ids, report.finding);
  Status noted = p_.store.notes().Put(kName, state.Bytes());
  if (!noted.ok() || !state.waiting) return noted;
  return WriteFileAtomically(Path(), report.Bytes());
}

std::string WeeklyReport::Take(int64_t now_ms) {
  if (!p_.store.persistent() || !p_.incognito.off()) return "";
  if (asked_ms_ != 0 && now_ms >= asked_ms_ && now_ms - asked_ms_ < kDayMs) {
    return "";
  }
  asked_ms_ = now_ms;
  constexpr size_t kMaxBytes = 64;
  const auto bytes = ReadFile(Path(), kMaxBytes);
  if (!bytes.ok()) return "";
  const Report report = Report::Of(*bytes);
  if (report.prepared_ms > now_ms || now_ms - report.prepared_ms > kFreshMs ||
      unlink(Path().c_str()) != 0) {
    return "";
  }
  std::optional<Fact> finding;
  if (report.finding != 0) {
    finding = FindingWithId(p_.store, report.finding);
  }
  if (report.keys == 0 && !finding) return "";  // it was forgotten meanwhile
  return Sentence(report.keys, finding);
}

}  // namespace synapse
