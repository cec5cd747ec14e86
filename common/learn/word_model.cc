#include "learn/word_model.h"

#include <algorithm>
#include <unordered_map>

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

}  // namespace

// A line and a command of 1: the start of a session.
Surroundings AroundLine(const LineContext& context, size_t back) {
  const Line* before = context.before(back);
  uint64_t begins = context.begins_session;
  return {.line = before ? before->id : begins,
          .stem = before ? before->stem_id() : begins,
          .here = context.here().empty() ? 0 : Hash64(context.here())};
}

Status LearnWords(Kv& kv, const LineContext& context, const Line& line) {
  std::vector<LineWord> words = SplitWords(line.text);
  if (words.size() > kMostWords) words.resize(kMostWords);
  const Surroundings around = AroundLine(context);
  for (const LineWord& word : words) {
    uint64_t id = IdOf(word.text);
    Status status = RememberWord(kv, id, word.text);
    for (const WordContext& c : ContextsOf(word.place, around)) {
      if (!status.ok()) return status;
      status = AddToRow(kv, Table::kWord, c.kind, c.context, id, kWordKeep,
                        kWordEntries);
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
  // From the narrowest to the widest: each takes its share, and what it does
  // not know falls back to those before it.
  for (auto c = contexts.rbegin(); c != contexts.rend(); ++c) {
    RowView row = ReadRow(kv, Table::kWord, c->kind, c->context);
    if (row.empty()) continue;
    bool here = c->kind == RowKind::kWordHere ||
                c->kind == RowKind::kWordPath || c->kind == RowKind::kWordPair;
    if (here) {
      out.support = std::max(out.support, row.events());
    }
    double distinct = kDiscount * static_cast<double>(std::min<size_t>(
                                      row.size(), row.events()));
    double z = 1 / (row.total() + distinct);
    out.unseen *= distinct * z;
    for (auto& [id, guess] : guesses) guess.mass *= distinct * z;
    for (size_t i = 0; i < row.size(); ++i) {
      Guess& guess = guesses[row.id(i)];
      guess.mass += row.weight(i) * z;
      guess.seen_here |= here;
    }
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
