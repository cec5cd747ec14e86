#include "learn/privacy.h"

#include "effect/secrets.h"
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

Privacy Of(const Config& config) {
  static SpecStore specs({testing::SourceFile("specs")});
  static const AliasLookup kNoAlias;
  return Privacy(config, "/home/u", [](std::string_view line) {
    return SecretsIn(line, specs, kNoAlias);
  });
}

std::string Why(const std::string& line, const Privacy& privacy) {
  const char* why = privacy.Why(line);
  return why ? why : "kept";
}

}  // namespace

TEST_CASE("privacy: the table of lines") {
  Privacy config = Of(With({{"SYNAPSE_HISTORY_IGNORE", "^secret-tool"}}));
  auto cases = testing::ReadCases("privacy.txt");
  CHECK(cases.size() > 25);
  for (const auto& c : cases) {
    INFO("privacy.txt:" << c.number << ": " << c.line);
    CHECK(Why(c.line, config) == c.expected);
  }
}

TEST_CASE("privacy: 600 secrets, and 550 lines that are none") {
  Privacy config = Of(With({}));
  auto text = ReadFile(testing::SourceFile("tests/cases/secrets.txt"));
  REQUIRE(text.ok());
  std::map<char, int> counts;
  for (size_t at = 0; at < text->size();) {
    size_t end = std::min(text->find('\n', at), text->size());
    std::string line = text->substr(at, end - at);
    at = end + 1;
    if (line.size() < 3 || line[0] == '#') continue;
    ++counts[line[0]];
    CHECK_MESSAGE(Why(testing::Unescaped(line.substr(2)), config) ==
                      (line[0] == '-' ? "looks like a secret" : "kept"),
                  line);
  }
  CHECK(counts['-'] >= 600);
  CHECK(counts['+'] >= 550);
}

// No made-up secret of the table may be in the kept part of a line.
TEST_CASE("privacy: what is kept of a redacted line holds no secret") {
  Privacy config = Of(With({{"SYNAPSE_HISTORY_SECRETS", "redact"}}));
  auto text = ReadFile(testing::SourceFile("tests/cases/secrets.txt"));
  REQUIRE(text.ok());
  size_t redacted = 0;
  for (size_t at = 0; at < text->size();) {
    size_t end = std::min(text->find('\n', at), text->size());
    std::string line = text->substr(at, end - at);
    at = end + 1;
    if (!line.starts_with("- ")) continue;
    Screened screened = config.Screen(testing::Unescaped(line.substr(2)));
    INFO(line);
    CHECK((screened.why || screened.redacted));
    if (screened.why) continue;
    ++redacted;
    INFO(screened.text);
    for (const char* secret :
         {"hunter", "geheim", "abcdef01", "s3cr3t", "Tr0ub"}) {
      CHECK(screened.text.find(secret) == std::string::npos);
    }
  }
  CHECK(redacted >= 500);
}

TEST_CASE("privacy: the table of redacted lines") {
  Privacy config = Of(With({{"SYNAPSE_HISTORY_SECRETS", "redact"}}));
  auto cases = testing::ReadCases("redactions.txt");
  CHECK(cases.size() >= 100);
  for (const auto& c : cases) {
    INFO("redactions.txt:" << c.number << ": " << c.line);
    Screened screened = config.Screen(c.line);
    if (c.expected == "not kept") {
      CHECK(screened.why);
      continue;
    }
    CHECK_FALSE(screened.why);
    CHECK(screened.redacted == (c.line != c.expected));
    CHECK(screened.text == c.expected);
    CHECK(IsRedacted(screened.text) == screened.redacted);
    // The kept line has no secret for an import elsewhere.
    CHECK_FALSE(config.Why(screened.text));
  }
}

TEST_CASE("privacy: directories whose commands are not kept") {
  Privacy config =
      Of(With({{"SYNAPSE_HISTORY_IGNORE_DIRECTORIES", "~/vault,/srv/x"}}));
  CHECK(config.IsIgnoredDirectory("/home/u/vault"));
  CHECK(config.IsIgnoredDirectory("/home/u/vault/deep/er"));
  CHECK(config.IsIgnoredDirectory("/srv/x"));
  CHECK_FALSE(config.IsIgnoredDirectory("/home/u/vault2"));
  CHECK_FALSE(config.IsIgnoredDirectory("/srv"));
  CHECK_FALSE(config.IsIgnoredDirectory(""));
  CHECK_FALSE(Of(With({})).IsIgnoredDirectory("/w"));
}

TEST_CASE("privacy: settings that switch it off, and invalid patterns") {
  Privacy config = Of(With({{"SYNAPSE_HISTORY_SECRETS", "keep"},
                            {"SYNAPSE_HISTORY_IGNORE", "([,x$"}}));
  CHECK(Why("export TOKEN=abcdef123456", config) == "kept");
  CHECK(Why(" ls", config) == "begins with a blank");
  CHECK(Why("ends in x", config) == "history.ignore");
  CHECK(Why("y", config) == "kept");
}

TEST_CASE("privacy: any bytes, and long lines, are survived") {
  Privacy config = Of(With({}));
  CHECK(Why(std::string(60 << 10, 'a') + "=", config) == "kept");
  CHECK(Why(std::string(1 << 20, 'a'), config) == "longer than 64 KiB");
  CHECK(Why("echo \xff\xfe\x80=", config) == "kept");
  Privacy redact = Of(With({{"SYNAPSE_HISTORY_SECRETS", "redact"}}));
  std::string many;
  for (int i = 0; i < 200; ++i) many += "A_TOKEN=abcdef123 \xff'";
  Screened screened = redact.Screen(many);
  CHECK((screened.why || screened.text.find("abcdef") == std::string::npos));
}

}  // namespace synapse
