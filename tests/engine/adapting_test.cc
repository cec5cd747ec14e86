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
    UserModel::Moved out{};
    (void)s.engine->store().index().Read(
        [&](Kv& kv) { out = ReadModel(kv).moved; });
    return out;
  };
  const UserModel::Moved before = moved();
  CHECK(before != UserModel::Moved{});
  REQUIRE(s.engine->learner().rebuild().Run(nullptr).ok());
  CHECK(moved() == before);
}

// The age of a line is counted in commands, and after a long pause in days.
TEST_CASE(
    "age: the latest line leads after a holiday, and not after two years") {
  constexpr int64_t kDay = 24 * 3600 * 1000;
  Session s;
  const auto day = [&](const std::string& host) {
    s.now_ms += kDay;
    s.session = std::to_string(s.now_ms);
    s.Run("ssh " + host);
    for (const char* line : {"git status", "ls -la", "git diff"}) s.Run(line);
  };
  for (int i = 0; i < 60; ++i) day("often.example.org");
  for (int i = 0; i < 8; ++i) day("lately.example.org");
  const int64_t last = s.now_ms;
  const auto after = [&](int days) {
    s.now_ms = last + days * kDay;
    s.session = "after " + std::to_string(days);
    return s.First("ssh ");
  };
  CHECK(after(0) == "ssh lately.example.org");
  CHECK(after(21) == "ssh lately.example.org");
  CHECK(after(730) == "ssh often.example.org");
}

}  // namespace
}  // namespace synapse
