#include "spec/descriptions.h"

#include "spec/parse.h"
#include "spec/verbs.h"
#include "tests/testing.h"

namespace synapse {
namespace {

// "WHERE: WHAT" of each finding, in order.
std::vector<std::string> StyleFindings(const std::string& json) {
  auto spec = ParseSpec(json, "deploy.json");
  REQUIRE(spec.ok());
  std::vector<std::string> found;
  for (const DescriptionProblem& p : CheckDescriptions(spec->root)) {
    found.push_back(p.where + ": " + p.what);
  }
  return found;
}

std::string WithOption(const std::string& names, const std::string& text) {
  return R"({"name": "deploy", "options": [{"name": )" + names +
         R"(, "description": ")" + text + R"("}]})";
}

// The finding without the place and the text; "" for none.
std::string UnclearPartOf(const std::string& names, const std::string& text,
                          const std::string& args = "[]") {
  const auto found = StyleFindings(
      R"({"name": "deploy", "options": [{"name": )" + names +
      R"(, "description": ")" + text + R"(", "args": )" + args + "}]}");
  if (found.empty()) return "";
  const size_t begin = found[0].find(": ") + 2;
  return found[0].substr(begin, found[0].rfind(": ") - begin);
}

}  // namespace

TEST_CASE("descriptions: the text of one option") {
  const struct {
    const char* names;
    const char* text;
    const char* finding;  // nullptr for none
  } kCases[] = {
      {R"("-q")", "Suppress progress reports", nullptr},
      {R"("-q")", "List, check and remove builds", nullptr},
      {R"("--no-color")", "Do not color the output", nullptr},
      {R"("--list-hosts")", "List the hosts that take builds", nullptr},
      {R"("-q")", "", "deploy -q: 0 words"},
      {R"("-q")", "Say less", "deploy -q: 2 words: Say less"},
      {R"("-q")",
       "Print one two three four five six seven eight nine ten eleven twelve "
       "thirteen fourteen",
       "deploy -q: 15 words: Print one two three four five six seven eight "
       "nine ten eleven twelve thirteen fourteen"},
      {R"("-q")", "Only errors are shown",
       "deploy -q: does not begin with a verb: Only errors are shown"},
      {R"("-q")", "suppress progress reports",
       "deploy -q: does not begin with a verb: suppress progress reports"},
      {R"("-q")", "Prin the hosts",
       "deploy -q: does not begin with a verb: Prin the hosts"},
      {R"("-q")", "Print it as JSON",
       "deploy -q: a pronoun instead of a noun: Print it as JSON"},
      {R"(["-a", "-b", "-c", "-d", "--all"])", "List all hosts", nullptr},
      {R"(["-a", "-b", "-c", "-d", "-e"])", "List all hosts",
       "deploy -e: 5 short names: List all hosts"},
      {R"(["-l", "--list-all-hosts"])", "List all the hosts",
       "deploy --list-all-hosts: only repeats the name: List all the hosts"},
  };
  for (const auto& c : kCases) {
    CAPTURE(c.text);
    const auto found = StyleFindings(WithOption(c.names, c.text));
    CHECK(found == (c.finding ? std::vector<std::string>{c.finding}
                              : std::vector<std::string>{}));
  }
}

TEST_CASE("descriptions: a text says what it is about") {
  const struct {
    const char* text;
    const char* part;  // "" for none
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
  };
  for (const auto& c : kCases) {
    CAPTURE(c.text);
    CHECK(UnclearPartOf(R"("-q")", c.text) == c.part);
  }
}

TEST_CASE("descriptions: a text about the value of an option") {
  const struct {
    const char* name;
    const char* args;
    const char* text;
    const char* part;  // "" for none
  } kCases[] = {
      {R"("--port")", R"([{"name": "number"}])", "Use this port",
       "no more than the name"},
      {R"("--port")", R"([{"name": "number"}])", "Set the number",
       "no more than the name"},
      {R"("--port")", R"([{"name": "number"}])", "Use this port (default 80)",
       "no more than the name"},
      {R"("--arch")", "[]", "Use this architecture", "no more than the name"},
      {R"("--port")", R"([{"name": "number"}])", "Listen on this port", ""},
      {R"("--path")", R"([{"name": "directory"}])", "Look for sources here",
       "\"here\" for the value"},
      {R"("-k")", "[]", "Keep the sound here", ""},
  };
  for (const auto& c : kCases) {
    CAPTURE(c.text);
    CHECK(UnclearPartOf(c.name, c.text, c.args) == c.part);
  }
}

TEST_CASE("descriptions: two options of one command have different texts") {
  const auto found = StyleFindings(R"({"name": "deploy", "options": [
      {"name": ["-f", "--force"], "description": "Replace what runs on it"},
      {"name": "--again", "description": "Replace what runs on it"}],
    "subcommands": [{"name": "push", "description": "Send a build to hosts",
      "options": [
        {"name": "--force", "description": "Replace what runs on it"}]}]})");
  CHECK(found == std::vector<std::string>{
                     "deploy --again: same text as --force: Replace what runs "
                     "on it"});
}

TEST_CASE("descriptions: noun phrases") {
  const auto found =
      StyleFindings(R"({"name": "deploy", "description": "deploy",
    "subcommands": [
      {"name": "push", "description": "Hosts to send to",
       "args": [{"name": "how"}, {"name": "host", "description": "The host",
                 "values": [{"value": "all", "description": "every host"}]}]},
      {"name": "pull", "ref": "pull"}]})");
  CHECK(found ==
        std::vector<std::string>{
            "deploy: only repeats the name: deploy",
            "deploy push: does not begin with a verb: Hosts to send to",
            "deploy push: an argument named how",
            "deploy push host: only repeats the name: The host"});
}

TEST_CASE("descriptions: the verbs are in order, each once") {
  std::string_view last;
  for (std::string_view rest = kVerbs; !rest.empty();) {
    const std::string_view verb = rest.substr(0, rest.find(' '));
    CAPTURE(verb);
    CHECK(last < verb);
    last = verb;
    rest.remove_prefix(verb.size() + 1);
  }
}

}  // namespace synapse
