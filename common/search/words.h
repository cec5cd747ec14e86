// Words: what a search compares. Words of a text in lower case, cut where they
// are written together, and reduced to a stem, so that forms of one word meet.
//
//   src/auth/LoginButton.tsx      src auth login button tsx
//   HTTPServer_v2                 http server v2
//   user creation, createUser     user creat / creat user
//
// Likeness of two words is in [0, 1]: 1 for the same stem, less for a beginning,
// and for a misspelt one the share of trigrams that they have in common (Dice;
// Angell, Freund, Willett, "Automatic spelling correction using a trigram
// similarity measure", IP&M 19(4), 1983) or what few slips of the finger leave
// (base/distance.h).
// Bounds: kMaxWords words of a text, kMaxWord bytes each; linear.
// Rejected: a stemmer of a language (Porter). Names of files are in none.
// Tested by tests/search/words_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace synapse {

inline constexpr size_t kMaxWords = 64;
inline constexpr size_t kMaxWord = 48;

// Calls are cheap for any bytes: what is not ASCII is part of a word.
std::vector<std::string> SearchWords(std::string_view text,
                                     size_t most = kMaxWords);
// SearchWords without those that say nothing (the, where, find), unless no
// other is left; each once.
std::vector<std::string> QueryWords(std::string_view query);
// Without the ending of a plural, or of a verb's forms.
std::string_view StemOf(std::string_view word);

// In [0, 1]; 0 below what can be meant.
double Likeness(std::string_view asked, std::string_view word);
// The share of trigrams in common, in [0, 1].
double TrigramLikeness(std::string_view a, std::string_view b);

// How alike two queries are, in [0, 1]: how much of what is asked the other one
// has, and a little how much of the other is asked.
double QueryLikeness(const std::vector<std::string>& asked,
                     const std::vector<std::string>& other);

// A bit for each stem: queries without a common bit have no common stem.
uint64_t QueryBits(std::string_view query);
uint64_t QueryBits(const std::vector<std::string>& words);

}  // namespace synapse
