#include "rank/weights.h"

#include <algorithm>

#include "tests/testing.h"

namespace synapse {
namespace {

using P = Position;
using E = ExpectedType;
using S = SourceId;

CompletionContext At(Position position, ExpectedType expected) {
  CompletionContext c;
  c.position = position;
  c.expected = expected;
  return c;
}

}  // namespace

TEST_CASE("weights: the source that knows the values weighs most") {
  struct {
    Position position;
    ExpectedType expected;
    const char* name;
    SourceId first;
    std::vector<SourceId> without;  // they know nothing there
    // clang-format off
  } const kRows[] = {
      {P::kCommandName, E::kCommand, "CommandName", S::kEnvironment,
       {S::kFilesystem}},
      {P::kSubcommand, E::kAny, "Subcommand", S::kSpec,
       {S::kFilesystem, S::kEnvironment}},
      {P::kSubcommand, E::kFilePath, "Subcommand or file", S::kSpec,
       {S::kEnvironment}},
      {P::kOptionFlag, E::kAny, "OptionFlag", S::kSpec,
       {S::kFilesystem, S::kEnvironment, S::kProject}},
      {P::kOptionValue, E::kOneOf, "OptionValue", S::kSpec,
       {S::kEnvironment, S::kProject}},
      {P::kArgument, E::kFilePath, "Argument (file)", S::kFilesystem,
       {S::kEnvironment, S::kProject}},
      {P::kArgument, E::kDirectory, "Argument (file)", S::kFilesystem,
       {S::kEnvironment, S::kProject}},
      {P::kArgument, E::kGenerator, "Argument (generator)", S::kSpec,
       {S::kFilesystem, S::kEnvironment, S::kProject}},
      {P::kArgument, E::kHostname, "Argument (generator)", S::kSpec,
       {S::kFilesystem, S::kEnvironment, S::kProject}},
      {P::kArgument, E::kAny, "Argument (other)", S::kSpec,
       {S::kFilesystem, S::kEnvironment}},
      {P::kPipeTarget, E::kCommand, "PipeTarget", S::kEnvironment,
       {S::kSpec, S::kFilesystem, S::kProject}},
      {P::kRedirect, E::kFilePath, "Redirect", S::kFilesystem,
       {S::kSpec, S::kEnvironment, S::kProject}},
      {P::kUnknown, E::kAny, "Unknown", S::kFilesystem, {S::kEnvironment}},
  };
  // clang-format on
  constexpr SourceId kAll[] = {S::kSpec, S::kFilesystem, S::kEnvironment,
                               S::kProject};
  for (const auto& row : kRows) {
    CAPTURE(std::string(row.name));
    const CompletionContext c = At(row.position, row.expected);
    const PositionWeights& w = WeightsFor(c);
    CHECK(std::string(WeightsName(c)) == std::string(row.name));
    double sum = w.recency;
    for (SourceId source : kAll) {
      INFO(std::string(SourceName(source)));
      sum += w.Of(source);
      CHECK(w.Of(source) >= 0);
      if (source != row.first) CHECK(w.Of(source) < w.Of(row.first));
      CHECK((w.Of(source) == 0) ==
            (std::ranges::count(row.without, source) == 1));
    }
    CHECK(w.recency > 0);
    CHECK(sum <= 1);
    CHECK(w.Of(S::kHistory) == 0);
    CHECK(w.Of(S::kTypo) == 0);
    CHECK(w.Of(S::kWorkflow) == w.Of(S::kProject));
  }
}

TEST_CASE(
    "weights: a file behind what a generator lists, where one may stand") {
  SpecStore specs({testing::SourceFile("specs")});
  auto weights = [&](const std::string& line) {
    return WeightsFor(BuildContext(line, line.size(), specs, nullptr));
  };
  const PositionWeights scp = weights("scp n");
  CHECK(scp.filesystem > 0);
  CHECK(scp.filesystem < scp.spec);
  CHECK(weights("git branch n").filesystem == 0);
  // `rsync -av . ` listed no hosts.
  CHECK(weights("rsync -av . ").spec == weights("scp x ").spec);
  CHECK(weights("rsync -av ").filesystem > weights("rsync -av . ").filesystem);
}

TEST_CASE("weights: line weights by the number of typed characters") {
  CHECK(&LineWeightsFor(1) == &LineWeightsFor(2));
  CHECK(&LineWeightsFor(3) == &LineWeightsFor(300));
  CHECK(&LineWeightsFor(0) != &LineWeightsFor(1));
  CHECK(&LineWeightsFor(2) != &LineWeightsFor(3));
  // The line that just ran is less probable, and so is an older line.
  for (size_t typed : {0, 1, 3}) {
    CHECK(LineWeightsFor(typed).features[kIsPrevious] < 0);
    CHECK(LineWeightsFor(typed).features[kLogAge] < 0);
    CHECK(LineWeightsFor(typed).features[kLogCount] > 0);
  }
}

TEST_CASE("weights: as text, without weights of 0") {
  CHECK(DescribeWeights(At(Position::kRedirect, ExpectedType::kFilePath)) ==
        "Redirect: filesystem 0.60, recency 0.30");
}

}  // namespace synapse
