// Transitions: which line follows. Rows after the two previous lines, the
// previous one, its template, the one before it, in the directory, and in the
// repository and on its branch; and which command follows which (prediction.md,
// "Rows" and "Seven experts").
// Beside lines it is learned whether a command is repeated (Repetition), after a
// success and after a failure: people run a failing test again, and a mistyped
// name never.
// After a failure another step follows than after a success: the rows of the
// lines before are kept apart by it, those of templates and commands are not,
// and serve where the narrow ones know nothing yet.
//
// A gap of more than half an hour keeps only the previous line: kSessionGapMs.
// Tested by tests/learn/models_test.cc.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "learn/line.h"
#include "learn/model.h"
#include "store/keys.h"
#include "store/row.h"

namespace synapse {

inline constexpr int64_t kSessionGapMs = 30 * 60 * 1000;
inline constexpr float kLineKeep = 0.9f;
inline constexpr size_t kLineEntries = 64;

// What came before the line that is predicted or learned.
struct LineContext {
  std::vector<Line> previous;  // newest first, at most three
  std::string directory;
  std::string repository;  // its root; "" outside of any
  std::string branch;      // "" when it is detached, and outside of any
  // Without previous lines: a session begins here. Otherwise nobody knows what
  // came before, as with the first line of a history file.
  bool begins_session = true;
  // The previous line failed: what follows a failure is learned apart.
  bool after_failure = false;

  // What the session's latest lines put into argument slots whose type a spec
  // says, newest first. For prediction alone.
  std::vector<TypedValue> session_values;

  // Words are known by repository, as files and branches are.
  const std::string& here() const {
    return repository.empty() ? directory : repository;
  }

  const Line* before(size_t i) const {
    return i < previous.size() ? &previous[i] : nullptr;
  }
};

// A row copied out of the store, for lookups by id while a prompt lasts.
class RowTable {
 public:
  RowTable() = default;
  explicit RowTable(const RowView& row);

  bool empty() const { return entries_.empty(); }
  double total() const { return total_; }
  uint32_t events() const { return events_; }
  double WeightOf(uint64_t id) const;
  // (id, weight), by id.
  const std::vector<std::pair<uint64_t, float>>& entries() const {
    return entries_;
  }

 private:
  std::vector<std::pair<uint64_t, float>> entries_;
  double total_ = 0;
  uint32_t events_ = 0;
};

// How a line stands to the one before it.
enum class Repetition : uint64_t { kSame = 1, kSameCommand, kOther };
inline constexpr int kRepetitions = 3;
Repetition RepetitionOf(const Line& before, LineId id, std::string_view stem);

struct TransitionTables {
  static constexpr int kRows = 5;
  std::array<RowTable, kRows> rows;  // in the order of the experts
  std::array<RowTable, kLocations> locations;
  // Of Repetition: after the previous line's command, and after any.
  RowTable repetitions, any_repetitions;
  RowTable stems;
  RowTable patterns;  // after the template: lines with their texts emptied
};

TransitionTables ReadTransitions(Kv& kv, const LineContext& context);
Status LearnTransitions(Kv& kv, const LineContext& context, const Line& line);

// The probability of a known line by each expert, and by each location.
struct Foreseen {
  std::array<double, kExperts> experts{};
  std::array<double, kLocations> locations{};
};
Foreseen ForeseenOf(const TransitionTables& tables, const Model& model,
                    LineId id, const LineStat& stat);
// By all of them together. Locations of which nothing is known leave their part
// to the experts.
double MixtureOf(const TransitionTables& tables, const Model& model,
                 const Foreseen& foreseen);
// The chance that what follows stands so to the previous line: that of its
// command, with that of all commands where little is known of it.
double ChanceOf(const TransitionTables& tables, Repetition repetition);
// One step of online expectation-maximisation: who foresaw the line that was
// run is believed a little more.
void UpdateMixture(const TransitionTables& tables, const Foreseen& foreseen,
                   Model& model);

// Commands since the line ran last; 1: it is the latest one.
double AgeOf(const Model& model, const LineStat& stat);

// Frequency: count, decayed count (half-life 500 events), exit, times.
struct RunFacts {
  int64_t ms = 0;
  int32_t exit = -1;
};
// `model.tick` is the number of this event, `model.total` is advanced.
Result<LineStat> LearnFrequency(Kv& kv, Model& model, const Line& line,
                                const RunFacts& facts);
std::optional<LineStat> ReadStat(Kv& kv, LineId id);

}  // namespace synapse
