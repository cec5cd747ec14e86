// Row: what followed in one context, with weights that decay by events of that
// context: on an event every weight is multiplied by `keep`, the entry that
// occurred gains 1.
//
// Value: total f32 | events u32 | entries x (id u64, weight f32), by weight
//        descending. At most `most` entries: the lightest is dropped, its
//        weight stays in the total.
// Tested by tests/store/row_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "store/kv.h"

namespace synapse {

// The contexts; first byte of the key.
enum class RowKind : char {
  kAfterTwo = '3',           // the two previous lines
  kAfterOne = '2',           // the previous line
  kAfterTemplate = 't',      // the previous line's template
  kSkip = 'k',               // the line before the previous one
  kDirectory = 'd',          // the working directory
  kRepository = 'y',         // the repository
  kBranch = 'n',             // the repository and the branch
  kRelativeDirectory = 'e',  // the directory within any repository, or its name
  kRepetition = 'v',         // the previous line's command: whether it repeats
  kStem = 's',               // the previous line's command: what followed
  kFailure = 'f',            // a command: failures of right and wrong lines
  kRelation = 'r',           // an argument of an earlier line: its later uses
  kPattern = 'p',            // after a template: the pattern of what followed
  kWordPath = 'F',           // all words of the line so far
  kWordHere = 'H',           // the same, in this repository or directory
  kWordPair = 'B',           // command and previous word
  kWordPosition = 'P',       // command and position
  kWordCommand = 'Q',        // command
  kWordFirst = 'S',          // first word after the previous line's command
  kWordFirstLine = 'L',      // first word after the previous line
  kWordAny = 'G',            // first word
  kWordPiped = '|',          // first word after an operator
  kArgumentType = 'K',       // the kind of value that stands there
  kArgumentTypeHere = 'J',   // the same, in this repository or directory
};

std::string RowKey(RowKind kind, uint64_t context);

// A view of a row's bytes; valid as long as they are.
class RowView {
 public:
  RowView() = default;
  explicit RowView(std::string_view value);

  bool empty() const { return entries_.empty(); }
  float total() const { return total_; }
  uint32_t events() const { return events_; }
  size_t size() const { return entries_.size() / kEntry; }
  uint64_t id(size_t i) const;
  float weight(size_t i) const;
  // The weight of one entry; 0 when it is not there.
  float WeightOf(uint64_t id) const;

 private:
  static constexpr size_t kEntry = 12;
  float total_ = 0;
  uint32_t events_ = 0;
  std::string_view entries_;
};

RowView ReadRow(Kv& kv, Table table, RowKind kind, uint64_t context);

struct RowAddress {
  Table table;
  RowKind kind;
  uint64_t context;
};
inline constexpr size_t kMaxRowEntries = 96;
struct RowRule {
  float keep;   // of all weights at each event: 0.9 for lines, 0.98 for words
  size_t most;  // entries, 2 to kMaxRowEntries
};
// `id` occurred.
Status AddToRow(Kv& kv, const RowAddress& address, uint64_t id,
                const RowRule& rule);
// ids[i] occurred in the row of keys[i]: the same for many rows, in order.
Status AddToRows(Kv& kv, Table table, std::span<const std::string> keys,
                 std::span<const uint64_t> ids, const RowRule& rule);

// Takes `id` out, as if it had not occurred. A row without it does not change.
Status RemoveFromRow(Kv& kv, Table table, RowKind kind, uint64_t context,
                     uint64_t id);

}  // namespace synapse
