#include "line/insertion.h"

#include "tests/testing.h"

namespace synapse {

TEST_CASE("insertion: what stays right of the cursor") {
  struct Case {
    std::string buffer;  // | is the cursor
    std::string left;
    std::string line;
  };
  for (const Case& c : {
           Case{"gi|t log", "git", "git log"},
           Case{"git| log", "gitk", "gitk log"},
           Case{"gi|t", "git", "git"},
           Case{"git|hub.com", "git-lfs", "git-lfs"},
           Case{"s|rc/main.c", "srv/", "srv/main.c"},
           Case{"s|rc/main.c", "src/", "src/main.c"},
           Case{"s|rc", "srv/", "srv/"},
           Case{"src/|main.c", "src/lib/", "src/lib/main.c"},
           Case{"src/ma|in.c", "src/make.c", "src/make.c"},
           Case{"ls --fo|o=x", "ls --format=", "ls --format=x"},
           Case{"git |main", "git switch", "git switch main"},
           Case{"|ls", "sudo", "sudo ls"},
           Case{"cd |", "cd src/", "cd src/"},
           Case{"ec|ho x; ls", "echo", "echo x; ls"},
           Case{"ls |; pwd", "ls -a", "ls -a; pwd"},
           Case{"cat \"a |b\" c", "cat \"a file\"", "cat \"a file\" c"},
           Case{"gi|", "git", "git"},
           Case{"| x", "", " x"},
       }) {
    CAPTURE(c.buffer);
    size_t cursor = c.buffer.find('|');
    std::string buffer = c.buffer;
    buffer.erase(cursor, 1);
    CHECK(LineWith(buffer, cursor, c.left) == c.line);
  }
}

// The word that a key took of `git commit -m "fix login"` left an open quote.
TEST_CASE("insertion: a quoted text is taken as one word") {
  auto taken = [](const std::string& buffer, const std::string& rest) {
    const size_t end = TakenWordEnd(buffer + rest, buffer.size());
    return (buffer + rest).substr(buffer.size(), end - buffer.size());
  };
  CHECK(taken("git commit -m ", "\"fix login\"") == "\"fix login\"");
  CHECK(taken("git commit", " -m \"fix login\"") == " -m");
  CHECK(taken("git commit -m", " 'fix login' -v") == " 'fix login'");
  CHECK(taken("x ", "--message=\"a b\" c") == "--message=\"a b\"");
  CHECK(taken("git commit -m \"fix", " login page\"") == " login");
  CHECK(taken("git commit -m \"fix ", "login\" -v") == "login\"");
  CHECK(taken("echo ", "\"a b") == "\"a");  // never closed
  CHECK(taken("cat ", "my\\ file.txt x") == "my\\ file.txt");
  CHECK(taken("ls", "") == "");
  CHECK(taken("git ", "log main") == "log");
}

TEST_CASE("insertion: a path is taken up to its next slash") {
  auto taken = [](const std::string& buffer, const std::string& rest) {
    const size_t end = TakenComponentEnd(buffer + rest, buffer.size());
    return (buffer + rest).substr(buffer.size(), end - buffer.size());
  };
  CHECK(taken("cat", " src/app/main.c -n") == " src/");
  CHECK(taken("cat src/", "app/main.c -n") == "app/");
  CHECK(taken("cat src/app/", "main.c -n") == "main.c");
  CHECK(taken("git ", "log a/b") == "log");
  CHECK(taken("cd", " /usr/lib") == " /");
  CHECK(taken("curl ", "https://example.org/x") == "https://");
  CHECK(taken("cat ", "'my dir/x'") == "'my dir/");
  CHECK(taken("ls src", "/") == "/");
  CHECK(taken("ls", "") == "");
}

}  // namespace synapse
