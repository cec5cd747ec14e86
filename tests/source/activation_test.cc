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

TEST_CASE("activation: a line asks the sources that know its next word") {
  SpecStore specs({testing::SourceFile("specs")});
  using S = SourceId;
  struct {
    const char* line;
    std::vector<SourceId> asked, not_asked;
  } const kLines[] = {
      {"gi",
       {S::kSpec, S::kEnvironment, S::kProject, S::kPopular},
       {S::kFilesystem}},
      {"./bu", {S::kFilesystem}, {}},
      {"git ch", {S::kSpec, S::kProject}, {S::kFilesystem, S::kEnvironment}},
      {"git commit --am",
       {S::kSpec, S::kPopular},
       {S::kFilesystem, S::kEnvironment, S::kProject}},
      {"tar --directory=s",
       {S::kSpec, S::kFilesystem},
       {S::kEnvironment, S::kProject, S::kPopular}},
      {"git checkout --conflict=d",
       {S::kSpec},
       {S::kFilesystem, S::kEnvironment, S::kProject, S::kPopular}},
      {"cat READ", {S::kSpec, S::kFilesystem, S::kPopular}, {S::kEnvironment}},
      {"which gi", {S::kSpec, S::kEnvironment}, {S::kFilesystem}},
      {"cd sr", {S::kSpec, S::kFilesystem}, {S::kEnvironment}},
      {"git log main..d", {S::kSpec}, {S::kFilesystem, S::kPopular}},
      {"make te", {S::kSpec, S::kProject}, {S::kEnvironment}},
      {"kill 1", {S::kSpec}, {S::kFilesystem, S::kEnvironment}},
      {"cat x | gr",
       {S::kEnvironment, S::kPopular},
       {S::kSpec, S::kFilesystem, S::kProject}},
      {"cd ~ro", {S::kSpec}, {}},
      {"tool ~ro", {S::kSpec}, {}},
      {"git merge feature/", {S::kSpec}, {S::kFilesystem}},
      {"git merge ./", {S::kFilesystem}, {}},
      {"umount /", {S::kSpec}, {S::kFilesystem}},
      {"cat x > ou",
       {S::kFilesystem},
       {S::kSpec, S::kEnvironment, S::kProject, S::kPopular}},
      {"no-such-command x",
       {S::kProject, S::kFilesystem},
       {S::kSpec, S::kEnvironment}},
      {"no-such-command -x",
       {S::kProject},
       {S::kSpec, S::kFilesystem, S::kEnvironment}},
  };
  for (const auto& row : kLines) {
    const std::string line = row.line;
    CAPTURE(line);
    const CompletionContext c = BuildContext(line, line.size(), specs, nullptr);
    CAPTURE(std::string(PositionName(c.position)));
    for (SourceId source : row.asked) {
      INFO(std::string(SourceName(source)));
      CHECK(IsActive(source, c));
    }
    for (SourceId source : row.not_asked) {
      INFO(std::string(SourceName(source)));
      CHECK_FALSE(IsActive(source, c));
    }
    // Earlier lines, corrections, usual next lines and a language model may
    // have any of these.
    for (SourceId source : {S::kHistory, S::kTypo, S::kWorkflow, S::kAi}) {
      INFO(std::string(SourceName(source)));
      CHECK(IsActive(source, c));
    }
  }
}

TEST_CASE("activation: a path is a path wherever it stands") {
  for (const char* partial : {"./x", "~/x", "a/b", "~"}) {
    INFO(std::string(partial));
    for (Position p :
         {Position::kCommandName, Position::kPipeTarget, Position::kUnknown,
          Position::kArgument, Position::kOptionValue, Position::kRedirect}) {
      CHECK(
          IsActive(SourceId::kFilesystem, At(p, ExpectedType::kAny, partial)));
    }
    for (Position p : {Position::kSubcommand, Position::kOptionFlag}) {
      CHECK_FALSE(
          IsActive(SourceId::kFilesystem, At(p, ExpectedType::kAny, partial)));
    }
  }
}

TEST_CASE("activation: a file may stand where a subcommand does") {
  CHECK(IsActive(SourceId::kFilesystem,
                 At(Position::kSubcommand, ExpectedType::kFilePath)));
}

TEST_CASE("activation: workflow at the end of a line, no source when silent") {
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
