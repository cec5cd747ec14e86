#include "transcript/shell_call.h"

#include "tests/testing.h"

namespace synapse {
namespace {

ShellCall Call(std::string_view command, std::string_view directory) {
  static SpecStore specs{{testing::SourceFile("specs")}};
  return ReadShellCall(command, directory, &specs);
}

std::string Found(std::string_view command) {
  const ShellCall call = Call(command, "/w");
  std::string out;
  for (const auto& [tool, text] : call.searches) out += tool + "?" + text + " ";
  for (const auto& [tool, text] : call.reads) out += tool + "<" + text + " ";
  return out.empty() ? "" : out.substr(0, out.size() - 1);
}

}  // namespace

TEST_CASE("shell call: what is searched and read") {
  const std::pair<const char*, const char*> kCases[] = {
      {"rg -n 'a b' src", "rg?a b"},
      {"rg -g '*.ts' -A 3 login", "rg?login"},
      {"rg -e one src", "rg?one"},
      {"rg --files src", ""},
      {"rg -- -x src", "rg?-x"},
      {"/usr/bin/grep -rn --include x createUser .", "grep?createUser"},
      {"git grep -n token", "grep?token"},
      {"sudo grep root /etc/passwd", "grep?root"},
      {"sudo -u web grep root /etc/passwd", "grep?root"},
      {"find . -type f -name '*.proto'", "find?*.proto"},
      {"find . -type f", ""},
      {"fd -e ts login", "fd?login"},
      {"cat a.c b/c.h", "cat</w/a.c cat</w/b/c.h"},
      {"cat /etc/hosts", "cat</etc/hosts"},
      {"sed -n '1,80p' a.c", "sed</w/a.c"},
      {"sed -i s/a/b/ a.c", "sed</w/a.c"},
      {"egrep -A 3 login src", "egrep?login"},
      {"ag -G cc login", "ag?login"},
      {"rg --files -g login", ""},
      {"nl -ba a.c", "nl</w/a.c"},
      {"vim a.c", "vim</w/a.c"},
      {"man printf", ""},
      {"head -n 40 a.c", "head</w/a.c"},
      {"tail -c 100 a.c | grep x", "tail</w/a.c"},
      {"make 2>&1 | grep -i error", ""},
      {"cat >a.c <<EOF\nrg x\nEOF", ""},
      {"cat a.c 2>/dev/null", "cat</w/a.c"},
      {"rg \"$PATTERN\"", ""},
      {"rg x && cat a.c", "rg?x cat</w/a.c"},
      {"echo 'rg x'", ""},
      {"", ""},
  };
  for (const auto& one : kCases) {
    const std::string command = one.first;
    CAPTURE(command);
    CHECK(Found(command) == one.second);
  }
}

TEST_CASE("shell call: a directory in front of the command is where it runs") {
  const ShellCall call = Call("cd src && cd 'a b'; make -j2", "/w");
  CHECK(call.directory == "/w/src/a b");
  CHECK(call.command == "make -j2");
  for (const char* kept : {"cd src", "cd \"$d\" && make", "cd - && make",
                           "cd src || make", "cd ~/x && make"}) {
    CAPTURE(std::string(kept));
    CHECK(Call(kept, "/w").command == kept);
    CHECK(Call(kept, "/w").directory == "/w");
  }
  // The command is relative to an unknown directory.
  CHECK(Call("cd src && make", "").command == "cd src && make");
}

}  // namespace synapse
