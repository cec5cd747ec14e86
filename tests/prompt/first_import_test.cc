#include "prompt/first_import.h"

#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

}  // namespace

TEST_CASE("first import: it takes in the history file, once") {
  Session s;
  std::string file = s.tree.Write(
      "home/.zsh_history",
      ": 1600000000:0;make test\n: 1600000001:0;export TOKEN=abcdef123456\n");
  auto variable = [&](std::string_view name) -> std::optional<std::string> {
    if (name == "HISTFILE") return file;
    return std::nullopt;
  };
  ImportOnFirstStart(*s.engine, variable);
  CHECK(s.engine->store().info().event_count == 1);  // the other is private
  CHECK(s.First("make te") == "make test");
  ImportOnFirstStart(*s.engine, variable);
  CHECK(s.engine->store().info().event_count == 1);
}

TEST_CASE("first import: what it leaves of a long file comes later") {
  Session s;
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    text += ": " + std::to_string(1600000000 + i) + ":0;frob line" +
            std::to_string(i % 2800) + "\n";
  }
  std::string file = s.tree.Write("home/.zsh_history", text);
  auto variable = [&](std::string_view name) -> std::optional<std::string> {
    if (name == "HISTFILE") return file;
    return std::nullopt;
  };
  auto left = ImportOnFirstStart(*s.engine, variable);
  REQUIRE(left);
  CHECK(left->taken == 2500);
  CHECK(s.engine->store().info().event_count == 2500);
  // The shell wrote this line in between: it is recorded, not imported.
  s.tree.Write("home/.zsh_history", text + ": 1600009999:0;frob between\n");
  s.Run("frob between");
  REQUIRE(FinishImport(*s.engine, *left).ok());
  CHECK(s.engine->store().info().event_count == 3001);
  CHECK(s.First("frob line34") != "");
  CHECK(s.First("frob b") == "frob between");
  // A second import, as by another shell at the same time, adds nothing.
  REQUIRE(FinishImport(*s.engine, *left).ok());
  CHECK(s.engine->store().info().event_count == 3001);
  // A short file is imported at once.
  Session t;
  file = t.tree.Write("home/.zsh_history", ": 1600000000:0;make test\n");
  CHECK_FALSE(ImportOnFirstStart(*t.engine, variable));
}

TEST_CASE("first import: of a larger file the newest part follows") {
  Session s;
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    text += ": " + std::to_string(1600000000 + i) + ":0;frob line" +
            std::to_string(i) + "\n";
  }
  const std::string file = s.tree.Write("home/.zsh_history", text);
  auto left = ImportOnFirstStart(
      *s.engine, [&](std::string_view name) -> std::optional<std::string> {
        if (name == "HISTFILE") return file;
        return std::nullopt;
      });
  REQUIRE(left);
  s.tree.Write("home/.zsh_history", text + ": 1600009999:0;frob between\n");
  const size_t entry =
      std::string_view(": 1600000000:0;frob line4000\n").size();
  REQUIRE(FinishImport(*s.engine, *left, 4000 * entry + 1).ok());
  CHECK(s.engine->store().info().event_count == 4000);
  CHECK(s.First("frob line100").starts_with("frob line100"));
  CHECK_FALSE(s.First("frob line99").starts_with("frob line99"));
  CHECK(s.First("frob b") != "frob between");
}

// A line of many words costs more than a hundred usual ones.
TEST_CASE("first import: of long lines only the newest are learned at once") {
  Session s;
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text +=
        ": " + std::to_string(1600000000 + i) + ":0;frob" + std::to_string(i);
    for (int word = 0; word < 800; ++word) text += " w" + std::to_string(word);
    text += "\n";
  }
  const std::string file = s.tree.Write("home/.zsh_history", text);
  auto left = ImportOnFirstStart(
      *s.engine, [&](std::string_view name) -> std::optional<std::string> {
        if (name == "HISTFILE") return file;
        return std::nullopt;
      });
  REQUIRE(left);
  CHECK(left->taken > 10);
  CHECK(left->taken < 100);
  CHECK(s.engine->store().info().event_count == left->taken);
  REQUIRE(FinishImport(*s.engine, *left).ok());
  CHECK(s.engine->store().info().event_count == 200);
}

}  // namespace synapse
