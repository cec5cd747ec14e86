// Insertion: what stays right of the cursor when a word is completed in the
// middle of a line. The rest of the word under the cursor goes, as far as the
// completion takes its place.
//
//   gi|t log        git         ->  git log
//   git|hub.com     git-lfs     ->  git-lfs
//   s|rc/main.c     srv/        ->  srv/main.c      (a directory for another)
//   src/|main.c     src/lib/    ->  src/lib/main.c  (one more)
//   git |main       git switch  ->  git switch main
//
// Tested by tests/line/insertion_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace synapse {

// The line after `left`, which begins as `buffer` does up to `cursor` (bytes)
// and goes on with the completed word, has taken the place of that beginning.
std::string LineWith(std::string_view buffer, size_t cursor,
                     std::string_view left);

}  // namespace synapse
