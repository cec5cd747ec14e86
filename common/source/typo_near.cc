// The words at the cursor that are nearly as is typed (TypoSource::Near).
#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/distance.h"
#include "base/text.h"
#include "line/quote.h"
#include "source/inner_match.h"
#include "source/nearness.h"
#include "source/popular.h"
#include "source/typo.h"
#include "spec/generator.h"

namespace synapse {
namespace {

constexpr double kOtherCase = 0.9;
constexpr size_t kMaxNear = 20;

// By score; of equal scores the most common command, then the shortest word.
bool IsNearer(SpecStore& specs, const Candidate& a, const Candidate& b) {
  const auto rank = [&specs](const Candidate& c) {
    return PopularCommand(specs, c.word)
        .value_or(std::numeric_limits<int>::max());
  };
  const double x = a.evidence[0].score, y = b.evidence[0].score;
  if (x != y) return x > y;
  if (rank(a) != rank(b)) return rank(a) < rank(b);
  return a.word.size() != b.word.size() ? a.word.size() < b.word.size()
                                        : a.word < b.word;
}

// For a word that begins nearly as is typed; `folded`: that in lower case.
std::optional<Evidence> NearnessOf(std::string_view typed,
                                   std::string_view folded,
                                   std::string_view word) {
  if (word.starts_with(typed)) return std::nullopt;
  if (BeginsWithLower(word, folded)) {
    return Evidence{SourceId::kTypo, kOtherCase, "in the other case"};
  }
  if (!MayBe(typed, word)) return std::nullopt;
  // Half of two letters may be right by chance.
  if (typed.size() < 3 && !IsSwapped(typed, word.substr(0, typed.size()))) {
    return std::nullopt;
  }
  const int most = MaxTypos(typed);
  const int typos = TypoDistanceToPrefix(typed, word, most);
  if (typos > most) return std::nullopt;
  return Evidence{SourceId::kTypo, ScoreWithTypos(typos + 1),
                  "corrected: " + Arrow(typed, word)};
}

// The directories in which a name without a directory may be meant: `cd dash`
// is `cd apps/dashboard`. The best ones of those that are listed.
struct KnownPath {
  std::string text, word;  // the line up to it, and its name
};
std::vector<KnownPath> Deeper(std::string_view typed,
                              const std::vector<Candidate>& known) {
  constexpr size_t kLeast = 3, kMaxDirectories = 12;
  std::vector<const Candidate*> found;
  if (typed.size() < kLeast || typed.find('/') != typed.npos) return {};
  for (const Candidate& c : known) {
    if (c.evidence[0].source == SourceId::kFilesystem &&
        c.word.ends_with('/')) {
      found.push_back(&c);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto* a, const auto* b) {
                     return a->evidence[0].score > b->evidence[0].score;
                   });
  if (found.size() > kMaxDirectories) found.resize(kMaxDirectories);
  std::vector<KnownPath> out;
  for (const Candidate* c : found) out.push_back({c->text, c->word});
  return out;
}

std::vector<Candidate> Nearer(SpecStore& specs, std::vector<Candidate> found) {
  std::sort(found.begin(), found.end(),
            [&specs](const Candidate& a, const Candidate& b) {
              return IsNearer(specs, a, b);
            });
  if (found.size() > kMaxNear) found.resize(kMaxNear);
  return found;
}

}  // namespace

std::vector<Candidate> TypoSource::Near(const CompletionContext& context,
                                        const std::string& left,
                                        const UsedWords& used,
                                        bool* none_later) const {
  std::vector<Candidate> out;
  *none_later = false;
  const std::string& typed = context.partial;
  // Quoted text is meant literally, and a quoted file by its name.
  const bool quoted = context.segment.partial.quoted;
  if (typed.size() < 2 || (quoted && !context.wants_files())) return out;
  const bool is_command = context.position == Position::kCommandName ||
                          context.position == Position::kPipeTarget;
  // `su` is meant.
  if (is_command && known_.can_run(typed)) return out;
  const std::string folded = AsciiLower(typed);
  std::set<std::string> seen;
  // A near word, which may be refused, or one that may be near later.
  bool any = quoted, exact = false;
  auto near = [&](std::string_view word) -> std::optional<Evidence> {
    // Asked of each name of PATH.
    if (is_command && !MayBeginNearly(typed, word)) return std::nullopt;
    any = any || BeginsWithLower(word, folded) || MayBeLater(typed, word);
    auto evidence = exact ? std::nullopt : NearnessOf(typed, folded, word);
    const bool may_be_inner =
        !is_command && !quoted && !word.starts_with('-') && typed[0] != '-';
    const auto inner = may_be_inner ? InnerMatchOf(typed, word) : std::nullopt;
    if (inner && (!evidence || inner->score > evidence->score)) {
      evidence = Evidence{SourceId::kTypo, inner->score, inner->how};
    }
    any = any || evidence;
    const bool harmful =
        evidence && is_command && IsRefused(word.substr(0, word.find(' ')));
    return harmful ? std::nullopt : evidence;
  };
  Budget budget(budget_us_);
  std::vector<Candidate> known = known_.at(left, budget);
  // Right as it is written: nothing else is meant.
  exact = std::any_of(known.begin(), known.end(),
                      [&](const Candidate& c) { return c.word == typed; });
  const auto add_known = [&](std::vector<Candidate>& candidates) {
    for (Candidate& c : candidates) {
      if (quoted && c.evidence[0].source != SourceId::kFilesystem) continue;
      auto evidence = near(c.word);
      if (!evidence || !seen.insert(c.text).second) continue;
      c.evidence = {*evidence};
      out.push_back(std::move(c));
    }
  };
  const std::vector<KnownPath> directories = context.wants_files() && !quoted
                                                 ? Deeper(typed, known)
                                                 : std::vector<KnownPath>();
  add_known(known);
  for (const KnownPath& directory : directories) {
    if (budget.SpentNow()) break;
    std::vector<Candidate> below = known_.at(directory.text, budget);
    std::erase_if(below, [&](const Candidate& c) {
      return c.evidence[0].source != SourceId::kFilesystem ||
             !c.word.starts_with(directory.word) ||
             !BeginsWithLower(c.word.substr(directory.word.size()), folded);
    });
    add_known(below);
  }
  // Words are as written, names are plain.
  auto add = [&](std::string_view word, bool is_name, bool must_run) {
    auto evidence = near(word);
    if (!evidence || (is_name && !IsPlausibleValue(word))) return;
    std::string text = left + (is_name ? QuotedWord(word) : std::string(word));
    if (seen.contains(text)) return;
    if (must_run && !known_.can_run(word)) return;
    seen.insert(text);
    Candidate c;
    c.text = std::move(text);
    c.word = std::string(word);
    c.evidence = {*evidence};
    out.push_back(std::move(c));
  };
  if (quoted) return Nearer(specs_, std::move(out));
  const bool any_known = std::exchange(any, false);
  const bool any_used = std::any_of(
      used.guesses.begin(), used.guesses.end(),
      [&](const WordGuess& guess) { return near(guess.text) || any; });
  any = any_known;
  for (const WordGuess& guess : used.guesses) {
    if (!any_used) break;
    if (guess.text == kEndOfLine || !used.may_stand(guess)) continue;
    add(guess.text, /*is_name=*/false,
        /*must_run=*/is_command && !context.elsewhere);
  }
  if (is_command && !context.elsewhere) {
    known_.each_name([&](std::string_view name) {
      add(name, /*is_name=*/true, /*must_run=*/true);
    });
  }
  *none_later = !any && !budget.SpentNow();
  return Nearer(specs_, std::move(out));
}

}  // namespace synapse
