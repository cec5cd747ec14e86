#include "record/edited_lines.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("edited lines: a line that is reported is not missed") {
  EditedLines lines;
  lines.Accepted("");
  lines.Began();
  lines.Ended();
  lines.Ended();  // a second prompt for the same line
  CHECK(lines.run() == 1);
  CHECK(lines.Problem().empty());
}

TEST_CASE("edited lines: what is missed is counted and says why") {
  EditedLines lines;
  for (int i = 0; i < 11; ++i) {
    lines.Accepted("");
    lines.Ended();
  }
  CHECK(lines.Problem().starts_with(
      "the last 11 lines that were run are not recorded: the shell did not "));
  lines.Accepted("the history is off");
  lines.Ended();
  CHECK(lines.run() == 12);
  CHECK(lines.Problem() ==
        "the last 12 lines that were run are not recorded: the history is off");
  // The line that asks is reported, whatever happened to the lines before it.
  lines.Accepted("");
  lines.Began();
  CHECK(lines.missed() == 0);
  CHECK(lines.Problem().empty());
}

TEST_CASE("edited lines: a line that is cancelled did not run") {
  EditedLines lines;
  lines.Accepted("");
  lines.Cancelled();
  lines.Ended();
  CHECK(lines.run() == 0);
  CHECK(lines.Problem().empty());
}

}  // namespace synapse
