// Parses the output of a generator's command, or the text of a file, into values.
// Tested by tests/spec/command_output_test.cc.
#pragma once

#include <re2/re2.h>

#include <string_view>
#include <vector>

#include "spec/generator.h"

namespace synapse {

// Uses the parse, path, pattern and templates of a spec, which outlives it. All
// calls together add at most kMaxGenerated values, or kMaxOptions options if the
// spec is named kOptionGenerator.
class OutputParser {
 public:
  explicit OutputParser(const GeneratorDraft& spec);

  // Of each line that matches the pattern, or of the JSON.
  void Parse(std::string_view output, std::vector<GeneratedValue>& out) const;
  // Of each match of the pattern in a text; `^` and `$` are those of a line. The
  // JSON as above.
  void Search(std::string_view text, std::vector<GeneratedValue>& out) const;

 private:
  const GeneratorDraft& spec_;
  RE2 pattern_;
};

// The values of an output.
std::vector<GeneratedValue> ParseOutput(const GeneratorDraft& spec,
                                        std::string_view output);

}  // namespace synapse
