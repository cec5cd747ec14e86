#include "context/exit_status.h"

#include "line/tokenizer.h"
#include "tests/testing.h"

namespace synapse {

TEST_CASE("exit status: which exit statuses blame the words of a command") {
  SpecStore specs{{testing::SourceFile("specs")}};
  struct {
    const char* line;
    int exit;
    bool blames;
  } const kCases[] = {
      {"git checkout featrue/x", 1, true},
      {"cp src /x", 1, true},
      {"no-spec-of-this a", 1, true},
      {"npm install raect", 1, true},
      // An answer, and a failure of grep itself.
      {"grep TODO src", 1, false},
      {"grep TODO nowhere", 2, true},
      {"git grep TODO", 1, false},
      {"diff a b", 1, false},
      // Run again as they are.
      {"cargo build --release", 101, false},
      {"npm run test", 1, false},
      {"git push origin main", 1, false},
      {"python3 train.py", 1, false},
      {"sudo make install", 2, false},
      // A subcommand that there is not.
      {"cargo biuld --release", 101, true},
      // What runs elsewhere has failed, or the way there.
      {"ssh web-1", 1, false},
      {"ssh bastoin", 255, true},
      {"docker exec web ls nowhere", 2, false},
      {"docker exec wbe ls", 125, true},
      // No argument could be wrong.
      {"top", 1, false},
      {"sudo top", 1, false},
      {"./deploy prod", 1, false},
  };
  for (const auto& c : kCases) {
    CHECK_MESSAGE(
        BlamesWords(specs, ValuesOf(Tokenize(c.line)), c.exit) == c.blames,
        std::string(c.line));
  }
}

}  // namespace synapse
