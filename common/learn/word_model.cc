#include "learn/word_model.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "line/segment.h"

namespace synapse {
namespace {

constexpr float kWordKeep = 0.98f;
constexpr size_t kWordEntries = kMaxRowEntries;
constexpr double kDiscount = 0.7;  // of the distinct words, as unseen mass

Status RememberWord(Kv& kv, uint64_t id, std::string_view text) {
  std::string key = IdKey(id);
  if (kv.Get(Table::kText, key)) return {};
  return kv.Put(Table::kText, key, text);
}

// The names of variables that the line itself gives a value: `f` of `for f in
// *.c; do wc -l $f; done`.
std::vector<std::string> BoundIn(std::span<const LineWord> words) {
  std::vector<std::string> names;
  for (const LineWord& word : words) {
    const WordContext& c = word.context;
    const bool is_loop = c.command == "for" || c.command == "select";
    if ((is_loop && c.index == 1) || (c.command == "read" && c.index > 0)) {
      names.push_back(word.text);
    } else if (c.command.empty() &&
               AssignmentValueOffset(word.text) != std::string::npos) {
      names.push_back(word.text.substr(0, word.text.find('=')));
    }
  }
  return names;
}

// True if the word uses one of these variables: $f, ${f%.c}.
bool UsesOneOf(const std::vector<std::string>& names, std::string_view word) {
  for (size_t at = word.find('$'); at != word.npos;
       at = word.find('$', at + 1)) {
    std::string_view rest = word.substr(at + 1);
    if (rest.starts_with('{')) rest.remove_prefix(1);
    const auto end = std::find_if_not(rest.begin(), rest.end(), [](char c) {
      return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '_';
    });
    const std::string name(rest.begin(), end);
    if (std::find(names.begin(), names.end(), name) != names.end()) return true;
  }
  return false;
}

// The values that the session put into argument slots of a kind, as a row.
struct SessionValues {
  std::map<uint64_t, double> entries;
  double total = 0;
};
SessionValues SessionValuesOf(const LineContext& context,
                              std::string_view kind) {
  constexpr double kKeep = 0.8;
  SessionValues values;
  if (kind.empty()) return values;
  double weight = 1;
  for (const TypedValue& v : context.session_values) {
    if (v.type.kind != kind) continue;
    values.entries[IdOf(v.value)] += weight;
    values.total += weight;
    weight *= kKeep;
  }
  return values;
}

// A row of the words behind all words so far.
bool IsOfAllWords(RowKind kind) {
  return kind == RowKind::kWordHere || kind == RowKind::kWordPath;
}

// Words by their contexts. Each context has its share, and the rest of its
// chance falls back to the contexts before it.
class WordMix {
 public:
  // The next context: of so many words, of that weight together. If it is one
  // of the `apart` ones, the chances in it are kept apart, too.
  void Begin(double total, size_t words,
             std::optional<WordPlace> apart = std::nullopt) {
    apart_ = apart;
    total_ = total;
    const double distinct = kDiscount * static_cast<double>(words);
    z_ = 1 / (total + distinct);
    unseen_ *= distinct * z_;
    for (auto& [id, guess] : guesses_) guess.mass *= distinct * z_;
  }
  void Add(uint64_t id, double weight, UsedAt used) {
    Guess& guess = guesses_[id];
    guess.mass += weight * z_;
    guess.used = std::max(guess.used, used);
    guess.at_position |= used == UsedAt::kAtPosition;
    guess.behind_word |= used == UsedAt::kBehindWord;
    if (!apart_) return;
    float& chance = guess.chances[*apart_];
    chance = std::max(chance, static_cast<float>(weight / total_));
  }
  // The words that begin with the partial, the likeliest first. `is_value`: they
  // are behind an option.
  WordGuesses Words(Kv& kv, std::string_view partial, bool is_value) const {
    WordGuesses out;
    out.unseen = unseen_;
    for (const auto& [id, guess] : guesses_) {
      auto text = kv.Get(Table::kText, IdKey(id));
      if (text && text->starts_with(partial)) {
        out.words.push_back({std::string(*text), guess.mass,
                             UsedAtOf(guess, is_value), guess.chances});
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

 private:
  struct Guess {
    double mass = 0;
    UsedAt used = UsedAt::kElsewhere;
    bool at_position = false, behind_word = false;
    std::array<float, kWordPlaces> chances = {};
  };
  // `git add f` and `git worktree add f` have the same previous word at another
  // position.
  static UsedAt UsedAtOf(const Guess& guess, bool is_value) {
    const bool in_slot = guess.behind_word && (is_value || guess.at_position);
    return in_slot ? std::max(guess.used, UsedAt::kInSlot) : guess.used;
  }
  std::unordered_map<uint64_t, Guess> guesses_;
  double unseen_ = WordGuesses().unseen;
  double z_ = 1, total_ = 1;
  std::optional<WordPlace> apart_;
};

std::optional<WordPlace> WordPlaceOf(RowKind kind) {
  switch (kind) {
    case RowKind::kWordPath:
    case RowKind::kWordFirstLine: return kBehindAll;
    case RowKind::kWordHere:
    case RowKind::kArgumentTypeHere: return kBehindAllHere;
    case RowKind::kWordPair:
    case RowKind::kWordFirst: return kBehindWord;
    case RowKind::kWordCommand:
    case RowKind::kWordPiped:
    case RowKind::kWordAny: return kInCommand;
    default: return std::nullopt;
  }
}

Status Unlearn(Kv& kv, const WordRowKey& key, uint64_t id) {
  const float weight =
      ReadRow(kv, Table::kWord, key.kind, key.context).WeightOf(id);
  if (weight <= 0 || weight > 1) return {};
  return RemoveFromRow(kv, Table::kWord, key.kind, key.context, id);
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

Status LearnWords(Kv& kv, const LineContext& context,
                  std::span<const LineWord> words) {
  const Surroundings around = AroundLine(context);
  const std::vector<std::string> bound = BoundIn(words);
  std::vector<std::string> keys;
  std::vector<uint64_t> ids;
  keys.reserve(words.size() * kMaxWordRows);
  ids.reserve(words.size() * kMaxWordRows);
  for (const LineWord& word : words) {
    const uint64_t id = IdOf(word.text);
    Status status = RememberWord(kv, id, word.text);
    if (!status.ok()) return status;
    const bool of_line = UsesOneOf(bound, word.text);
    const bool names = HasNames(word.context.type);
    for (const WordRowKey& c : WordRowKeysOf(word.context, around)) {
      // A variable of the line is known only behind the same beginning.
      if (of_line && !IsOfAllWords(c.kind)) continue;
      if (names && IsTypedRow(c.kind)) continue;
      keys.push_back(RowKey(c.kind, c.context));
      ids.push_back(id);
    }
    if (!names || of_line) continue;
    for (const TypedRow& row : TypedRowsOf(word, around)) {
      const uint64_t value = IdOf(row.value);
      if (value != id) status = RememberWord(kv, value, row.value);
      if (!status.ok()) return status;
      keys.push_back(RowKey(row.key.kind, row.key.context));
      ids.push_back(value);
    }
  }
  return AddToRows(kv, Table::kWord, keys, ids, {kWordKeep, kWordEntries});
}

Status UnlearnOnce(Kv& kv, const LineContext& context,
                   std::span<const LineWord> words) {
  const Surroundings around = AroundLine(context);
  for (const LineWord& word : words) {
    if (word.context.index == 0 || word.text == kEndOfLine) continue;
    const uint64_t id = IdOf(word.text);
    const bool names = HasNames(word.context.type);
    Status status;
    for (const WordRowKey& c : WordRowKeysOf(word.context, around)) {
      const bool of_name = names && IsTypedRow(c.kind);
      if (!of_name && status.ok()) status = Unlearn(kv, c, id);
    }
    if (names) {
      for (const TypedRow& row : TypedRowsOf(word, around)) {
        if (status.ok()) status = Unlearn(kv, row.key, IdOf(row.value));
      }
    }
    if (!status.ok()) return status;
  }
  return {};
}

WordGuesses GuessWords(Kv& kv, const LineContext& context,
                       const WordContext& word_context,
                       std::string_view partial) {
  WordMix mix;
  uint32_t support = 0;
  bool session_mixed = false;
  auto contexts = WordRowKeysOf(word_context, AroundLine(context));
  // Any command may follow `&&`; a command that reads its input follows a pipe.
  const std::string& op = word_context.op;
  if (word_context.index == 0 && !op.empty() && op != "|" && op != "|&") {
    contexts.push_back({RowKind::kWordAny, 0});
  }
  // The package of `npx create-app` is no dependency for `npm uninstall`.
  const UsedAt by_type = word_context.type.kind == "package"
                             ? UsedAt::kElsewhere
                             : UsedAt::kAsType;
  // The `bash` of `docker exec web bash` is no second container for `docker
  // stop web`: values of the slot's type have a row of their own, and `docker
  // logs web` takes no more arguments. The name of `git commit -m 'x'` is none
  // for `git branch -m`.
  const bool is_of_others = !word_context.type.kind.empty() ||
                            word_context.type.behind_homonym ||
                            word_context.type.behind_last;
  const UsedAt behind_word =
      is_of_others ? UsedAt::kInCommand : UsedAt::kBehindWord;
  auto used_at = [&](RowKind kind) {
    if (IsOfAllWords(kind)) return UsedAt::kBehindAll;
    switch (kind) {
      case RowKind::kWordPair: return behind_word;
      case RowKind::kArgumentType:
      case RowKind::kArgumentTypeHere: return by_type;
      case RowKind::kWordPosition: return UsedAt::kAtPosition;
      case RowKind::kWordCommand: return UsedAt::kInCommand;
      default: return UsedAt::kElsewhere;
    }
  };
  // From the narrowest to the widest.
  for (auto c = contexts.rbegin(); c != contexts.rend(); ++c) {
    bool of_words = IsOfAllWords(c->kind) || c->kind == RowKind::kWordPair;
    const UsedAt used = used_at(c->kind);
    if (of_words && !std::exchange(session_mixed, true)) {
      SessionValues session = SessionValuesOf(context, word_context.type.kind);
      if (!session.entries.empty()) {
        mix.Begin(session.total, session.entries.size());
        for (const auto& [id, weight] : session.entries) {
          mix.Add(id, weight, by_type);
        }
      }
    }
    RowView row = ReadRow(kv, Table::kWord, c->kind, c->context);
    if (row.empty()) continue;
    if (of_words) support = std::max(support, row.events());
    mix.Begin(row.total(), std::min<size_t>(row.size(), row.events()),
              WordPlaceOf(c->kind));
    for (size_t i = 0; i < row.size(); ++i) {
      mix.Add(row.id(i), row.weight(i), used);
    }
  }
  WordGuesses out =
      mix.Words(kv, partial, word_context.previous.starts_with('-'));
  out.support = support;
  return out;
}

}  // namespace synapse
