// NameFacts: whether generators (spec/generator.h) list a name, within the time
// that a prompt may spend on their lists.
//
// Tested by tests/source/plausibility_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spec/generator.h"

namespace synapse {

class NameFacts {
 public:
  enum class Listed { kYes, kNo, kUnknown };
  // kKnown: no command is started for a list that is not there.
  enum class Ask { kNow, kKnown };

  explicit NameFacts(GeneratorCache& generators) : generators_(generators) {}

  // Microseconds for one list; all of a prompt may take twice as long.
  void SetBudget(int64_t us) { budget_us_ = us; }
  void BeginPrompt(const std::string& cwd, const std::string& home) {
    cwd_ = cwd;
    home_ = home;
    spent_us_ = 0;
  }
  // The directory of the following questions.
  void SetDirectory(const std::string& directory) { cwd_ = directory; }
  // The same prompt in another directory; Join() adds the time that it spent.
  NameFacts In(const std::string& directory) const;
  void Join(const NameFacts& other) { spent_us_ = other.spent_us_; }

  // Whether a generator lists the value; kNo only for a complete list that is
  // not empty. `spec`: may have the generator; null: a native one. `words`: the
  // command's words before the value, unquoted.
  Listed ListedBy(std::string_view generator, const Spec* spec,
                  const std::string& value,
                  const std::vector<std::string>& words, Ask ask = Ask::kNow);
  // Whether the value is one of those that a spec names for its argument,
  // likewise.
  Listed ListedFor(const ArgSpec& arg, const Spec* spec,
                   const std::string& value,
                   const std::vector<std::string>& words, Ask ask = Ask::kNow);
  // The generator lists the value, or was not read to its end.
  bool MayBeIn(std::string_view generator, const Spec* spec,
               const std::string& value,
               const std::vector<std::string>& words);
  // The same for the generators of an argument.
  bool MayBeOneOf(const ArgSpec& arg, const Spec* spec,
                  const std::string& value,
                  const std::vector<std::string>& words);
  // The values of a generator, as far as they are read in time.
  // REQUIRES: CanAsk()
  const GeneratedValues& ListOf(std::string_view generator, const Spec* spec,
                                const std::vector<std::string>& words,
                                Ask ask = Ask::kNow);
  // False if the prompt has no time left, or the directory may block.
  bool CanAsk() const;
  GeneratorInput InputFor(const std::vector<std::string>& words) const {
    return {cwd_, home_, "", words};
  }

 private:
  GeneratorCache& generators_;
  std::string cwd_, home_;
  int64_t budget_us_ = 2000;
  int64_t spent_us_ = 0;  // without a result, since the prompt began
};

}  // namespace synapse
