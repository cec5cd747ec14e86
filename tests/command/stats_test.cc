#include "command/stats.h"

#include <rapidjson/document.h>

#include "base/text.h"
#include "tests/command/command_testing.h"
#include "tests/testing.h"
#include "track/record_json.h"
#include "track/stats.h"

namespace synapse {

using testing::Outcome;
using testing::RunCommand;
using testing::Session;

namespace {

constexpr int64_t kNoonMs = 1'700'049'600'000;

FeedbackRecord Taken(const std::string& buffer, const std::string& line,
                     std::vector<uint8_t> viewed = {0}) {
  FeedbackRecord f;
  f.action = FeedbackAction::kAccepted;
  f.at_ms = kNoonMs;
  f.session = "s";
  f.buffer = buffer;
  f.suggestion = f.executed = line;
  f.viewed = std::move(viewed);
  f.source = "history";
  return f;
}

Event Ran(const std::string& line, MatchType match,
          std::optional<size_t> accepted = std::nullopt) {
  Event e;
  e.command = line;
  e.cwd = "/w";
  e.session = "s";
  e.start_ms = kNoonMs + 3;
  e.suggestion =
      SuggestionSummary{{"git status", "git stash"}, accepted, match, 0, 1500};
  return e;
}

}  // namespace

TEST_CASE("stats: keys that a suggestion saved") {
  FeedbackRecord f = Taken("git", "git status");
  CHECK(KeysSaved(f) == 6);  // seven letters, one key
  f.viewed = {0, 1, 2};
  CHECK(KeysSaved(f) == 4);
  f.viewed = {0};
  f.executed = "git stash";  // edited after "git sta"
  CHECK(KeysSaved(f) == 3);
  f.executed = "ls";
  CHECK(KeysSaved(f) == 0);
  f.executed = "";  // private
  CHECK(KeysSaved(f) == 6);
  f.suggestion = "git müll";
  CHECK(KeysSaved(f) == 4);
}

TEST_CASE("stats: an event gets the keys of its own suggestion") {
  Stats stats;
  stats.Add(Taken("g", "git status"));
  stats.Add(Ran("git status", MatchType::kExact, 0));
  Event later = Ran("git status", MatchType::kExact, 0);
  later.start_ms += 3'600'000;
  stats.Add(later);  // typed
  Event elsewhere = Ran("git status", MatchType::kExact, 0);
  elsewhere.session = "t";
  stats.Add(elsewhere);
  CHECK(stats.commands() == 3);
  CHECK(stats.all().lines == 3);
  CHECK(stats.all().taken == 1);
  CHECK(stats.all().keys_saved == 8);
  CHECK(stats.command_rows().at("git").keys_saved == 8);
  CHECK(stats.directories().at("/w").lines == 3);
  CHECK(stats.sources().at("history").taken == 1);
  CHECK(stats.positions()[0] == 3);
  CHECK(stats.thinking(MatchType::kExact).count() == 3);
}

TEST_CASE("stats: what was not good enough") {
  Stats stats;
  FeedbackRecord f = Taken("", "git status", {0, 1, 0});
  f.action = FeedbackAction::kDismissed;
  stats.Add(f);
  f.action = FeedbackAction::kEdited;
  stats.Add(f);
  Event slow = Ran("ls", MatchType::kNone);
  slow.suggestion->time_to_action_ms = 10'000;
  slow.suggestion->cycle_count = 3;
  stats.Add(slow);
  Event nothing_shown = slow;
  nothing_shown.suggestion.reset();
  stats.Add(nothing_shown);
  CHECK(stats.commands() == 2);
  CHECK(stats.all().lines == 1);
  CHECK(stats.negative().viewed_and_rejected == 1);
  CHECK(stats.negative().changed == 1);
  CHECK(stats.negative().cycled_back == 2);
  CHECK(stats.negative().cycled_often == 1);
  CHECK(stats.negative().long_thought_and_rejected == 1);
  CHECK(stats.ignored().at("git status") == 1);
}

TEST_CASE("stats: full records say how many commands were known before") {
  Session s;
  std::string lines;
  auto add = [&](size_t commands, const char* match, double ago_s) {
    SuggestionRecord r;
    r.context.commands.resize(commands);
    r.match_type = *ParseMatch(match);
    r.submit_ms = static_cast<double>(s.now_ms) - ago_s * 1000;
    r.suggestions = {{"git status", "history", 0.5}};
    lines += RecordLine(r) + "\n";
  };
  add(3, "exact", 60);
  add(3, "none", 60);
  add(9, "partial", 60);
  add(3, "exact", 90 * 86400.0);  // too long ago
  lines += "{\"ts\":1}\n";
  s.tree.Write("home/data/session_history/h/s/suggestion_history.jsonl", lines);
  const Outcome reply = RunCommand(s, "stats", {"--format", "json"});
  rapidjson::Document stats;
  stats.Parse(reply.out.c_str());
  REQUIRE(stats.IsObject());
  const auto& contexts = stats["contexts"];
  REQUIRE(contexts.Size() == 2);
  CHECK(contexts[0]["commands"].GetInt() == 3);
  CHECK(contexts[0]["lines"].GetInt() == 2);
  CHECK(contexts[0]["exact"].GetInt() == 1);
  CHECK(contexts[1]["partial"].GetInt() == 1);
}

TEST_CASE("stats: what a language model's answers brought, by prompt") {
  Session s;
  std::string lines;
  auto add = [&](const std::string& version, const char* source,
                 const char* match, int latency_ms) {
    SuggestionRecord r;
    r.match_type = *ParseMatch(match);
    r.submit_ms = static_cast<double>(s.now_ms) - 60'000;
    r.suggestions = {{"git stash", source, 0.5}, {"git status", "spec", 0.1}};
    r.viewed_indices = {0};
    r.accepted_index = 0;
    r.llm_request = R"({"prompt_version":")" + version + R"("})";
    r.llm_response = R"({"usage":{"prompt_tokens":100,"completion_tokens":7},)"
                     R"("latency_ms":)" +
                     std::to_string(latency_ms) + "}";
    lines += RecordLine(r) + "\n";
  };
  for (int i = 0; i < 9; ++i) add("complete-1", "ai", "exact", 4);
  add("complete-1", "ai", "none", 7000);
  add("complete-1", "history", "exact", 4);  // its answer was not seen
  add("<b>x", "ai", "partial", -5);
  add(std::string(100, 'v'), "ai", "exact", 1);
  s.tree.Write("home/data/session_history/h/s/suggestion_history.jsonl", lines);
  rapidjson::Document stats;
  stats.Parse(RunCommand(s, "stats", {"--format", "json"}).out.c_str());
  REQUIRE(stats.IsObject());
  const auto& rows = stats["language_model"];
  REQUIRE(rows.Size() == 2);
  const auto& row = rows[1];
  CHECK(std::string(row["prompt_version"].GetString()) == "complete-1");
  CHECK(row["answers"].GetInt() == 11);
  CHECK(row["seen"].GetInt() == 10);
  CHECK(row["accepted"].GetInt() == 9);
  CHECK(row["prompt_tokens"].GetInt() == 1100);
  CHECK(row["completion_tokens"].GetInt() == 77);
  CHECK(row["latency_p50_ms"].GetInt() == 4);
  CHECK(row["latency_p90_ms"].GetInt() == 4);
  CHECK(rows[0]["latency_p50_ms"].GetInt() == 0);
  const std::string text = RunCommand(s, "stats", {}).out;
  CHECK(text.find("Language model, by prompt") != text.npos);
  CHECK(text.find("complete-1") != text.npos);
  CHECK(text.find("1177") != text.npos);
  const std::string page = RunCommand(s, "stats", {"--format", "html"}).out;
  CHECK(page.find("<td>1177</td>") != page.npos);
  CHECK(page.find("&lt;b&gt;x") != page.npos);
  CHECK(page.find("<b>x") == page.npos);
}

TEST_CASE("stats: commands have names without assignments and directories") {
  Stats stats;
  for (const char* line : {"A=1 B=2 make x", "/usr/bin/make", "  make;ls"}) {
    stats.Add(Ran(line, MatchType::kNone));
  }
  CHECK(stats.command_rows().at("make").lines == 3);
  for (const char* line : {"", "A=1", "=", " "}) {
    stats.Add(Ran(line, MatchType::kNone));
  }
  CHECK(stats.all().lines == 7);
}

TEST_CASE("stats: text, JSON and a page") {
  Stats stats;
  const std::string hostile = "echo <script>alert(1)</script>\x1b[2J\"&'";
  stats.Add(Taken("g", "git status"));
  stats.Add(Ran("git status", MatchType::kExact, 0));
  Event ignored = Ran("ls", MatchType::kNone);
  ignored.suggestion->suggestions = {hostile};
  ignored.cwd = hostile;
  stats.Add(ignored);
  Event there = Ran("ls", MatchType::kNone);
  there.host = "laptop\x1b[2J";
  stats.AddOfAnother(there);
  for (int columns : {40, 80, 100}) {
    const std::string text = StatsText({stats, kNoonMs, kNoonMs, columns});
    CHECK(text.find("8 keys not typed, about 2 s") != text.npos);
    CHECK(text.find('\x1b') == text.npos);
    CHECK(text.find("  laptop") != text.npos);
    for (size_t at = 0; at < text.size();) {
      const size_t end = text.find('\n', at);
      CHECK(DisplayWidth(text.substr(at, end - at)) <= columns);
      at = end + 1;
    }
  }
  rapidjson::Document json;
  json.Parse(StatsJson({stats, kNoonMs, kNoonMs}).c_str());
  REQUIRE_FALSE(json.HasParseError());
  CHECK(json["keys_saved"].GetInt() == 8);
  CHECK(json["days"].Size() == 1);
  CHECK(json["commands"].GetInt() == 2);
  CHECK(json["other_machines"][0]["commands"].GetInt() == 1);
  CHECK(json["by_command"].Size() == 2);
  CHECK(std::string(json["ignored"][0]["suggestion"].GetString())
            .find("<script>") != std::string::npos);
  const std::string page = StatsPage({stats, kNoonMs, kNoonMs});
  CHECK(page.find("<script") == page.npos);
  CHECK(page.find("&lt;script&gt;") != page.npos);
  CHECK(page.find('\x1b') == page.npos);
  CHECK(page.find("http://") == page.npos);
  CHECK(page.find("https://") == page.npos);
  CHECK(page.find("default-src 'none'") != page.npos);
}

// reflection.rs, ReflectionReport: the report opens with what changed.
TEST_CASE("stats: the report opens with what changed since last week") {
  Stats stats;
  constexpr int64_t kDayMs = 86'400'000;
  const auto add = [&](int64_t days_ago, MatchType match, int times) {
    for (int i = 0; i < times; ++i) {
      Event e = Ran("git status", match);
      e.start_ms -= days_ago * kDayMs;
      stats.Add(e);
    }
  };
  const auto text = [&] { return StatsText({stats, 0, kNoonMs, 100}); };
  add(9, MatchType::kExact, 10);
  add(12, MatchType::kNone, 10);
  add(30, MatchType::kNone, 90);
  add(1, MatchType::kExact, 19);
  CHECK(text().find("since last week") == std::string::npos);  // too few
  add(3, MatchType::kNone, 6);
  const std::string line =
      "  since last week: 76 % (was 50 %) of 25 (was 20) lines suggested, "
      "0 (as before) keys not typed\n";
  CHECK(text().find(line) < text().find("keys by day"));
  CHECK(text().find(line) != std::string::npos);
  rapidjson::Document json;
  json.Parse(StatsJson({stats, 0, kNoonMs, 100}).c_str());
  CHECK(json["weeks"][0]["lines"].GetInt() == 25);
  CHECK(json["weeks"][1]["exact"].GetInt() == 10);
}

TEST_CASE("stats: without anything there is one line to say so") {
  Stats stats;
  const std::string text = StatsText({stats, kNoonMs, kNoonMs, 80});
  CHECK(text.find("No suggestion was shown") != text.npos);
  CHECK(StatsPage({stats, kNoonMs, kNoonMs}).find("</html>") !=
        std::string::npos);
}

TEST_CASE("stats: time in words") {
  CHECK(TimeSaved(0) == "0 s");
  CHECK(TimeSaved(299) == "1 min 0 s");
  CHECK(TimeSaved(5 * 3600 * 2) == "2 h 0 min");
}

}  // namespace synapse
