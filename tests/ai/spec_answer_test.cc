#include "ai/spec_answer.h"

#include "spec/directories.h"
#include "spec/parse.h"
#include "tests/ai/asker.h"
#include "tests/command/command_testing.h"

namespace synapse {
namespace {

using testing::AiServer;
using testing::Asker;
using testing::HasHelper;
using testing::OfCommand;
using testing::OfServer;
using testing::RunCommand;
using testing::SendOk;
using testing::Streamed;

const std::string kGood =
    R"({"name":"frob","description":"Frobnicate","options":[)"
    R"({"name":["-o","--out"],"description":"Where to","args":)"
    R"({"name":"file","template":"file"}},{"name":"--all"}],)"
    R"("subcommands":[{"name":"list","description":"List all"}]})";

std::string WhyNot(const std::string& answer) {
  const auto spec = SpecFromAnswer(answer, "frob", "a test");
  return spec.ok() ? "" : spec.status().message();
}

// Adds a command with this help to the PATH of the session.
void AddCommand(Asker& a, const std::string& name, const std::string& body) {
  a.s.tree.Write("bin/" + name, "#!/bin/sh\n" + body + "\n");
  chmod(a.s.tree.Path("bin/" + name).c_str(), 0755);
}

std::string Generated(Asker& a, const std::string& name) {
  return JoinPath(GeneratedSpecs(a.s.engine->options().paths), name + ".json");
}

}  // namespace

TEST_CASE("spec answer: a good one is taken, whatever stands around it") {
  for (const std::string& answer :
       {kGood, "Sure!\n```json\n" + kGood + "\n```\nHave fun."}) {
    const auto spec = SpecFromAnswer(answer, "frob", "a test");
    REQUIRE(spec.ok());
    CHECK(spec->root.options.size() == 2);
    CHECK(spec->generated_by == "a test");
    // The written spec can be read again, with its author.
    std::vector<SpecProblem> problems;
    const auto again = ParseSpec(SpecToJson(*spec), "file", &problems);
    REQUIRE(again.ok());
    CHECK(problems.empty());
    CHECK(again->generated_by == "a test");
  }
}

TEST_CASE("spec answer: what a model must not write is refused") {
  const std::string head = R"({"name":"frob","options":[{"name":"--all"}],)";
  const std::pair<std::string, const char*> cases[] = {
      {"", "no JSON"},
      {"I cannot.", "no JSON"},
      {"{\"name\":\"frob\"", "no JSON"},
      {"{\"name\":}", "broken JSON"},
      {"{}", ""},
      {R"({"name":"frob"})", "neither options"},
      {R"({"name":"ls","options":[{"name":"-a"}]})", "it describes ls"},
      {head + R"("generators":{"x":{"command":["rm","-rf","/"]}}})",
       "'generators'"},
      {head + R"("ref":"sudo"})", "'ref'"},
      {head + R"("risk":"none"})", "'risk'"},
      {head + R"("partial":true})", "'partial'"},
      {head + R"("generated_by":"you"})", "'generated_by'"},
      {head + R"("args":{"name":"x","generator":"git.branches"}})",
       "'generator'"},
      {head + R"("args":{"name":"x","template":"command"}})", "template"},
      {head + R"("description":"a\u001b[2Jb"})", "hidden"},
      {head + R"("description":")" + std::string(400, 'a') + "\"}", "too long"},
      {R"({"name":"frob","options":[{"name":"all"}]})",
       "not a valid name of an option"},
      {R"({"name":"frob","options":[{"name":"-a;rm"}]})",
       "is not a valid name"},
      {R"({"name":"frob","options":[{"name":"--a b"}]})",
       "is not a valid name"},
      {R"({"name":"frob","subcommands":[{"name":"-x"}]})",
       "not a valid name of a command"},
      {R"({"name":"frob","options":{"name":"--all"}})", "not an array"},
      {R"({"name":"frob","options":["--all"]})", "not an object"},
  };
  for (const auto& one : cases) {
    INFO(one.first);
    const std::string why = WhyNot(one.first);
    CHECK_FALSE(why.empty());
    CHECK(why.find(one.second) != std::string::npos);
    CHECK(why.find('\033') == std::string::npos);
  }
  std::string deep = R"({"name":"x","options":[{"name":"-a"}]})";
  for (int i = 0; i < 8; ++i) {
    deep = R"({"name":"frob","subcommands":[)" + deep + "]}";
  }
  CHECK(WhyNot(deep).find("too deep") != std::string::npos);
  std::string wide = R"({"name":"frob","options":[)";
  for (int i = 0; i < 4000; ++i) {
    wide += (i ? "," : "") + std::string(R"({"name":"--o)") +
            std::to_string(i) + "\"}";
  }
  CHECK(WhyNot(wide + "]}").find("too large") != std::string::npos);
  CHECK_FALSE(
      WhyNot(std::string(100'000, '{') + std::string(100'000, '}')).empty());
}

TEST_CASE("spec generate: --help becomes a spec with a mark, kept once") {
  Asker a({});
  const std::string sent = a.s.tree.Path("sent");
  Asker b(OfCommand("cat >" + sent + "; echo '" + kGood + "'"));
  AddCommand(b, "frob",
             "echo 'usage: frob [--all]'; echo \"$*\" >&2; echo next");
  const auto made = RunCommand(b.s, "spec", {"generate", "--ai", "frob"});
  CHECK(made.err == "");
  REQUIRE(made.status == 0);
  const std::string path = Generated(b, "frob");
  auto text = ReadFile(path);
  REQUIRE(text.ok());
  CHECK(text->find("\"generated_by\": \"a language model (") != text->npos);
  CHECK(text->find("spec-2") != text->npos);
  CHECK(RunCommand(b.s, "spec", {"check", path}).status == 0);
  auto prompt = ReadFile(sent);
  REQUIRE(prompt.ok());
  // The help is there row by row, from both streams.
  CHECK(prompt->find("usage: frob [--all]\n--help\nnext\n") != prompt->npos);
  // A second call does not ask again, unless the user wants it.
  unlink(sent.c_str());
  const auto again = RunCommand(b.s, "spec", {"generate", "--ai", "frob"});
  CHECK(again.status == 1);
  CHECK(again.err.find("--force") != again.err.npos);
  CHECK_FALSE(IsRegularFile(sent));
  CHECK(
      RunCommand(b.s, "spec", {"generate", "--ai", "--force", "frob"}).status ==
      0);
}

TEST_CASE(
    "spec generate: a refused answer writes nothing and keeps what is there") {
  Asker a(OfCommand(
      "cat >/dev/null; echo '{\"name\":\"frob\",\"generators\":{}}'"));
  AddCommand(a, "frob", "echo usage");
  const std::string path = Generated(a, "frob");
  const auto lied = RunCommand(a.s, "spec", {"generate", "--ai", "frob"});
  CHECK(lied.status == 1);
  CHECK(lied.err ==
        "synapse: spec: the answer was rejected: 'generators' is not allowed "
        "there\n");
  CHECK_FALSE(IsRegularFile(path));
  a.s.tree.Write("cache/specs/frob.json", kGood);
  CHECK(
      RunCommand(a.s, "spec", {"generate", "--ai", "--force", "frob"}).status ==
      1);
  CHECK(ReadFile(path).ok());
  CHECK(*ReadFile(path) == kGood);
}

TEST_CASE("spec generate: what is in the way is said, and nothing is asked") {
  Asker a({});
  const std::string sent = a.s.tree.Path("sent");
  Asker b(OfCommand("cat >" + sent + "; echo '" + kGood + "'"));
  AddCommand(b, "quiet", "exit 0");
  AddCommand(
      b, "secretive",
      "echo password=hunter2222 --token=ghp_abcdefghijklmnopqrstuvwxyz0123456789");
  AddCommand(b, "frob", "echo usage");
  for (const auto& one : {std::pair("git", "a spec exists"),
                          std::pair("nowhere", "no such command"),
                          std::pair("../frob", "no command name"),
                          std::pair("quiet", "prints nothing"),
                          std::pair("secretive", "nothing is sent")}) {
    const std::string name = one.first, why = one.second;
    INFO(name);
    const auto reply = RunCommand(b.s, "spec", {"generate", "--ai", name});
    CHECK(reply.status == 1);
    CHECK(reply.err.find(why) != reply.err.npos);
  }
  testing::CheckUsage(RunCommand(b.s, "spec", {"generate"}));
  b.s.engine->SetIncognito(Incognito::kEphemeral);
  CHECK(RunCommand(b.s, "spec", {"generate", "--ai", "frob"})
            .err.find("incognito") != std::string::npos);
  CHECK_FALSE(IsRegularFile(sent));
}

TEST_CASE("spec generate: over a server, and one that lies") {
  if (!HasHelper()) return;
  AiServer server([](int socket, const std::string& request) {
    const bool lies = request.find("frob2") != std::string::npos;
    SendOk(socket, Streamed(lies ? "rm -rf /\n" : kGood));
  });
  Asker a(OfServer(server));
  AddCommand(a, "frob", "echo usage");
  AddCommand(a, "frob2", "echo usage");
  CHECK(RunCommand(a.s, "spec", {"generate", "--ai", "frob"}).status == 0);
  CHECK(IsRegularFile(Generated(a, "frob")));
  const auto lied = RunCommand(a.s, "spec", {"generate", "--ai", "frob2"});
  CHECK(lied.status == 1);
  CHECK(lied.err.find("there is no JSON in it") != lied.err.npos);
  CHECK_FALSE(IsRegularFile(Generated(a, "frob2")));
}

}  // namespace synapse
