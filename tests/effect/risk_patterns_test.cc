#include "effect/risk_patterns.h"

#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "tests/testing.h"

namespace synapse {
namespace {

// The lines of the cases, and what stands in their quotes.
std::vector<std::string> Texts() {
  std::vector<std::string> texts;
  const auto cases = ReadFile(testing::SourceFile("tests/cases/risks.txt"));
  REQUIRE(cases.ok());
  std::string_view rest = *cases;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line[0] == '#' || line.starts_with("=>")) continue;
    texts.push_back(line);
    const size_t quote = line.find_first_of("'\"");
    if (quote != line.npos) texts.push_back(line.substr(quote + 1));
    std::string upper = line;
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? c - 32 : c;
    texts.push_back(upper);
  }
  return texts;
}

}  // namespace

// A rule whose words are not in a text is not tried.
TEST_CASE("risk patterns: a text that fits has one of the words of its rule") {
  RiskPatterns patterns;
  const std::vector<std::string> texts = Texts();
  int fitting = 0;
  const auto check = [&](const auto& rules) {
    for (const RiskRule& rule : rules) {
      const std::string regex = rule.regex;
      CAPTURE(regex);
      for (const std::string& text : texts) {
        if (!patterns.Fits(regex, text)) continue;
        ++fitting;
        CAPTURE(text);
        CHECK(RiskPatterns::MayFit(rule, AsciiLower(text)));
      }
    }
  };
  check(kSql);
  check(kScripts);
  check(kWritten);
  check(kDevices);
  check(kConfigurations);
  CHECK(fitting > 200);
  for (const char* path :
       {"/dev/sda", "/dev/nvme0n1", "/proc/sysrq-trigger",
        "/sys/block/sda/device/delete", "/sys/power/state", "/etc/hosts",
        "/boot/x", ".bashrc", "/root/.zshenv", ".profile", ".bash_profile",
        ".zprofile", ".gitconfig", ".netrc", ".pgpass", ".ssh/config"}) {
    CAPTURE(path);
    Risk risk = patterns.Of(kDevices, path);
    if (!risk.any()) risk = patterns.Of(kConfigurations, path);
    CHECK(risk.any());
  }
  CHECK_FALSE(RiskPatterns::MayFit(kSql[0], "select 1"));
}

}  // namespace synapse
