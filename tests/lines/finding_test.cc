#include "lines/finding.h"

#include <set>
#include <string_view>

#include "tests/testing.h"

namespace synapse {

TEST_CASE("finding: every row has a name of its own and keeps a part") {
  std::set<std::string_view> names;
  for (const FindingRow& row : kFindingTable) {
    INFO(row.name);
    CHECK(names.insert(row.name).second);
    CHECK(row.kept >= 0);
    CHECK(row.kept <= 1);
  }
  for (size_t i = 0; i < kFindings; ++i) {
    CHECK(static_cast<size_t>(kFindingTable[i].finding) == i);
  }
  CHECK(static_cast<size_t>(Finding::kUseless) + 1 == kFindings);
}

TEST_CASE("finding: the one that leaves least counts") {
  CHECK(Worse(Finding::kNone, Finding::kMissing) == Finding::kMissing);
  CHECK(Worse(Finding::kHere, Finding::kNoRemote) == Finding::kHere);
  CHECK(Worse(Finding::kOtherExtension, Finding::kNoCommand) ==
        Finding::kNoCommand);
}

}  // namespace synapse
