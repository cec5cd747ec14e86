// Words that are near to the typed word (TypoSource::Near).
#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/clock.h"
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

// True if `a` comes first: by its score, then the more common command, then the
// shorter word.
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

// The best of the listed directories, in which a name without a directory is
// looked for: `cd dash` is `cd apps/dashboard`.
std::vector<const Candidate*> DirectoriesOf(
    const std::vector<Candidate>& known) {
  constexpr size_t kMaxDirectories = 12;
  std::vector<const Candidate*> found;
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
  return found;
}

std::vector<Candidate> Nearer(SpecStore& specs, std::vector<Candidate> found) {
  std::sort(found.begin(), found.end(),
            [&specs](const Candidate& a, const Candidate& b) {
              return IsNearer(specs, a, b);
            });
  if (found.size() > kMaxNear) found.resize(kMaxNear);
  return found;
}

bool IsQuoted(const CompletionContext& context) {
  return context.segment.partial.quoted;
}

bool MayBeDeeper(const CompletionContext& context) {
  constexpr size_t kLeast = 3;
  return context.wants_files() && !IsQuoted(context) &&
         context.partial.size() >= kLeast &&
         context.partial.find('/') == std::string::npos;
}

}  // namespace

// Measures how near words are to the typed word.
class TypoSource::Nearness {
 public:
  Nearness(const TypoSource& source, const CompletionContext& context)
      : source_(source),
        typed_(context.partial),
        folded_(AsciiLower(context.partial)),
        most_(MaxTypos(context.partial)),
        is_command_(context.names_command()),
        may_be_inner_(!is_command_ && !IsQuoted(context) && typed_[0] != '-') {}

  struct Found {
    // False: the word is not near, and will not be when more letters are typed.
    // A word that fails a test of this function must fail it later, too.
    bool may_be = false;
    std::optional<Evidence> evidence = {};
  };
  Found Of(std::string_view word) const {
    // A quick test, because Of() is called for each name of PATH.
    if (is_command_ && !MayBeginNearly(typed_, word)) return {};
    const bool other_case = BeginsWithLower(word, folded_);
    const int typos =
        other_case ? kMostTypos + 1 : TyposOfBeginning(typed_, word);
    const bool has_letters =
        may_be_inner_ && !word.starts_with('-') && HasLettersOf(typed_, word);
    Found found;
    found.may_be = other_case || typos <= kMostTypos || has_letters;
    if (!found.may_be) return found;
    if (!exact_) found.evidence = AtBeginning(word, other_case, typos);
    const auto inner = has_letters ? InnerMatchOf(typed_, word) : std::nullopt;
    if (inner && (!found.evidence || inner->score > found.evidence->score)) {
      found.evidence = Evidence{SourceId::kTypo, inner->score, inner->how};
    }
    const bool harmful = found.evidence && is_command_ &&
                         source_.IsRefused(word.substr(0, word.find(' ')));
    if (harmful) found.evidence.reset();
    return found;
  }
  const std::string& folded() const { return folded_; }
  // The typed word exists, so it has no typo.
  void SetExact(bool exact) { exact_ = exact; }

 private:
  // The evidence for a word whose beginning is near to the typed word.
  std::optional<Evidence> AtBeginning(std::string_view word, bool other_case,
                                      int typos) const {
    if (word.starts_with(typed_)) return std::nullopt;
    if (other_case) {
      return Evidence{SourceId::kTypo, kOtherCase, "in the other case"};
    }
    if (typos > most_ || !MayBe(typed_, word)) return std::nullopt;
    // Half of two letters may be right by chance.
    if (typed_.size() < 3 && !IsSwapped(typed_, word.substr(0, 2))) {
      return std::nullopt;
    }
    return Evidence{SourceId::kTypo, ScoreWithTypos(typos + 1),
                    "corrected: " + Arrow(typed_, word)};
  }

  const TypoSource& source_;
  const std::string_view typed_;
  const std::string folded_;
  const int most_;
  const bool is_command_, may_be_inner_;
  bool exact_ = false;
};

// The possible words: those of the last key while they are valid, else new
// ones.
TypoSource::Possible TypoSource::PossibleAt(const CompletionContext& context,
                                            const std::string& left,
                                            Budget& budget) {
  constexpr int64_t kMaxAgeUs = 1'000'000;
  Possible last = std::exchange(possible_, {});
  const int64_t now_us = Clock::MonotonicUs();
  const bool goes_on =
      !last.typed.empty() && context.partial.starts_with(last.typed) &&
      // The last bytes may have been a part of a character.
      (last.typed.back() & 0x80) == 0 && left == last.left &&
      context.names_command() == last.is_command &&
      context.wants_files() == last.wants_files &&
      IsQuoted(context) == last.quoted && now_us - last.since_us <= kMaxAgeUs;
  if (goes_on) {
    last.typed = context.partial;
    return last;
  }
  Possible out{.left = left,
               .typed = context.partial,
               .is_command = context.names_command(),
               .wants_files = context.wants_files(),
               .quoted = IsQuoted(context),
               .since_us = now_us,
               .words = known_.at(left, budget)};
  out.whole = !budget.SpentNow();
  if (out.wants_files) {
    for (const Candidate* c : DirectoriesOf(out.words)) {
      out.directories.push_back({c->text, c->word});
    }
  }
  return out;
}

// Keeps the names in the listed directories that begin with the typed text.
void TypoSource::LookBelow(Possible& possible, std::string_view folded,
                           Budget& budget) {
  if (!possible.below) {
    possible.below.emplace();
    for (const Possible::Directory& directory : possible.directories) {
      if (budget.SpentNow()) break;
      for (Candidate& c : known_.at(directory.text, budget)) {
        if (c.evidence[0].source == SourceId::kFilesystem &&
            c.word.starts_with(directory.word)) {
          possible.below->push_back({std::move(c), directory.word.size()});
        }
      }
    }
    possible.whole &= !budget.SpentNow();
  }
  std::erase_if(*possible.below, [&](const Possible::Below& below) {
    return !BeginsWithLower(
        std::string_view(below.candidate.word).substr(below.name), folded);
  });
}

std::vector<Candidate> TypoSource::Near(const CompletionContext& context,
                                        const std::string& left,
                                        const UsedWords& used,
                                        bool* none_later) {
  std::vector<Candidate> out;
  *none_later = false;
  const std::string& typed = context.partial;
  // A quoted text has no typo, except the name of a file.
  const bool quoted = IsQuoted(context);
  if (typed.size() < 2 || (quoted && !context.wants_files())) return out;
  const bool is_command = context.names_command();
  // The typed word is a command: `su`.
  if (is_command && known_.can_run(typed)) return out;
  Nearness nearness(*this, context);
  Budget budget(budget_us_);
  Possible possible = PossibleAt(context, left, budget);
  nearness.SetExact(
      std::any_of(possible.words.begin(), possible.words.end(),
                  [&](const Candidate& c) { return c.word == typed; }));
  std::set<std::string> seen;
  // True if a word is near, even one that is refused, or may be near later.
  bool any = quoted;
  // Returns false for a word that will not be near.
  const auto add_known = [&](const Candidate& c) {
    if (quoted && c.evidence[0].source != SourceId::kFilesystem) return true;
    const auto [may_be, evidence] = nearness.Of(c.word);
    any |= may_be;
    if (evidence && seen.insert(c.text).second) {
      out.push_back(c);
      out.back().evidence = {*evidence};
    }
    return may_be;
  };
  std::erase_if(possible.words,
                [&](const Candidate& c) { return !add_known(c); });
  if (MayBeDeeper(context)) {
    LookBelow(possible, nearness.folded(), budget);
    for (const auto& below : *possible.below) add_known(below.candidate);
  }
  // Words are as written, names are plain.
  const auto add = [&](std::string_view word, const Evidence& evidence,
                       bool is_name, bool must_run) {
    if (is_name && !IsPlausibleValue(word)) return;
    std::string text = left + (is_name ? QuotedWord(word) : std::string(word));
    if (seen.contains(text)) return;
    if (must_run && !known_.can_run(word)) return;
    seen.insert(text);
    Candidate c;
    c.text = std::move(text);
    c.word = std::string(word);
    c.evidence = {evidence};
    out.push_back(std::move(c));
  };
  for (const WordGuess& guess : used.guesses) {
    if (quoted) break;
    const auto [may_be, evidence] = nearness.Of(guess.text);
    if (!may_be || guess.text == kEndOfLine || !used.may_stand(guess)) continue;
    any = true;
    if (!evidence) continue;
    add(guess.text, *evidence, /*is_name=*/false,
        /*must_run=*/is_command && !context.elsewhere);
  }
  if (is_command && !context.elsewhere && !quoted) {
    const auto add_name = [&](std::string_view name) {
      const auto [may_be, evidence] = nearness.Of(name);
      any |= may_be;
      if (evidence) add(name, *evidence, /*is_name=*/true, /*must_run=*/true);
      return may_be;
    };
    if (possible.names) {
      std::erase_if(*possible.names,
                    [&](const std::string& name) { return !add_name(name); });
    } else {
      possible.names.emplace();
      possible.whole &= known_.each_name([&](std::string_view name) {
        if (add_name(name)) possible.names->emplace_back(name);
      });
    }
  }
  *none_later = !any && !quoted && !budget.SpentNow();
  if (possible.whole) possible_ = std::move(possible);
  return Nearer(specs_, std::move(out));
}

}  // namespace synapse
