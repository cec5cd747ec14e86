#include "effect/grammar.h"

#include "tests/testing.h"

namespace synapse {

using testing::SourceFile;

TEST_CASE("grammar: the table of words that cannot stand there") {
  SpecStore specs({SourceFile("specs")});
  auto may = [&](std::string left, const std::string& word) {
    CompletionContext context = BuildContext(left, left.size(), specs, {});
    return MayStand(context, left, word, false);
  };
  const struct {
    const char* left;
    const char* word;
    bool may;
  } kCases[] = {
      {"ls > ", "-la", false},
      {"ls > ", "out.txt", true},
      {"cat < ", "|", false},
      {"cat ", "|", true},
      {"ls; ", "done", false},
      {"ls; ", "|", false},
      {"ls && ", "\\\\", false},
      {"ls && ", "[", true},
      {"ls && ", "../x", true},
      {"ls && ", "ñ", true},
      {"for f in *; do ls; ", "done", true},
      {"for f in *; do ", "do", false},
      {"if true; then ", "then", false},
      {"if true; then if false; then ls; fi ", "fi", true},
      {"while true; ", "do", true},
      {"echo 'for'; ", "done", false},
      {"if true; ", "fi", true},
      {"if true; ", "esac", false},
      {"f() { ls; ", "}", true},
      {"echo ", "done", true},
      {"tar xf ", "|", false},
      {"chmod +x ", ";", false},
      {"chmod +x a ", ";", true},
      {"which ", "&&", false},
      {"which a ", "&&", true},
      {"cat ", "&&", true},
      {"patch ", "<", true},
      {"git reset ", "--oneline", false},
      {"git reset ", "--hard", true},
      {"git log ", "--oneline", true},
      {"git log ", "--format=%h", true},
      {"git reset -- ", "--oneline", true},
      {"git ", "--git-dir=x", true},
      {"git ", "mine", false},  // git-mine would be known
      {"docker run ", "up", false},
      {"docker compose ", "up", true},
      {"git reset ", "--newer-than-the-spec", true},
      {"git remote ", "main", false},
      {"git remote ", "add", true},
      {"git remote ", "-v", true},
      {"git add ", "checkout", false},
      {"git add ", "-p", true},
      {"git add ", "-m", false},
      {"git log ", "-i", false},  // --interactive of others
      {"git branch ", "-m", false},
      {"git log ", "-5", true},
      {"git log ", "-1", true},
      {"git commit ", "-am", true},
      {"git stash ", "main", false},
      {"git checkout ", "main", true},
      {"git commit -m ", "--oneline", false},
      {"git -C ", "-m", false},
      {"git -C ", "dir", true},
      {"git commit -m ", "'a message'", true},
      {"git commit -m ", "README.md", false},
      {"git add ", "-am", false},  // add has no -m
      {"git add a.c ", "a.c", false},
      {"git add a.c ", "b.c", true},
      {"cat a.c ", "a.c", false},
      {"cat a.c ", "|", true},
      {"git checkout ", "'a message'", false},
      {"cat ", "'a message'", false},
      {"git checkout ", "\"a\nb\"", false},
      {"echo ", "'a message'", true},
      {"unheard-of ", "--anything", true},
      {"sudo git reset ", "--oneline", false},
      // Words that were learned for find, docker and another wrapper.
      {"find . -exec ", "-delete", false},
      {"find . -exec ", "'*.o'", false},
      {"find . -exec ", "grep", true},
      {"docker run app ", ".", false},
      {"docker run app ", "bash", true},
      {"command ", ".", true},
      {"sudo -n ", "1", false},
      {"sudo -n ", "-u", true},
      {"sudo -n ", "7z", true},
  };
  for (const auto& c : kCases) {
    CAPTURE(std::string(c.left));
    CAPTURE(std::string(c.word));
    CHECK(may(c.left, c.word) == c.may);
  }
  // A word that was written there before may stand there.
  std::string left = "git reset ";
  CompletionContext context = BuildContext(left, left.size(), specs, {});
  CHECK(MayStand(context, left, "--oneline", true));
}

}  // namespace synapse
