// Source: a module that names candidates. The activation matrix (activation.h)
// lists the positions at which it is asked.
//
// A source returns at most SourceInput::most candidates, returns its results so
// far when its budget is spent, and never blocks: no child process, no path on
// a network mount.
// Tested by tests/source/source_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "context/completion_context.h"
#include "line/quote.h"
#include "source/candidate.h"
#include "source/shell_names.h"

namespace synapse {

inline constexpr size_t kMaxCandidates = 200;

struct SourceInput {
  const CompletionContext& context;
  const ShellNames& shell;
  const std::string& cwd;  // absolute
  const std::string& home;
  int64_t now_s;
  size_t most = kMaxCandidates;  // a full list takes more
  // Reserved words that are due at the cursor (context/completion_context.h).
  std::vector<std::string_view> due = {};
};

class Source {
 public:
  virtual ~Source() = default;
  virtual SourceId id() const = 0;
  // Appends candidates for the cursor.
  virtual void Collect(const SourceInput& input, Budget& budget,
                       std::vector<Candidate>& out) = 0;
};

// A word of a source; `value` begins with the context's partial.
struct Word {
  std::string_view value;
  std::string_view description = {};
  double score = 0;
  std::string_view reason = {};
  QuoteStyle style = QuoteStyle::kValue;
  // Text after the value, as written: "/" for a directory, "=" for an option,
  // the rest of a task.
  std::string_view suffix = {};
  // True for a word of a spec, which we or the user wrote. Other words come
  // from a file or a program and are untrusted.
  bool trusted = false;
  // True for an alias and a reserved word, which have no meaning when quoted.
  bool verbatim = false;
};

// Turns a word into a candidate: the buffer with the rest of the value at the
// cursor, escaped for the open quotes and backquotes. All sources use it. No
// value if that is impossible, or if an untrusted word is not plausible
// (spec/generator.h: IsPlausibleValue; file names are exempt).
std::optional<Candidate> MakeCandidate(const CompletionContext& context,
                                       SourceId source, const Word& word);

}  // namespace synapse
