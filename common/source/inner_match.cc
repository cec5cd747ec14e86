#include "source/inner_match.h"

#include <algorithm>

#include "source/nearness.h"

namespace synapse {
namespace {

constexpr size_t npos = std::string_view::npos;

bool IsBetweenParts(char c) {
  return std::string_view("/-_.:@ +").find(c) != npos;
}

bool BeginsPart(std::string_view word, size_t at) {
  if (at == 0) return true;
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return IsBetweenParts(word[at - 1]) ||
         (is_capital(word[at]) && !is_capital(word[at - 1]));
}

bool HasAt(std::string_view word, size_t at, std::string_view typed) {
  return std::equal(typed.begin(), typed.end(),
                    word.begin() + static_cast<ptrdiff_t>(at),
                    [](char a, char b) { return Lower(a) == Lower(b); });
}

// True if the word has the typed letters in their order, from the first letter
// on. `initials`: only letters that begin a part count.
bool HasInOrder(std::string_view typed, std::string_view word, bool initials) {
  size_t next = 0;
  for (size_t at = 0; at < word.size() && next < typed.size(); ++at) {
    if (initials && !BeginsPart(word, at)) continue;
    if (Lower(word[at]) == Lower(typed[next])) {
      ++next;
    } else if (next == 0) {
      return false;
    }
  }
  return next == typed.size();
}

}  // namespace

std::optional<InnerMatch> InnerMatchOf(std::string_view typed,
                                       std::string_view word) {
  constexpr double kPart = 0.8, kInside = 0.6, kInitials = 0.5, kLetters = 0.3;
  constexpr size_t kLeast = 2, kLeastInside = 3;
  if (typed.size() < kLeast || typed.size() >= word.size() ||
      HasAt(word, 0, typed)) {
    return std::nullopt;
  }
  bool inside = false;
  for (size_t at = 1; at + typed.size() <= word.size(); ++at) {
    if (!HasAt(word, at, typed)) continue;
    if (BeginsPart(word, at)) return InnerMatch{kPart, "a part begins so"};
    inside = true;
  }
  if (inside && typed.size() >= kLeastInside) {
    return InnerMatch{kInside, "has it inside"};
  }
  if (HasInOrder(typed, word, /*initials=*/true)) {
    return InnerMatch{kInitials, "its initials"};
  }
  if (HasInOrder(typed, word, /*initials=*/false)) {
    return InnerMatch{kLetters, "its letters, in this order"};
  }
  return std::nullopt;
}

}  // namespace synapse
