#include "manual/help_text.h"

#include "tests/testing.h"

namespace synapse {
namespace {

// "NAMES: TEXT" of options, then "SUB: TEXT" of subcommands, in lines.
std::string ShownHelp(std::string_view text) {
  const CommandDraft command = SpecOfHelp(text, "tool");
  std::string out;
  for (const OptionDraft& option : command.options) {
    for (const std::string& name : option.names) out += name + " ";
    if (!option.args.empty()) out += "<" + option.args[0].name + "> ";
    out += ": " + option.description + "\n";
  }
  for (const CommandDraft& sub : command.subcommands) {
    for (const std::string& name : sub.names) out += name + " ";
    out += "= " + sub.description + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("help text: the layouts of argument parsers") {
  const struct {
    const char* what;
    const char* text;
    const char* shown;
  } kCases[] = {
      {"getopt",
       "Usage: tool [OPTION]...\n\n  -a, --all             show all\n"
       "                          entries\n  -b\n      --color=WHEN\n",
       "-a --all : show all entries\n-b : \n--color <when> : \n"},
      {"argparse",
       "usage: tool [-h] [--out FILE]\n\noptions:\n  -h, --help  show this\n"
       "  --out FILE, -o FILE\n                        write there\n",
       "-h --help : show this\n--out -o <file> : write there\n"},
      {"clap",
       "Usage: tool [OPTIONS] <COMMAND>\n\nCommands:\n  build, b  Compile it\n"
       "  help      Print this\n\nOptions:\n  -q, --quiet\n          Be "
       "quiet\n",
       "-q --quiet : Be quiet\nbuild b = Compile it\nhelp = Print this\n"},
      {"Cobra",
       "Available Commands:\n  get         Display one\n\nFlags:\n  -n, "
       "--namespace string   the name\n",
       "-n --namespace <string> : the name\nget = Display one\n"},
      {"Go", "Usage of tool:\n  -addr string\n    \tlisten here\n  -v\tmore\n",
       "-addr <string> : listen here\n-v : more\n"},
      {"BusyBox", "\nUsage: tool [-ab]\n\n\t-a\tAll\n\t-b N\tBytes\n",
       "-a : All\n-b <n> : Bytes\n"},
      {"short forms", "  -a: all of it\n  -b bare\n",
       "-a : all of it\n-b <bare> : \n"},
      {"dashes", "Most used commands:\n  list - list packages\n",
       "list = list packages\n"},
      {"terminal escapes", "\x1b[1m  -a\x1b[0m  all\x07\n", "-a : all\n"}};
  for (const auto& c : kCases) {
    CHECK_MESSAGE(ShownHelp(c.text) == c.shown, c.what);
  }
}

TEST_CASE("help text: prose is no option") {
  CHECK(ShownHelp("tool - does things\n\nReport bugs - to nobody\n--- end\n") ==
        "");
}

}  // namespace synapse
