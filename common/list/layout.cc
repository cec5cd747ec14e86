#include "list/layout.h"

#include <algorithm>

#include "base/text.h"

namespace synapse {
namespace {

constexpr int kMargin = 2;  // "! " before a destructive line
constexpr int kGap = 2;     // between two columns
constexpr int kMostKind = 13;
constexpr int kNarrow = 50;      // room only for text and note
constexpr int kVeryNarrow = 30;  // room only for text
constexpr std::string_view kCut = "..";
constexpr std::string_view kNewline = "\xE2\x86\xB5";  // U+21B5

// Writes a row from left to right.
class Writer {
 public:
  explicit Writer(int columns) : columns_(columns) {}

  int left() const { return columns_ - used_; }

  // Adds text in `width` columns, cut or padded; 0: the width of the text.
  // `matched` are ranges of `text` with the style of a match.
  void Add(std::string_view text, int width, Look look,
           const std::vector<FuzzyQuery::Range>* matched = nullptr) {
    int most = std::min(width > 0 ? width : left(), left());
    if (most <= 0) return;
    bool cut = Width(text) > most;
    int room = cut ? std::max(most - static_cast<int>(kCut.size()), 0) : most;
    int start = used_;
    for (size_t at = 0; at < text.size();) {
      size_t length = CharacterEnd(text, at) - at;
      std::string shown = Shown(text.substr(at, length));
      int columns = DisplayWidth(shown);
      if (used_ - start + columns > room) break;
      Put(shown, columns,
          matched && Within(*matched, at) ? Look::kMatch : look);
      at += length;
    }
    if (cut) {
      Put(kCut.substr(0, static_cast<size_t>(most - room)), most - room, look);
    }
    if (width > 0) Fill(start + most, look);
  }

  // Adds blanks up to a column.
  void Fill(int column, Look look) {
    column = std::min(column, columns_);
    if (column <= used_) return;
    Put(std::string(static_cast<size_t>(column - used_), ' '), column - used_,
        look);
  }

  ListRow Done() { return std::move(row_); }

  static std::string Shown(std::string_view character) {
    return Drawable(character == "\n" ? kNewline : character);
  }
  static int Width(std::string_view text) {
    int columns = 0;
    for (size_t at = 0; at < text.size();) {
      size_t length = CharacterEnd(text, at) - at;
      columns += DisplayWidth(Shown(text.substr(at, length)));
      at += length;
    }
    return columns;
  }

 private:
  static bool Within(const std::vector<FuzzyQuery::Range>& ranges, size_t at) {
    for (auto [begin, end] : ranges) {
      if (at >= begin && at < end) return true;
    }
    return false;
  }

  void Put(std::string_view shown, int columns, Look look) {
    if (row_.parts.empty() || row_.parts.back().look != look) {
      row_.parts.push_back({row_.text.size(), row_.text.size(), look});
    }
    row_.text += shown;
    row_.parts.back().end = row_.text.size();
    used_ += columns;
  }

  int columns_;
  int used_ = 0;
  ListRow row_;
};

struct Columns {
  int text = 0, kind = 0, description = 0, note = 0;
};

// The risk of a row without a mark is that of all rows.
std::string_view DescriptionOf(const RowDetails& details) {
  return details.description.empty() && details.dangerous ? details.risk
                                                          : details.description;
}

// True if the risk has to stand below the rows.
bool HidesRisk(const RowDetails& details) {
  return DescriptionOf(details).find(details.risk) == std::string_view::npos;
}

struct RowWidths {
  int text, description;
  int name;  // of an option without its value: "--author" of --author <author>
};

// The width of the texts at which the least is cut from all rows. A file or line
// is chosen by its text, so that its loss counts more than that of the value
// which an option's text ends in.
int TextWidth(const std::vector<RowWidths>& rows, int room, int least,
              int most) {
  constexpr int kNameWeight = 6;
  const auto beyond = [](int width, int limit) {
    return std::max(width - limit, 0);
  };
  int best = most, least_loss = 0;
  for (int width = most; width >= least; --width) {
    int loss = 0;
    for (const RowWidths& row : rows) {
      loss += beyond(row.name, width) * (kNameWeight - 1) +
              beyond(row.text, width) +
              beyond(row.description, room - kGap - width);
    }
    if (width != most && loss > least_loss) continue;
    least_loss = loss;
    best = width;
  }
  return best;
}

Columns Measure(const std::vector<EntryToDraw>& entries, int columns) {
  Columns widest;
  std::vector<RowWidths> rows;
  int widest_line = 0;
  constexpr size_t npos = std::string_view::npos;
  for (const EntryToDraw& e : entries) {
    // Text far beyond the width need not be measured.
    std::string_view text = e.text.substr(0, 4 * static_cast<size_t>(columns));
    const bool option = e.details.kind == "option";
    const auto name = text.substr(0, option ? text.find_first_of("<[=") : npos);
    rows.push_back({Writer::Width(text),
                    Writer::Width(DescriptionOf(e.details)),
                    Writer::Width(name)});
    if (!option) widest_line = std::max(widest_line, rows.back().text);
    widest.text = std::max(widest.text, rows.back().text);
    widest.kind = std::max(widest.kind, Writer::Width(e.details.kind));
    widest.description = std::max(widest.description, rows.back().description);
    widest.note = std::max(widest.note, Writer::Width(e.details.note));
  }
  int room = columns - kMargin;
  if (columns < kNarrow) widest.kind = widest.description = 0;
  if (columns < kVeryNarrow) widest.note = 0;
  widest.note = std::min(widest.note, room / 3);
  widest.kind = std::min(widest.kind, kMostKind);
  if (widest.description > 0) {
    // A few long options do not cut all descriptions.
    const int wish = std::max(room - kGap - widest.description, widest_line);
    const int share = std::clamp(wish, room * 2 / 5, room * 3 / 5);
    const int most = std::min(widest.text, std::max(share, 8));
    widest.text = TextWidth(rows, room, std::min(room / 4, most), most);
    room -= widest.text + kGap;
    for (int* column : {&widest.kind, &widest.note}) {
      const int more = *column > 0 ? *column + kGap : 0;
      if (widest.description + more > room) {
        *column = 0;
      } else {
        room -= more;
      }
    }
    widest.description = std::max(room, 0);
    return widest;
  }
  if (widest.note > 0) room -= widest.note + kGap;
  if (widest.kind > 0) room -= widest.kind + kGap;
  widest.text = widest.kind > 0 ? std::min(widest.text, room) : room;
  return widest;
}

bool HasMore(const RowDetails& details, int width) {
  return Writer::Width(DescriptionOf(details)) > width || HidesRisk(details);
}

// Adds `text` in rows that are broken between words, at most `most` in all.
void AddWrapped(std::string_view text, Look look, int columns, size_t most,
                std::vector<ListRow>& out) {
  const std::string shown = Printable(text);
  std::string_view rest = shown;
  while (!rest.empty() && out.size() < most) {
    std::string_view part = ClipToWidth(rest, columns - kMargin);
    if (part.size() < rest.size() && out.size() + 1 < most) {
      const size_t blank = part.rfind(' ');
      if (blank != part.npos && blank > 0) part = part.substr(0, blank);
    } else {
      part = rest;  // the last row is cut
    }
    Writer row(columns);
    row.Add("  ", 0, Look::kText);
    row.Add(part, 0, look);
    out.push_back(row.Done());
    rest.remove_prefix(part.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  }
}

}  // namespace

ListRow HeaderRow(const HeaderToDraw& header, int columns) {
  Writer row(columns);
  std::string right;
  if (header.count == 0) {
    right = header.complete ? "nothing fits" : "looking";
  } else {
    right = std::to_string(header.position) + " of " +
            std::to_string(header.count) + (header.complete ? "" : "+");
  }
  if (!header.scope.empty()) right += "  " + std::string(header.scope);
  int width = DisplayWidth(right);
  row.Add("> ", 0, Look::kHeader);
  int room = row.left() - width - 1;
  if (room < 1) {
    row.Add(header.typed, 0, Look::kQuery);
    return row.Done();
  }
  if (!header.typed.empty()) row.Add(header.typed, room, Look::kQuery);
  row.Fill(columns - width, Look::kHeader);
  row.Add(right, 0, Look::kHeader);
  return row.Done();
}

ListRow NoteRow(std::string_view note, int columns) {
  Writer row(columns);
  row.Add(note, 0, Look::kNote);
  return row.Done();
}

ListRow HeadingRow(std::string_view group, int columns) {
  Writer row(columns);
  row.Add(group, 0, Look::kHeader);
  return row.Done();
}

std::vector<ListRow> DetailRows(const std::vector<EntryToDraw>& entries,
                                int columns, size_t most) {
  std::vector<ListRow> out;
  const int width = Measure(entries, columns).description;
  bool some = false;
  for (const EntryToDraw& e : entries) {
    if (!HasMore(e.details, width)) continue;
    some = true;
    if (!e.selected) continue;
    AddWrapped(e.details.description, Look::kDescription, columns, most, out);
    if (HidesRisk(e.details)) {
      AddWrapped("! " + e.details.risk, Look::kRisk, columns, most, out);
    }
  }
  if (some && out.empty() && most > 0) out.push_back(ListRow{});
  return out;
}

std::vector<ListRow> EntryRows(const std::vector<EntryToDraw>& entries,
                               int columns) {
  std::vector<ListRow> out;
  Columns widths = Measure(entries, columns);
  for (const EntryToDraw& e : entries) {
    const RowDetails& d = e.details;
    Writer row(columns);
    row.Add(d.dangerous ? "! " : "  ", 0,
            d.dangerous ? Look::kRisk : Look::kText);
    row.Add(e.text, widths.text, Look::kText, &e.matched);
    if (widths.kind > 0) {
      row.Add("  ", 0, Look::kText);
      row.Add(d.kind, widths.kind, Look::kKind);
    }
    if (widths.description > 0) {
      row.Add("  ", 0, Look::kText);
      const bool has_kind = widths.kind > 0 || d.kind.empty();
      const std::string_view description = DescriptionOf(d);
      if (description.empty() && !has_kind) {
        row.Add(d.kind, widths.description, Look::kKind);
      } else if (d.description.empty()) {
        row.Add(description, widths.description, Look::kRisk);
      } else {
        row.Add(description, widths.description, Look::kDescription);
      }
    }
    if (widths.note > 0) {
      int note = std::min(Writer::Width(d.note), widths.note);
      row.Fill(columns - note, Look::kText);
      row.Add(d.note, 0, d.failed ? Look::kFailed : Look::kNote);
    }
    if (e.selected) row.Fill(columns, Look::kText);
    out.push_back(row.Done());
    out.back().selected = e.selected;
  }
  return out;
}

std::vector<ListRow> PreviewRows(std::string_view text, int columns,
                                 size_t most) {
  std::vector<ListRow> out;
  int room = columns - kMargin;
  bool is_long =
      Writer::Width(text.substr(0, 8 * static_cast<size_t>(columns))) > room;
  if (text.find('\n') == text.npos && !is_long) return out;
  while (!text.empty() && out.size() < most) {
    std::string_view line = text.substr(0, text.find('\n'));
    std::string shown =
        Printable(line.substr(0, 8 * static_cast<size_t>(columns)));
    std::string_view part = ClipToWidth(shown, room);
    bool whole = part.size() == shown.size();
    Writer row(columns);
    row.Add("| ", 0, Look::kNote);
    // Text that does not fit continues in the next row; the last row is cut.
    row.Add(out.size() + 1 < most ? part : std::string_view(shown), 0,
            Look::kText);
    out.push_back(row.Done());
    if (!whole && out.size() < most && shown == line) {
      text.remove_prefix(std::max<size_t>(part.size(), 1));
    } else {
      // Control characters are wider than their bytes, so this may be the next
      // line.
      text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
  }
  return out;
}

void DropCombining(ListRow& row) {
  std::string kept;
  for (RowPart& part : row.parts) {
    const std::string_view text =
        std::string_view(row.text).substr(part.begin, part.end - part.begin);
    part.begin = kept.size();
    for (size_t at = 0; at < text.size();) {
      const CodePoint point = DecodeUtf8(text, at);
      const auto length = static_cast<size_t>(point.length);
      if (CodePointWidth(point.value) != 0) kept += text.substr(at, length);
      at += length;
    }
    part.end = kept.size();
  }
  row.text = std::move(kept);
}

}  // namespace synapse
