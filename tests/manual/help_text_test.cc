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
      {"argparse with subcommands",
       "usage: tool [-h]\n            {send,get}\n            ...\n\n"
       "positional arguments:\n  {send,get}  what to do\n    send (s)  Send it\n"
       "\noptions:\n  -h, --help  show this help message\n",
       "-h --help : show this help message\nsend = Send it\nget = \n"},
      {"terminal escapes", "\x1b[1m  -a\x1b[0m  all\x07\n", "-a : all\n"}};
  for (const auto& c : kCases) {
    CHECK_MESSAGE(ShownHelp(c.text) == c.shown, c.what);
  }
}

TEST_CASE("help text: what the command does, and its arguments") {
  const struct {
    const char* text;
    const char* about;
    const char* arg;
  } kCases[] = {
      {"Usage: tool [OPTIONS] [FILE]\n\n  Send a file. Really.\n\nOptions:\n  -a  b\n",
       "Send a file", "file"},
      // argparse breaks the usage.
      {"usage: tool [-h] [--out FILE]\n            [DIR ...]\n\nFilter the files\n"
       "of a tree.\n",
       "Filter the files of a tree", "dir"},
      {"tool 1.2\nReads messages of others\n\nUSAGE:\n    tool <NAME>\n",
       "Reads messages of others", "name"},
      {"NAME:\n   tool - Control all of it\n\nUSAGE:\n   tool\n",
       "Control all of it", ""},
      // Messages are no help.
      {"tool: invalid option -- '-'\nTry 'tool -h' for more information.\n", "",
       ""},
      {"cannot open the display now\n", "", ""},
      {"Usage: tool\nReport bugs to <a@b.c> at once\nCopyright (C) 2020 A B\n",
       "", ""},
  };
  for (const auto& c : kCases) {
    CAPTURE(c.text);
    const CommandDraft command = SpecOfHelp(c.text, "tool");
    CHECK(command.description == c.about);
    CHECK((command.args.empty() ? "" : command.args[0].name) == c.arg);
  }
}

TEST_CASE("help text: parsers whose subcommands have a --help") {
  for (
      const char* text :
      {"Usage: tool [OPTIONS] COMMAND [ARGS]...\n",
       "usage: tool {a,b} ...\n  -h, --help  show this help message and exit\n",
       "  help  Print this message or the help of the given subcommand(s)\n",
       "Use \"tool [command] --help\" for more information about a command.\n",
       "   help, h  Shows a list of commands or help for one command\n"}) {
    CHECK_MESSAGE(SubcommandsHaveHelp(text), text);
  }
  CHECK_FALSE(
      SubcommandsHaveHelp("Usage: tool COMMAND\n\nCommands:\n  a  b\n"));
}

TEST_CASE("help text: prose is no option") {
  CHECK(ShownHelp("tool - does things\n\nReport bugs - to nobody\n--- end\n") ==
        "");
}

}  // namespace synapse
