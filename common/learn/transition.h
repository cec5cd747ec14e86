// Transitions: which line follows. There are rows for the two previous lines,
// the previous line, its template, the line before it, the directory, the
// repository and its branch, and rows for which command follows which
// (store/row.h; learn/user_model.h weighs them).
//
// Repetition: whether a command is run again is learned too, after a success
// and after a failure apart: people run a failing test again, and a mistyped
// name never.
//
// Failure: after a failure another step follows than after a success. The rows
// of previous lines are kept apart by it. The rows of templates and commands
// are not, and are used where the narrow rows know nothing yet.
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
#include "learn/user_model.h"
#include "store/keys.h"
#include "store/row.h"

namespace synapse {

inline constexpr int64_t kSessionGapMs = 30 * 60 * 1000;
inline constexpr float kLineKeep = 0.9f;
inline constexpr size_t kLineEntries = 64;

// The lines before the line that is predicted or learned, and where it runs.
struct LineContext {
  std::vector<SharedLine> previous;  // newest first, at most three
  std::string directory;
  std::string repository;  // its root; "" outside of any
  std::string branch;      // "" when it is detached, and outside of any
  // True if a session begins here, so that there is no previous line. False if
  // previous lines are unknown, as before the first line of a history file.
  bool begins_session = true;
  // True if the previous line failed. Lines after a failure are learned apart.
  bool after_failure = false;

  // The values of the session's latest lines in argument slots whose type a
  // spec says, newest first. Only predictions use them.
  std::vector<TypedValue> session_values;

  // Words are known by repository, as files and branches are.
  const std::string& here() const {
    return repository.empty() ? directory : repository;
  }

  const Line* before(size_t i) const {
    return i < previous.size() ? &*previous[i] : nullptr;
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

// The relation of a line to the one before it.
enum class Repetition : uint64_t { kSame = 1, kSameCommand, kOther };
inline constexpr int kRepetitions = 3;
Repetition RepetitionOf(const Line& before, LineId id, std::string_view stem);

// The rows of lines: as tables for a prompt, and as views where one line alone is
// looked up.
template <class Row>
struct LineRows {
  static constexpr int kRows = kInDirectory + 1;
  std::array<Row, kRows> rows;  // in the order of the experts
  std::array<Row, kLocations> locations;
};
struct TransitionTables : LineRows<RowTable> {
  // Rows of Repetition: after the previous line's command, and after any.
  RowTable repetitions, any_repetitions;
  RowTable stems;
  RowTable patterns;  // after the template: lines with their texts emptied
};

TransitionTables ReadTransitions(Kv& kv, const LineContext& context);
// Valid until the table of transitions changes.
LineRows<RowView> ViewLineRows(Kv& kv, const LineContext& context);
Status LearnTransitions(Kv& kv, const LineContext& context, const Line& line);

// The probability of a known line by each expert, and by each location.
struct Foreseen {
  std::array<double, kExperts> experts{};
  std::array<double, kLocations> locations{};
};
template <class Row>
Foreseen ForeseenOf(const LineRows<Row>& tables, const UserModel& model,
                    LineId id, const LineStat& stat);
// The probability by the whole mixture. The share of an unknown location goes
// to the experts.
double MixtureOf(const LineRows<RowTable>& tables, const UserModel& model,
                 const Foreseen& foreseen);
// The chance of that relation for the next line: the chance for its command,
// mixed with the chance for all commands where little is known of the command.
double ChanceOf(const TransitionTables& tables, Repetition repetition);
// One step of online expectation-maximisation: experts that foresaw the line
// gain a little weight.
template <class Row>
void UpdateMixture(const LineRows<Row>& tables, const Foreseen& foreseen,
                   UserModel& model);

// Commands since the line ran last; 1: it is the latest one.
double AgeOf(const UserModel& model, const LineStat& stat);
// The part of a decayed count that is left after `events` commands.
double Decay(double events);
// Ages the counts of lines as if `events` other events had been learned.
void Age(UserModel& model, double events);

// Frequency: count, decayed count (half-life 500 events), exit, times.
struct RunFacts {
  int64_t ms = 0;
  int32_t exit = -1;
  // The line ran on another machine (sync/). This counts as half a run, and
  // never makes a line the latest one.
  bool elsewhere = false;
};
// `model.tick` is the number of this event, `model.total` is advanced.
Result<LineStat> LearnFrequency(Kv& kv, UserModel& model, const Line& line,
                                const RunFacts& facts);
std::optional<LineStat> ReadStat(Kv& kv, LineId id);

}  // namespace synapse
