// RiskVerdicts: the risks of lines that were judged, of this prompt and of earlier
// ones. The lines of a key are mostly those of the key and the prompt before.
//
// A verdict is used until Recheck(). After that it is used again if the specs are
// the same, and each alias that the line was asked for is: a line is judged by
// nothing else.
//
// Tested by tests/effect/risk_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "context/completion_context.h"
#include "spec/store.h"

namespace synapse {

class RiskVerdicts {
 public:
  // An alias that was looked up, and its value then.
  struct Asked {
    std::string name;
    std::optional<std::string> value;
  };
  struct Verdict {
    Risk risk;
    std::vector<Asked> aliases;
    uint64_t specs = 0;   // SpecStore::version()
    uint64_t prompt = 0;  // the last for which it was found to hold; 0: none
  };

  RiskVerdicts(SpecStore& specs, const AliasLookup& alias)
      : specs_(specs), alias_(alias) {}

  // A new prompt begins.
  void Recheck();
  // The verdict of the line, which holds now; or, with a `prompt` of 0, one that
  // the caller fills and notes. The reference is good until the next call.
  Verdict& Of(std::string_view line);
  // The alias of that name, which the verdict then depends on.
  std::optional<std::string> AliasFor(Verdict& verdict,
                                      const std::string& name) const;
  void Note(Verdict& verdict) const { verdict.prompt = prompt_; }

 private:
  void Clear();
  bool Holds(const Verdict& verdict) const;

  SpecStore& specs_;
  const AliasLookup& alias_;
  std::unordered_map<std::string, Verdict> known_;
  size_t bytes_ = 0;  // of the lines
  uint64_t prompt_ = 1;
};

}  // namespace synapse
