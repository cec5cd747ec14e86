#include "explain/table.h"

#include <rapidjson/document.h>

#include "base/text.h"
#include "tests/testing.h"

namespace synapse {
namespace {

ExplainedPart PartOf(PartKind kind, std::string text, std::string meaning) {
  ExplainedPart out;
  out.part.kind = kind;
  out.part.text = std::move(text);
  out.part.meaning = std::move(meaning);
  return out;
}

std::string TextIn(const rapidjson::Value& value) {
  return value.IsString() ? value.GetString() : "no text";
}

std::string TableText(const Explanation& explanation, int columns) {
  std::string out;
  for (const TableRow& row : TableOf(explanation, columns)) {
    CHECK(DisplayWidth(row.text) <= columns);
    CHECK(row.kind_begin <= row.meaning_begin);
    CHECK(row.meaning_begin <= row.text.size());
    out += row.text + "\n";
  }
  return out;
}

Explanation Sample() {
  Explanation out;
  out.parts.push_back(PartOf(PartKind::kCommand, "rm", "removal of files"));
  out.parts.back().state = "/usr/bin/rm";
  out.parts.push_back(PartOf(PartKind::kOption, "-r", "Remove directories"));
  out.parts.back().part.name = "--recursive";
  out.parts.back().risk = {RiskLevel::kDestructive, "deletes recursively"};
  out.parts.push_back(PartOf(PartKind::kArgument, "x", ""));
  out.parts.back().part.type = "file";
  out.parts.back().part.name = "FILE";
  out.parts.back().part.depth = 1;
  out.parts.back().state = "does not exist";
  out.parts.push_back(PartOf(PartKind::kOption, "-Q", ""));
  out.parts.back().part.unknown = true;
  out.risk = {RiskLevel::kDestructive, "deletes recursively"};
  return out;
}

}  // namespace

TEST_CASE("table: columns, marks, a long meaning is wrapped at blanks") {
  CHECK(TableText(Sample(), 60) ==
        "  rm   command  removal of files (/usr/bin/rm)\n"
        "! -r   option   --recursive: Remove directories [deletes\n"
        "                recursively]\n"
        "    x  file     does not exist\n"
        "  -Q   option   unknown option\n"
        "! destructive: deletes recursively\n");
  for (int columns = 20; columns < 60; ++columns) {
    CHECK(!TableText(Sample(), columns).empty());
  }
}

TEST_CASE("table: texts are safe for a terminal and cut") {
  Explanation one;
  one.parts.push_back(PartOf(PartKind::kArgument,
                             "a\x1b[31m\n" + std::string(100, 'b'),
                             "\x07 \xff" + std::string(200, 'c')));
  one.parts.push_back(PartOf(PartKind::kArgument, "日本語日本語日本語日本語",
                             "日本語日本語日本語日本語日本語日本語日本語"));
  const std::string text = TableText(one, 40);
  CHECK(text.find('\x1b') == text.npos);
  CHECK(text.find('\x07') == text.npos);
  CHECK(text.find("^[[31m") != text.npos);
  CHECK(TableOf({}, 80).empty());
}

TEST_CASE("table: the rows around the cursor") {
  Explanation explanation;
  for (size_t i = 0; i < 20; ++i) {
    explanation.parts.push_back(
        PartOf(PartKind::kArgument, "p" + std::to_string(i), ""));
    explanation.parts.back().part.begin = i * 4;
  }
  const auto first = [&](size_t cursor, int most) {
    const auto rows = RowsAround(explanation, cursor, 40, most);
    CHECK(rows.size() == static_cast<size_t>(most));
    const std::string text = rows.empty() ? "" : rows[0].text;
    return text.empty() ? "" : text.substr(2, text.find(' ', 2) - 2);
  };
  CHECK(RowsAround(explanation, 0, 40, 30).size() == 20);
  CHECK(RowsAround(explanation, 0, 40, 20).size() == 20);
  CHECK(RowsAround(explanation, 0, 40, 0).empty());
  CHECK(first(0, 5) == "p0");
  CHECK(first(41, 5) == "p8");
  CHECK(first(80, 5) == "p16");
  CHECK(RowsAround(explanation, 0, 40, 5).back().text ==
        "  16 more rows: synapse explain");
  explanation.risk = {RiskLevel::kCareful, "changes a"};
  CHECK(RowsAround(explanation, 0, 40, 5).back().has_risk);
  CHECK(RowsAround(explanation, 0, 40, 5).back().text ==
        "! careful: changes a");
  CHECK(RowsAround(explanation, 80, 40, 5).back().text ==
        "! careful: changes a");
  CHECK(RowsAround(explanation, 80, 40, 1).size() == 1);
}

TEST_CASE("table: JSON has every field, and any bytes") {
  Explanation explanation = Sample();
  explanation.parts[0].part.text = "r\x1b\xffm";
  rapidjson::Document all;
  all.Parse(ExplanationJson(explanation).c_str());
  REQUIRE(!all.HasParseError());
  CHECK(all["ok"].GetBool());
  CHECK(TextIn(all["risk"]) == "deletes recursively");
  CHECK(TextIn(all["risk_level"]) == "destructive");
  const auto& parts = all["parts"];
  REQUIRE(parts.Size() == 4);
  CHECK(TextIn(parts[0]["text"]) == "r\x1b\xEF\xBF\xBDm");
  CHECK(parts[0]["risk"].IsNull());
  CHECK(TextIn(parts[0]["state"]) == "/usr/bin/rm");
  CHECK(TextIn(parts[1]["kind"]) == "option");
  CHECK(TextIn(parts[1]["name"]) == "--recursive");
  CHECK(TextIn(parts[1]["meaning"]) == "Remove directories");
  CHECK(TextIn(parts[1]["risk_level"]) == "destructive");
  CHECK(TextIn(parts[2]["type"]) == "file");
  CHECK(parts[2]["depth"].GetInt() == 1);
  CHECK(parts[3]["unknown"].GetBool());
}

}  // namespace synapse
