// The weights of lines adapt to one user, in the engine.
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

TEST_CASE("adapt: how far weights moved is kept, and survives a rebuild") {
  Session s;
  for (int i = 0; i < 30; ++i) {
    s.Suggest("");
    s.Run(i % 3 ? "make test" : "git diff");
  }
  auto moved = [&] {
    Model::Moved out{};
    (void)s.engine->store().index().Read(
        [&](Kv& kv) { out = ReadModel(kv).moved; });
    return out;
  };
  const Model::Moved before = moved();
  CHECK(before != Model::Moved{});
  REQUIRE(s.engine->learner().rebuild().Run(nullptr).ok());
  CHECK(moved() == before);
}

}  // namespace
}  // namespace synapse
