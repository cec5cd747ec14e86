// Words: splits text into words that a search compares. Words are in lower
// case, split where they are written together, and reduced to a stem, so that
// forms of one word match.
//
//   src/auth/LoginButton.tsx      src auth login button tsx
//   HTTPServer_v2                 http server v2
//   user creation, createUser     user creat / creat user
//
// The likeness of two words is in [0, 1]: 1 for the same stem, less for a
// prefix. For a misspelt word it is the share of common trigrams (Dice; Angell,
// Freund, Willett, "Automatic spelling correction using a trigram similarity
// measure", IP&M 19(4), 1983), or depends on the few typos (base/distance.h).
// Bounds: kMaxWords words of a text, kMaxWord bytes each; linear.
// Rejected: a stemmer of a language (Porter). File names are in no language.
// Tested by tests/base/words_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace synapse {

inline constexpr size_t kMaxWords = 64;
inline constexpr size_t kMaxWord = 48;

// Calls `visit` with each word in lower case until it returns false. Linear for
// any bytes. Bytes beyond ASCII are part of a word.
template <class Visit>
void EachSearchWord(std::string_view text, const Visit& visit);
// The words of a text, at most `most`.
std::vector<std::string> SearchWords(std::string_view text,
                                     size_t most = kMaxWords);
// SearchWords without words that carry no meaning (the, where, find), unless no
// other is left. Each word occurs once.
std::vector<std::string> QueryWords(std::string_view query);
// Removes the ending of a plural or of a verb form.
std::string_view StemOf(std::string_view word);

// In [0, 1]; 0 when the words are too different.
double Likeness(std::string_view asked, std::string_view word);
// The share of common trigrams, in [0, 1].
double TrigramLikeness(std::string_view a, std::string_view b);

// How alike two queries are, in [0, 1]: mostly how much of `asked` the other
// query covers, and a little how much of the other query `asked` covers.
double QueryLikeness(const std::vector<std::string>& asked,
                     const std::vector<std::string>& other);

// One bit for each stem: queries without a common bit have no common stem.
uint64_t QueryBits(std::string_view query);
uint64_t QueryBits(const std::vector<std::string>& words);

namespace words {

inline bool IsPart(char c) {
  return IsLower(c) || IsUpper(c) || IsDigit(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}
// True when a word begins at `at`, directly after another one: loginButton,
// HTTPServer.
inline bool BeginsInside(std::string_view text, size_t at) {
  const char before = text[at - 1], c = text[at];
  if (!IsUpper(c)) return false;
  if (IsLower(before) || IsDigit(before)) return true;
  return IsUpper(before) && at + 1 < text.size() && IsLower(text[at + 1]);
}

}  // namespace words

template <class Visit>
void EachSearchWord(std::string_view text, const Visit& visit) {
  char word[kMaxWord];
  size_t size = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    const bool part = at < text.size() && words::IsPart(text[at]);
    if (size > 0 && (!part || words::BeginsInside(text, at))) {
      if (!visit(std::string_view(word, size))) return;
      size = 0;
    }
    if (!part || size == kMaxWord) continue;
    const char c = text[at];
    word[size++] = IsUpper(c) ? static_cast<char>(c + 32) : c;
  }
}

}  // namespace synapse
