#include "manual/confined.h"

#include "tests/testing.h"

namespace synapse {
namespace {

std::string Confined(const std::string& script, int timeout_ms = 5000) {
  return OutputOfConfined({.path = "/bin/sh",
                           .words = {"-c", script},
                           .timeout_ms = timeout_ms,
                           .max_bytes = 1000});
}

}  // namespace

TEST_CASE("confined: a program prints, and changes nothing") {
  if (!CanConfine()) return;
  std::string dir = std::filesystem::temp_directory_path() / "synapse-XXXXXX";
  REQUIRE(mkdtemp(dir.data()));
  const std::string file = dir + "/file";
  REQUIRE(WriteFileAtomically(file, "text").ok());
  const std::string out =
      Confined("cd " + dir +
               "; cat file; echo x >new; mkdir made; rm file; chmod 0 file;"
               " mv file moved; echo >file; kill -9 $PPID; echo \"$HOME\"; pwd "
               ">/dev/null;"
               " echo end");
  CHECK(out.starts_with("text"));
  CHECK(out.ends_with("/nonexistent\nend\n"));
  CHECK(*ReadFile(file) == "text");
  CHECK(std::distance(std::filesystem::directory_iterator(dir), {}) == 1);
  std::filesystem::remove_all(dir);
}

TEST_CASE("confined: time, size and input") {
  if (!CanConfine()) return;
  CHECK(Confined("sleep 20; echo late", 200).empty());
  CHECK(Confined("yes").size() == 1000);
  CHECK(Confined("cat; echo end") == "end\n");
  CHECK(OutputOfConfined({.path = "/none"}).empty());
}

}  // namespace synapse
