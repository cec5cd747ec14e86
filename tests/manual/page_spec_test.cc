#include "manual/page_spec.h"

#include "tests/testing.h"

namespace synapse {
namespace {

PageSpec SpecOf(std::string_view source, const std::string& command = "tool") {
  return SpecOfPage(ParsePage(source), command);
}

std::string TextOf(const CommandDraft& command, std::string_view name) {
  const OptionDraft* option = OptionNamed(command, name);
  return option ? option->description : "none";
}

}  // namespace

TEST_CASE("page spec: options with the first sentence below them") {
  const PageSpec spec = SpecOf(
      ".SH NAME\ntool \\- do things\n.SH SYNOPSIS\n.B "
      "tool\n[\\fIOPTION\\fR]... "
      "[\\fIFILE\\fR]...\n.SH OPTIONS\n.TP\n\\-a, \\-\\-all\nShow all. Then "
      "more.\n.TP\n\\-b\n.TP\n\\-\\-bare\nBe bare.\n.SH "
      "EXAMPLES\n.TP\n\\-x\nNo.\n");
  CHECK(spec.root.description == "do things");
  CHECK(TextOf(spec.root, "-a") == "Show all");
  CHECK(TextOf(spec.root, "--all") == "Show all");
  // Two tags without a text between are one option.
  CHECK(OptionNamed(spec.root, "-b") == OptionNamed(spec.root, "--bare"));
  CHECK(TextOf(spec.root, "-b") == "Be bare");
  CHECK(TextOf(spec.root, "-x") == "none");
  REQUIRE(spec.root.args.size() == 1);
  CHECK(spec.root.args[0].type == ValueType::kFile);
  CHECK(spec.root.args[0].variadic);
}

TEST_CASE("page spec: subcommands and their options") {
  const PageSpec spec = SpecOf(
      ".SH SYNOPSIS\ntool [OPTIONS] COMMAND\n.SH COMMANDS\n.TP\n\\fBadd\\fR "
      "\\fIFILE\\fR\nAdd a file.\n.RS\n.TP\n\\-f\nForce it.\n.RE\n.TP\nremove, "
      "rm\nRemove it.\n.SH OPTIONS\n.TP\n\\-v\nTell more.\n");
  const CommandDraft* add = SubcommandNamed(spec.root, "add");
  REQUIRE(add);
  CHECK(add->description == "Add a file");
  CHECK(TextOf(*add, "-f") == "Force it");
  CHECK(add->args.at(0).type == ValueType::kFile);
  CHECK(SubcommandNamed(spec.root, "rm") ==
        SubcommandNamed(spec.root, "remove"));
  CHECK(TextOf(spec.root, "-v") == "Tell more");
  CHECK(TextOf(spec.root, "-f") == "none");
}

TEST_CASE("page spec: a name with its text in one line, and names once more") {
  const PageSpec spec = SpecOf(
      ".SH SYNOPSIS\ntool COMMAND\n.SH COMMANDS\n.SS Player\n.TP\n"
      "\\fBrandom <on|off>\\fP \\- Toggle it if state (\\fBon\\fP\nor off) is not "
      "given.\n.sp\nnext \\- Go on.\n.sp\nor \\- this\n.SS list\n.PP\nlist, ls\n"
      ".PP\nShow all.\n.SS move\n.PP\ntool move [\\-a] QUERY\n.PP\ntool move \\-b\n"
      ".PP\nMove some.\n.TP\nlast \\- The last.\n");
  const struct {
    const char* name;
    const char* about;
  } kCases[] = {{"random", "Toggle it if state (on or off) is not given"},
                {"next", "Go on"},
                {"ls", "Show all"},
                {"move", "Move some"}};
  for (const auto& c : kCases) {
    const CommandDraft* sub = SubcommandNamed(spec.root, c.name);
    REQUIRE_MESSAGE(sub, c.name);
    CHECK(sub->description == c.about);
  }
  CHECK_FALSE(SubcommandNamed(spec.root, "or"));
}

TEST_CASE("page spec: commands of an editor are no subcommands") {
  const PageSpec spec = SpecOf(
      ".SH SYNOPSIS\ntool [\\-s] [file]\n.SH COMMANDS\n.TP\nput\nPut it.\n");
  CHECK(spec.root.subcommands.empty());
  CHECK(OptionNamed(spec.root, "-s"));  // of the synopsis
}

TEST_CASE("page spec: a short name for one value of a long option") {
  // -p of ls was missing: its tag names an option that stands above.
  const PageSpec spec = SpecOf(
      ".SH OPTIONS\n.TP\n\\fB\\-\\-style\\fR=\\fIWORD\\fR\nAppend it.\n.TP\n"
      "\\fB\\-p\\fR, \\fB\\-\\-style\\fR=\\fIslash\\fR\nAppend a slash.\n.TP\n"
      "\\fB\\-p\\fR\nSay it again.\n");
  CHECK(TextOf(spec.root, "--style") == "Append it");
  CHECK(TextOf(spec.root, "-p") == "Append a slash");
  CHECK(OptionNamed(spec.root, "-p")->args.empty());
  CHECK(OptionNamed(spec.root, "--style")->args.size() == 1);
  CHECK(spec.root.options.size() == 2);
}

TEST_CASE("page spec: pages that may be about a subcommand") {
  const PageSpec spec = SpecOf(
      ".SH SYNOPSIS\ntool add [\\-f]\n.SH \"SEE ALSO\"\n\\fBtool\\-add\\fR(1), "
      "\\fBtool\\-conf\\fR(5), \\fBtool\\-rm\\fR(8), toolbox(1)\n");
  CHECK(spec.references == std::vector<std::string>{"tool-add", "tool-rm"});
  CHECK(spec.of_command == "tool");
  CHECK(spec.of_subcommand == "add");
}

TEST_CASE("page spec: a command line as argument") {
  const PageSpec spec =
      SpecOf(".SH SYNOPSIS\ntool [\\-n] COMMAND [ARG]...\n.SH OPTIONS\n");
  REQUIRE(spec.root.args.size() == 1);
  CHECK(spec.root.args[0].type == ValueType::kCommand);
}

}  // namespace synapse
