#include "base/config_file.h"

#include "tests/testing.h"

namespace synapse {
namespace {

const ConfigKey& Key(std::string_view name) {
  for (const ConfigKey& key : ConfigKeys()) {
    if (name == key.name) return key;
  }
  FAIL("no such key");
  return ConfigKeys()[0];
}

// The value of `name` in the file, read back.
std::string Value(const std::string& text, std::string_view name) {
  testing::TempTree tree;
  std::string path = tree.Write("config.json", text);
  Config config = Config::Load(path, nullptr);
  CAPTURE(text);
  CHECK(config.problems().empty());
  return config.String(name);
}

}  // namespace

TEST_CASE("config file: where each value stands") {
  std::string text = R"(// a { comment
{ "a.b": 1, /* "x": 2 */ "c": { "d": "t\"}", "e": [1, {"f": 2}] }, "g": true }
)";
  std::vector<std::string> seen;
  for (const ConfigSpan& span : ConfigSpans(text)) {
    seen.push_back(span.name + "=" +
                   text.substr(span.begin, span.end - span.begin));
  }
  CHECK(seen == std::vector<std::string>{"a.b=1", "c.d=\"t\\\"}\"",
                                         "c.e=[1, {\"f\": 2}]", "g=true"});
}

TEST_CASE("config file: another value, and everything else as it was") {
  std::string text = R"({
  // how many
  "suggest": { "max_results": 8 }, /* end */
  "prompt.tab": "shell"
})";
  std::string changed = WithConfigValue(text, Key("suggest.max_results"), "12");
  CHECK(changed == testing::Replaced(text, "8", "12"));
  CHECK(WithConfigValue(text, Key("prompt.tab"), "complete") ==
        testing::Replaced(text, "shell", "complete"));
  std::string added = WithConfigValue(text, Key("prompt.keys"), "false");
  CHECK(Value(added, "prompt.keys") == "false");
  CHECK(Value(added, "suggest.max_results") == "8");
  CHECK(added.find("// how many") != std::string::npos);
}

TEST_CASE("config file: any file, any key, reads back") {
  for (const char* text : {"", "{}", "{ // nothing\n}", "// only a comment\n",
                           "{\"prompt\": {\"tab\": \"shell\",},}",
                           "{\"list.rows\": 3, \"list.rows\": 4}"}) {
    CHECK(Value(WithConfigValue(text, Key("list.rows"), "7"), "list.rows") ==
          "7");
    CHECK(Value(WithConfigValue(text, Key("history.ignore"), "^a \"b,c"),
                "history.ignore") == "^a \"b,c");
    CHECK(Value(WithConfigValue(text, Key("suggest.empty_line"), "0"),
                "suggest.empty_line") == "false");
  }
}

TEST_CASE("config file: any bytes are scanned to their end") {
  uint64_t seed = testing::RandomSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const char parts[] = "{}[]\":,/*\\\n a1";
  for (int i = 0; i < 20000; ++i) {
    std::string text = "{";
    for (size_t n = random() % 30; n > 0; --n) text += parts[random() % 15];
    for (const ConfigSpan& span : ConfigSpans(text)) {
      REQUIRE(span.begin <= span.end);
      REQUIRE(span.end <= text.size());
    }
  }
}

TEST_CASE("config file: a key is taken out, with its comma and its line") {
  const ConfigKey* tab = nullptr;
  for (const ConfigKey& key : ConfigKeys()) {
    if (std::string_view(key.name) == "prompt.tab") tab = &key;
  }
  REQUIRE(tab);
  auto without = [&](std::string_view text) {
    return WithoutConfigKey(text, *tab);
  };
  CHECK(without("{\n  \"prompt.tab\": \"cycle\",\n  \"a\": 1\n}\n") ==
        "{\n  \"a\": 1\n}\n");
  CHECK(without("{\n  \"a\": 1,\n  \"prompt.tab\": \"cycle\"\n}\n") ==
        "{\n  \"a\": 1\n}\n");
  CHECK(without("{\n  \"prompt.tab\": \"cycle\"\n}\n") == "{\n}\n");
  CHECK(without("{\"prompt\": {\"tab\": \"cycle\", \"keys\": true}}") ==
        "{\"prompt\": { \"keys\": true}}");
  // The setting is there twice; a comment stays.
  CHECK(without("{ // mine\n\"prompt.tab\": \"shell\",\n\"a\": 1,\n"
                "\"prompt.tab\":\"cycle\"}") == "{ // mine\n\"a\": 1}");
  CHECK(without("") == "");
  CHECK(without("{}") == "{}");
}

}  // namespace synapse
