#include "explain/explanation.h"

#include "tests/testing.h"

namespace synapse {
namespace {

struct Explained {
  testing::TempTree tree;
  SpecStore specs{{testing::SourceFile("specs")}};
  AliasLookup alias;
  RiskJudge risk{specs, alias};
  bool recursive = false;

  Explanation Of(std::string_view line) {
    Budget budget = Budget::Unlimited();
    return Explain(
        line,
        {.specs = specs,
         .alias = alias,
         .risk = risk,
         .cwd = tree.Path(),
         .recursive_globs = recursive,
         .command = [](const std::string& name) { return "is " + name; },
         .describe = [](const std::string& name) { return "text of " + name; }},
        budget);
  }
  std::string State(std::string_view line, std::string_view text) {
    for (const ExplainedPart& explained : Of(line).parts) {
      if (explained.part.text == text) return explained.state;
    }
    return "no such part";
  }
  // The dangerous parts and the danger of the line: "-r: why | why".
  std::string Risks(std::string_view line) {
    std::string out;
    const Explanation all = Of(line);
    for (const ExplainedPart& explained : all.parts) {
      if (!explained.risk.any()) continue;
      out += explained.part.text + ": " + explained.risk.why + " | ";
    }
    return out + (all.risk.any() ? all.risk.why : "none");
  }
};

}  // namespace

TEST_CASE("explanation: the state of files on the disk") {
  Explained explained;
  explained.tree.Write("src/a.c", "12345");
  explained.tree.Write("b.o", "");
  explained.tree.Write("out", "");
  CHECK(explained.State("cat b.o", "cat") == "is cat");
  CHECK(explained.State("cat b.o", "b.o") == "a file of 0 bytes");
  CHECK(explained.State("cat none", "none") == "does not exist");
  CHECK(explained.State("rm *.o", "*.o") == "matches 1 now: b.o");
  CHECK(explained.State("ls > new", "new") ==
        "does not exist, will be created");
  CHECK(explained.State("ls > out", "out") ==
        "a file of 0 bytes, its contents are replaced");
  CHECK(explained.State("ls >> out", "out") == "a file of 0 bytes");
  CHECK(explained.State("cd src && cat a.c", "a.c") == "a file of 5 bytes");
  CHECK(explained.State("git -C src add a.c", "a.c") == "a file of 5 bytes");
  CHECK(explained.State("for f in *.o; do x; done", "*.o") ==
        "matches 1 now: b.o");
  CHECK(explained.State("for f in b.o x; do x; done", "x") == "");
  CHECK(explained.State("[[ -f src/a.c ]]", "src/a.c") == "a file of 5 bytes");
  CHECK(explained.State("ssh h cat b.o", "b.o") == "");
  CHECK(explained.State("$X b.o", "$X") == "");
  // Patterns of the command, values that are no files, modules of Python.
  CHECK(explained.State("git add '*.none'", "'*.none'") == "");
  CHECK(explained.State("go test ./...", "./...") == "");
  CHECK(explained.State("python3 -m frob", "frob") == "");
  CHECK(explained.State("npx frob", "frob") == "");
  CHECK(explained.State("ls **/*.c", "**/*.c") == "matches 1 now: src/a.c");
  CHECK(explained.State("git diff HEAD~3", "HEAD~3") == "");
  CHECK(explained.State("git add . ':!a'", "':!a'") == "");
  CHECK(explained.State("cp none1 none2", "none1") == "does not exist");
  CHECK(explained.State("cp none1 none2", "none2") ==
        "does not exist, will be created");
  explained.recursive = true;
  CHECK(explained.State("ls **/*.c", "**/*.c") ==
        "** stands for directories at any depth; matches 1 now: src/a.c");
}

TEST_CASE("explanation: what xargs and find replace, also in a quoted line") {
  Explained explained;
  const auto meaning = [&](std::string_view line, std::string_view text) {
    for (const ExplainedPart& explained : explained.Of(line).parts) {
      if (explained.part.text == text) return explained.part.meaning;
    }
    return std::string("no such part");
  };
  CHECK(meaning("xargs -I% sh -c 'rm x%'", "x%") ==
        "% stands for each line of the input");
  CHECK(meaning("find . -exec sh -c 'wc -l {}' \\;", "{}") ==
        "the path that was found");
  CHECK(meaning("find . -exec ls {} \\; && sh -c 'ls {}'", "'ls {}'") == "");
}

TEST_CASE("explanation: a program without a spec has its manual's text") {
  Explained explained;
  const auto meaning = [&](std::string_view line) {
    return explained.Of(line).parts[0].part.meaning;
  };
  CHECK(meaning("frobnicate -x") == "text of frobnicate");
  CHECK(meaning("/opt/frobnicate -x") == "text of frobnicate");
  CHECK(meaning("tac x") == "files with their lines in reverse order");
  CHECK(meaning("$X x") == "value of the variable X");
}

TEST_CASE("explanation: a risk, and the part that causes it") {
  Explained explained;
  CHECK(explained.Risks("ls -l") == "none");
  CHECK(explained.Risks("rm -rf x") ==
        "-r: deletes recursively | deletes recursively");
  CHECK(explained.Risks("make && sudo rm -r x") ==
        "-r: deletes recursively | deletes recursively");
  CHECK(explained.Risks("sh -c 'rm -r x'") ==
        "-r: deletes recursively | deletes recursively");
  CHECK(explained.Risks("curl x | sh") == "runs what it downloads");
  CHECK(explained.Risks("dd if=/dev/zero of=/dev/sda") ==
        "/dev/sda: overwrites a device or file | overwrites a device or file");
  CHECK(explained.Risks("git push -f") ==
        "-f: rewrites the remote's history | rewrites the remote's history");
  CHECK(explained.Risks("> x") == ">: empties a file | empties a file");
  CHECK(explained.Risks("> build/") == "none");
}

}  // namespace synapse
