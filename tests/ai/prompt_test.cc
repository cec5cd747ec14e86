#include "ai/prompt.h"

#include "tests/testing.h"

namespace synapse {
namespace {

bool HasSecret(std::string_view text) {
  return text.find("hunter22") != text.npos;
}

AiFacts Facts() {
  AiFacts f;
  f.input = "git commit -m ";
  f.shell = "zsh";
  f.home = "/home/ann";
  f.cwd = "/home/ann/projects/app";
  f.project = "package.json";
  f.branch = "feature/auth";
  f.completing = "Argument of git";
  f.listing = {"src", "a\x1b[31mb", "hunter22.txt"};
  f.recent = {{"npm test", 1}, {"login hunter22", 0}, {"vim src/auth.ts", 0}};
  return f;
}

std::string All(const AiPrompt& p) { return p.system + "\n" + p.user; }

}  // namespace

TEST_CASE("prompt: what is known around the line, and nothing secret") {
  auto p = MakePrompt(Facts(), "", HasSecret);
  REQUIRE(p);
  CHECK(p->version == "complete-1");
  const std::string all = All(*p);
  for (const char* part :
       {"for zsh", "~/projects/app (package.json)", "feature/auth",
        "npm test [exit status 1]; vim src/auth.ts", "git commit -m ",
        "Completing: Argument of git"}) {
    INFO(part);
    CHECK(all.find(part) != all.npos);
  }
  CHECK(all.find("hunter22") == all.npos);
  CHECK(all.find("/home/ann") == all.npos);
  CHECK(all.find('\x1b') == all.npos);
  // The line comes after the constant part.
  CHECK(all.rfind("git commit -m ") > all.find("Recent commands"));
}

TEST_CASE("prompt: a line with a secret is not asked about") {
  AiFacts f = Facts();
  f.input = "login hunter22";
  CHECK_FALSE(MakePrompt(f, "", HasSecret));
}

TEST_CASE("prompt: braces in what is filled in stay as they are") {
  AiFacts f = Facts();
  f.input = "echo {cwd} {";
  auto p = MakePrompt(f, "", HasSecret);
  REQUIRE(p);
  CHECK(p->user.find("echo {cwd} {") != std::string::npos);
}

TEST_CASE("prompt: a file of the user's own stands in its place") {
  testing::TempTree tree;
  tree.Write("prompts/complete.txt",
             "Be brief in {shell}.\n---\nGo on: {input}");
  auto p = MakePrompt(Facts(), tree.Path("prompts"), HasSecret);
  REQUIRE(p);
  CHECK(p->system == "Be brief in zsh.");
  CHECK(p->user == "Go on: git commit -m ");
  CHECK(p->version.starts_with("complete-"));
  CHECK(p->version != "complete-1");
}

TEST_CASE("prompt: every task has one") {
  for (const char* name :
       {"complete", "intent", "request", "fix", "explain", "spec"}) {
    AiFacts f = Facts();
    f.task = *ParseAiTask(name);
    auto p = MakePrompt(f, "", HasSecret);
    REQUIRE(p);
    CHECK(p->version ==
          std::string(name) + (std::string(name) == "spec" ? "-2" : "-1"));
    CHECK(p->user.find("{input}") == std::string::npos);
    CHECK(p->user.find("{around}") == std::string::npos);
  }
  CHECK_FALSE(ParseAiTask("poem"));
}

TEST_CASE("prompt: what is listed is bounded") {
  AiFacts f = Facts();
  f.listing.assign(5000, std::string(300, 'x'));
  f.recent.assign(500, {std::string(5000, 'y'), 0});
  f.input = std::string(10000, 'z');
  auto p = MakePrompt(f, "", HasSecret);
  REQUIRE(p);
  CHECK(p->user.size() < 20000);
}

}  // namespace synapse
