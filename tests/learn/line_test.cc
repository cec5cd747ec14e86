#include "learn/line.h"

#include "context/argument_kind.h"
#include "learn/line_words.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using Words = std::vector<std::string>;

Words Texts(const std::vector<LineWord>& words) {
  Words out;
  for (const auto& w : words) out.push_back(w.text);
  return out;
}

}  // namespace

TEST_CASE("line: command, arguments, pattern") {
  struct {
    std::string text, stem, pattern;
    Words arguments;
  } const kCases[] = {
      {"sudo vim a/b.c x", "sudo vim", "", {"vim", "a/b.c"}},
      {"git commit -m \"fix the 'one'; login\" x.c",
       "git",
       "git commit -m \"\" x.c",
       {"commit", "x.c"}},  // a part of quoted text is no word
      {"echo it\\'s here", "echo", "", {"it\\'s", "here"}},
      {"ssh web1 uptime", "ssh", "", {"web1", "uptime"}},
      {"head -n 20 f.txt", "head", "", {"20", "f.txt"}},
      {"ls --color=auto", "ls", "", {}},
      {"cat x | grep yy", "cat", "", {"yy"}},
      {"mkdir aa; cd aa", "mkdir", "", {"aa", "aa"}},
      {"mkdir aa&&cd aa; ls bb&", "mkdir", "", {"aa", "aa", "bb"}},
      {"find dir -exec cat {} \\; -quit",
       "find",
       "",
       {"dir", "cat", "{}", "\\;"}},
      {"curl 'http://x?a&b' out",
       "curl",
       "curl '' out",
       {"'http://x?a&b'", "out"}},
      {"make >/dev/null 2>&1 <in &>out all", "make", "", {"in", "out", "all"}},
      {"cat <<EOF > out.txt\nhello there\nEOF", "cat", "", {"out.txt"}},
      {"for f in *; do\ncat one\ndone", "for", "", {"in", "one"}},
      {"", "", "", {}},
      {"git commit -m ''", "git", "", {"commit", "''"}},
      {"echo 'a b' \"c d\"", "echo", "echo '' \"\"", {}},
  };
  for (const auto& c : kCases) {
    INFO(c.text);
    Line line = MakeLine(c.text);
    CHECK(line.text == c.text);
    CHECK(line.stem == c.stem);
    CHECK(line.pattern == c.pattern);
    CHECK(line.arguments == c.arguments);
  }
}

TEST_CASE("line: the name of a subcommand is no argument") {
  SpecStore specs({testing::SourceFile("specs")});
  const ArgumentTypeFinder types = [&](std::span<const std::string> words) {
    return ArgumentTypeAfter(specs, words);
  };
  const std::pair<const char*, Words> kCases[] = {
      {"git checkout -b topic", {"topic"}},
      {"git -C stash stash pop", {"stash"}},
      {"sudo systemctl restart nginx", {"nginx"}},
      {"docker exec -it api bash", {"api"}},
      {"sudo vim notes.txt", {"notes.txt"}},
      {"git psuh origin", {"origin"}},
      {"gh repo create shop; git push", {"shop"}},
      {"ls stash", {"stash"}},
      {"frobnicate stash", {"stash"}},
      {"frobnicate notes.txt", {"notes.txt"}},
      {"sudo ./run.sh", {"./run.sh"}},
  };
  for (const auto& [text, arguments] : kCases) {
    CAPTURE(std::string(text));
    CHECK(MakeLine(text, types).arguments == arguments);
  }
}

TEST_CASE("line: where the message at its end begins") {
  for (const char* line :
       {"git commit -m \"|fix it\"", "git commit -am '|x y'",
        "svn ci --message \"|x\"", "git commit -m fix|", "git commit -m|",
        "echo \"a b\"|", "grep -e \"a b\"|", "git commit -m \"\"|",
        "git commit -m \"a\" -q|", "git tag -m \"a\" \"b\"|", "|"}) {
    std::string text = line;
    const size_t at = text.find('|');
    text.erase(at, 1);
    CAPTURE(text);
    CHECK(MessageBegin(text) == at);
  }
}

TEST_CASE("line: lines that differ in volatile parts have one template") {
  auto same = [](const char* a, const char* b) {
    return MakeLine(a).template_id() == MakeLine(b).template_id();
  };
  CHECK(same("vim a.txt", "vim b.txt"));
  CHECK(same("head -n 3 x.c", "head -n 40 y.c"));
  CHECK(same("git commit -m \"a\"", "git commit -m \"b\""));
  CHECK_FALSE(same("git commit", "git push"));
  CHECK_FALSE(same("ls -l", "ls -a"));
}

TEST_CASE("line: forms in which an argument may come again") {
  struct {
    std::string argument;
    Words forms;
  } const kCases[] = {
      {"ab.txt", {"ab.txt", "ab", "ab."}},
      {"a.txt", {"a.txt", "a."}},  // "a" is too short to carry over
      {"src/", {"src/", "src"}},
      {"a/b/cd.py", {"a/b/cd.py", "cd.py", "cd", "a/b/cd."}},
      {"xy.tar.gz", {"xy.tar.gz", "xy", "xy.tar."}},
      {"v1.2", {"v1.2", "v1", "v1.3", "v1."}},
      {"a09.tex", {"a09.tex", "a09", "a10.tex", "a09."}},
      {"chapter99", {"chapter99", "chapter100"}},
      {"1234567890", {"1234567890"}},
      {"dot.", {"dot.", "dot"}},
      {"plain", {"plain"}},
      {".hidden", {".hidden"}},
      {"dir/sub/", {"dir/sub/", "dir/sub", "sub"}},
      {"/", {"/"}},
  };
  for (const auto& c : kCases) {
    INFO(c.argument);
    Words got;
    for (const auto& form : ReusedForms(c.argument)) got.push_back(form.text);
    CHECK(got == c.forms);
  }
}

TEST_CASE("line_words: operators cut, wrappers and keywords are left out") {
  CHECK(Texts(SplitWords("sudo apt install x | grep y")) ==
        Words{"sudo", "apt", "install", "x", "|", "grep", "y",
              std::string(kEndOfLine)});
  auto words = SplitWords("sudo apt install x | grep y");
  CHECK(words[1].context.index == 0);  // apt is the command
  CHECK(words[2].context.command == "apt");
  CHECK(words[2].context.index == 1);
  CHECK(words[5].context.op == "|");
  CHECK(words[5].context.op_command == "apt");
  CHECK(words[5].context.index == 0);
  CHECK(words[6].context.command == "grep");
}

TEST_CASE("line_words: a redirection and its target are one word") {
  auto words = Texts(SplitWords("make 2>/dev/null x"));
  CHECK(words == Words{"make", "2>/dev/null", "x", std::string(kEndOfLine)});
}

// Each word costs a walk over the words before it: a line of 4,000 names took
// seconds.
TEST_CASE("line: a long line costs a bounded number of look-ups") {
  constexpr size_t kMost = 2048;
  for (const char* word : {"a ", "--aaa ", "a;", "a|", "sudo ", "'b c' "}) {
    std::string line = "git add ";
    while (line.size() + 8 < kMost) line += word;
    CAPTURE(word);
    size_t asked = 0, words = 0;
    auto types = [&](std::span<const std::string> before) {
      ++asked;
      words += before.size();
      return ArgumentType();
    };
    const Line made = MakeLine(line, types);
    CHECK(!made.words.empty());
    CHECK(asked <= kMost + 100);
    CHECK(words <= 2 * kMost);
    CHECK(SplitWords(line, types).size() <= 24);
  }
  const Line longer = MakeLine("rm " + std::string(kMost, 'x'));
  CHECK(longer.words.empty());
  CHECK(longer.id != 0);
}

TEST_CASE("line_words: reading an open line sees what learning saw") {
  for (std::string line :
       {"git commit -m \"x y\"", "sudo apt install x | grep y", "A=1 make test",
        "if true; then ls -l; fi", "cat a > b c"}) {
    for (const LineWord& word : SplitWords(line)) {
      if (word.text == kEndOfLine) continue;
      size_t at = line.find(word.text);
      INFO(line << " at " << word.text);
      OpenWord open = SplitOpen(std::string_view(line).substr(0, at));
      if (line.find(word.text, at + 1) != std::string::npos) continue;
      CHECK(open.partial.empty());
      CHECK(open.context.before == word.context.before);
      CHECK(open.context.command == word.context.command);
      CHECK(open.context.previous == word.context.previous);
      CHECK(open.context.index == word.context.index);
      CHECK(open.context.op == word.context.op);
    }
  }
  CHECK(SplitOpen("git com").partial == "com");
  CHECK(SplitOpen("git \"a b").partial == "\"a b");
  CHECK(SplitOpen("echo $(git ch").context.command == "git");
}

TEST_CASE("line: an argument with or without a slash") {
  const Line line = MakeLine("cp notes src/");
  CHECK(HasArgument(&line, "src"));
  CHECK(HasArgument(&line, "src/"));
  CHECK(HasArgument(&line, "notes"));
  CHECK_FALSE(HasArgument(&line, "cp"));
  CHECK_FALSE(HasArgument(&line, "sr"));
  CHECK_FALSE(HasArgument(&line, ""));
  CHECK_FALSE(HasArgument(nullptr, "src"));
}

}  // namespace synapse
