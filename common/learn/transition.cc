#include "learn/transition.h"

#include <algorithm>
#include <cmath>

#include "base/files.h"
#include "learn/failure.h"

namespace synapse {
namespace {

constexpr double kHalfLifeEvents = 500;

struct Key {
  RowKind kind;
  uint64_t context;
};

// The directory within its repository ("." for the root), so that one
// repository teaches the next; its name where there is none.
std::string DirectoryWithin(const LineContext& c) {
  const std::string& root = c.repository;
  if (root.empty()) return std::string(BaseName(c.directory));
  if (c.directory == root) return "./";
  return c.directory.starts_with(root) ? "." + c.directory.substr(root.size())
                                       : c.directory;
}

// The five rows of lines; nothing where the context has no such line.
std::array<std::optional<Key>, TransitionTables::kRows> RowsOf(
    const LineContext& c) {
  const Line* p1 = c.before(0);
  const Line* p2 = c.before(1);
  std::array<std::optional<Key>, TransitionTables::kRows> keys;
  constexpr uint64_t kFailed = 0xF41Dull << 32;
  uint64_t one = p1 ? p1->id : 0;
  if (p1 && c.after_failure) one ^= kFailed;
  uint64_t two = p2 ? p2->id : 0;
  if (p1) {
    keys[kAfterTwoLines] =
        Key{RowKind::kAfterTwo, one * 0x9E3779B97F4A7C15ull ^ two};
  }
  if (p1 || c.begins_session) {
    keys[kAfterLine] = Key{RowKind::kAfterOne, one};
  }
  if (p1) {
    keys[kAfterTemplate] = Key{RowKind::kAfterTemplate, p1->template_id()};
  }
  if (p2) keys[kSkippingOne] = Key{RowKind::kSkip, two};
  keys[kInDirectory] = Key{RowKind::kDirectory, Hash64(c.directory)};
  return keys;
}

std::array<std::optional<Key>, kLocations> LocationsOf(const LineContext& c) {
  std::array<std::optional<Key>, kLocations> keys;
  keys[kAtSamePlace] =
      Key{RowKind::kRelativeDirectory, Hash64(DirectoryWithin(c))};
  if (c.repository.empty()) return keys;
  keys[kInRepository] = Key{RowKind::kRepository, Hash64(c.repository)};
  if (!c.branch.empty()) {
    keys[kOnBranch] =
        Key{RowKind::kBranch, Hash64(c.repository + '\0' + c.branch)};
  }
  return keys;
}

Key RepetitionKey(const LineContext& c, uint64_t command) {
  return {RowKind::kRepetition, command * 2 + (c.after_failure ? 1 : 0)};
}
constexpr uint64_t kAnyCommand = 0;

Status LearnTemplate(Kv& kv, const Line& line, int64_t ms) {
  std::string key = IdKey(line.template_id());
  TemplateStat stat;
  auto old = kv.Get(Table::kTemplate, key);
  if (old) stat = TemplateStat::Decode(*old).value_or(stat);
  if (stat.count == 0) stat.first_ms = ms;
  stat.text = line.shape.text;
  stat.argument_slots = line.shape.argument_slots;
  ++stat.count;
  stat.last_ms = std::max(stat.last_ms, ms);
  return kv.Put(Table::kTemplate, key, stat.Encode());
}

}  // namespace

double Decay(double events) { return std::exp2(-events / kHalfLifeEvents); }

void Age(UserModel& model, double events) {
  model.tick += static_cast<uint64_t>(events);
  model.total *= Decay(events);
}

RowTable::RowTable(const RowView& row)
    : total_(row.total()), events_(row.events()) {
  entries_.reserve(row.size());
  for (size_t i = 0; i < row.size(); ++i) {
    entries_.emplace_back(row.id(i), row.weight(i));
  }
  std::sort(entries_.begin(), entries_.end());
}

double RowTable::WeightOf(uint64_t id) const {
  auto at = std::lower_bound(
      entries_.begin(), entries_.end(), id,
      [](const auto& entry, uint64_t wanted) { return entry.first < wanted; });
  return at != entries_.end() && at->first == id ? at->second : 0;
}

LineRows<RowView> ViewLineRows(Kv& kv, const LineContext& context) {
  LineRows<RowView> views;
  auto read = [&](const auto& keys, auto& rows) {
    for (size_t i = 0; i < keys.size(); ++i) {
      if (!keys[i]) continue;
      rows[i] =
          ReadRow(kv, Table::kTransition, keys[i]->kind, keys[i]->context);
    }
  };
  read(RowsOf(context), views.rows);
  read(LocationsOf(context), views.locations);
  return views;
}

TransitionTables ReadTransitions(Kv& kv, const LineContext& context) {
  TransitionTables tables;
  const LineRows<RowView> views = ViewLineRows(kv, context);
  auto copy = [](const auto& from, auto& to) {
    for (size_t i = 0; i < from.size(); ++i) to[i] = RowTable(from[i]);
  };
  copy(views.rows, tables.rows);
  copy(views.locations, tables.locations);
  auto table = [&](const Key& key) {
    return RowTable(ReadRow(kv, Table::kTransition, key.kind, key.context));
  };
  if (const Line* p1 = context.before(0)) {
    tables.stems = table({RowKind::kStem, p1->stem_id()});
    tables.patterns = table({RowKind::kPattern, p1->template_id()});
    tables.repetitions = table(RepetitionKey(context, p1->stem_id()));
    tables.any_repetitions = table(RepetitionKey(context, kAnyCommand));
  }
  return tables;
}

Repetition RepetitionOf(const Line& before, LineId id, std::string_view stem) {
  return before.id == id       ? Repetition::kSame
         : before.stem == stem ? Repetition::kSameCommand
                               : Repetition::kOther;
}

double ChanceOf(const TransitionTables& tables, Repetition repetition) {
  constexpr double kPriorRuns = 3;
  const uint64_t id = static_cast<uint64_t>(repetition);
  const double any = (tables.any_repetitions.WeightOf(id) + 0.5) /
                     (tables.any_repetitions.total() + 0.5 * kRepetitions);
  return (tables.repetitions.WeightOf(id) + kPriorRuns * any) /
         (tables.repetitions.total() + kPriorRuns);
}

namespace {

Status LearnRepetition(Kv& kv, const LineContext& context, const Line& before,
                       const Line& line) {
  // About the latest thirty runs of one command, and the latest two hundred of
  // all together, count.
  constexpr RowRule kOfCommand = {0.97f, kRepetitions};
  constexpr RowRule kOfAny = {0.995f, kRepetitions};
  const uint64_t id =
      static_cast<uint64_t>(RepetitionOf(before, line.id, line.stem));
  auto add = [&](const Key& key, const RowRule& rule) {
    return AddToRow(kv, {Table::kTransition, key.kind, key.context}, id, rule);
  };
  Status added = add(RepetitionKey(context, before.stem_id()), kOfCommand);
  return added.ok() ? add(RepetitionKey(context, kAnyCommand), kOfAny) : added;
}

}  // namespace

Status LearnTransitions(Kv& kv, const LineContext& context, const Line& line) {
  auto add = [&](RowKind kind, uint64_t key, uint64_t id) {
    return AddToRow(kv, {Table::kTransition, kind, key}, id,
                    {kLineKeep, kLineEntries});
  };
  std::vector<std::string> rows;
  auto add_to = [&](const auto& keys) {
    for (const auto& key : keys) {
      if (key) rows.push_back(RowKey(key->kind, key->context));
    }
  };
  add_to(RowsOf(context));
  add_to(LocationsOf(context));
  Status added = AddToRows(kv, Table::kTransition, rows,
                           std::vector<uint64_t>(rows.size(), line.id),
                           {kLineKeep, kLineEntries});
  const Line* p1 = context.before(0);
  if (!added.ok() || !p1) return added;
  added = LearnRepetition(kv, context, *p1, line);
  if (!added.ok()) return added;
  added = add(RowKind::kStem, p1->stem_id(), line.stem_id());
  if (!added.ok()) return added;
  // Lines that differ in a message only are counted together; the rest is
  // counted as "no pattern", so that the share is right.
  uint64_t pattern = line.pattern.empty() ? 0 : IdOf(line.pattern);
  if (pattern) {
    added = kv.Put(Table::kText, IdKey(pattern), line.pattern);
    if (!added.ok()) return added;
  }
  return add(RowKind::kPattern, p1->template_id(), pattern);
}

template <class Row>
Foreseen ForeseenOf(const LineRows<Row>& tables, const UserModel& model,
                    LineId id, const LineStat& stat) {
  Foreseen foreseen;
  if (stat.count == 0) return foreseen;
  auto read = [&](const auto& rows, auto& p) {
    for (size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].empty()) continue;
      const double weight = rows[i].WeightOf(id), total = rows[i].total();
      p[i] = weight / (total + 1);
    }
  };
  auto& p = foreseen.experts;
  read(tables.rows, p);
  read(tables.locations, foreseen.locations);
  double age = AgeOf(model, stat);
  double seen = std::min<double>(static_cast<double>(model.tick), 1000);
  p[kByRecency] = 1 / (age * (1.5 + std::log(1 + seen)));
  p[kByFrequency] = stat.decayed * Decay(age) / (model.total + 1);
  return foreseen;
}
template Foreseen ForeseenOf(const LineRows<RowTable>&, const UserModel&,
                             LineId, const LineStat&);
template Foreseen ForeseenOf(const LineRows<RowView>&, const UserModel&, LineId,
                             const LineStat&);

namespace {

// The shares of the whole: each known location has its own, the experts share
// the rest.
struct Parts {
  std::array<double, kExperts> experts;
  std::array<double, kLocations> locations;
};
template <class Row>
Parts PartsOf(const LineRows<Row>& tables, const UserModel& model) {
  Parts parts;
  double left = 1;
  for (int i = 0; i < kLocations; ++i) {
    parts.locations[i] = tables.locations[i].empty() ? 0 : model.locations[i];
    left -= parts.locations[i];
  }
  for (int i = 0; i < kExperts; ++i) parts.experts[i] = left * model.mix[i];
  return parts;
}

}  // namespace

double MixtureOf(const LineRows<RowTable>& tables, const UserModel& model,
                 const Foreseen& foreseen) {
  const Parts parts = PartsOf(tables, model);
  double sum = 0;
  for (int i = 0; i < kExperts; ++i) {
    sum += parts.experts[i] * foreseen.experts[i];
  }
  for (int i = 0; i < kLocations; ++i)
    sum += parts.locations[i] * foreseen.locations[i];
  return sum;
}

template <class Row>
void UpdateMixture(const LineRows<Row>& tables, const Foreseen& foreseen,
                   UserModel& model) {
  constexpr double kFloor = 1e-4, kStep = 0.02;
  // The experts keep a share, because they may know more.
  constexpr double kMaxOfLocation = 0.4;
  const Parts parts = PartsOf(tables, model);
  double experts = 0, locations = 0;
  for (int i = 0; i < kExperts; ++i) {
    experts += parts.experts[i] * (foreseen.experts[i] + kFloor);
  }
  for (int i = 0; i < kLocations; ++i) {
    locations += parts.locations[i] * (foreseen.locations[i] + kFloor);
  }
  for (int i = 0; i < kExperts; ++i) {
    double posterior =
        parts.experts[i] * (foreseen.experts[i] + kFloor) / experts;
    model.mix[i] += kStep * (posterior - model.mix[i]);
  }
  for (int i = 0; i < kLocations; ++i) {
    if (tables.locations[i].empty()) continue;
    double posterior = parts.locations[i] * (foreseen.locations[i] + kFloor) /
                       (experts + locations);
    double& part = model.locations[i];
    part = std::min(part + kStep * (posterior - part), kMaxOfLocation);
  }
}
template void UpdateMixture(const LineRows<RowTable>&, const Foreseen&,
                            UserModel&);
template void UpdateMixture(const LineRows<RowView>&, const Foreseen&,
                            UserModel&);

double AgeOf(const UserModel& model, const LineStat& stat) {
  return model.tick >= stat.last_tick
             ? static_cast<double>(model.tick - stat.last_tick + 1)
             : 1;
}

std::optional<LineStat> ReadStat(Kv& kv, LineId id) {
  auto value = kv.Get(Table::kCommand, IdKey(id));
  return value ? LineStat::Decode(*value) : std::nullopt;
}

namespace {

// Adds a run of another machine, which has no event number here: a line that is
// new by it gets the age of kBehind events.
void AddElsewhere(const UserModel& model, const RunFacts& facts,
                  LineStat& stat) {
  constexpr uint64_t kBehind = 100;
  constexpr float kPartOfRun = 0.5f;
  if (stat.count == 0) {
    stat.count = 1;
    stat.last_tick = model.tick - std::min(model.tick, kBehind);
    stat.decayed = 0;
  }
  stat.decayed += kPartOfRun;
  if (stat.last_exit < 0) stat.last_exit = facts.exit;
}

void AddHere(UserModel& model, const RunFacts& facts, LineStat& stat) {
  if (stat.first_ms == 0) stat.first_ms = facts.ms;
  const double age = static_cast<double>(model.tick - stat.last_tick);
  stat.decayed =
      static_cast<float>(stat.count ? stat.decayed * Decay(age) + 1 : 1);
  ++stat.count;
  if (facts.exit == 0) ++stat.successes;
  if (IsFailure(facts.exit)) ++stat.failures;
  stat.last_exit = facts.exit;
  stat.last_tick = model.tick;
  model.total = model.total * Decay(1) + 1;
}

}  // namespace

Result<LineStat> LearnFrequency(Kv& kv, UserModel& model, const Line& line,
                                const RunFacts& facts) {
  LineStat stat;
  if (auto old = ReadStat(kv, line.id)) stat = *old;
  stat.text = line.text;
  if (facts.elsewhere) {
    AddElsewhere(model, facts, stat);
  } else {
    AddHere(model, facts, stat);
  }
  stat.last_ms = std::max(stat.last_ms, facts.ms);
  Status put = kv.Put(Table::kCommand, IdKey(line.id), stat.Encode());
  if (put.ok()) put = LearnTemplate(kv, line, facts.ms);
  if (!put.ok()) return put;
  return stat;
}

}  // namespace synapse
