// The explanation of the line at the prompt, over the C ABI (module/synapse.h).
#include "abi/handle.h"
#include "base/text.h"
#include "command/command.h"
#include "explain/table.h"

using namespace synapse;
using namespace synapse::abi;

namespace {

// For the state of files, as for a key: a slow directory or a pattern that
// matches many files must not hold the line.
constexpr int64_t kDescribeUs = 20'000;

// Adds rows to `held`, and the styles of their columns to `spans`.
class DescribedRows {
 public:
  explicit DescribedRows(synapse_engine* s) : s_(*s) {
    const Theme& theme = ThemeOf(s);
    for (int look = 0; look < kLooks; ++look) {
      const Style style = theme.Part(static_cast<Look>(look), false);
      s_.described_sgr[look] = theme.Sgr(style);
      s_.described_zsh[look] = theme.Zsh(style);
    }
    s_.held.clear();
    s_.spans.clear();
  }

  void Add(const TableRow& row, bool is_part) {
    if (rows_++ > 0) {
      s_.held += '\n';
      ++characters_;
    }
    const std::string_view text = row.text;
    if (!is_part) return Put(text, row.has_risk ? Look::kRisk : Look::kNote);
    constexpr size_t kMark = 2;
    const size_t mark = std::min(kMark, row.kind_begin);
    Put(text.substr(0, mark), row.has_risk ? Look::kRisk : Look::kText);
    Put(text.substr(mark, row.kind_begin - mark), Look::kText);
    Put(text.substr(row.kind_begin, row.meaning_begin - row.kind_begin),
        Look::kKind);
    Put(text.substr(row.meaning_begin),
        row.has_risk ? Look::kRisk : Look::kDescription);
  }
  int rows() const { return rows_; }

 private:
  void Put(std::string_view text, Look look) {
    if (text.empty()) return;
    const size_t begin = s_.held.size(), count = CountCharacters(text);
    s_.held += text;
    const int i = static_cast<int>(look);
    s_.spans.push_back({begin, s_.held.size(), characters_, characters_ + count,
                        s_.described_sgr[i].c_str(),
                        s_.described_zsh[i].c_str()});
    characters_ += count;
  }

  synapse_engine& s_;
  size_t characters_ = 0;
  int rows_ = 0;
};

}  // namespace

extern "C" {

int synapse_describe(synapse_engine* s, synapse_text line, size_t cursor,
                     synapse_room room, synapse_styled* described) {
  *described = {{"", 0}, nullptr, 0};
  return Guarded(s, 0, [&] {
    const std::string_view text = View(line);
    if (text.size() > kMaxExplained) return 0;
    Budget budget(kDescribeUs);
    const Explanation explanation =
        ExplainHere(*s->engine, text, Cwd(s), budget);
    DescribedRows rows(s);
    for (const TableRow& row :
         RowsAround(explanation, cursor, room.columns, room.rows)) {
      rows.Add(row, row.part < explanation.parts.size());
    }
    *described = {Text(s->held), s->spans.data(),
                  static_cast<int>(s->spans.size())};
    return rows.rows();
  });
}

}  // extern "C"
