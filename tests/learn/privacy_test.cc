#include "learn/privacy.h"

#include "tests/testing.h"

namespace synapse {
namespace {

Config With(const std::map<std::string, std::string>& variables) {
  return Config::Load("",
                      [&](std::string_view name) -> std::optional<std::string> {
                        auto at = variables.find(std::string(name));
                        if (at == variables.end()) return std::nullopt;
                        return at->second;
                      });
}

std::string Why(const std::string& line, const Config& config) {
  const char* why = WhyPrivate(line, config);
  return why ? why : "kept";
}

}  // namespace

TEST_CASE("privacy: the table of lines") {
  Config config = With({{"SYNAPSE_HISTORY_IGNORE", "^secret-tool"}});
  auto cases = testing::ReadCases("privacy.txt");
  CHECK(cases.size() > 25);
  for (const auto& c : cases) {
    INFO("privacy.txt:" << c.number << ": " << c.line);
    CHECK(Why(c.line, config) == c.expected);
  }
}

TEST_CASE("privacy: a hundred secrets, and a hundred lines that are none") {
  Config config = With({});
  auto text = ReadFile(testing::SourceFile("tests/cases/secrets.txt"));
  REQUIRE(text.ok());
  std::map<char, int> counts;
  for (size_t at = 0; at < text->size();) {
    size_t end = std::min(text->find('\n', at), text->size());
    std::string line = text->substr(at, end - at);
    at = end + 1;
    if (line.size() < 3 || line[0] == '#') continue;
    ++counts[line[0]];
    CHECK_MESSAGE(Why(line.substr(2), config) ==
                      (line[0] == '-' ? "looks like a secret" : "kept"),
                  line);
  }
  CHECK(counts['-'] >= 100);
  CHECK(counts['+'] >= 100);
}

TEST_CASE("privacy: the table of redacted lines") {
  Config config = With({{"SYNAPSE_HISTORY_SECRETS", "redact"}});
  auto cases = testing::ReadCases("redactions.txt");
  CHECK(cases.size() >= 100);
  for (const auto& c : cases) {
    INFO("redactions.txt:" << c.number << ": " << c.line);
    Screened screened = Screen(c.line, config);
    if (c.expected == "not kept") {
      CHECK(screened.why);
      continue;
    }
    CHECK_FALSE(screened.why);
    CHECK(screened.redacted == (c.line != c.expected));
    CHECK(screened.text == c.expected);
    CHECK(IsRedacted(screened.text) == screened.redacted);
    // What is kept looks like no secret when it is imported elsewhere.
    CHECK_FALSE(WhyPrivate(screened.text, config));
  }
}

TEST_CASE("privacy: directories whose commands are not kept") {
  Config config = With({{"SYNAPSE_HISTORY_IGNORE_DIRECTORIES", "~/vault,/srv/x"}});
  CHECK(IsIgnoredDirectory("/home/u/vault", config, "/home/u"));
  CHECK(IsIgnoredDirectory("/home/u/vault/deep/er", config, "/home/u"));
  CHECK(IsIgnoredDirectory("/srv/x", config, "/home/u"));
  CHECK_FALSE(IsIgnoredDirectory("/home/u/vault2", config, "/home/u"));
  CHECK_FALSE(IsIgnoredDirectory("/srv", config, "/home/u"));
  CHECK_FALSE(IsIgnoredDirectory("", config, "/home/u"));
  CHECK_FALSE(IsIgnoredDirectory("/w", With({}), "/home/u"));
}

TEST_CASE("privacy: what the user switches off, and patterns that are none") {
  Config config = With({{"SYNAPSE_HISTORY_SECRETS", "keep"},
                        {"SYNAPSE_HISTORY_IGNORE", "([,x$"}});
  CHECK(Why("export TOKEN=abcdef123456", config) == "kept");
  CHECK(Why(" ls", config) == "begins with a blank");
  CHECK(Why("ends in x", config) == "history.ignore");
  CHECK(Why("y", config) == "kept");
}

TEST_CASE("privacy: any bytes, and long lines, are survived") {
  Config config = With({});
  CHECK(Why(std::string(1 << 20, 'a') + "=", config) == "kept");
  CHECK(Why("echo \xff\xfe\x80=", config) == "kept");
  Config redact = With({{"SYNAPSE_HISTORY_SECRETS", "redact"}});
  std::string many;
  for (int i = 0; i < 200; ++i) many += "A_TOKEN=abcdef123 \xff'";
  Screened screened = Screen(many, redact);
  CHECK((screened.why || screened.text.find("abcdef") == std::string::npos));
}

}  // namespace synapse
