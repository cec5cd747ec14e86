#include "search/fuzzy.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"

namespace synapse {
namespace {

constexpr int kWhole = FuzzyQuery::kBest;
constexpr int kAtStart = 105;
constexpr int kAtWord = 90;
constexpr int kInside = 75;
constexpr int kMaxScattered = 70;
// Almost every long line has any seven letters somewhere in their order.
constexpr int kMinScattered = 15;

char Fold(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool IsWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || (static_cast<unsigned char>(c) & 0x80);
}

bool BeginsWord(std::string_view text, size_t at) {
  return at == 0 || (IsWordByte(text[at]) && !IsWordByte(text[at - 1])) ||
         !IsWordByte(text[at]);
}

bool StandsAt(std::string_view text, size_t at, std::string_view word,
              bool by_case) {
  if (at + word.size() > text.size()) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    char c = text[at + i];
    if ((by_case ? c : Fold(c)) != word[i]) return false;
  }
  return true;
}

size_t Find(std::string_view text, size_t from, std::string_view word,
            bool by_case) {
  for (size_t at = from; at + word.size() <= text.size(); ++at) {
    if (StandsAt(text, at, word, by_case)) return at;
  }
  return text.npos;
}

// The best occurrence of the word in one piece.
std::pair<size_t, int> InOnePiece(std::string_view text, std::string_view word,
                                  bool by_case) {
  size_t at = Find(text, 0, word, by_case);
  if (at == text.npos) return {at, 0};
  if (at == 0) return {0, word.size() == text.size() ? kWhole : kAtStart};
  for (size_t next = at; next != text.npos;
       next = Find(text, next + 1, word, by_case)) {
    if (BeginsWord(text, next)) return {next, kAtWord};
  }
  return {at, kInside};
}

// `units`: the offset after each character of the word.
int Scattered(std::string_view text, std::string_view word,
              const std::vector<size_t>& units, bool by_case,
              std::vector<FuzzyQuery::Range>* where) {
  size_t end = 0, from = 0;
  for (size_t unit : units) {
    size_t at = Find(text, end, word.substr(from, unit - from), by_case);
    if (at == text.npos) return 0;
    end = at + unit - from;
    from = unit;
  }
  // Backwards from there: the last occurrence of each character. It exists: at
  // the latest where it was found forwards, in the same pieces of the word.
  size_t stop = end, runs = 0, begins = 0, before = text.npos;
  std::vector<FuzzyQuery::Range> ranges;
  for (size_t i = units.size(); i > 0; --i) {
    const size_t begin = i > 1 ? units[i - 2] : 0;
    std::string_view unit = word.substr(begin, units[i - 1] - begin);
    size_t at = stop - unit.size();
    while (at > 0 && !StandsAt(text, at, unit, by_case)) --at;
    if (at + unit.size() != before) ++runs;
    before = at;
    begins += BeginsWord(text, at);
    if (where) ranges.emplace_back(at, at + unit.size());
    stop = at;
  }
  int gaps = static_cast<int>(std::min<size_t>(end - stop - word.size(), 60));
  int score = 50 + 3 * static_cast<int>(std::min<size_t>(begins, 8)) -
              2 * static_cast<int>(std::min<size_t>(runs, 10)) - gaps;
  // `gcm` for `git commit … --message`: each letter begins a word.
  if (score < kMinScattered && begins < units.size()) return 0;
  if (where) where->insert(where->end(), ranges.rbegin(), ranges.rend());
  return std::clamp(score, 1, kMaxScattered);
}

}  // namespace

FuzzyQuery::FuzzyQuery(std::string_view typed) {
  while (!typed.empty()) {
    Term term;
    const bool negated_phrase = typed.starts_with("!\"");
    const bool phrase = typed.starts_with('"') || negated_phrase;
    if (phrase) typed.remove_prefix(negated_phrase ? 2 : 1);
    size_t end = std::min(typed.find(phrase ? '"' : ' '), typed.size());
    std::string_view word = typed.substr(0, end);
    typed.remove_prefix(std::min(end + 1, typed.size()));
    if (phrase) {
      term.exact = true;
      term.negated = negated_phrase;
      Add(std::move(term), word);
      continue;
    }
    if (word.starts_with('!') && word.size() > 1) {
      term.negated = term.exact = true;
      word.remove_prefix(1);
    }
    if (word.size() > 1 && word[0] == '\'') {
      term.exact = true;
      word.remove_prefix(1);
    } else if (word.size() > 1 && word[0] == '^') {
      term.at_start = true;
      word.remove_prefix(1);
    }
    if (word.size() > 1 && word.ends_with('$')) {
      term.at_end = true;
      word.remove_suffix(1);
    }
    Add(std::move(term), word);
  }
}

void FuzzyQuery::Add(Term term, std::string_view word) {
  if (word.empty()) return;
  signs_ = signs_ || term.exact || term.at_start || term.at_end;
  term.by_case = AsciiLower(word) != word;
  term.text = term.by_case ? std::string(word) : AsciiLower(word);
  for (size_t at = 0; at < term.text.size();) {
    at += static_cast<size_t>(DecodeUtf8(term.text, at).length);
    term.units.push_back(at);
  }
  terms_.push_back(std::move(term));
}

std::string FuzzyQuery::Words() const {
  std::string out;
  for (const Term& term : terms_) {
    if (!term.negated) out += (out.empty() ? "" : " ") + term.text;
  }
  return out;
}

int FuzzyQuery::ScoreTerm(const Term& term, std::string_view text,
                          std::vector<Range>* where) {
  size_t size = term.text.size();
  size_t at = text.npos;
  int score = 0;
  if (term.at_start || term.at_end) {
    at = term.at_start ? 0 : text.size() - std::min(size, text.size());
    bool fits = StandsAt(text, at, term.text, term.by_case) &&
                (!term.at_end || at + size == text.size());
    score = !fits ? 0 : size == text.size() ? kWhole : kAtStart;
  } else {
    std::tie(at, score) = InOnePiece(text, term.text, term.by_case);
    if (score == 0 && !term.exact) {
      return Scattered(text, term.text, term.units, term.by_case, where);
    }
  }
  if (score > 0 && where) where->emplace_back(at, at + size);
  return score;
}

int FuzzyQuery::Score(std::string_view text) const {
  if (terms_.empty()) return 1;
  int sum = 0, counted = 0;
  for (const Term& term : terms_) {
    int score = ScoreTerm(term, text, nullptr);
    if (term.negated) {
      if (score > 0) return 0;
      continue;
    }
    if (score == 0) return 0;
    sum += score;
    ++counted;
  }
  return counted > 0 ? std::max(1, sum / counted) : 1;
}

std::vector<FuzzyQuery::Range> FuzzyQuery::Matched(
    std::string_view text) const {
  std::vector<Range> found, out;
  for (const Term& term : terms_) {
    if (!term.negated) ScoreTerm(term, text, &found);
  }
  std::sort(found.begin(), found.end());
  for (const Range& range : found) {
    if (!out.empty() && range.first <= out.back().second) {
      out.back().second = std::max(out.back().second, range.second);
    } else {
      out.push_back(range);
    }
  }
  return out;
}

}  // namespace synapse
