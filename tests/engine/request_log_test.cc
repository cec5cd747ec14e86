
#include <rapidjson/document.h>

#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

// The requests in the log of a session with these settings, which types a line.
std::vector<std::string> LoggedBy(Session& s, const std::string& line,
                                  const char* commands) {
  const std::string path = s.tree.Path("log");
  Config config = s.engine->config();
  for (const auto& [key, value] :
       {std::pair<const char*, std::string>{"log.path", path},
        {"log.level", "debug"},
        {"log.commands", commands}}) {
    (void)config.SetDefault(key, value);  // false: it is so already
  }
  s.engine->SetConfig(std::move(config));
  s.Suggest(line);
  std::vector<std::string> out;
  const std::string text = *ReadFile(path);
  for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    out.push_back(text.substr(at, text.find('\n', at) - at));
  }
  return out;
}

}  // namespace

TEST_CASE("request log: the context, the sources and the candidates") {
  Session s;
  s.Run("git checkout main", 3);
  const auto lines = LoggedBy(s, "git che", "false");
  REQUIRE(lines.size() == 1);
  rapidjson::Document d;
  REQUIRE_FALSE(d.Parse(lines[0].c_str()).HasParseError());
  CHECK(std::string(d["context"]["position"].GetString()) == "Subcommand");
  CHECK(d["bytes"].GetInt() == 7);
  CHECK(d["latency_us"].GetInt64() > 0);
  CHECK(d["sources"].Size() > 1);
  CHECK(std::string(d["sources"][0]["source"].GetString()) == "spec");
  CHECK(d["sources"][0]["us"].IsInt64());
  REQUIRE(d["candidates"].Size() > 0);
  const auto& best = d["candidates"][0];
  CHECK(best["place"].GetInt() == 0);
  CHECK(best["features"]["runs_word"].GetDouble() > 0);
  CHECK(best["line"].HasMember("log_count"));
  CHECK(best["found"].IsObject());
  // Nothing says what was typed.
  CHECK(lines[0].find("git") == std::string::npos);
  CHECK(lines[0].find("main") == std::string::npos);
}

TEST_CASE("request log: texts are asked for, and secrets stay out") {
  Session s;
  s.Run("git checkout main", 3);
  const auto plain = LoggedBy(s, "git che", "true");
  CHECK(plain[0].find("\"buffer\":\"git che\"") != std::string::npos);
  CHECK(plain[0].find("git checkout main") != std::string::npos);
  const auto secret = LoggedBy(s, "mysql -phunter2 ", "true");
  CHECK(secret.back().find("hunter2") == std::string::npos);
}

}  // namespace synapse
