#include "learn/template.h"

#include "context/argument_kind.h"
#include "learn/line.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::RandomSeed;

// Finds argument types like the engine.
class Named {
 public:
  Template Of(std::string_view line) const { return TemplateOf(line, namer_); }
  std::string Text(std::string_view line) const { return Of(line).text; }

 private:
  mutable SpecStore specs_{{testing::SourceFile("specs")}};
  ArgumentTypeFinder namer_ = [this](std::span<const std::string> words) {
    return ArgumentTypeAfter(specs_, words);
  };
};

}  // namespace

TEST_CASE("template: what is volatile is replaced by its kind") {
  Named named;
  struct {
    std::string line, text;
    uint32_t argument_slots;
  } const kCases[] = {
      {"", "", 0},
      {"ls --color=auto  -l", "ls --color -l", 0},
      {"git commit -m \"fix the build\"", "git commit -m <msg>", 1},
      {"git commit -m 'a' --amend", "git commit -m <msg> --amend", 1},
      {"head -n 20 f.txt", "head -n <num> <path>", 2},
      {"curl https://a.org/x?y=1", "curl <url>", 1},
      {"git clone git@host:a/b.git", "git clone <url>", 1},
      {"git show 1f3a9c07", "git show <branch>", 1},
      {"hg update 1f3a9c07", "hg update <sha>", 1},
      {"hg update deadbeef", "hg update <arg>", 1},  // a word of letters
      {"git checkout feature/auth", "git checkout <branch>", 1},
      {"git push -u origin main", "git push -u <remote> <branch>", 2},
      {"ssh web1 uptime", "ssh <host> <arg>", 2},
      {"kubectl get pods -n shop", "kubectl get <arg> -n <namespace>", 2},
      {"sudo systemctl restart nginx", "sudo systemctl restart <unit>", 1},
      {"sudo vim a/b.c x", "sudo vim <path> <arg>", 2},
      {"vim notes", "vim notes", 0},
      {"cat x | grep y", "cat x | grep <arg>", 1},
      {"make >out.txt 2>&1", "make > <path> 2>&1", 1},
      {"make > out", "make > <path>", 1},
      {"diff <(ls a) <(ls b)", "diff <arg> <arg>", 2},
      {"cd a && make\nls", "cd a && make ; ls", 0},
      {"a b1 c d e f g h i j k",
       "a b1 <arg> <arg> <arg> <arg> <arg> <arg> <arg>", 7},
      // Argument slots are unchanged.
      {"git push <remote> <branch>", "git push <remote> <branch>", 2},
      {"sort <in >out", "sort < <path> > <path>", 2},
  };
  for (const auto& c : kCases) {
    INFO(c.line);
    Template t = named.Of(c.line);
    CHECK(t.text == c.text);
    CHECK(t.argument_slots == c.argument_slots);
  }
}

TEST_CASE("template: the values in argument slots that a spec types") {
  Named named;
  Template t = named.Of("git push origin 'my branch' && ssh web1 -p 22");
  REQUIRE(t.values.size() == 3);
  CHECK(t.values[0].type.kind == "remote");
  CHECK(t.values[0].value == "origin");
  CHECK(t.values[1].value == "'my branch'");
  CHECK(t.values[2].type.kind == "host");
  CHECK(t.values[2].value == "web1");
}

TEST_CASE("template: the template of a template is itself") {
  Named named;
  uint64_t seed = RandomSeed();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  const std::vector<std::string> pieces = {
      "git",      "checkout", "push",      "ssh",   "kubectl", "-n",
      "docker",   "exec",     "sudo",      "time",  "A=1",     "A='x y'",
      "|",        "&&",       ";",         "\n",    "(",       ")",
      ">",        ">out",     "2>&1",      "<in",   "<<EOF",   "<<<",
      "&>x",      "'a b'",    "\"c",       "'",     "\"",      "$(ls a)",
      "`x`",      "${x:-y}",  "$'\\n'",    "a/b.c", "~",       "12",
      "deadbee1", "<path>",   "<msg>",     "<b",    "b>",      "<>",
      "-x",       "--a=b",    "--a=\"b c", "-",     "--",      "if",
      "then",     "fi",       "{",         "}",     "#c",      "\\",
      "a\\ b",    "*",        "http://a",  "é",     "\xff",    "\x02x\x03",
      "[[",       "]]",       "for",       "in",    "do",      "done",
      "x[1]=2",   "==",       "!",         "&"};
  for (int i = 0; i < 4000; ++i) {
    std::string line;
    for (size_t n = random() % 14; n > 0; --n) {
      line += pieces[random() % pieces.size()];
      if (random() % 4) line += ' ';
    }
    // Whether (( begins arithmetic depends on the word before, which may be
    // <path> in the template.
    if (line.find("((") != line.npos) continue;
    std::string once = named.Text(line);
    INFO(line);
    CHECK(named.Text(once) == once);
  }
}

TEST_CASE("template: every line of the recorded sessions has one that stays") {
  Named named;
  size_t lines = 0;
  for (const char* who : {"developer", "operator", "student"}) {
    auto text = ReadFile(
        testing::SourceFile("tests/replay/" + std::string(who) + ".jsonl"));
    REQUIRE(text.ok());
    for (size_t at = 0; (at = text->find("\"cmd\": \"", at)) != text->npos;) {
      at += 8;
      std::string line = text->substr(at, text->find("\", \"ts\"", at) - at);
      std::string once = named.Text(line);
      INFO(line);
      CHECK(!once.empty());
      CHECK(named.Text(once) == once);
      ++lines;
    }
  }
  CHECK(lines > 100);
}

}  // namespace synapse
