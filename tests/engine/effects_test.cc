// What a command made is offered to the next one.
#include <algorithm>

#include "rank/ghost_rule.h"
#include "tests/engine/engine_testing.h"

namespace synapse {

using testing::Session;

TEST_CASE("effects: what was compiled runs, what was unpacked is entered") {
  const struct {
    const char* line;
    const char* made;  // by the line; with a slash at its end, a directory
    const char* next;
  } kCases[] = {{"gcc -o prog main.c", "prog", "./prog"},
                {"go build", "w", "./w"},
                {"chmod +x a.sh", "a.sh", "./a.sh"},
                {"tar xzf x-1.0.tar.gz", "x-1.0/", "cd x-1.0"},
                {"curl -O https://h/x.tgz", "x.tgz", "tar xf x.tgz"}};
  for (const auto& c : kCases) {
    for (const bool is_there : {false, true}) {
      INFO(std::string(c.line));
      Session s;
      const auto make = [&](const std::string& name) {
        s.tree.Write(name, "");
        chmod(s.tree.Path(name).c_str(), 0755);
      };
      for (const char* program : {"gcc", "tar", "curl", "chmod"}) {
        make(std::string("bin/") + program);
      }
      s.tree.Write("w/main.c", "");
      s.tree.Write("w/x-1.0.tar.gz", "");
      const std::string made = std::string("w/") + c.made;
      if (is_there && made.ends_with('/')) s.tree.MakeDir(made);
      if (is_there && !made.ends_with('/')) make(made);
      s.Run("ls");
      s.Run(c.line);
      CHECK((s.First("") == c.next) == is_there);
    }
  }
}

// suggestion-algorithm, Workflow Prediction: clone, cd, install. Who has long
// used the shell has other habits behind cd, and none for this directory.
TEST_CASE("effects: a clone that was entered is installed") {
  for (const int lines : {0, 300}) {
    CAPTURE(lines);
    Session s;
    s.now_ms = Clock().NowMs() - lines * int64_t{60'000};
    s.tree.Write("bin/npm", "");
    chmod(s.tree.Path("bin/npm").c_str(), 0755);
    s.tree.MakeDir("w/old");
    for (int i = 0; i < lines / 2; ++i) {
      s.Run("cd old");
      s.Run(i % 2 ? "ls" : "git status");
    }
    s.Run("git clone https://host/u/shop.git");
    s.tree.Write("w/shop/package.json", "{}");
    s.tree.MakeDir("w/shop/.git");
    CHECK(s.First("") == "cd shop");
    s.Run("cd shop");
    s.cwd = s.tree.Path("w/shop");
    const auto all = s.Suggest("");
    REQUIRE_FALSE(all.empty());
    CHECK(all[0].text == "npm install");
    CHECK(all[0].evidence[0].reason == "often comes first in a new directory");
    CHECK(IsGhost(Config::Load("", nullptr), "", all[0]));
  }
}

// suggestion-algorithm, Source 4: a program that was installed is there.
TEST_CASE("effects: an installed program is in the list of the empty line") {
  Session s;
  s.Run("ls", 3);
  s.Suggest("g");  // PATH is read
  s.Run("sudo apt install frobber");
  s.tree.Write("bin/frob", "");
  chmod(s.tree.Path("bin/frob").c_str(), 0755);
  const auto all = s.Suggest("");
  const auto frob =
      std::find_if(all.begin(), all.end(),
                   [](const Suggestion& x) { return x.text == "frob"; });
  REQUIRE(frob != all.end());
  CHECK(frob->evidence[0].reason == "program installed just now");
  CHECK(s.First("f") == "frob");
  const auto places = s.Texts("which ", 3);
  CHECK(std::find(places.begin(), places.end(), "which frob") != places.end());
  s.Run("ls");
  for (const std::string& text : s.Texts("", 10)) CHECK(text != "frob");
  CHECK(s.First("fr") == "frob");
}

TEST_CASE("effects: a new name is one of its kind from then on") {
  Session s;
  s.Run("docker build -t shop:1 .");
  CHECK(s.First("docker run ") == "docker run shop:1");
  CHECK(s.First("docker push ") == "docker push shop:1");
  s.Run("docker run -d --name db postgres:16");
  CHECK(s.First("docker logs ") == "docker logs db");
  s.Run("tmux new -s work");
  CHECK(s.First("tmux attach -t ") == "tmux attach -t work");
  // It is new: what there is already is not offered for it.
  for (const std::string& text : s.Texts("docker build -t ", 20)) {
    CHECK(text.find("postgres") == text.npos);
  }
}

}  // namespace synapse
