#include "learn/word_model.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace synapse {
namespace {

constexpr float kWordKeep = 0.98f;
constexpr size_t kWordEntries = 96;
constexpr size_t kMostWords = 24;
constexpr double kDiscount = 0.7;  // of the distinct words, as unseen mass

Status RememberWord(Kv& kv, uint64_t id, std::string_view text) {
  std::string key = IdKey(id);
  if (kv.Get(Table::kText, key)) return {};
  return kv.Put(Table::kText, key, text);
}

// The values that the session put into slots of a kind, as a row.
struct SessionSlot {
  std::map<uint64_t, double> entries;
  double total = 0;
};
SessionSlot SlotOfSession(const LineContext& context, std::string_view kind) {
  constexpr double kKeep = 0.8;
  SessionSlot slot;
  if (kind.empty()) return slot;
  double weight = 1;
  for (const SlotValue& v : context.session_values) {
    if (v.slot.kind != kind) continue;
    slot.entries[IdOf(v.value)] += weight;
    slot.total += weight;
    weight *= kKeep;
  }
  return slot;
}

}  // namespace

// A line and a command of 1: the start of a session.
Surroundings AroundLine(const LineContext& context, size_t back) {
  const Line* before = context.before(back);
  uint64_t begins = context.begins_session;
  return {.line = before ? before->id : begins,
          .stem = before ? before->stem_id() : begins,
          .here = context.here().empty() ? 0 : Hash64(context.here())};
}

Status LearnWords(Kv& kv, const LineContext& context, const Line& line,
                  const SlotNamer& slots) {
  std::vector<LineWord> words = SplitWords(line.text, slots);
  if (words.size() > kMostWords) words.resize(kMostWords);
  const Surroundings around = AroundLine(context);
  for (const LineWord& word : words) {
    uint64_t id = IdOf(word.text);
    Status status = RememberWord(kv, id, word.text);
    for (const WordContext& c : ContextsOf(word.place, around)) {
      if (!status.ok()) return status;
      status = AddToRow(kv, {Table::kWord, c.kind, c.context}, id,
                        {kWordKeep, kWordEntries});
    }
    if (!status.ok()) return status;
  }
  return {};
}

WordGuesses GuessWords(Kv& kv, const LineContext& context,
                       const WordPlace& place, std::string_view partial) {
  WordGuesses out;
  struct Guess {
    double mass = 0;
    bool seen_here = false;
  };
  std::unordered_map<uint64_t, Guess> guesses;
  auto contexts = ContextsOf(place, AroundLine(context));
  // Each takes its share, and what it does not know falls back to those before
  // it.
  auto mix = [&](double total, size_t words, const auto& visit) {
    double distinct = kDiscount * static_cast<double>(words);
    double z = 1 / (total + distinct);
    out.unseen *= distinct * z;
    for (auto& [id, guess] : guesses) guess.mass *= distinct * z;
    visit([&](uint64_t id, double weight, bool here) {
      Guess& guess = guesses[id];
      guess.mass += weight * z;
      guess.seen_here |= here;
    });
  };
  bool session_mixed = false;
  // From the narrowest to the widest.
  for (auto c = contexts.rbegin(); c != contexts.rend(); ++c) {
    bool of_words = c->kind == RowKind::kWordHere ||
                    c->kind == RowKind::kWordPath ||
                    c->kind == RowKind::kWordPair;
    bool here = of_words || c->kind == RowKind::kSlot ||
                c->kind == RowKind::kSlotHere;
    if (of_words && !std::exchange(session_mixed, true)) {
      SessionSlot session = SlotOfSession(context, place.slot.kind);
      if (!session.entries.empty()) {
        mix(session.total, session.entries.size(), [&](const auto& add) {
          for (const auto& [id, weight] : session.entries) {
            add(id, weight, true);
          }
        });
      }
    }
    RowView row = ReadRow(kv, Table::kWord, c->kind, c->context);
    if (row.empty()) continue;
    if (of_words) out.support = std::max(out.support, row.events());
    mix(row.total(), std::min<size_t>(row.size(), row.events()),
        [&](const auto& add) {
          for (size_t i = 0; i < row.size(); ++i) {
            add(row.id(i), row.weight(i), here);
          }
        });
  }
  for (const auto& [id, guess] : guesses) {
    auto text = kv.Get(Table::kText, IdKey(id));
    if (text && text->starts_with(partial)) {
      out.words.push_back({std::string(*text), guess.mass, guess.seen_here});
    }
  }
  std::sort(out.words.begin(), out.words.end(),
            [](const WordGuess& a, const WordGuess& b) {
              return a.probability != b.probability
                         ? a.probability > b.probability
                         : a.text < b.text;
            });
  return out;
}

}  // namespace synapse
