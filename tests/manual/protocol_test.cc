#include "manual/protocol.h"

#include <sys/stat.h>

#include "manual/program_completion.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using Texts = std::vector<std::string>;
using Files = ProtocolAnswer::Files;

Texts TextsOf(const ProtocolAnswer& answer) {
  Texts out;
  for (const GeneratedValue& v : answer.values) {
    out.push_back(v.description.empty() ? v.value
                                        : v.value + " - " + v.description);
  }
  return out;
}

constexpr const char* kCobraFile =
    "requestComp=\"${words[0]} __complete ${args[*]}\"\n"
    "local shellCompDirectiveError=1\n";

}  // namespace

TEST_CASE("protocol: a completion file says which one a program speaks") {
  struct Case {
    std::string_view text;
    std::string_view command;
    Protocol protocol;
  };
  const Case cases[] = {
      {kCobraFile, "tool", Protocol::kCobra},
      {"x $args[1] __completeNoDesc $a # ShellCompDirectiveDefault", "tool",
       Protocol::kCobra},
      {"__complete_tool() { :; } # calls __complete now", "tool",
       Protocol::kNone},
      {"_MY_TOOL_COMPLETE=bash_complete $1", "my-tool", Protocol::kClick},
      {"eval \"$(_MY_TOOL_COMPLETE=\"zsh_source\" my.tool)\"", "my.tool",
       Protocol::kClick},
      {"_TOOL_COMPLETE=complete $1", "tool", Protocol::kOldClick},
      {"_OTHER_COMPLETE=bash_complete $1", "tool", Protocol::kNone},
      {"_MY_TOOL_COMPLETE=bash_complete $1", "tool", Protocol::kNone},
      {"_TYPER_COMPLETE_ARGS=x _TOOL_COMPLETE=complete_zsh tool", "tool",
       Protocol::kNone},
      {"Usage: tool [OPTIONS]", "tool", Protocol::kNone},
      {"complete -o nospace -F _python_argcomplete \"tool\"", "tool",
       Protocol::kArgcomplete},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(ProtocolIn(c.text, c.command) == c.protocol);
  }
}

TEST_CASE("protocol: files of the user count, and those next to a program") {
  testing::TempTree tree;
  const std::string home = tree.MakeDir("home");
  const std::string local = home + "/.local/";
  tree.Write("p/bin/tool", "#!/bin/sh\n# PYTHON_ARGCOMPLETE_OK\n");
  tree.Write("p/share/bash-completion/completions/tool", kCobraFile);
  const std::string program = tree.Path("p/bin/tool");
  // A project may have such a directory on PATH.
  CHECK(ProtocolOf("tool", program, home) == Protocol::kNone);
  tree.Write("home/.local/bin/tool", "#!/bin/sh\n# PYTHON_ARGCOMPLETE_OK\n");
  const std::string own = local + "bin/tool";
  CHECK(ProtocolOf("tool", own, home) == Protocol::kArgcomplete);
  CHECK(ProtocolOf("tool", own, "") == Protocol::kNone);
  chmod(own.c_str(), 04755);
  CHECK(ProtocolOf("tool", own, home) == Protocol::kNone);
  // The file of a package may register a command of another name.
  tree.Write("home/.local/bin/az", "#!/bin/sh\n");
  tree.Write("home/.local/etc/bash_completion.d/azure-cli",
             "_python_argcomplete() { :; }\n"
             "  complete -o nospace -F _python_argcomplete \"az\"\n"
             "complete -F _az_other azx # _python_argcomplete\n");
  tree.Write("home/.local/bin/azx", "#!/bin/sh\n");
  CHECK(ProtocolOf("az", local + "bin/az", home) == Protocol::kArgcomplete);
  CHECK(ProtocolOf("azx", local + "bin/azx", home) == Protocol::kNone);
  tree.Write("home/.config/fish/completions/tool.fish", kCobraFile);
  CHECK(ProtocolOf("tool", program, home) == Protocol::kCobra);
  CHECK(ProtocolOf("../tool", program, home) == Protocol::kNone);
  CHECK(ProtocolOf("tool", tree.Path("none"), home) == Protocol::kNone);
}

TEST_CASE("protocol: how a program is asked") {
  const ProtocolQuestion question{
      "/bin/my-tool", {"my-tool", "get", "it's"}, "--out="};
  ProtocolCall call = CallOf(Protocol::kCobra, question);
  CHECK(call.words == Texts{"my-tool", "__complete", "get", "it's", "--out="});
  call = CallOf(Protocol::kClick, question);
  CHECK(call.words == Texts{"my-tool"});
  CHECK(call.environment ==
        Texts{"_MY_TOOL_COMPLETE=zsh_complete",
              "COMP_WORDS=my-tool get 'it'\\''s' --out=", "COMP_CWORD=3"});
  call = CallOf(Protocol::kArgcomplete, {"/bin/t", {"t", "a"}, ""});
  CHECK(call.answers_at == 8);
  CHECK(call.environment.back() == "COMP_POINT=4");

  CHECK(AskedPartial("sta") == "");
  CHECK(AskedPartial("-x") == "-");
  CHECK(AskedPartial("--st") == "--");
  CHECK(AskedPartial("--state=op") == "--state=");
  CHECK(AskedPartial("pods/web") == "pods/");
}

TEST_CASE("protocol: the directive of Cobra") {
  struct Case {
    std::string_view output;
    Texts values;
    Files files;
    Texts types = {};
  };
  const Case cases[] = {
      {"list\tList them\nopen\n_activeHelp_ Choose one\n:4\n",
       {"list - List them", "open"},
       Files::kNone},
      {"pod/\n:6\n", {"pod/"}, Files::kNone},  // no space, no files
      {"a\n:0\n", {"a"}, Files::kUnknown},
      {":0\n", {}, Files::kAny},
      {"yaml\n*.yml\n.json\n:8\n", {}, Files::kOfType, {"yaml", "yml", "json"}},
      {"themes\n:16\n", {}, Files::kDirectories},
      {"a\n:1\n", {}, Files::kUnknown},  // an error
      {"a\tb\n", {}, Files::kUnknown},   // cut, or no answer of Cobra
      {"a\n:none\n", {}, Files::kUnknown},
      {"a\x1b[31m\nb\tx\x07y\n--all\tAll \n:4\n",
       {"b", "--all - All"},
       Files::kNone},
  };
  for (const Case& c : cases) {
    CAPTURE(c.output);
    const ProtocolAnswer answer = ParseAnswer(Protocol::kCobra, c.output);
    CHECK(TextsOf(answer) == c.values);
    CHECK(answer.files == c.files);
    CHECK(answer.types == c.types);
  }
  std::string many;
  for (int i = 0; i < 5000; ++i) many += std::to_string(i) + "\n";
  many += std::string(300, 'a') + "\n:4\n";
  CHECK(ParseAnswer(Protocol::kCobra, many).values.size() == kMaxGenerated);
}

TEST_CASE("protocol: answers of click and argcomplete") {
  ProtocolAnswer answer = ParseAnswer(
      Protocol::kClick,
      "plain\nadd\nAdd one\nof them\nplain\na\\:b\nTwo\nplain\nc\\:d\n_\n"
      "plain\ncut");
  CHECK(TextsOf(answer) == Texts{"add - Add one", "a:b - Two", "c\\:d"});
  CHECK(answer.files == Files::kUnknown);
  answer = ParseAnswer(Protocol::kClick, "dir\n\n_\n");
  CHECK(answer.files == Files::kDirectories);
  CHECK_FALSE(answer.empty());
  CHECK(ParseAnswer(Protocol::kClick, "file\n\n_\n").files == Files::kAny);
  CHECK(TextsOf(ParseAnswer(Protocol::kOldClick, "a\nb\x07\nc")) ==
        Texts{"a", "c"});
  CHECK(TextsOf(ParseAnswer(Protocol::kArgcomplete,
                            "--all\tShow all\vx \v\vy\tWhy\x1b\v")) ==
        Texts{"--all - Show all", "x", "y"});
  CHECK(ParseAnswer(Protocol::kNone, "a\n").empty());
}

}  // namespace synapse
