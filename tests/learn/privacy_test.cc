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

TEST_CASE("privacy: what the user switches off, and patterns that are none") {
  Config config = With({{"SYNAPSE_HISTORY_REDACT", "false"},
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
}

}  // namespace synapse
