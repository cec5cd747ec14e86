#include "manual/program_completion.h"

#include <poll.h>
#include <sys/stat.h>

#include "tests/testing.h"

namespace synapse {
namespace {

// A program of the user that is known to speak a protocol.
struct StandIn {
  testing::TempTree tree;
  CommandRunner runner;
  GeneratorCache generators{&runner};
  ProgramCompletion completion{runner, generators};

  StandIn(const std::string& file, const std::string& script) {
    tree.Write("home/.local/share/bash-completion/completions/tool", file);
    tree.Write("home/.local/bin/tool", "#!/bin/sh\n" + script);
    chmod(Program().c_str(), 0755);
    generators.RunCommands([](std::string_view) { return std::nullopt; });
  }
  std::string Program() const { return tree.Path("home/.local/bin/tool"); }
  auto Ask(const std::vector<std::string>& words, const std::string& partial) {
    return completion.Ask({Program(), words, partial}, tree.Path("home"));
  }
  // Asks, and waits like a line editor.
  std::vector<std::string> Answer(const std::vector<std::string>& words,
                                  const std::string& partial = "") {
    auto answer = Ask(words, partial);
    while (!answer) {
      pollfd watched = {runner.fd(), POLLIN, 0};
      poll(&watched, 1, 20);
      for (const auto& done : runner.Read()) {
        CHECK(completion.Ended(done));
      }
      if (!completion.is_under_way()) answer = Ask(words, partial);
    }
    std::vector<std::string> out;
    for (const GeneratedValue& v : answer->values) {
      out.push_back(v.value + "/" + v.description);
    }
    return out;
  }
};

using Texts = std::vector<std::string>;
constexpr const char* kCobra = "$1 __complete $2 # shellCompDirectiveError";

}  // namespace

TEST_CASE("program completion: a file that completes a command is looked for") {
  StandIn cobra(kCobra, "");
  const std::string home = cobra.tree.Path("home");
  CHECK(cobra.completion.HasFile("tool", home + "/.local/bin", home));
  CHECK_FALSE(cobra.completion.HasFile("other", "", home));
  CHECK_FALSE(cobra.completion.HasFile("../tool", "", home));
  // It is not looked for again at the next key.
  cobra.tree.Write("home/.config/fish/completions/other.fish", "");
  CHECK_FALSE(cobra.completion.HasFile("other", "", home));
}

TEST_CASE("program completion: each protocol, by a stand-in") {
  StandIn cobra(
      kCobra,
      "[ \"$1 $2 $3\" = '__complete get ' ] || exit 1\n"
      "echo noise >&2\nprintf 'pod\\tA pod\\nin %s\\n:4\\n' \"$PWD\"");
  CHECK(cobra.Answer({"tool", "get"}, "po") == Texts{"pod/A pod", "in //"});
  CHECK(cobra.Answer({"tool", "put"}) == Texts{});

  StandIn click("_TOOL_COMPLETE=bash_complete $1",
                "[ \"$_TOOL_COMPLETE\" = zsh_complete ] || exit 1\n"
                "printf 'plain\\n%s\\n%s\\n' \"$COMP_CWORD\" \"$COMP_WORDS\"");
  CHECK(click.Answer({"tool", "a b"}, "--x") == Texts{"2/tool 'a b' --"});

  StandIn argcomplete("complete -F _python_argcomplete tool",
                      "echo noise; echo noise >&9\n"
                      "printf 'x\\t%s' \"$COMP_LINE\" >&8");
  CHECK(argcomplete.Answer({"tool", "a"}) == Texts{"x/tool a"});
}

TEST_CASE(
    "program completion: one question for all words, until the command runs") {
  StandIn s(kCobra, "echo x >>\"${0%/bin/tool}/runs\"; echo \"$2$3\"; echo :4");
  const auto runs = [&] {
    return ReadFile(s.tree.Path("home/.local/runs"))->size() / 2;
  };
  CHECK(s.Answer({"tool"}, "a") == Texts{});
  CHECK(s.Answer({"tool"}, "bc") == Texts{});
  CHECK(runs() == 1);
  CHECK(s.Answer({"tool", "b"}) == Texts{"b/"});
  CHECK(s.Answer({"tool"}, "--st") == Texts{"--/"});
  CHECK(runs() == 3);
  s.completion.CommandRan("other");
  s.Answer({"tool", "b"});
  CHECK(runs() == 3);
  s.completion.CommandRan("sudo tool b");
  s.Answer({"tool", "b"});
  CHECK(runs() == 4);
}

TEST_CASE(
    "program completion: a hostile program does no harm, and is given up") {
  struct Case {
    const char* script;
    bool given_up;
  };
  const Case cases[] = {
      {"sleep 60", true},  // slow
      {"yes", true},       // endless
      {"head -c 3000000 /dev/zero; echo :4", true},
      {"head -c 3000 /dev/urandom", false},  // binary
      {"printf 'a\\033[31m\\n\\200\\n:4\\n'", false},
      {"echo a; echo :4; exit 3", false},
      {"kill -9 $$", false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.script);
    StandIn s(kCobra, c.script);
    s.completion.SetTimeout(30);
    if (!c.given_up) s.completion.SetTimeout(5000);
    CHECK(s.Answer({"tool"}) == Texts{});
    CHECK_FALSE(s.runner.running());
    // Another question: asked again, unless the program was given up.
    CHECK((s.Ask({"tool", "b"}, "") != nullptr) == c.given_up);
  }
}

TEST_CASE("program completion: no other program is run") {
  StandIn unknown("complete -W 'a b' tool", "echo a; echo :4");
  CHECK(unknown.Answer({"tool"}) == Texts{});
  StandIn off(kCobra, "echo a; echo :4");
  off.generators.RunCommands(nullptr);
  CHECK(off.Answer({"tool"}) == Texts{});
  CHECK(off.Ask({}, "")->empty());
  CHECK(off.Ask({"tool", std::string(10000, 'a')}, "")->empty());
}

}  // namespace synapse
