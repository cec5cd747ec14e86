#include "rank/risk.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("risk: the table of lines") {
  auto cases = testing::ReadCases("risks.txt");
  CHECK(cases.size() > 60);
  for (const auto& c : cases) {
    INFO("risks.txt:" << c.number << ": " << c.line);
    std::string why = RiskOf(c.line);
    CHECK((why.empty() ? "safe" : why) == c.expected);
  }
}

TEST_CASE("risk: any bytes, and long lines") {
  CHECK(RiskOf("").empty());
  CHECK(RiskOf("\xff\xfe rm").empty());
  CHECK(RiskOf(std::string(100000, 'x')).empty());
}

}  // namespace synapse
