#include "source/name_facts.h"

#include <algorithm>

#include "base/clock.h"
#include "base/files.h"

namespace synapse {

NameFacts NameFacts::In(const std::string& directory) const {
  NameFacts other(*this);
  other.SetDirectory(directory);
  return other;
}

namespace {

// The name itself, or a branch of a remote with that name: `git checkout NAME`
// creates one from origin/NAME.
bool Has(const GeneratedValues& names, std::string_view generator,
         const std::string& value) {
  const bool remote = generator == "git.remote_branches";
  const std::string behind_remote = "/" + value;
  return std::any_of(names.values.begin(), names.values.end(),
                     [&](const GeneratedValue& v) {
                       return v.value == value ||
                              (remote && v.value.ends_with(behind_remote));
                     });
}

}  // namespace

NameFacts::Listed NameFacts::ListedBy(std::string_view generator,
                                      const Spec* spec,
                                      const std::string& value,
                                      const std::vector<std::string>& words,
                                      Ask ask) {
  if (!CanAsk()) return Listed::kUnknown;
  const GeneratedValues& names = ListOf(generator, spec, words, ask);
  if (Has(names, generator, value)) return Listed::kYes;
  const bool whole = names.complete && !names.values.empty();
  return whole ? Listed::kNo : Listed::kUnknown;
}

NameFacts::Listed NameFacts::ListedFor(const ArgSpec& arg, const Spec* spec,
                                       const std::string& value,
                                       const std::vector<std::string>& words,
                                       Ask ask) {
  if (std::any_of(arg.values.begin(), arg.values.end(),
                  [&](const ValueSpec& v) { return v.value == value; })) {
    return Listed::kYes;
  }
  Listed all = Listed::kNo;
  for (std::string_view generator : arg.generators) {
    switch (ListedBy(generator, spec, value, words, ask)) {
      case Listed::kYes: return Listed::kYes;
      case Listed::kUnknown: all = Listed::kUnknown; break;
      case Listed::kNo: break;
    }
  }
  return all;
}

bool NameFacts::MayBeIn(std::string_view generator, const Spec* spec,
                        const std::string& value,
                        const std::vector<std::string>& words) {
  if (!CanAsk()) return true;
  const GeneratedValues& names = ListOf(generator, spec, words);
  return !names.complete || Has(names, generator, value);
}

bool NameFacts::MayBeOneOf(const ArgSpec& arg, const Spec* spec,
                           const std::string& value,
                           const std::vector<std::string>& words) {
  return std::any_of(arg.generators.begin(), arg.generators.end(),
                     [&](std::string_view generator) {
                       return MayBeIn(generator, spec, value, words);
                     });
}

const GeneratedValues& NameFacts::ListOf(
    std::string_view generator, const Spec* spec,
    const std::vector<std::string>& words, Ask ask) {
  Budget budget(budget_us_);
  const int64_t start = Clock::MonotonicUs();
  GeneratorInput input = InputFor(words);
  input.starts_commands = ask == Ask::kNow;
  const GeneratedValues& names = generators_.Get(
      spec ? *spec : NoSpec(), generator, input, budget);
  if (budget.SpentNow()) spent_us_ += Clock::MonotonicUs() - start;
  return names;
}

// A list without enough time is read again by the next look-up: a repository
// with very many branches would use up all look-ups of a prompt.
bool NameFacts::CanAsk() const {
  return spent_us_ < 2 * budget_us_ && !OnSlowMount(cwd_);
}

}  // namespace synapse
