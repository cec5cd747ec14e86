#include "source/shell_completion.h"

#include <doctest/doctest.h>
#include <poll.h>
#include <unistd.h>

#include "spec/generator.h"

namespace synapse {
namespace {

using namespace std::string_literals;

CompletionContext At(const std::string& prefix, const std::string& partial) {
  CompletionContext context;
  context.prefix = prefix;
  context.partial = partial;
  context.command = prefix.substr(0, prefix.find(' '));
  return context;
}

bool WaitFor(CommandRunner& runner, ShellCompletion& shell) {
  while (shell.is_under_way()) {
    pollfd watched = {runner.fd(), POLLIN, 0};
    poll(&watched, 1, 100);
    for (const auto& done : runner.Read()) return shell.Ended(done);
  }
  return false;
}

}  // namespace

TEST_CASE("shell completion: pairs of texts, bounded and without escapes") {
  const auto matches = ParseShellMatches(
      "spin\0Spin the wheel \0--all\0\0a\x1b[31mb\0x\0\0no value\0stop\0b\x07\0cut\0of"s);
  REQUIRE(matches.size() == 3);
  CHECK(matches[0].value == "spin");
  CHECK(matches[0].description == "Spin the wheel");
  CHECK(matches[1].value == "--all");
  CHECK(matches[2].value == "stop");
  CHECK(matches[2].description.empty());
  std::string many;
  for (int i = 0; i < 5000; ++i) many += std::to_string(i) + "\0\0"s;
  CHECK(ParseShellMatches(many).size() == kMaxGenerated);
  CHECK(ParseShellMatches(std::string(300, 'a') + "\0\0"s).empty());
  CHECK(ParseShellMatches("").empty());
}

TEST_CASE("shell completion: asked once for a place, and in a copy") {
  CommandRunner runner;
  ShellCompletion shell(runner);
  int asked = 0;
  shell.SetAsk([&](int fd) {
    ++asked;  // of the copy
    (void)!write(fd, "spin\0\0", 6);
  });
  const auto context = At("frob ", "s");
  shell.Begin(context, "/");
  REQUIRE(shell.is_under_way());
  CHECK(shell.For(context, "/").empty());
  CHECK(WaitFor(runner, shell));
  CHECK(asked == 0);
  REQUIRE(shell.For(context, "/").size() == 1);
  CHECK(shell.For(context, "/")[0].value == "spin");
  CHECK(shell.For(At("frob ", ""), "/").empty());
  CHECK(shell.For(context, "/tmp").empty());
  shell.Begin(context, "/");
  CHECK_FALSE(shell.is_under_way());
  shell.Begin(context, "/tmp");
  CHECK(shell.is_under_way());
}

TEST_CASE("shell completion: a command that hangs is not asked again") {
  CommandRunner runner;
  ShellCompletion shell(runner);
  shell.SetAsk([](int) { pause(); });
  shell.Begin(At("hang ", ""), "/");
  REQUIRE(shell.is_under_way());
  CHECK(shell.Ended({.name = "completion of the shell", .output = ""}));
  runner.Stop();
  shell.Begin(At("hang ", "a"), "/");
  CHECK_FALSE(shell.is_under_way());
  shell.Begin(At("other ", ""), "/");
  CHECK(shell.is_under_way());
}

}  // namespace synapse
