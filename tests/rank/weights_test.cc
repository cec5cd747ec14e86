#include "rank/weights.h"

#include "tests/testing.h"

namespace synapse {
namespace {

CompletionContext At(Position position, ExpectedType expected) {
  CompletionContext c;
  c.position = position;
  c.expected = expected;
  return c;
}

}  // namespace

TEST_CASE("weights: every row of the seed's table") {
  using P = Position;
  using E = ExpectedType;
  struct {
    Position position;
    ExpectedType expected;
    const char* name;
    // Spec, Filesystem, History, Environment, Context, Recency.
    double spec, filesystem, history, environment, project, recency;
  } const kRows[] = {
      {P::kCommandName, E::kCommand, "CommandName", .15, 0, .30, .20, .10,
       .25},
      {P::kSubcommand, E::kAny, "Subcommand", .40, 0, .20, 0, .15, .25},
      {P::kOptionFlag, E::kAny, "OptionFlag", .60, 0, .10, 0, 0, .30},
      {P::kOptionValue, E::kOneOf, "OptionValue", .40, .20, .20, 0, 0, .20},
      {P::kArgument, E::kFilePath, "Argument (file)", .10, .50, .15, 0, 0,
       .25},
      {P::kArgument, E::kDirectory, "Argument (file)", .10, .50, .15, 0, 0,
       .25},
      {P::kArgument, E::kGenerator, "Argument (generator)", .45, 0, .25, 0, 0,
       .30},
      {P::kArgument, E::kAny, "Argument (other)", .20, 0, .30, 0, .15, .35},
      {P::kPipeTarget, E::kCommand, "PipeTarget", 0, 0, .40, .25, 0, .35},
      {P::kRedirect, E::kFilePath, "Redirect", 0, .60, .10, 0, 0, .30},
      {P::kUnknown, E::kAny, "Unknown", .10, 0, .35, 0, .15, .40},
  };
  for (const auto& row : kRows) {
    INFO(std::string(row.name));
    CompletionContext c = At(row.position, row.expected);
    const PositionWeights& w = WeightsFor(c);
    CHECK(std::string(WeightsName(c)) == std::string(row.name));
    CHECK(w.spec == row.spec);
    CHECK(w.filesystem == row.filesystem);
    CHECK(w.history == row.history);
    CHECK(w.environment == row.environment);
    CHECK(w.project == row.project);
    CHECK(w.recency == row.recency);
    CHECK(w.Of(SourceId::kSpec) == row.spec);
    CHECK(w.Of(SourceId::kFilesystem) == row.filesystem);
  }
}

TEST_CASE("weights: a file behind what a generator lists, where one may stand") {
  SpecStore specs({testing::SourceFile("specs")});
  auto weights = [&](const std::string& line) {
    return WeightsFor(BuildContext(line, line.size(), specs, nullptr));
  };
  const PositionWeights scp = weights("scp n");
  CHECK(scp.filesystem > 0);
  CHECK(scp.filesystem < scp.spec);
  CHECK(weights("git branch n").filesystem == 0);
}

TEST_CASE("weights: of lines, by how much is typed") {
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

TEST_CASE("weights: said in words, without those that are nothing") {
  CHECK(DescribeWeights(At(Position::kRedirect, ExpectedType::kFilePath)) ==
        "Redirect: filesystem 0.60, recency 0.30");
}

}  // namespace synapse
