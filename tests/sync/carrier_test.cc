#include "sync/carrier.h"

#include <fcntl.h>
#include <unistd.h>

#include "tests/store/store_testing.h"
#include "tests/testing.h"

namespace synapse::sync {
namespace {

using ::synapse::testing::TempTree;

TEST_CASE("carrier: a line that fails says why, in one line") {
  TempTree tree;
  const std::string there = tree.MakeDir("folder");
  // Errors of a test run may go to a terminal, which would show them.
  const int before = dup(STDERR_FILENO);
  REQUIRE(before >= 0);
  const int null = open("/dev/null", O_WRONLY);
  REQUIRE(dup2(null, STDERR_FILENO) >= 0);
  struct Case {
    const char *line, *message;
  } const cases[] = {
      {"echo fine >&2", ""},
      {"test $1 = 00ff", ""},
      {"test -d ../folder", ""},
      {"exit 3", "sync.after failed, with exit status 3"},
      {"echo one >&2; echo 'remote: gone' >&2; exit 1",
       "sync.after failed, with exit status 1: remote: gone"},
      {"printf 'a\\033[1mb\\n\\n' >&2; exit 1",
       "sync.after failed, with exit status 1: a^[[1mb"},
      {"echo 'error: no push' >&2; echo 'hint: pull' >&2; exit 1",
       "sync.after failed, with exit status 1: error: no push"},
      {"kill -9 $$", "sync.after failed, ended by signal 9"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.line);
    const Status status =
        RunCarrier({c.line, there, "00ff", tree.Path("errors")});
    CHECK(status.message() == c.message);
    CHECK(access(tree.Path("errors").c_str(), F_OK) != 0);
  }
  const Status gone =
      RunCarrier({"true", tree.Path("gone"), "00ff", tree.Path("errors")});
  CHECK(gone.message() == "sync.after failed, with exit status 127");
  // With all that it has started, so that none is left for each pass.
  const Status ended = RunCarrier({"sleep 300 & echo $! >pid; wait", there,
                                   "00ff", tree.Path("errors"), 1});
  CHECK(ended.message() == "sync.after was ended after 1 seconds");
  const auto pid = ReadFile(JoinPath(there, "pid"), 100);
  REQUIRE(pid.ok());
  CHECK(synapse::testing::Ends(std::stoi(*pid)));
  // Errors without end took 77 GB of the disk.
  const Status talks = RunCarrier(
      {"head -c 8000000 /dev/zero >&2; sleep 0.3; stat -c %s ../errors >size",
       there, "00ff", tree.Path("errors"), 5});
  CHECK(talks.ok());
  const auto size = ReadFile(JoinPath(there, "size"), 100);
  REQUIRE(size.ok());
  CHECK(std::stoul(*size) <= 1 << 20);
  dup2(before, STDERR_FILENO);
  close(before);
  close(null);
  CHECK(Answers(there).ok());
  CHECK(Answers(tree.Path("gone")).ok());
}

}  // namespace
}  // namespace synapse::sync
