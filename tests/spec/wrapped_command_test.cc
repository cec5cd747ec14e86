#include "spec/wrapped_command.h"

#include <sstream>

#include "tests/testing.h"

namespace synapse {
namespace {

std::vector<std::string> WordsOf(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

}  // namespace

TEST_CASE("wrapped command: behind options, their values and assignments") {
  SpecStore specs{{testing::SourceFile("specs")}};
  const struct {
    const char* line;
    size_t next, innermost;
  } cases[] = {
      {"make all", 0, 0},
      {"sudo make", 1, 1},
      {"sudo -u root make", 3, 3},
      {"sudo -nE make", 2, 2},
      {"sudo -u root env -i A=1 B=2 make all", 3, 7},
      {"env A=1 make", 2, 2},
      {"time -p make", 2, 2},
      {"exec -a name make", 3, 3},
      {"command -p make", 2, 2},
      {"watch -n 5 ls", 3, 3},
      {"sudo -l", 2, 2},
      {"sudo", 1, 1},
      {"docker exec web ls", 0, 0},
  };
  for (const auto& c : cases) {
    CAPTURE(c.line);
    const std::vector<std::string> words = WordsOf(c.line);
    CHECK(WrappedCommand(specs, words) == c.next);
    CHECK(InnermostCommand(specs, words) == c.innermost);
  }
}

TEST_CASE("wrapped command: without specs the next word runs") {
  SpecStore none{{}};
  CHECK(WrappedCommand(none, WordsOf("sudo make")) == 1);
  CHECK(InnermostCommand(none, WordsOf("sudo nice make")) == 1);
}

}  // namespace synapse
