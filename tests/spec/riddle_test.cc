#include "spec/riddle.h"

#include "tests/testing.h"

namespace synapse {
namespace {

OptionDraft Option(const std::string& name, const std::string& arg = "") {
  OptionDraft option;
  option.names = {name};
  if (!arg.empty()) {
    option.args.emplace_back();
    option.args[0].name = arg;
  }
  return option;
}

}  // namespace

TEST_CASE("riddle: signs of a text") {
  const struct {
    const char* text;
    const char* sign;  // "" for none
  } kCases[] = {
      {"Print it as JSON", "a pronoun instead of a noun"},
      {"Remove all of them", "a pronoun instead of a noun"},
      {"Print commands without running them", ""},
      {"Remove commands older than this", "ends in \"this\""},
      {"Show times above this (with --times)", "ends in \"this\""},
      {"Keep fetched packages there", "ends in \"there\""},
      {"Remove commands older than this time", ""},
      {"Create the cluster anew", "\"anew\""},
      {"Leave out files that such a file lists", "\"such\""},
      {"Run a tool such as make", ""},
      {"Show progress in this way", "\"in this way\""},
      {"Show sizes in this form (default bytes)", "\"in this way\""},
      {"Embed all fonts, or not", "\"or not\" for a value"},
      {"List repositories, enabled or not", ""},
      {"Print only errors, or nothing", ""},
      {"Merge the files that are given", "an empty condition"},
      {"Create only what is needed", "an empty condition"},
      {"Export all variables that are set", ""},
      {"", ""},
  };
  for (const auto& c : kCases) {
    CAPTURE(c.text);
    CHECK(RiddleIn(c.text, nullptr) == c.sign);
  }
}

TEST_CASE("riddle: a text about the value of an option") {
  const OptionDraft port = Option("--port", "number");
  CHECK(RiddleIn("Use this port", &port) == "no more than the name");
  CHECK(RiddleIn("Set the number", &port) == "no more than the name");
  CHECK(RiddleIn("Use this port (default 80)", &port) ==
        "no more than the name");
  const OptionDraft arch = Option("--arch");
  CHECK(RiddleIn("Use this architecture", &arch) == "no more than the name");
  CHECK(RiddleIn("Listen on this port", &port).empty());
  CHECK(RiddleIn("Use this port", nullptr).empty());
  const OptionDraft path = Option("--path", "directory"), flag = Option("-k");
  CHECK(RiddleIn("Look for sources here", &path) == "\"here\" for the value");
  CHECK(RiddleIn("Keep the sound here", &flag).empty());
}

}  // namespace synapse
