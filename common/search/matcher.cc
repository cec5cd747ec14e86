#include "search/matcher.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/words.h"

namespace synapse {
namespace {

constexpr double kSaturation = 1.2, kByLength = 0.3;

// The letters of the word, as bits; digits and other characters share some.
uint32_t LettersOf(std::string_view word) {
  uint32_t bits = 0;
  for (char c : word) bits |= 1u << (static_cast<unsigned char>(c) & 31);
  return bits;
}

// False if less than half of the query word's letters occur in the word.
bool MayBeLike(std::string_view asked, std::string_view word) {
  const uint32_t letters = LettersOf(asked);
  const int common = __builtin_popcount(letters & LettersOf(word));
  return 2 * common >= __builtin_popcount(letters);
}

double ByLength(double length, double mean) {
  return (kSaturation + 1) /
         (1 + kSaturation * (1 - kByLength + kByLength * length / mean));
}

}  // namespace

bool WordEvidence::any() const {
  return std::any_of(likeness.begin(), likeness.end(),
                     [](float l) { return l > 0; });
}

void WordEvidence::Add(const WordEvidence& other, float factor) {
  for (size_t i = 0; i < kMaxAsked; ++i) {
    likeness[i] = std::max(likeness[i], other.likeness[i] * factor);
  }
}

Matcher::Matcher(std::string_view query)
    : asked_(QueryWords(query)), table_(1024) {
  if (asked_.size() > kMaxAsked) asked_.resize(kMaxAsked);
}

void Matcher::Grow() {
  table_.assign(table_.size() * 2, 0);
  const size_t mask = table_.size() - 1;
  for (size_t i = 0; i < known_.size(); ++i) {
    size_t at = known_[i].hash & mask;
    while (table_[at]) at = (at + 1) & mask;
    table_[at] = static_cast<uint32_t>(i + 1);
  }
}

const std::array<float, kMaxAsked>& Matcher::OfWord(std::string_view word) {
  const uint64_t hash = Hash64(word);
  const size_t mask = table_.size() - 1;
  size_t at = hash & mask;
  while (table_[at] && known_[table_[at] - 1].hash != hash) {
    at = (at + 1) & mask;
  }
  if (table_[at]) return known_[table_[at] - 1].likeness;
  Known fresh = {hash, {}};
  for (size_t i = 0; i < asked_.size(); ++i) {
    if (!MayBeLike(asked_[i], word)) continue;
    fresh.likeness[i] = static_cast<float>(Likeness(asked_[i], word));
  }
  known_.push_back(fresh);
  table_[at] = static_cast<uint32_t>(known_.size());
  if (known_.size() * 2 > table_.size()) Grow();
  return known_.back().likeness;
}

WordEvidence Matcher::Of(std::string_view text) {
  WordEvidence out;
  EachSearchWord(text, [&](std::string_view word) {
    const auto& likeness = OfWord(word);
    for (size_t i = 0; i < asked_.size(); ++i) {
      out.likeness[i] = std::max(out.likeness[i], likeness[i]);
    }
    return ++out.length < kMaxWords;
  });
  return out;
}

Rarity::Rarity(const std::vector<std::string>& asked,
               const std::array<uint64_t, kMaxAsked>& with, uint64_t texts) {
  for (size_t i = 0; i < asked.size(); ++i) {
    const auto n = static_cast<double>(std::max(texts, with[i]));
    // A word in no text is as rare as a word in one text.
    const auto has = static_cast<double>(std::max<uint64_t>(with[i], 1));
    weight[i] = std::log(1 + (n - has + 0.5) / (has + 0.5));
    // A word in all texts still counts a little.
    weight[i] = std::max(weight[i], 0.1);
    sum += weight[i];
  }
}

double Share(const Rarity& rarity, const WordEvidence& evidence) {
  if (rarity.sum == 0) return 0;
  double sum = 0;
  for (size_t i = 0; i < kMaxAsked; ++i) {
    sum += rarity.weight[i] * static_cast<double>(evidence.likeness[i]);
  }
  return sum / rarity.sum;
}

double WordScore(const Rarity& rarity, const WordEvidence& evidence,
                 size_t asked, double mean_length) {
  const double share = Share(rarity, evidence);
  // A text up to the mean length has no penalty.
  const double usual = std::max(static_cast<double>(asked), mean_length);
  const double length = std::max<double>(evidence.length, usual);
  return share * ByLength(length, mean_length) / ByLength(usual, mean_length);
}

}  // namespace synapse
