// synapse_walk(), over the ABI that the shells call.
#include "abi/handle.h"
#include "tests/learn/event_writer_testing.h"

namespace synapse {
namespace {

using testing::kAlways;
using testing::LogOf;
using testing::Session;

// A shell around the engine of a session.
struct Shell {
  explicit Shell(Session& session) {
    s.pid = getpid();
    s.session = session.session;
    s.engine = std::move(session.engine);
    s.ghost = std::make_unique<Ghost>(*s.engine);
  }
  // The line before `buffer`, or "".
  std::string Up(const std::string& buffer) {
    synapse_text line;
    if (!synapse_walk(&s, abi::Text(buffer), 1, &line)) return "";
    return std::string(abi::View(line));
  }
  synapse_engine s = {};
};

}  // namespace

// The key folded the spools of all shells, with a commit for each.
TEST_CASE("walk: lines that wait in spools are shown, and no key folds them") {
  Session s(true, kAlways);
  s.Run("frob one");
  s.Run("frob forgotten");
  Engine other(s.engine->options());
  Run run;
  run.session = "s2";
  run.cwd = s.cwd;
  run.command = "frob two";
  run.start_ms = s.now_ms + 60000;
  REQUIRE(other.Record(run).ok());
  REQUIRE(
      s.engine->store().forgotten().KeepAway("frob forgotten", s.now_ms).ok());
  Shell shell(s);
  CHECK(shell.Up("frob") == "frob two");
  CHECK(shell.Up("frob two") == "frob one");
  CHECK(shell.Up("frob one").empty());
  CHECK(LogOf(other).empty());
}

// The key brought the whole index up to date first.
TEST_CASE("walk: a key does not wait for an index that is far behind") {
  Session s;
  std::vector<Record> records;
  for (int i = 0; i < 3000; ++i) {
    Event e;
    e.command = "echo " + std::to_string(i);
    e.session = "s2";
    e.cwd = "/";
    e.start_ms = s.now_ms + i;
    records.push_back(std::move(e));
  }
  REQUIRE(s.engine->store().log().AppendRecords(std::move(records)).ok());
  const uint64_t behind = s.engine->learner().Behind();
  REQUIRE(behind >= 3000);
  Shell shell(s);
  // A key reads for some milliseconds, and the next one goes on.
  std::string found;
  for (int keys = 0; keys < 1000 && found.empty(); ++keys) {
    found = shell.Up("echo");
  }
  CHECK(found == "echo 2999");
  CHECK(shell.s.engine->learner().Behind() == behind);
}

}  // namespace synapse
