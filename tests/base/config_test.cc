#include "base/config.h"

#include "tests/testing.h"

namespace synapse {
namespace {

using testing::TempTree;
using Variables = std::map<std::string, std::string, std::less<>>;

Config Loaded(const std::string& path, const Variables& variables = {}) {
  return Config::Load(path,
                      [&](std::string_view name) -> std::optional<std::string> {
                        auto at = variables.find(name);
                        if (at == variables.end()) return std::nullopt;
                        return at->second;
                      });
}

}  // namespace

TEST_CASE("config: every key has a default of its type") {
  Config config = Loaded("/no/such/file");
  CHECK(config.problems().empty());
  CHECK(ConfigKeys().size() > 5);
  for (const ConfigKey& key : ConfigKeys()) {
    INFO(std::string(key.name));
    REQUIRE(config.Find(key.name));
    CHECK(config.Find(key.name)->origin == "default");
    // A default that does not fit its type would be reported as a problem.
    std::string name = "SYNAPSE_";
    for (const char* c = key.name; *c; ++c) {
      name += *c == '.' ? '_' : static_cast<char>(toupper(*c));
    }
    CHECK(Loaded("", {{name, key.fallback}}).problems().empty());
  }
  CHECK(config.Int("suggest.max_results") == 5);
  CHECK(config.Bool("history.import"));
  CHECK(config.Double("suggest.min_confidence") == doctest::Approx(0.002));
  CHECK(config.List("history.ignore").empty());
}

TEST_CASE("config: a mode that is none is reported, and the default is used") {
  const char* name = "SYNAPSE_PRIVACY_INCOGNITO";
  for (const char* mode : {"off", "ephemeral", "no_send"}) {
    Config config = Loaded("", {{name, mode}});
    CHECK(config.problems().empty());
    CHECK(config.String("privacy.incognito") == mode);
  }
  Config config = Loaded("", {{name, "ephemral"}});
  REQUIRE(config.problems().size() == 1);
  CHECK(config.problems()[0].find("expected off, ephemeral or no_send") !=
        std::string::npos);
  CHECK(config.String("privacy.incognito") == "off");
}

TEST_CASE("config: a path is the same in every directory") {
  for (const char* path : {"", "/var/lib/synapse", "~/synapse"}) {
    CHECK(Loaded("", {{"SYNAPSE_STORE_PATH", path}}).String("store.path") ==
          path);
  }
  const Config config = Loaded("", {{"SYNAPSE_STORE_PATH", "relative/dir"}});
  REQUIRE(config.problems().size() == 1);
  CHECK(config.problems()[0].find("expected an absolute path") !=
        std::string::npos);
  CHECK(config.String("store.path").empty());
}

TEST_CASE("config: a server's address names its protocol") {
  for (const char* url :
       {"", "http://127.0.0.1:8080/v1", "https://a.example"}) {
    CHECK(Loaded("", {{"SYNAPSE_AI_URL", url}}).String("ai.url") == url);
  }
  const Config config = Loaded("", {{"SYNAPSE_AI_URL", "localhost:8080"}});
  REQUIRE(config.problems().size() == 1);
  CHECK(config.problems()[0].find("expected http:// or https://") !=
        std::string::npos);
  CHECK(config.String("ai.url").empty());
}

TEST_CASE("config: a comma within a pattern of a list") {
  TempTree tree;
  std::string path =
      tree.Write("config.json", R"({"history.ignore": ["^a{1,3}$", "b"]})");
  CHECK(Loaded(path).List("history.ignore") ==
        std::vector<std::string>{"^a{1,3}$", "b"});
  path = tree.Write("one.json", R"({"history.ignore": ["^a{1,3}$"]})");
  CHECK(Loaded(path).List("history.ignore") ==
        std::vector<std::string>{"^a{1,3}$"});
}

TEST_CASE("config: a source that is none is reported") {
  const char* name = "SYNAPSE_SUGGEST_SOURCES";
  CHECK(Loaded("", {{name, "history,spec"}}).problems().empty());
  Config config = Loaded("", {{name, "history,specs"}});
  REQUIRE(config.problems().size() == 1);
  CHECK(config.problems()[0].find("specs: expected history, spec,") !=
        std::string::npos);
  CHECK(config.String("suggest.sources").empty());
}

TEST_CASE("config: the file, flat or nested, with comments") {
  TempTree tree;
  std::string path = tree.Write("config.json", R"({
    // how many
    "suggest.max_results": 9,
    "suggest": { "empty_line": false },
    "history.ignore": ["^secret", "x$"], /* all */
    "prompt.ghost_style": "fg=4",
  })");
  Config config = Loaded(path);
  CHECK(config.problems().empty());
  CHECK(config.Int("suggest.max_results") == 9);
  CHECK_FALSE(config.Bool("suggest.empty_line"));
  CHECK(config.List("history.ignore") ==
        std::vector<std::string>{"^secret", "x$"});
  CHECK(config.String("prompt.ghost_style") == "fg=4");
  CHECK(config.Find("suggest.max_results")->origin == path + ":3");
}

TEST_CASE("config: a variable wins over the file") {
  TempTree tree;
  std::string path = tree.Write("config.json", R"({"suggest.max_results": 9})");
  Config config = Loaded(path, {{"SYNAPSE_SUGGEST_MAX_RESULTS", "7"},
                                {"SYNAPSE_HISTORY_IGNORE", "a,,b"}});
  CHECK(config.Int("suggest.max_results") == 7);
  CHECK(config.Find("suggest.max_results")->origin ==
        "SYNAPSE_SUGGEST_MAX_RESULTS");
  CHECK(config.List("history.ignore") == std::vector<std::string>{"a", "b"});
}

TEST_CASE(
    "config: what is wrong is reported with its line, the default is used") {
  TempTree tree;
  struct {
    std::string text;
    std::string problem;  // after the path
  } const kCases[] = {
      {"{\n \"suggest.max_results\": \"many\"\n}",
       ":2: suggest.max_results: expected a whole number, not 'many'"},
      {"{\"suggest.max_results\": 1.5}",
       ":1: suggest.max_results: expected a whole number, not '1.5'"},
      {"{\"suggest.empty_line\": 3}",
       ":1: suggest.empty_line: expected true or false, not '3'"},
      {"{\n\n\"no.such\": 1}", ":3: no.such: no such key"},
      {"[]", ":1: expected an object"},
  };
  for (const auto& c : kCases) {
    INFO(c.text);
    std::string path = tree.Write("config.json", c.text);
    Config config = Loaded(path);
    REQUIRE(config.problems().size() == 1);
    CHECK(config.problems()[0] == path + c.problem);
    CHECK(config.Int("suggest.max_results") == 5);
  }
  std::string path = tree.Write("config.json", "{\n\"a\": \n");
  REQUIRE(Loaded(path).problems().size() == 1);
  CHECK(Loaded(path).problems()[0].starts_with(path + ":"));
  Config wrong = Loaded("", {{"SYNAPSE_SUGGEST_MAX_RESULTS", "x"}});
  CHECK(wrong.problems().size() == 1);
  CHECK(wrong.Int("suggest.max_results") == 5);
}

TEST_CASE("config: a pattern that is none is reported, and the others count") {
  TempTree tree;
  Config config = Loaded(
      tree.Write("config.json", R"({"history.ignore": ["^pass ", "^top ("]})"));
  REQUIRE(config.problems().size() == 1);
  CHECK(config.problems()[0].find("history.ignore: missing )") !=
        std::string::npos);
  CHECK(config.List("history.ignore") ==
        std::vector<std::string>{"^pass ", "^top ("});
}

TEST_CASE("config: a key of an earlier version is named, and the rest holds") {
  TempTree tree;
  Config config = Loaded(
      tree.Write("config.json",
                 R"({"tracking": {"dwell": true}, "prompt.unsure_below": 0.3,
          "list.rows": 7})"));
  REQUIRE(config.problems().size() == 2);
  CHECK(config.problems()[0].find(
            "tracking.dwell: no setting any more: use tracking.details") !=
        std::string::npos);
  CHECK(config.problems()[1].find("suggest.min_chance") != std::string::npos);
  CHECK(config.Int("list.rows") == 7);
  CHECK(config.guard_problem().empty());
}

TEST_CASE("config: numbers have bounds") {
  TempTree tree;
  for (const char* wrong :
       {R"({"suggest.min_confidence": 7})", R"({"suggest.min_chance": 1.5})",
        R"({"list.rows": 0})", R"({"list.rows": -1})"}) {
    CAPTURE(wrong);
    Config config = Loaded(tree.Write("config.json", wrong));
    CHECK(config.problems().size() == 1);
    CHECK(config.Int("list.rows") == 20);
    CHECK(config.Double("suggest.min_confidence") == 0.002);
  }
  CHECK(Loaded(tree.Write("config.json", R"({"suggest.min_confidence": 1})"))
            .problems()
            .empty());
}

// A broken file, or an invalid pattern, let lines into the history that it was
// to keep out.
TEST_CASE("config: what guards the history is known to be broken") {
  testing::TempTree tree;
  auto problem = [&](const std::string& text) {
    std::string path = tree.Write("config.json", text);
    return Config::Load(path, nullptr).guard_problem();
  };
  CHECK(problem("{}").empty());
  CHECK(problem("{\"history.ignore\": [\"^x\"]}").empty());
  CHECK(problem("{\"suggest.max_results\": \"many\"}").empty());
  CHECK(problem("{\"suggest.max_result\": 3}").empty());
  CHECK_FALSE(problem("{\"history.ignore\": [\"^x\"]").empty());
  CHECK_FALSE(problem("{\"history.ignore\": [\"(x\"]}").empty());
  CHECK_FALSE(problem("{\"privacy.incognito\": \"on\"}").empty());
  CHECK_FALSE(problem("{\"history.secrets\": \"no\"}").empty());
  CHECK_FALSE(problem("{\"history.ingore\": [\"^x\"]}").empty());
  CHECK_FALSE(problem("[]").empty());
  // For these the last value won, or no element was left.
  CHECK_FALSE(problem("{\"privacy.incognito\": \"no_send\", "
                      "\"privacy\": {\"incognito\": \"off\"}}")
                  .empty());
  for (const char* value :
       {"5", "null", "true", "[5]", "[[\"x\"]]", "[null]"}) {
    INFO(value);
    CHECK_FALSE(
        problem(std::string("{\"history.ignore\": ") + value + "}").empty());
  }
  CHECK_FALSE(problem("{\"privacy\": \"no_send\"}").empty());
  CHECK_FALSE(problem("{\"incognito\": \"no_send\"}").empty());
  CHECK(problem("{\"history.ignore\": \"^x,^y\"}").empty());
  CHECK(Config::Load(tree.Path("none.json"), nullptr).guard_problem().empty());
  CHECK_FALSE(
      Config::Load(tree.MakeDir("dir"), nullptr).guard_problem().empty());
}

TEST_CASE("config: a default gives way to what is set") {
  auto lookup = [](std::string_view name) -> std::optional<std::string> {
    if (name == "SYNAPSE_PROMPT_KEYS") return "true";
    return std::nullopt;
  };
  Config config = Config::Load("", lookup);
  CHECK_FALSE(config.SetDefault("prompt.keys", "false"));
  CHECK(config.Bool("prompt.keys"));
  CHECK(config.SetDefault("suggest.empty_line", "false"));
  CHECK_FALSE(config.Bool("suggest.empty_line"));
  CHECK(config.Find("suggest.empty_line")->origin == "default");
  CHECK(config.SetDefault("suggest.empty_line", "true"));
  CHECK_FALSE(config.SetDefault("suggest.empty_line", "perhaps"));
  CHECK_FALSE(config.SetDefault("no.such.key", "true"));
}

// 200000000000 days ago is before every event.
TEST_CASE("config: every number has bounds") {
  for (const ConfigKey& key : ConfigKeys()) {
    if (key.type != ConfigType::kInt && key.type != ConfigType::kDouble)
      continue;
    INFO(key.name);
    CHECK(Config::Check(key, key.fallback).empty());
    for (const char* text : {"200000000000", "-1", "9999999999999999999999",
                             "nan", "inf", "1e300"}) {
      INFO(text);
      CHECK_FALSE(Config::Check(key, text).empty());
    }
  }
}

}  // namespace synapse
