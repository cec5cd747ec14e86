#include "track/record_json.h"

#include <bit>
#include <cstdlib>
#include <fstream>

#include "tests/track/record_testing.h"

namespace synapse {
namespace {

// The share of bits in which two sketches agree.
double Similarity(uint64_t a, uint64_t b) {
  return 1 - std::popcount(a ^ b) / 64.0;
}

}  // namespace

using testing::ExampleRecord;
using testing::SchemaFault;

TEST_CASE("record: a line keeps to the schema") {
  SuggestionRecord r = ExampleRecord();
  CHECK(SchemaFault(RecordLine(r)) == "");
  r.dwell_ms = {10, 20, 30};
  r.typed = {{-5, ""}, {7, "g"}};
  r.taken_index = r.accepted_index = std::nullopt;
  r.match_type = MatchType::kNone;
  CHECK(SchemaFault(RecordLine(r)) == "");
  r.suggestions[0].text = "a\xff\n\"\x01";
  r.actual_input = "x\ny";
  const std::string line = RecordLine(r);
  CHECK(SchemaFault(line) == "");
  CHECK(line.find('\n') == line.npos);
}

TEST_CASE("record: the schema is no formality") {
  const std::string line = RecordLine(ExampleRecord());
  auto changed = [&](std::string_view from, std::string_view to) {
    REQUIRE(line.find(from) != line.npos);
    return SchemaFault(testing::Replaced(line, from, to));
  };
  CHECK(changed("\"cycle_count\":2", "\"cycle_count\":-2") != "");
  CHECK(changed("\"exact\"", "\"same\"") != "");
  CHECK(changed("\"llm_request\":null", "\"llm_request\":1") != "");
  CHECK(changed("\"server\":\"h\",", "") != "");
  CHECK(changed("\"ts\":", "\"unknown\":1,\"ts\":") != "");
  CHECK(SchemaFault("{}") != "");
  CHECK(SchemaFault("{\"ts\":") == "not JSON");
}

TEST_CASE("record: commands of before say how they ended") {
  rapidjson::Document line;
  line.Parse(RecordLine(ExampleRecord()).c_str());
  const auto& blocks = line["context"]["blocks"];
  REQUIRE(blocks.Size() == 3);
  CHECK_FALSE(blocks[0]["success"].GetBool());
  CHECK(std::string(blocks[0]["error"].GetString()) == "exit 2");
  CHECK(blocks[1]["success"].GetBool());
  CHECK(blocks[1]["error"].IsNull());
  CHECK(blocks[2]["success"].IsNull());
}

TEST_CASE("record: a summary written and read is the same") {
  SuggestionSummary s;
  s.suggestions = {"a", "", "ü"};
  s.accepted_index = 2;
  s.match_type = MatchType::kPartial;
  s.cycle_count = 9;
  s.time_to_action_ms = 12.5;
  JsonBuffer buffer;
  JsonWriter w(buffer);
  WriteSummary(w, s);
  rapidjson::Document document;
  document.Parse(buffer.GetString());
  CHECK(document.MemberCount() == 5);
  const auto back = SummaryIn(document);
  REQUIRE(back);
  CHECK(back->suggestions == s.suggestions);
  CHECK(back->accepted_index == s.accepted_index);
  CHECK(back->match_type == s.match_type);
  CHECK(back->cycle_count == s.cycle_count);
  CHECK(back->time_to_action_ms == s.time_to_action_ms);
  for (const char* bad : {"[]", "{}", "{\"suggestions\":[1]}", "1"}) {
    rapidjson::Document none;
    none.Parse(bad);
    CHECK_FALSE(SummaryIn(none));
  }
}

// Real shells wrote these lines: tests/shell/cases/tracking.sh runs this case.
TEST_CASE("record: lines of a file that a shell wrote" * doctest::skip()) {
  const char* path = getenv("SYNAPSE_RECORD_FILE");
  REQUIRE(path);
  std::ifstream file(path);
  size_t lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    CAPTURE(line);
    CHECK(SchemaFault(line) == "");
  }
  CHECK(lines > 0);
}

TEST_CASE("similarity: like texts have like sketches") {
  const std::string line = "/home/a/project\ngit status\nmake test\ngit push";
  const uint64_t sketch = SketchOf(line);
  CHECK(Similarity(sketch, SketchOf(line)) == 1);
  const double near =
      Similarity(sketch, SketchOf("/home/a/project\ngit status\nmake all"));
  const double far =
      Similarity(sketch, SketchOf("/srv/x\ncargo run\nvim lib.rs"));
  CHECK(near > far + 0.1);
  CHECK(near < 1);
}

TEST_CASE("similarity: any bytes have a sketch") {
  CHECK(SketchOf("") == 0);
  CHECK(SketchOf("a") != SketchOf("b"));
  for (const char* text : {"\xff", "\xe9", "ü", "a\xffz", "日本語"}) {
    CHECK(SketchOf(text) == SketchOf(text));
  }
}

// Random pairs share a known part: the mean similarity grows with that part.
TEST_CASE("similarity: grows with what is shared") {
  std::mt19937_64 random(testing::RandomSeed());
  std::uniform_int_distribution<int> letter('a', 'z');
  double mean[5] = {};
  for (int round = 0; round < 60; ++round) {
    std::string base(200, ' ');
    for (char& c : base) c = static_cast<char>(letter(random));
    for (size_t shared = 0; shared < 5; ++shared) {
      std::string other = base;
      for (size_t i = shared * 50; i < other.size(); ++i) {
        other[i] = static_cast<char>(letter(random));
      }
      mean[shared] += Similarity(SketchOf(base), SketchOf(other)) / 60;
    }
  }
  for (size_t shared = 1; shared < 5; ++shared) {
    CHECK(mean[shared] > mean[shared - 1]);
  }
  CHECK(mean[4] == doctest::Approx(1));
}

}  // namespace synapse
