#include "prompt/first_import.h"
#include "prompt/notices.h"
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

// The first prompt of a shell, with a history file of so many lines.
std::string Start(Session& s, int lines, std::string_view key = "Right") {
  std::string text;
  for (int i = 0; i < lines; ++i) {
    text += ": " + std::to_string(1600000000 + i) + ":0;frob " +
            std::to_string(i) + "\n";
  }
  const std::string file = s.tree.Write("home/.zsh_history", text);
  Greeting greeting;
  greeting.Begin(s.engine->store());
  const auto left = ImportOnFirstStart(
      *s.engine, [&](std::string_view name) -> std::optional<std::string> {
        if (name == "HISTFILE") return file;
        return std::nullopt;
      });
  greeting.Imported(s.engine->store(), left.has_value());
  return greeting.Take(*s.engine, key);
}

}  // namespace

TEST_CASE("greeting: it has what was imported, once for a store") {
  Session s;
  CHECK(Start(s, 1234) ==
        "1,234 commands of your history imported. Right takes the grey text; "
        "`synapse help tour` shows more.");
  CHECK(Start(s, 1234) == "");
  s.engine.reset();
  s.Open();
  CHECK(Start(s, 1234) == "");
}

TEST_CASE("greeting: a history of a few commands, and a long one") {
  Session none;
  CHECK(Start(none, 0) == "");
  Session few;
  CHECK(Start(few, 19) == "");
  Session enough;
  CHECK(Start(enough, 20).starts_with("20 commands of your history imported"));
  Session many;
  CHECK(
      Start(many, 3000)
          .starts_with(
              "the newest 2,500 commands of your history are imported, older ones"));
}

TEST_CASE("greeting: two shells start with one new store") {
  Session s;
  Greeting one, other;
  one.Begin(s.engine->store());
  other.Begin(s.engine->store());
  s.Run("frob", 30);
  for (Greeting* greeting : {&one, &other}) {
    greeting->Imported(s.engine->store(), /*more=*/false);
  }
  CHECK(one.Take(*s.engine, "") != "");
  CHECK(other.Take(*s.engine, "") == "");
}

TEST_CASE("greeting: none when nothing is stored") {
  CHECK(Start(*std::make_unique<Session>(/*persistent=*/false), 30) == "");
  Session s;
  s.engine->SetIncognito(Incognito::kEphemeral);
  CHECK(Start(s, 30) == "");
  // A store that has commands is not new.
  Session t;
  t.Run("ls");
  CHECK(Start(t, 30) == "");
}

TEST_CASE("greeting: without a key that takes the ghost none is named") {
  Session s;
  CHECK(
      Start(s, 30, "") ==
      "30 commands of your history imported; `synapse help tour` shows more.");
}

}  // namespace synapse
