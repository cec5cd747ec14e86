// Picker: a list below the line: the typed filter, the selected row, and the
// rows to draw. Both shells draw the same.
//
// Nothing here waits: Work() reads and searches in slices, and the caller
// checks for keys in between. Matches are in one bucket for each score, in the
// pool's order: adding one never sorts.
// Tested by tests/list/picker_test.cc.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "list/list_keys.h"
#include "list/pool.h"
#include "search/fuzzy.h"

namespace synapse {

// The kind of a part of a row; theme.h gives its style.
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
  std::string text;            // safe for a terminal
  std::vector<RowPart> parts;  // in order, none overlapping
  bool selected = false;
};

enum class Outcome { kNothing, kChanged, kTake, kRun, kLeave };

// "Forgotten: LINE", safe for a terminal.
std::string ForgottenNote(std::string_view line);

struct EntryToDraw;  // layout.h

class Picker {
 public:
  Picker(std::unique_ptr<Pool> pool, std::string query);

  // Shows another pool; the filter stays, and so does the selected line, unless
  // it is the first: then the first of the other pool is selected.
  void Replace(std::unique_ptr<Pool> pool);

  // Handles a typed byte, and a pause, after which an escape is complete.
  Outcome Feed(char byte);
  Outcome Pause();
  bool pending() const { return keys_.pending(); }

  // Continues to read and search; true when there is more to do.
  bool Work(Budget& budget);
  // The number of matches shown.
  size_t matches() const { return count_; }

  // At most `rows` rows of at most `columns` columns: a header, the entries
  // around the selected one, and its whole text if that is long.
  const std::vector<ListRow>& Draw(int columns, int rows);

  // The buffer for the selected row; no value when there is none. While the
  // selected line is not found again, it is that line.
  std::optional<std::string> Taken();
  // The typed filter.
  const std::string& typed() const { return typed_; }

 private:
  Outcome Do(ListKey key);
  bool FindsOne();
  void Restart();
  std::string ChosenLine();
  void RestartWith(std::string line);
  void FindSelected(bool is_last);
  void ForgetKept();
  void Scan(Budget& budget);
  size_t At(size_t rank) const;  // REQUIRES: rank < count_
  void Move(long by);
  bool Edit(ListKey key);
  void ForgetSelected();
  bool HasGroups() const;
  bool HasHeading(size_t rank) const;
  void ScrollToSelected(size_t room);
  std::vector<EntryToDraw> EntriesToDraw(size_t room);

  std::unique_ptr<Pool> pool_;
  ListKeys keys_;
  std::string typed_;
  FuzzyQuery query_;
  std::array<std::vector<uint32_t>, FuzzyQuery::kBest + 1> buckets_;
  size_t count_ = 0;
  size_t scanned_ = 0;
  int order_ = 0;
  std::string note_;     // below the rows until the next key
  bool more_ = true;     // the pool has more
  size_t selected_ = 0;  // rank
  // The selected line and its rank, from a change of the pool, or of its order,
  // until the scan has ended.
  std::string kept_;
  size_t kept_rank_ = 0;
  struct Place {
    size_t score;
    uint32_t index;  // in the pool
  };
  std::optional<Place> kept_at_;
  size_t top_ = 0;         // rank of the first drawn row
  size_t page_ = 1;        // number of drawn entries
  bool headings_ = false;  // groups have headings
  std::vector<ListRow> rows_;
};

}  // namespace synapse
