// Commands that another one runs: find -exec, xargs, sudo with an option.
#include <set>

#include "tests/engine/engine_testing.h"

namespace synapse {

using testing::Session;

// `find . -exec ` had the ghost `'*.o' -delete`, and `sudo -n ` had
// `1 nvidia-smi`: words that were learned as arguments of find and watch.
TEST_CASE("engine: behind find -exec a command is suggested, and no argument") {
  Session s;
  s.Run("find . -name '*.o' -delete", 6);
  s.Run("watch -n 1 nvidia-smi", 6);
  s.Run("sudo ls", 3);
  const std::set<std::string> usual{"grep", "ls", "sed", "chmod", "rm"};
  for (const std::string line : {"find . -exec ", "find . -name x -exec "}) {
    CAPTURE(line);
    CHECK(s.First(line) == line + "grep");
    for (const std::string& text : s.Texts(line, 20)) {
      CHECK(usual.contains(text.substr(line.size())));
    }
  }
  CHECK(s.First("sudo -n ") == "sudo -n ls");
  for (const std::string& text : s.Texts("sudo -n ", 20)) {
    CHECK(text != "sudo -n 1");
    CHECK(text != "sudo -n 1 nvidia-smi");
  }
  // A command that was run there is the first.
  s.Run("find . -type f -exec cat {} +");
  const std::string left = "find . -name x -exec ";
  CHECK(s.First(left).starts_with(left + "cat"));
}

// `builtin c` had conda, and `builtin g` the git of the history.
TEST_CASE("engine: behind builtin come builtins") {
  Session s;
  s.Run("cat x", 20);
  s.Run("git status", 20);
  s.Run("builtin cd src", 2);
  CHECK(s.Texts("builtin c", 50) ==
        std::vector<std::string>{"builtin cd src", "builtin command",
                                 "builtin continue"});
  CHECK(s.Texts("builtin g", 50) ==
        std::vector<std::string>{"builtin getopts"});
  CHECK(s.First("command gi") == "command git");
  // A path is a program too, and no builtin.
  s.tree.Write("w/run.sh", "");
  s.Run("./run.sh", 9);
  CHECK(s.First("command ./r") == "command ./run.sh");
  CHECK(s.Texts("builtin ./r", 50).empty());
}

// `valgrind ` had an empty list: what it runs is a program, and none was typed.
TEST_CASE("engine: options of a wrapper stand behind it, after commands") {
  Session s;
  s.Run("sudo ls", 5);
  const auto index = [&](const char* line, const char* text) {
    const std::vector<std::string> texts = s.Texts(line, 60);
    return std::find(texts.begin(), texts.end(), text) - texts.begin();
  };
  CHECK(index("sudo ", "sudo ls") == 0);
  CHECK(index("sudo ", "sudo --background") > 0);
  CHECK(index("sudo ", "sudo --background") < 60);
  CHECK(index("sudo -n ", "sudo -n --background") > 0);
  CHECK(index("valgrind ", "valgrind --quiet") < 60);
  for (const std::string& text : s.Texts("sudo b", 60)) {
    CHECK(text.find("--") == text.npos);
  }
}

// The alias of a wrapper is followed by its commands.
TEST_CASE("engine: behind an alias of sudo are the commands of sudo") {
  Session s;
  s.engine->shell().alias =
      [](std::string_view name) -> std::optional<std::string> {
    if (name == "please") return "sudo";
    return std::nullopt;
  };
  s.Run("sudo ls", 5);
  CHECK(s.First("please ") == "please ls");
}

// The first word of no words was read.
TEST_CASE("engine: an alias of nothing runs nothing") {
  Session s;
  s.engine->shell().alias =
      [](std::string_view name) -> std::optional<std::string> {
    if (name == "none") return "";
    if (name == "blank") return " ";
    return std::nullopt;
  };
  s.Run("none ls", 3);
  s.Run("sudo ls", 3);
  CHECK(s.First("none l") == "none ls");
  for (const char* line : {"none ", "blank ", "blank l", "none | ", "none"}) {
    for (const Suggestion& x : s.Suggest(line, 20)) {
      CHECK(x.text.starts_with(line));
    }
  }
}

// `docker stop ` had the ghost `web bash`, and `docker run ` had `app .`: each
// second word followed the first one in another subcommand.
TEST_CASE("engine: the word behind a container is of the same subcommand") {
  Session s;
  s.Run("docker exec -it web bash", 6);
  s.Run("docker build -t app .", 6);
  for (const char* line : {"docker stop ", "docker run ", "docker logs -f "}) {
    for (const Suggestion& x : s.Suggest(line, 20)) {
      INFO(x.text);
      CHECK_FALSE(x.text.ends_with("web bash"));
      CHECK_FALSE(x.text.ends_with("app ."));
    }
  }
  CHECK(s.First("docker exec -it w") == "docker exec -it web bash");
}

}  // namespace synapse
