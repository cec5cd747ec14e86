#include "explain/line_parts.h"

#include <set>

#include "tests/testing.h"

namespace synapse {
namespace {

std::string ShownText(std::string_view text) {
  return testing::Replaced(std::string(text), "\n", "⏎");
}

struct LineExplainer {
  SpecStore specs{{testing::SourceFile("specs")}};
  std::map<std::string, std::string, std::less<>> aliases = {
      {"gst", "git status"},
      {"ll", "ls -l"},
      {"ls", "ls --color"},
      {"both", "cd x && rm -r"},
      {"nuke", "rm -rf"},
      {"a", "b"},
      {"b", "a"},
      {"git co", "checkout"},
      {" G", "| grep"},
      {" L", "L L"},
      {"git undo", "!git reset --hard && git clean -fd"}};
  AliasLookup alias = [this](std::string_view name) {
    auto at = aliases.find(name);
    return at == aliases.end() ? std::nullopt
                               : std::optional<std::string>(at->second);
  };
  AliasLookup none;

  ExplainedLine Of(std::string_view line, bool with_aliases = false) {
    return PartsOf(line, specs, with_aliases ? alias : none);
  }

  // "command git / subcommand status"
  std::string Shown(std::string_view line, bool with_aliases = false) {
    std::string out;
    for (const LinePart& part : Of(line, with_aliases).parts) {
      out += (out.empty() ? "" : " / ") +
             std::string(static_cast<size_t>(part.depth), '>') +
             std::string(WordFor(part)) + (part.unknown ? "?" : "") + " " +
             ShownText(part.text);
    }
    return out;
  }
  // The part with that text.
  LinePart Part(std::string_view line, std::string_view text) {
    for (LinePart& part : Of(line).parts) {
      if (part.text == text) return std::move(part);
    }
    FAIL("no part ", text, " of ", line);
    return {};
  }
};

}  // namespace

TEST_CASE("line parts: the table of lines") {
  LineExplainer explainer;
  const auto cases = testing::ReadCases("explained.txt");
  CHECK(cases.size() > 150);
  for (const auto& c : cases) {
    INFO("explained.txt:" << c.number << ": " << c.line);
    CHECK(explainer.Shown(c.line) == testing::Replaced(c.expected, "\n", "⏎"));
  }
}

TEST_CASE("line parts: each line of the examples has a case") {
  std::set<std::string> explained;
  for (const auto& c : testing::ReadCases("explained.txt")) {
    explained.insert(c.line);
  }
  for (const auto& c : testing::ReadCases("examples.txt")) {
    if (c.line.find_first_not_of(' ') == std::string::npos) continue;
    INFO("examples.txt:" << c.number);
    CHECK(explained.contains(c.line));
  }
}

TEST_CASE("line parts: behind aliases, also those of several commands") {
  LineExplainer explainer;
  const auto shown = [&](std::string_view line) {
    return explainer.Shown(line, /*with_aliases=*/true);
  };
  CHECK(shown("gst -s") ==
        "alias gst / >command git / >subcommand status / option -s");
  CHECK(shown("both y && ll") ==
        "alias both / >command cd / >directory x / >operator && / "
        ">command rm / >option -r / file y / operator && / "
        "alias ll / >alias ls / >command ls / >option --color / >option -l");
  CHECK(shown("a x") == "alias a / >alias b / >command a / argument x");
  CHECK(shown("git co main") ==
        "command git / alias co / >subcommand checkout / branch main");
  CHECK(shown("git undo") ==
        "alias git undo / >command git / >subcommand reset / >option --hard / "
        ">operator && / >command git / >subcommand clean / >option -f / "
        ">option d");
  CHECK(shown("\\gst") == "command \\gst");
  // zsh replaces a global alias anywhere, and only a whole word.
  CHECK(shown("cat G x") ==
        "command cat / alias G / >operator | / >command grep / pattern x");
  CHECK(shown("echo L") ==
        "command echo / alias L / >argument L / >argument L");
  CHECK(shown("G 'G' xG") == "command G / argument 'G' / argument xG");
  CHECK(shown("echo $(gst)") ==
        "command echo / argument $(gst) / >alias gst / >>command git / "
        ">>subcommand status");
}

TEST_CASE("line parts: what each means") {
  LineExplainer explainer;
  const auto part = [&](std::string_view line, std::string_view text) {
    return explainer.Part(line, text);
  };
  CHECK(part("tar xzf a", "x").name == "--extract");
  // Not its longest name, --gunzip: this one packs too.
  CHECK(part("tar czf a", "z").name == "--gzip");
  CHECK(part("echo $HOME", "$HOME").meaning == "Your home directory");
  CHECK(part("tar xzf a", "a").name == "ARCHIVE");
  CHECK(part("find . -type d", "d").meaning == "directory");
  CHECK(part("a | b", "|").meaning ==
        "Pass the output of the command before it to the one behind it");
  CHECK(part("make 2>&1", "2>&1").meaning ==
        "Send standard error to where standard output goes");
  CHECK(part("A=1 make", "A=1").meaning ==
        "Set the variable for this command only");
  CHECK(part("A=1", "A=1").meaning == "Set the variable in this shell");
  CHECK(part("ls $x", "$x").meaning == "value of the variable x");
  CHECK(part("scp a b h:c", "b").name == "source");
  CHECK(part("scp a b h:c", "h:c").name == "target");
}

TEST_CASE("line parts: their bytes in the line") {
  LineExplainer explainer;
  const auto bytes = [&](std::string_view line, std::string_view text) {
    const LinePart part = explainer.Part(line, text);
    return std::pair(part.begin, part.end);
  };
  using Bytes = std::pair<size_t, size_t>;
  CHECK(bytes("tar -xzf a", "-x") == Bytes{4, 6});
  CHECK(bytes("tar -xzf a", "f") == Bytes{7, 8});
  CHECK(bytes("ls --color=auto", "auto") == Bytes{11, 15});
  CHECK(bytes("git commit --message='a b'", "'a b'") == Bytes{21, 26});
  CHECK(bytes("sh -c 'rm -r x'", "rm") == Bytes{7, 9});
  CHECK(bytes("sh -c 'rm '\"-r x\"", "rm") == Bytes{6, 17});
  CHECK(bytes("echo $(rm x)", "rm") == Bytes{7, 9});
  CHECK(bytes("echo `rm \\`d\\``", "d") == Bytes{11, 12});
}

TEST_CASE("line parts: paths, and what the command does with them") {
  LineExplainer explainer;
  const auto use = [&](std::string_view line, std::string_view text) {
    return explainer.Part(line, text).path;
  };
  CHECK((use("cat a", "a") == PathUse::kReads));
  CHECK((use("echo x > a", "a") == PathUse::kReplaces));
  CHECK((use("echo x >> a", "a") == PathUse::kCreates));
  CHECK((use("tar xf a", "a") == PathUse::kReads));
  CHECK((use("tar cf a b", "a") != PathUse::kReads));
  CHECK((use("mkdir a", "a") == PathUse::kCreates));
  CHECK((use("cat $a", "$a") == PathUse::kNone));
  CHECK((use("git switch a", "a") == PathUse::kNone));
  // On another machine, in a container.
  CHECK((use("ssh h cat /a", "/a") == PathUse::kNone));
  CHECK((use("ssh h 'cat /a'", "/a") == PathUse::kNone));
  CHECK((use("scp b h:/a", "h:/a") == PathUse::kNone));
  CHECK((use("find . -exec rm {} +", "{}") == PathUse::kNone));
  const LinePart pattern = explainer.Part("rm 'a*'*.o", "'a*'*.o");
  CHECK(pattern.is_pattern);
  CHECK(pattern.value == "a\\**.o");
  CHECK(!explainer.Part("rm 'a*'", "'a*'").is_pattern);
}

TEST_CASE("line parts: any bytes, and no more than the limits") {
  LineExplainer explainer;
  std::mt19937_64 random(testing::RandomSeed());
  const std::string pieces[] = {"git ",
                                "$(",
                                ")",
                                "`",
                                "'",
                                "\"",
                                "|",
                                "<<E\n",
                                "{",
                                "}",
                                "[[ ",
                                "case ",
                                "in ",
                                ";;",
                                "\\",
                                "tar ",
                                "-xz",
                                "=",
                                "\xff",
                                "sh -c ",
                                "$x",
                                "sudo ",
                                "find . -exec ",
                                "; ",
                                "gst ",
                                "\n"};
  for (int i = 0; i < 2000; ++i) {
    std::string line;
    for (size_t n = random() % 12; n > 0; --n) {
      line += pieces[random() % std::size(pieces)];
    }
    INFO(line);
    for (const LinePart& part : explainer.Of(line, true).parts) {
      CHECK(part.begin <= part.end);
      CHECK(part.end <= line.size());
      CHECK(part.depth <= 2 * kMaxTextDepth);
    }
  }
  std::string many;
  for (int i = 0; i < 4000; ++i) many += "a;";
  CHECK(explainer.Of(many).parts.size() <= kMaxParts);
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "echo $(";
  CHECK(explainer.Of(deep).parts.size() <= kMaxParts);
}

}  // namespace synapse
