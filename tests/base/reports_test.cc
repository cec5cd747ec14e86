#include "base/reports.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("reports: each once, the newest kept, and gone when it is mended") {
  Log log("", "off");
  Reports reports(log);
  reports.Add("store", "busy");
  reports.Add("index", "late");
  reports.Add("store", "busy");
  CHECK(reports.all() ==
        std::vector<std::string>{"store: busy", "index: late"});
  reports.AddAll({"index: late", "spool: full"});
  CHECK(reports.all().size() == 3);
  reports.Remove("store", "busy");
  CHECK(reports.all() ==
        std::vector<std::string>{"index: late", "spool: full"});
  for (size_t i = 0; i < 2 * Reports::kMax; ++i) {
    reports.Add("x", std::to_string(i));
  }
  CHECK(reports.all().size() == Reports::kMax);
  CHECK(reports.all().back() == "x: 39");
}

}  // namespace synapse
