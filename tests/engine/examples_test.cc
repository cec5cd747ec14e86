// The seed's End-to-End Examples, and more of their kind, as a table.
#include "tests/engine/engine_testing.h"

namespace synapse {
namespace {

using testing::Session;

std::unique_ptr<Session> MakeProject() {
  auto s = std::make_unique<Session>();
  s->cwd = s->tree.MakeDir("project");
  auto write = [&](const std::string& name, const std::string& text) {
    s->tree.Write("project/" + name, text);
  };
  write(".git/HEAD", "ref: refs/heads/main\n");
  for (const char* branch : {"main", "feature/auth", "fix/bug-123"}) {
    write(std::string(".git/refs/heads/") + branch,
          std::string(40, 'a') + "\n");
  }
  write("src/main.rs", "");
  write("src/lib.rs", "");
  write("scripts/x.sh", "");
  write("static/x.css", "");
  write("foo.txt", "");
  write("Makefile", "build:\n\techo\ntest:\n\techo\nclean:\ninstall:\n");
  write("docker-compose.yml",
        "services:\n  postgres:\n    image: postgres\n  redis:\n"
        "    image: redis\n");
  return s;
}

}  // namespace

TEST_CASE("examples: the first suggestion of every line of the table") {
  auto text = ReadFile(testing::SourceFile("tests/cases/examples.txt"));
  REQUIRE(text.ok());
  std::unique_ptr<Session> session;
  std::string line;
  size_t number = 0, cases = 0;
  for (size_t at = 0; at < text->size();) {
    size_t end = std::min(text->find('\n', at), text->size());
    std::string next = text->substr(at, end - at);
    at = end + 1;
    ++number;
    if (next == "# fresh") {
      session = MakeProject();
    } else if (next.starts_with("# run ")) {
      REQUIRE(session);
      size_t space = next.find(' ', 6);
      session->Run(next.substr(space + 1), atoi(next.c_str() + 6));
    } else if (next.starts_with("# then ")) {
      REQUIRE(session);
      session->Run(next.substr(7));
    } else if (next.starts_with("# directory ")) {
      REQUIRE(session);
      session->tree.MakeDir("project/" + next.substr(12));
      session->engine->NewPrompt();
    } else if (next.starts_with("=>")) {
      REQUIRE(session);
      INFO("examples.txt:" << number << ": " << line);
      std::string list;
      for (const auto& t : session->Texts(line)) list += "\n  " + t;
      INFO("all: " << list);
      // "=>" alone: nothing is suggested.
      CHECK(session->First(line) ==
            next.substr(std::min<size_t>(next.size(), 3)));
      ++cases;
    } else if (!next.starts_with("#")) {
      line = testing::Unescaped(next);
    }
  }
  CHECK(cases >= 15);
}

}  // namespace synapse
