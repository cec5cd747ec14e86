#include "reflect/alias.h"

#include "tests/testing.h"

namespace synapse {
namespace {

Fact Friction(std::vector<std::string> steps) {
  Fact fact;
  fact.category = FactCategory::kFriction;
  fact.steps = std::move(steps);
  return fact;
}
std::string TextOf(const Fact& fact) {
  auto alias = AliasOf(fact, nullptr);
  return alias ? alias->text : "";
}

}  // namespace

TEST_CASE("alias: one line") {
  CHECK(TextOf(Friction({"docker compose up -d --build"})) ==
        "alias dcu='docker compose up -d --build'\n");
  CHECK(TextOf(Friction({"grep 'it'\"'\"'s' notes"})) ==
        "alias gin='grep '\\''it'\\''\"'\\''\"'\\''s'\\'' notes'\n");
}

TEST_CASE("alias: several lines, and their messages as parameters") {
  CHECK(TextOf(Friction({"git add -A", "git commit -m \"\"", "git push"})) ==
        "gagcgp() {\n  git add -A &&\n  git commit -m \"$1\" &&\n"
        "  git push\n}\n");
}

TEST_CASE("alias: an option that is always there keeps the name") {
  Fact fact = Friction({"ls -la"});
  fact.category = FactCategory::kPreference;
  fact.subject = "ls";
  CHECK(TextOf(fact) == "alias ls='ls -la'\n");
  fact.subject = "a b";
  CHECK(TextOf(fact).empty());
}

TEST_CASE("alias: a name that is taken, or a word of the shell") {
  auto alias = AliasOf(Friction({"git status --short --branch"}),
                       [](std::string_view name) { return name == "gs"; });
  REQUIRE(alias);
  CHECK(alias->name == "gs2");
  alias = AliasOf(Friction({"find . --in x"}), nullptr);
  REQUIRE(alias);
  CHECK(alias->name != "fi");
}

TEST_CASE("alias: what would mean something else has none") {
  for (const char* line :
       {"echo 'open", "cat <<EOF", "make # all of it", "make &&", "(cd x",
        "echo $(ls", "for f in *", "make \\", "echo a\x1b[31m", ""}) {
    CAPTURE(std::string(line));
    CHECK(TextOf(Friction({line})).empty());
  }
  CHECK(TextOf(Friction({})).empty());
  CHECK(TextOf(Friction({"make", "echo 'open"})).empty());
}

}  // namespace synapse
