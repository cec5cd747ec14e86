#include "rank/variety.h"

#include "tests/testing.h"

namespace synapse {
namespace {

std::vector<std::string> Varied(
    const std::vector<std::pair<std::string, double>>& list, size_t typed = 0) {
  std::vector<Suggestion> suggestions;
  for (const auto& [text, score] : list) {
    Suggestion s;
    s.text = text;
    s.score = score;
    suggestions.push_back(std::move(s));
  }
  Variety().Vary(suggestions, typed);
  std::vector<std::string> texts;
  for (const Suggestion& s : suggestions) texts.push_back(s.text);
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("variety: at most two of one template among the first five") {
  const std::vector<std::pair<std::string, double>> list = {
      {"cd src/a", .10}, {"cd src/b", .09}, {"cd src/c", .08},
      {"cd src/d", .07}, {"make", .069},    {"ls", .068},
      {"git diff", .067}};
  CHECK(Varied(list) == Texts{"cd src/a", "cd src/b", "make", "ls", "git diff",
                              "cd src/c", "cd src/d"});
  // The common part is typed: the user asks for these lines.
  CHECK(Varied(list, 7) == Texts{"cd src/a", "cd src/b", "cd src/c", "cd src/d",
                                 "make", "ls", "git diff"});
}

TEST_CASE("variety: at most one of lines that differ in a message") {
  CHECK(Varied({{"git commit -m 'one thing'", .10},
                {"git commit -m 'another'", .09},
                {"git push", .085},
                {"git status", .08}}) == Texts{"git commit -m 'one thing'",
                                               "git push", "git status",
                                               "git commit -m 'another'"});
}

TEST_CASE(
    "variety: what is far likelier keeps its place, and nothing is lost") {
  CHECK(Varied({{"cd src/a", .3},
                {"cd src/b", .3},
                {"cd src/c", .3},
                {"make", .01}}) ==
        Texts{"cd src/a", "cd src/b", "cd src/c", "make"});
  CHECK(Varied({{"cd src/a", .3}, {"cd src/b", .2}, {"cd src/c", .1}}) ==
        Texts{"cd src/a", "cd src/b", "cd src/c"});
  CHECK(Varied({}).empty());
}

}  // namespace synapse
