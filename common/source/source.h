// Source: a module that knows things which could come next. The activation
// matrix (activation.h) says at which positions it is asked.
//
// A source returns at most SourceInput::most, stops when its budget is spent
// with what it has, and never blocks: no child process, no path on a network
// mount.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "context/completion_context.h"
#include "line/quote.h"
#include "source/candidate.h"

namespace synapse {

inline constexpr size_t kMaxCandidates = 200;

// What only the shell knows, as the ABI's callbacks hand it over.
struct ShellNames {
  enum class Kind { kNone, kBuiltin, kFunction, kAlias, kReserved };
  std::function<std::optional<std::string>(std::string_view)> variable;
  std::function<std::optional<std::string>(std::string_view)> alias;
  std::function<Kind(std::string_view)> kind;
  std::function<void(std::string_view prefix,
                     const std::function<bool(std::string_view, Kind)>&)>
      each;
  // What the user does not want to be shown, by settings of the shell's own.
  std::function<bool(std::string_view buffer, std::string_view suggestion,
                     bool from_history)>
      unwanted;
};

struct SourceInput {
  const CompletionContext& context;
  const ShellNames& shell;
  const std::string& cwd;  // absolute
  const std::string& home;
  int64_t now_s;
  size_t most = kMaxCandidates;  // a list of all takes more
};

class Source {
 public:
  virtual ~Source() = default;
  virtual SourceId id() const = 0;
  // Appends what could stand at the cursor.
  virtual void Collect(const SourceInput& input, Budget& budget,
                       std::vector<Candidate>& out) = 0;
};

// What a source knows of one word; `value` begins with the context's partial.
struct Word {
  std::string_view value;
  std::string_view description = {};
  double score = 0;
  std::string_view reason = {};
  QuoteStyle style = QuoteStyle::kValue;
  // Behind the value, as it is to be written: "/" for a directory, "=" for an
  // option, the rest of a task.
  std::string_view suffix = {};
  // True for a word of a spec, which we or the user wrote. Any other word comes
  // from a file or a program, and may be hostile.
  bool trusted = false;
};

// The one way from a word to a candidate: the buffer with the rest of the value
// put at the cursor, quoted for the quotes and backquotes that are open there.
// Nothing where that cannot be done, and for a word that is not trusted where
// nobody could mean it (spec/generator.h: IsPlausibleValue; any file name may
// be meant).
std::optional<Candidate> MakeCandidate(const CompletionContext& context,
                                       SourceId source, const Word& word);

}  // namespace synapse
