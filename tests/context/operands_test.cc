#include "context/operands.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("operands: the files that a line reads, and what nobody knows") {
  SpecStore specs({testing::SourceFile("specs")});
  struct Case {
    const char* line;
    std::vector<size_t> files;
    size_t unknown;
  };
  for (const Case& c : {
           Case{"cat a b", {1, 2}, 0},
           Case{"head -n 5 a", {3}, 0},
           Case{"sudo -u bob cat a", {4}, 0},
           Case{"sudo nice cat a", {3}, 0},
           Case{"python3 ./plot.py data.csv", {1}, 0},
           Case{"python3 plot data.csv", {}, 0},
           Case{"python3 -m plot data.csv", {}, 0},
           Case{"bash -c ls a.sh", {}, 0},
           Case{"chmod +x run", {2}, 0},
           Case{"touch a", {}, 0},
           Case{"frobnicate a", {}, 0},
           Case{"cat", {}, 0},
           Case{". venv/bin/activate", {1}, 0},
           Case{"git comit -m x", {}, 1},
           Case{"git -C dir comit", {}, 3},
           Case{"sudo git comit", {}, 2},
           Case{"git commit", {}, 0},
           Case{"git stash pup", {}, 2},
           Case{"npm run what-ever", {}, 0},
           Case{"make what-ever", {}, 0},
           Case{"helm what-ever", {}, 0},  // its spec is incomplete
       }) {
    CAPTURE(std::string(c.line));
    const auto words = testing::SplitWords(c.line);
    const Operands operands = OperandsOf(specs, words);
    CHECK(operands.files == c.files);
    CHECK(operands.unknown_subcommand == c.unknown);
  }
}

}  // namespace synapse
