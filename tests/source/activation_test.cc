#include "source/activation.h"

#include "tests/testing.h"

namespace synapse {
namespace {

CompletionContext At(Position position, ExpectedType expected,
                     const std::string& partial = "x") {
  CompletionContext c;
  c.position = position;
  c.expected = expected;
  c.partial = partial;
  c.buffer = "cmd " + partial;
  return c;
}

std::string Active(const CompletionContext& c) {
  std::string out;
  for (int i = 0; i < kSources; ++i) {
    out += IsActive(static_cast<SourceId>(i), c) ? 'y' : '-';
  }
  return out;
}

}  // namespace

TEST_CASE("activation: the matrix of the seed") {
  using P = Position;
  using E = ExpectedType;
  struct {
    Position position;
    ExpectedType expected;
    const char* active;  // spec filesystem history environment project workflow
  } const kRows[] = {
      {P::kCommandName, E::kCommand, "y-yyy-"},
      {P::kSubcommand, E::kAny, "y-y-y-"},
      {P::kOptionFlag, E::kAny, "y-y---"},
      {P::kOptionValue, E::kAny, "y-y---"},
      {P::kOptionValue, E::kGenerator, "y-y---"},
      {P::kOptionValue, E::kFilePath, "yyy---"},
      {P::kOptionValue, E::kDirectory, "yyy---"},
      {P::kArgument, E::kAny, "y-y-y-"},
      {P::kArgument, E::kGenerator, "y-y-y-"},
      {P::kArgument, E::kHostname, "y-y-y-"},
      {P::kArgument, E::kFilePath, "yyy-y-"},
      {P::kArgument, E::kDirectory, "yyy-y-"},
      {P::kPipeTarget, E::kCommand, "--yy--"},
      {P::kRedirect, E::kFilePath, "-yy---"},
      {P::kUnknown, E::kAny, "--y-y-"},
  };
  for (const auto& row : kRows) {
    INFO(std::string(PositionName(row.position))
         << " " << std::string(ExpectedTypeName(row.expected)));
    // Typo corrects the line before, at every position; popular names nothing
    // for a redirection or an option's value.
    bool popular = row.position != P::kRedirect &&
                   row.position != P::kOptionValue;
    CHECK(Active(At(row.position, row.expected)) ==
          std::string(row.active) + "y" + (popular ? "yy" : "-y"));
  }
}

TEST_CASE("activation: a path is a path wherever it stands") {
  for (const char* partial : {"./x", "~/x", "a/b", "~"}) {
    INFO(std::string(partial));
    for (Position p : {Position::kCommandName, Position::kPipeTarget,
                       Position::kUnknown, Position::kArgument,
                       Position::kOptionValue, Position::kRedirect}) {
      CHECK(IsActive(SourceId::kFilesystem,
                     At(p, ExpectedType::kAny, partial)));
    }
    for (Position p : {Position::kSubcommand, Position::kOptionFlag}) {
      CHECK_FALSE(IsActive(SourceId::kFilesystem,
                           At(p, ExpectedType::kAny, partial)));
    }
  }
}

TEST_CASE("activation: workflow on a whole line, nothing when silent") {
  CompletionContext empty;
  empty.position = Position::kCommandName;
  CHECK(IsActive(SourceId::kWorkflow, empty));
  empty.buffer = "  ";
  empty.cursor = 2;
  CHECK(IsActive(SourceId::kWorkflow, empty));
  empty.buffer = "g";
  empty.cursor = 1;
  CHECK(IsActive(SourceId::kWorkflow, empty));
  empty.cursor = 0;
  CHECK_FALSE(IsActive(SourceId::kWorkflow, empty));
  CompletionContext silent = At(Position::kArgument, ExpectedType::kFilePath);
  silent.silent = true;
  CHECK(Active(silent) == "---------");
}

}  // namespace synapse
