// Insertion: the text that stays right of the cursor when a word is completed
// in the middle of a line. The rest of the word under the cursor is removed as
// far as the completion replaces it.
//
//   gi|t log        git         ->  git log
//   git|hub.com     git-lfs     ->  git-lfs
//   s|rc/main.c     srv/        ->  srv/main.c      (a directory for another)
//   src/|main.c     src/lib/    ->  src/lib/main.c  (one more)
//   git |main       git switch  ->  git switch main
//
// Also the end of the word of a suggestion that one key takes. A quoted text is
// one word, so that no quote stays open.
//
// Tested by tests/line/insertion_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

// The new line. `left` begins with `buffer` up to `cursor` (bytes), continues
// with the completed word, and replaces that beginning.
std::string LineWith(std::string_view buffer, size_t cursor,
                     std::string_view left);

// The end of the word behind `from`: NextWordEnd(), or the end of a quoted text
// that begins there. Within a quote that `from` is in, words end at blanks.
size_t TakenWordEnd(std::string_view text, size_t from);

// The same, but a path ends behind its next slash (or slashes: `https://`).
size_t TakenComponentEnd(std::string_view text, size_t from);

}  // namespace synapse
