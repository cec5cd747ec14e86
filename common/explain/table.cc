#include "explain/table.h"

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "effect/risk_json.h"

namespace synapse {
namespace {

constexpr size_t kMark = 2;  // columns of "! "
constexpr size_t kGap = 2;

size_t WidthOf(std::string_view text) {
  return static_cast<size_t>(DisplayWidth(text));
}

// The text cut to `columns`, with an ellipsis if something is left out.
std::string Cut(const std::string& text, size_t columns) {
  if (WidthOf(text) <= columns) return text;
  const std::string mark = Drawable("\xE2\x80\xA6");
  const auto room = static_cast<int>(columns - std::min(columns, size_t{1}));
  return std::string(ClipToWidth(text, room)) + mark;
}

void PadTo(std::string& text, size_t columns) {
  text.append(columns - std::min(columns, WidthOf(text)), ' ');
}

// Lines of at most `columns`, broken at blanks where there is one.
std::vector<std::string> Wrapped(std::string_view text, size_t columns) {
  std::vector<std::string> out;
  while (!text.empty()) {
    std::string_view line = ClipToWidth(text, static_cast<int>(columns));
    if (line.size() < text.size() && text[line.size()] != ' ') {
      const size_t blank = line.rfind(' ');
      if (blank != line.npos && blank > 0) line = line.substr(0, blank);
    }
    if (line.empty()) line = text.substr(0, CharacterEnd(text, 0));
    out.emplace_back(line);
    text.remove_prefix(line.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  if (out.empty()) out.emplace_back();
  return out;
}

// One line: "\n" of a word in quotes is shown as ^J.
std::string TextOfPart(const LinePart& part) {
  return std::string(static_cast<size_t>(part.depth) * 2, ' ') +
         Drawable(part.text);
}

std::string MeaningOfPart(const ExplainedPart& explained) {
  const LinePart& part = explained.part;
  std::string out;
  if (part.unknown) {
    out = part.kind == PartKind::kOption ? "unknown option"
                                         : "unknown subcommand";
  } else if (part.kind == PartKind::kOption && !part.name.empty() &&
             part.name != part.text && part.name != '-' + part.text &&
             part.name != "-NUM") {
    out = part.name + (part.meaning.empty() ? "" : ": ");
  } else if (part.meaning.empty() && part.type != AsciiLower(part.name)) {
    out = part.name;
  }
  out += part.meaning;
  if (!explained.state.empty()) {
    out += out.empty() ? explained.state : " (" + explained.state + ")";
  }
  if (explained.risk.any()) {
    out += (out.empty() ? "[" : " [") + explained.risk.why + "]";
  }
  return Drawable(out);
}

struct Widths {
  size_t text, kind, meaning;
};

Widths WidthsOf(const Explanation& explanation, size_t columns) {
  Widths out{1, 1, 0};
  for (const ExplainedPart& explained : explanation.parts) {
    out.text = std::max(out.text, WidthOf(TextOfPart(explained.part)));
    out.kind = std::max(out.kind, WidthOf(WordFor(explained.part)));
  }
  out.text = std::min(out.text, columns / 3);
  out.kind = std::min(out.kind, columns / 4);
  const size_t used = kMark + out.text + kGap + out.kind + kGap;
  out.meaning = std::max(columns - std::min(columns, used), columns / 4);
  return out;
}

void AddRows(const Explanation& explanation, size_t part, const Widths& widths,
             std::vector<TableRow>& out) {
  const ExplainedPart& explained = explanation.parts[part];
  TableRow row;
  row.part = part;
  row.has_risk = explained.risk.any();
  row.text = row.has_risk ? "! " : "  ";
  row.text += Cut(TextOfPart(explained.part), widths.text);
  PadTo(row.text, kMark + widths.text + kGap);
  row.kind_begin = row.text.size();
  row.text += Cut(Drawable(WordFor(explained.part)), widths.kind);
  PadTo(row.text, kMark + widths.text + kGap + widths.kind + kGap);
  row.meaning_begin = row.text.size();
  for (const std::string& line :
       Wrapped(MeaningOfPart(explained), widths.meaning)) {
    row.text += line;
    row.text.resize(row.text.find_last_not_of(' ') + 1);
    row.kind_begin = std::min(row.kind_begin, row.text.size());
    row.meaning_begin = std::min(row.meaning_begin, row.text.size());
    out.push_back(row);
    row = {};
    row.part = part;
    PadTo(row.text, kMark + widths.text + kGap + widths.kind + kGap);
    row.kind_begin = row.meaning_begin = row.text.size();
  }
}

void WritePart(JsonWriter& w, const ExplainedPart& explained) {
  const LinePart& part = explained.part;
  w.StartObject();
  JsonField(w, "text", part.text);
  JsonField(w, "kind", PartKindName(part.kind));
  JsonFieldOrNull(w, "type", part.type);
  JsonFieldOrNull(w, "name", part.name);
  JsonFieldOrNull(w, "meaning", part.meaning);
  JsonFieldOrNull(w, "state", explained.state);
  JsonField(w, "unknown", part.unknown);
  JsonField(w, "begin", part.begin);
  JsonField(w, "end", part.end);
  JsonField(w, "depth", part.depth);
  WriteRisk(w, explained.risk);
  w.EndObject();
}

}  // namespace

std::vector<TableRow> TableOf(const Explanation& explanation, int columns) {
  const auto width = static_cast<size_t>(std::max(columns, 20));
  const Widths widths = WidthsOf(explanation, width);
  std::vector<TableRow> out;
  for (size_t i = 0; i < explanation.parts.size(); ++i) {
    AddRows(explanation, i, widths, out);
  }
  if (explanation.risk.any()) {
    const std::string text =
        std::string(RiskLevelName(explanation.risk.level)) + ": " +
        Drawable(explanation.risk.why);
    for (const std::string& line : Wrapped(text, width - kMark)) {
      out.push_back(
          {"! " + line, kMark, kMark, true, explanation.parts.size()});
    }
  }
  return out;
}

std::vector<TableRow> RowsAround(const Explanation& explanation, size_t cursor,
                                 int columns, int most) {
  std::vector<TableRow> rows = TableOf(explanation, columns);
  std::vector<TableRow> out;
  if (most < 1) return out;
  auto room = static_cast<size_t>(most);
  size_t begin = 0;
  std::string last;
  if (rows.size() > room) {
    --room;
    size_t here = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      const bool is_part = rows[i].part < explanation.parts.size();
      if (is_part && explanation.parts[rows[i].part].part.begin < cursor) {
        here = i;
      }
    }
    begin = std::min(here - std::min(here, room / 2), rows.size() - room);
    last = explanation.risk.any() ? rows.back().text
                                  : "  " + std::to_string(rows.size() - room) +
                                        " more rows: synapse explain";
  }
  for (size_t i = begin; i < std::min(begin + room, rows.size()); ++i) {
    out.push_back(std::move(rows[i]));
  }
  if (!last.empty() && (out.empty() || out.back().text != last)) {
    TableRow row;
    row.text = std::string(ClipToWidth(last, columns));
    row.has_risk = explanation.risk.any();
    row.part = explanation.parts.size();
    out.push_back(std::move(row));
  }
  return out;
}

std::string ExplanationJson(const Explanation& explanation) {
  return JsonObjectText([&](JsonWriter& w) {
    JsonField(w, "ok", true);
    JsonArray(w, "parts", explanation.parts,
              [&](const ExplainedPart& part) { WritePart(w, part); });
    WriteRisk(w, explanation.risk);
  });
}

}  // namespace synapse
