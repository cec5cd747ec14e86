// Picker: a list under the line: what was typed to narrow it, which row is
// selected, and the rows as they are drawn. Both shells draw the same.
//
// Nothing here waits: Work() reads and searches in slices, and the caller
// looks for keys in between. Matches lie in one bucket for each score, in the
// pool's order within it: adding one never sorts.
// Tested by tests/list/picker_test.cc.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "list/keys.h"
#include "list/pool.h"
#include "search/fuzzy.h"

namespace synapse {

// What a part of a row is; theme.h says how that looks.
enum class Look {
  kText,
  kMatch,
  kKind,
  kDescription,
  kNote,
  kRisk,
  kFailed,
  kHeader,
  kQuery,
};
inline constexpr int kLooks = 9;

struct RowPart {
  size_t begin, end;  // bytes of the row's text
  Look look;
};
struct ListRow {
  std::string text;  // may be sent to a terminal as it is
  std::vector<RowPart> parts;  // in order, none overlapping
  bool selected = false;
};

enum class Outcome { kNothing, kChanged, kTake, kRun, kLeave };

// "Forgotten: LINE", which may be sent to a terminal.
std::string ForgottenNote(std::string_view line);

class Picker {
 public:
  Picker(std::unique_ptr<Pool> pool, std::string query);

  // Shows another pool, with what was typed and selected.
  void Replace(std::unique_ptr<Pool> pool);

  // A byte that was typed; and that nothing follows an escape.
  Outcome Feed(char byte);
  Outcome Pause();
  bool pending() const { return keys_.pending(); }

  // Reads and searches on; true when there is more to do.
  bool Work(Budget& budget);
  // Changes with what is shown.
  size_t matches() const { return count_; }

  // At most `rows` rows of at most `columns` columns: a header, the entries
  // around the selected one, and its whole text when that is long.
  const std::vector<ListRow>& Draw(int columns, int rows);

  // The buffer that the selected row makes; nothing when there is none.
  std::optional<std::string> Taken();
  // What narrows it.
  const std::string& typed() const { return typed_; }

 private:
  Outcome Do(ListKey key);
  void Restart();
  void Scan(Budget& budget);
  size_t At(size_t rank) const;  // REQUIRES: rank < count_
  void Move(long by);
  bool Edit(ListKey key);
  void ForgetSelected();

  std::unique_ptr<Pool> pool_;
  ListKeys keys_;
  std::string typed_;
  FuzzyQuery query_;
  std::array<std::vector<uint32_t>, FuzzyQuery::kBest + 1> buckets_;
  size_t count_ = 0;
  size_t scanned_ = 0;
  int order_ = 0;
  std::string note_;     // below the rows until the next key
  bool more_ = true;     // in the pool
  size_t selected_ = 0;  // rank
  size_t top_ = 0;       // rank of the first row that is drawn
  size_t page_ = 1;      // entries that were drawn
  std::vector<ListRow> rows_;
};

}  // namespace synapse
