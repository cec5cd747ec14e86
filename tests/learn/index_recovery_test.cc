#include "learn/index_recovery.h"

#include "tests/engine/engine_testing.h"

namespace synapse {

using testing::Session;

TEST_CASE("index recovery: the first and the latest run of each line") {
  Session s;
  s.Run("make test");
  const int64_t first_ms = s.now_ms;
  s.Run("ls", 1, 1);
  s.Run("make test", 2);
  const std::vector<Event> events = EventsOfIndex(s.engine->store().index());
  REQUIRE(events.size() == 3);
  CHECK(events[0].command == "make test");
  CHECK(events[0].start_ms == first_ms);
  CHECK(events[1].command == "ls");
  CHECK(events[1].exit == 1);
  CHECK(events[1].cwd == s.cwd);
  CHECK(events[2].command == "make test");
  CHECK(events[2].start_ms == s.now_ms);
  CHECK(events[2].exit == 0);
  for (const Event& e : events) CHECK(e.imported);
}

TEST_CASE("index recovery: an empty index") {
  Session s;
  CHECK(EventsOfIndex(s.engine->store().index()).empty());
}

}  // namespace synapse
