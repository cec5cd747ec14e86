#include "reflect/schedule.h"

#include "tests/engine/engine_testing.h"

namespace synapse::testing {

TEST_CASE("reflection schedule: once a day, for a shell that ran something") {
  Session s;
  s.engine->clock().Fix(s.now_ms);
  CHECK_FALSE(s.engine->reflection().Take());  // nothing ran yet
  s.Run("ls");
  CHECK(s.engine->reflection().Take());
  CHECK_FALSE(s.engine->reflection().Take());
  REQUIRE(s.engine->reflection().Run().ok());
  auto another_shell = [&](int64_t later_ms) {
    s.engine.reset();
    s.Open();
    s.Run("ls");
    s.engine->clock().Fix(s.now_ms += later_ms);
    return s.engine->reflection().Take();
  };
  CHECK_FALSE(another_shell(3'600'000));
  CHECK(another_shell(86'400'000));
  s.engine->SetIncognito(Incognito::kEphemeral);
  CHECK_FALSE(s.engine->reflection().Take());
}

TEST_CASE("reflection schedule: specs say which commands answer by 1") {
  SpecStore specs({SourceFile("specs")});
  const AnswersByExit answers = AnswersBySpec(specs);
  CHECK(answers("grep"));
  CHECK(answers("/usr/bin/test"));
  CHECK_FALSE(answers("make"));
  CHECK_FALSE(answers("no-such-command"));
}

}  // namespace synapse::testing
