#include "track/training.h"

#include <set>

#include "tests/track/record_testing.h"
#include "track/record_json.h"

namespace synapse {
namespace {

rapidjson::Document Parsed(const std::string& text) {
  rapidjson::Document document;
  document.Parse(text.c_str());
  REQUIRE_FALSE(document.HasParseError());
  return document;
}

std::vector<rapidjson::Document> Exported(TrainingSet set,
                                          const SuggestionRecord& r,
                                          const PositionBias& bias = {}) {
  std::vector<rapidjson::Document> out;
  const auto record = Parsed(RecordLine(r));
  REQUIRE(WhyNoRecord(record) == "");
  EmitTraining(record, {set, 0.1, bias}, [&](std::string_view line) {
    out.push_back(Parsed(std::string(line)));
    CHECK(out.back()["id"].GetStringLength() == 16);
    CHECK(std::string(out.back()["session"].GetString()) == "s1");
  });
  return out;
}

std::string Text(const rapidjson::Value& value) { return value.GetString(); }

}  // namespace

TEST_CASE("training: a suggestion that ran is a completion") {
  SuggestionRecord r = testing::ExampleRecord();
  auto lines = Exported(TrainingSet::kSft, r);
  REQUIRE(lines.size() == 1);
  CHECK(Text(lines[0]["completion"]) == "git status");
  CHECK(Text(lines[0]["prompt"]["buffer"]) == "git ");
  CHECK(lines[0]["prompt"]["context"]["blocks"].Size() == 3);
  for (MatchType match :
       {MatchType::kNone, MatchType::kPartial, MatchType::kPrefix}) {
    r.match_type = match;
    CHECK(Exported(TrainingSet::kSft, r).empty());
  }
}

TEST_CASE("training: lists with what was viewed and accepted") {
  SuggestionRecord r = testing::ExampleRecord();
  r.suggestions.push_back({"git push", "history", 0.01});
  auto lines = Exported(TrainingSet::kRank, r);
  REQUIRE(lines.size() == 1);
  const auto& items = lines[0]["items"];
  REQUIRE(items.Size() == 3);
  CHECK(items[0]["accepted"].GetBool());
  CHECK(items[1]["viewed"].GetBool());
  CHECK_FALSE(items[1]["accepted"].GetBool());
  CHECK(Text(items[1]["source"]) == "spec");
  CHECK_FALSE(items[2]["viewed"].GetBool());
  CHECK(items[2]["weight"].GetDouble() == 0);
  r.viewed_indices.clear();
  CHECK(Exported(TrainingSet::kRank, r).empty());
}

TEST_CASE("training: pairs of what ran and what was viewed") {
  SuggestionRecord r = testing::ExampleRecord();
  auto lines = Exported(TrainingSet::kDpo, r);
  REQUIRE(lines.size() == 1);
  CHECK(Text(lines[0]["chosen"]) == "git status");
  CHECK(Text(lines[0]["rejected"]) == "git stash");
  CHECK(lines[0]["position"].GetInt() == 1);
  r.suggestions[1].text = "";  // was forgotten
  CHECK(Exported(TrainingSet::kDpo, r).empty());
  r = testing::ExampleRecord();
  r.accepted_index = std::nullopt;
  r.actual_input = "ls";
  CHECK(Exported(TrainingSet::kDpo, r).size() == 2);
}

TEST_CASE("training: what replay reads") {
  auto lines = Exported(TrainingSet::kEval, testing::ExampleRecord());
  REQUIRE(lines.size() == 1);
  CHECK(Text(lines[0]["cmd"]) == "git status");
  CHECK(Text(lines[0]["cwd"]) == "/w");
  CHECK(lines[0]["ts"].GetDouble() == doctest::Approx(1.7e9 + 1));
}

TEST_CASE("training: a position that is seldom viewed weighs more") {
  PositionBias bias;
  SuggestionRecord r = testing::ExampleRecord();
  for (int i = 0; i < 10; ++i) {
    r.viewed_indices =
        i < 2 ? std::vector<uint8_t>{0, 1, 0} : std::vector<uint8_t>{0};
    bias.Add(Parsed(RecordLine(r)));
  }
  CHECK(bias.WeightOf(0) == 1);
  CHECK(bias.WeightOf(1) == 5);
  CHECK(bias.WeightOf(7) == PositionBias::kMaxWeight);
  CHECK(bias.WeightOf(1000) == PositionBias::kMaxWeight);
}

TEST_CASE("training: ids and splits stay the same") {
  std::set<std::string> ids;
  size_t test = 0;
  const PositionBias bias;
  for (int i = 0; i < 1000; ++i) {
    SuggestionRecord r = testing::ExampleRecord();
    r.session = "session " + std::to_string(i);
    const auto record = Parsed(RecordLine(r));
    std::string first;
    for (int again = 0; again < 2; ++again) {
      EmitTraining(record, {TrainingSet::kSft, 0.1, bias},
                   [&](std::string_view line) {
                     if (again == 0) first = line;
                     CHECK(line == first);
                   });
    }
    ids.insert(Text(Parsed(first)["id"]));
    test += Text(Parsed(first)["split"]) == "test";
  }
  CHECK(ids.size() == 1000);
  CHECK(test > 50);
  CHECK(test < 200);
  CHECK(SplitOf("any", 0) == Split::kTrain);
  CHECK(SplitOf("any", 1) == Split::kTest);
}

TEST_CASE("training: a broken line says what is wrong") {
  const std::string line = RecordLine(testing::ExampleRecord());
  auto why = [](const std::string& text) {
    rapidjson::Document document;
    document.Parse<rapidjson::kParseIterativeFlag>(text.c_str());
    return WhyNoRecord(document);
  };
  CHECK(why(line) == "");
  CHECK(why("{") == "no JSON");
  CHECK(why("[]") == "no object");
  CHECK(why("{}") == "ts is missing");
  CHECK(why(testing::Replaced(line, "\"buffer\":\"git \"", "\"buffer\":1")) ==
        "buffer is of another type");
  CHECK(why(testing::Replaced(line, "[\"git status\"", "[1")) ==
        "suggestions: not all are text");
  for (size_t cut = 0; cut < line.size(); ++cut) {
    CHECK(why(line.substr(0, cut)) != "");
  }
}

// No index makes the export read outside of the list.
TEST_CASE("training: indices that cannot be") {
  const PositionBias bias;
  auto record = Parsed(RecordLine(testing::ExampleRecord()));
  record["viewed_indices"].Clear();
  for (int index : {-1, 0, 2, 255, 1 << 30}) {
    record["viewed_indices"].PushBack(index, record.GetAllocator());
  }
  record["accepted_index"].SetInt(99);
  for (TrainingSet set : {TrainingSet::kSft, TrainingSet::kRank,
                          TrainingSet::kDpo, TrainingSet::kEval}) {
    EmitTraining(record, {set, 0.1, bias},
                 [](std::string_view line) { Parsed(std::string(line)); });
  }
}

TEST_CASE("training: lines of any length, with and without an end") {
  testing::TempTree tree;
  const std::string long_line(3 << 20, 'x');
  auto lines = [&](const std::string& text) {
    std::vector<std::string> out;
    REQUIRE(
        EachLine(tree.Write("f", text), [&](std::string_view line, size_t n) {
          CHECK(n == out.size() + 1);
          out.emplace_back(line);
        }));
    return out;
  };
  using Lines = std::vector<std::string>;
  CHECK(lines("") == Lines{});
  CHECK(lines("a\n") == Lines{"a"});
  CHECK(lines("a\nb") == Lines{"a", "b"});
  CHECK(lines("a\n\nb\n") == Lines{"a", "", "b"});
  CHECK(lines("a\n" + long_line + "\nb\n") == Lines{"a", "", "b"});
  CHECK_FALSE(EachLine(tree.Path("none"), [](std::string_view, size_t) {}));
}

}  // namespace synapse
