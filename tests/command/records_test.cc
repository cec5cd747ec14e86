#include <rapidjson/document.h>

#include "tests/command/command_testing.h"
#include "tests/track/record_testing.h"
#include "track/record_json.h"

namespace synapse {

using testing::CheckUsage;
using testing::LinesOf;
using testing::RunCommand;
using testing::Session;

TEST_CASE("records: wrong usage is reported") {
  Session s;
  CheckUsage(RunCommand(s, "records", {}));
  CheckUsage(RunCommand(s, "records", {"import"}));
  s.tree.Write("f", "");
  CheckUsage(RunCommand(s, "records", {"export", s.tree.Path("f")}));
  CheckUsage(RunCommand(s, "records", {"export", "--for", "all", "f"}));
  CheckUsage(RunCommand(s, "records",
                        {"export", "--for", "sft", "--test-share", "2", "f"}));
  const auto none = RunCommand(s, "records", {"export", "--for", "sft"});
  CHECK(none.status == 1);
  CHECK(none.err.find("tracking.history") != std::string::npos);
}

TEST_CASE("records: a broken line is reported with its line, and skipped") {
  Session s;
  const std::string line = RecordLine(testing::ExampleRecord());
  const std::string path =
      s.tree.Write("f", line + "\n" + line.substr(0, 100) + "\n{}\n" + line);
  const auto o = RunCommand(s, "records", {"export", "--for", "sft", path});
  CHECK(o.status == 0);
  CHECK(LinesOf(o.out).size() == 2);
  CHECK(LinesOf(o.err) ==
        std::vector<std::string>{
            "synapse: records: " + path + ":2: no JSON; skipped",
            "synapse: records: " + path + ":3: ts is missing; skipped"});
  for (const char* set : {"rank", "dpo", "eval"}) {
    CHECK_FALSE(
        RunCommand(s, "records", {"export", "--for", set, path}).out.empty());
  }
  const auto missing =
      RunCommand(s, "records", {"export", "--for", "sft", s.tree.Path("g")});
  CHECK(missing.err.find("cannot be read") != std::string::npos);
}

TEST_CASE("records: versions are compared, where there is enough of both") {
  Session s;
  SuggestionRecord r = testing::ExampleRecord();
  auto lines = [&](const char* version, MatchType match, int n) {
    r.version = version;
    r.match_type = match;
    std::string text;
    for (int i = 0; i < n; ++i) text += RecordLine(r) + "\n";
    return text;
  };
  const std::string one = lines("one", MatchType::kExact, 300);
  auto compared = [&](const std::string& text) {
    return RunCommand(s, "records", {"compare", s.tree.Write("f", text)}).out;
  };
  CHECK(compared(one).find("no other version") != std::string::npos);
  const std::string few = compared(one + lines("two", MatchType::kNone, 20));
  CHECK(few.find("two less one: -100.0 %") != std::string::npos);
  CHECK(few.find("not enough data") != std::string::npos);
  const std::string many = compared(one + lines("two", MatchType::kNone, 200));
  CHECK(many.find("not enough data") == std::string::npos);
  CHECK(compared(one + lines("two", MatchType::kPartial, 200))
            .find("not enough data") != std::string::npos);
}

TEST_CASE("records: what a replay reads is what was exported") {
  Session s;
  std::string text;
  for (int i = 0; i < 20; ++i) {
    SuggestionRecord r = testing::ExampleRecord();
    r.submit_ms += i * 1000;
    text += RecordLine(r) + "\n";
  }
  const auto o = RunCommand(
      s, "records", {"export", "--for", "eval", s.tree.Write("f", text)});
  const auto replay =
      RunCommand(s, "replay", {s.tree.Write("eval.jsonl", o.out)});
  CHECK(replay.status == 0);
  CHECK(replay.out.find("20") != std::string::npos);
}

TEST_CASE("stats: of an empty store, and of formats") {
  Session s;
  CheckUsage(RunCommand(s, "stats", {"--format", "pdf"}));
  CheckUsage(RunCommand(s, "stats", {"--since", "soon"}));
  CheckUsage(RunCommand(s, "stats", {"more"}));
  CHECK(RunCommand(s, "stats", {}).out.find("nothing to report") !=
        std::string::npos);
  rapidjson::Document json;
  json.Parse(RunCommand(s, "stats", {"--format", "json"}).out.c_str());
  CHECK(json["lines"].GetInt() == 0);
  CHECK(RunCommand(s, "stats", {"--format=html"}).out.starts_with("<!doctype"));
}

TEST_CASE("stats: what waits in a spool counts") {
  Session s(true, 0);
  s.Run("ls", 3);
  rapidjson::Document json;
  json.Parse(RunCommand(s, "stats", {"--format", "json"}).out.c_str());
  CHECK(json["commands"].GetInt() == 3);
}

}  // namespace synapse
