#include "learn/transition.h"

#include <algorithm>
#include <cmath>

namespace synapse {
namespace {

constexpr double kHalfLifeEvents = 500;

struct Key {
  RowKind kind;
  uint64_t context;
};

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
  if (p1) keys[0] = Key{RowKind::kAfterTwo, one * 0x9E3779B97F4A7C15ull ^ two};
  if (p1 || c.begins_session) keys[1] = Key{RowKind::kAfterOne, one};
  if (p1) keys[2] = Key{RowKind::kAfterTemplate, p1->template_id()};
  if (p2) keys[3] = Key{RowKind::kSkip, two};
  keys[4] = Key{RowKind::kDirectory, Hash64(c.directory)};
  return keys;
}

Status LearnTemplate(Kv& kv, const Line& line, int64_t ms) {
  std::string key = IdKey(line.template_id());
  TemplateStat stat;
  auto old = kv.Get(Table::kTemplate, key);
  if (old) stat = TemplateStat::Decode(*old).value_or(stat);
  if (stat.count == 0) stat.first_ms = ms;
  stat.text = line.shape.text;
  stat.slots = line.shape.slots;
  ++stat.count;
  stat.last_ms = std::max(stat.last_ms, ms);
  return kv.Put(Table::kTemplate, key, stat.Encode());
}

double Decay(double events) { return std::exp2(-events / kHalfLifeEvents); }

}  // namespace

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

TransitionTables ReadTransitions(Kv& kv, const LineContext& context) {
  TransitionTables tables;
  auto keys = RowsOf(context);
  for (size_t i = 0; i < keys.size(); ++i) {
    if (!keys[i]) continue;
    tables.rows[i] =
        RowTable(ReadRow(kv, Table::kTransition, keys[i]->kind, keys[i]->context));
  }
  if (const Line* p1 = context.before(0)) {
    tables.stems =
        RowTable(ReadRow(kv, Table::kTransition, RowKind::kStem, p1->stem_id()));
    tables.patterns = RowTable(
        ReadRow(kv, Table::kTransition, RowKind::kPattern, p1->template_id()));
  }
  return tables;
}

Status LearnTransitions(Kv& kv, const LineContext& context, const Line& line) {
  auto add = [&](RowKind kind, uint64_t key, uint64_t id) {
    return AddToRow(kv, Table::kTransition, kind, key, id, kLineKeep, kLineEntries);
  };
  for (const auto& key : RowsOf(context)) {
    if (!key) continue;
    Status added = add(key->kind, key->context, line.id);
    if (!added.ok()) return added;
  }
  const Line* p1 = context.before(0);
  if (!p1) return {};
  Status added = add(RowKind::kStem, p1->stem_id(), line.stem_id());
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

std::array<double, kExperts> ExpertsOf(const TransitionTables& tables,
                                       const Model& model, LineId id,
                                       const LineStat& stat) {
  std::array<double, kExperts> p{};
  if (stat.count == 0) return p;
  for (int i = 0; i < TransitionTables::kRows; ++i) {
    const RowTable& row = tables.rows[i];
    if (!row.empty()) p[i] = row.WeightOf(id) / (row.total() + 1);
  }
  double age = AgeOf(model, stat);
  double seen = std::min<double>(static_cast<double>(model.tick), 1000);
  p[5] = 1 / (age * (1.5 + std::log(1 + seen)));
  p[6] = stat.decayed * Decay(age) / (model.total + 1);
  return p;
}

double AgeOf(const Model& model, const LineStat& stat) {
  return model.tick >= stat.last_tick
             ? static_cast<double>(model.tick - stat.last_tick + 1)
             : 1;
}

std::optional<LineStat> ReadStat(Kv& kv, LineId id) {
  auto value = kv.Get(Table::kCommand, IdKey(id));
  return value ? LineStat::Decode(*value) : std::nullopt;
}

Result<LineStat> LearnFrequency(Kv& kv, Model& model, const Line& line,
                                const RunFacts& facts) {
  LineStat stat;
  if (auto old = ReadStat(kv, line.id)) stat = *old;
  stat.text = line.text;
  if (stat.count == 0) stat.first_ms = facts.ms;
  double age = static_cast<double>(model.tick - stat.last_tick);
  stat.decayed = static_cast<float>(
      stat.count ? stat.decayed * Decay(age) + 1 : 1);
  ++stat.count;
  if (facts.exit == 0) ++stat.successes;
  if (facts.exit > 0) ++stat.failures;
  stat.last_exit = facts.exit;
  stat.last_ms = std::max(stat.last_ms, facts.ms);
  stat.last_tick = model.tick;
  model.total = model.total * Decay(1) + 1;
  Status put = kv.Put(Table::kCommand, IdKey(line.id), stat.Encode());
  if (put.ok()) put = LearnTemplate(kv, line, facts.ms);
  if (!put.ok()) return put;
  return stat;
}

}  // namespace synapse
