#include "line/shell_syntax.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("shell syntax: redirections") {
  const std::pair<const char*, const char*> kCases[] = {
      {">", "Write standard output to the file"},
      {"2>", "Write standard error to the file"},
      {"3>>", "Append file descriptor 3 to the file"},
      {"&>", "Write standard output and standard error to the file"},
      {">&", "Write standard output and standard error to the file"},
      {"&>>", "Append standard output and standard error to the file"},
      {">|",
       "Write standard output to the file, even where noclobber forbids "
       "it"},
      {">&|",
       "Write standard output and standard error to the file, even where "
       "noclobber forbids it"},
      {"2>&", "Send standard error to where the descriptor goes"},
      {"<&", "Read standard input from the descriptor"},
      {"<", "Read standard input from the file"},
      {"<<-", "Read the lines up to the delimiter as input"},
      {"<<<", "Read the following word as input"},
      {"<>", "Open the file for reading and writing as standard input"},
      {"2>&1", "Send standard error to where standard output goes"},
      {"<&3", "Read standard input from file descriptor 3"},
      {">&-", "Close standard output"},
      {"3<&-", "Close file descriptor 3"},
      {"", ""}};
  for (const auto& [op, meaning] : kCases) {
    INFO(op);
    CHECK(MeaningOfRedirect(op) == meaning);
  }
}

TEST_CASE("shell syntax: which redirections write or replace a file") {
  CHECK(ReplacesTarget(">"));
  CHECK(ReplacesTarget("2>"));
  CHECK(ReplacesTarget("&>"));
  CHECK(!ReplacesTarget(">>"));
  CHECK(!ReplacesTarget("<>"));
  CHECK(!ReplacesTarget("<"));
  CHECK(WritesTarget(">>"));
  CHECK(!WritesTarget("<"));
}

TEST_CASE("shell syntax: operators, reserved words, conditions") {
  CHECK(MeaningOfOperator("&&") ==
        "Run the next command only if this one succeeds");
  CHECK(MeaningOfReserved("done") == "End the loop");
  CHECK(MeaningOfTest("-lt") ==
        "True if the number is less than the other one");
  CHECK(MeaningOfOperator("x").empty());
  CHECK(MeaningOfReserved("x").empty());
  CHECK(MeaningOfTest("x").empty());
}

}  // namespace synapse
