#include "manual/installed.h"

#include <sys/stat.h>

#include "manual/confined.h"
#include "manual/machine_spec.h"
#include "tests/testing.h"

namespace synapse {
namespace {

// A machine below a directory.
struct Machine {
  std::string root = std::filesystem::temp_directory_path() / "synapse-XXXXXX";
  Machine() {
    REQUIRE(mkdtemp(root.data()));
    root = std::filesystem::canonical(root);
  }
  ~Machine() { std::filesystem::remove_all(root); }
  void Put(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(
        std::filesystem::path(root + path).parent_path());
    REQUIRE(WriteFileAtomically(root + path, text).ok());
  }
};

constexpr const char* kPage =
    ".SH NAME\ntool \\- a tool\n.SH SYNOPSIS\ntool COMMAND\n.SH OPTIONS\n.TP\n"
    "\\-a\nShow all.\n.SH SEE ALSO\n.BR tool\\-add (1),\n.BR tool\\-x (1)\n";
constexpr const char* kAddPage =
    ".SH NAME\ntool-add \\- add one\n.SH SYNOPSIS\ntool add [\\-f]\n"
    ".SH OPTIONS\n.TP\n\\-f\nForce it.\n";

}  // namespace

TEST_CASE("installed: pages by name, section and link") {
  const Machine machine;
  machine.Put("/usr/bin/tool", "");
  machine.Put("/usr/share/man/man1/tool.1", kPage);
  machine.Put("/usr/share/man/man1/tool.1ssl", "");
  machine.Put("/usr/share/man/man8/other.8", "");
  machine.Put("/usr/share/man/man1/alias.1", ".so man1/tool.1\n");
  Installed installed(machine.root);
  const std::string man = machine.root + "/usr/share/man";
  CHECK(installed.PageOf("tool", "/usr/bin/tool") == man + "/man1/tool.1");
  CHECK(installed.PageOf("other", "/usr/sbin/other") == man + "/man8/other.8");
  CHECK(installed.PageOf("none", "/usr/bin/none").empty());
  CHECK(installed.PageText(man + "/man1/alias.1") == kPage);
}

TEST_CASE("installed: a package owns the file, under either name") {
  const Machine machine;
  machine.Put("/var/lib/dpkg/info/a.list", "/bin\n/bin/toolbox\n");
  machine.Put("/var/lib/dpkg/info/b.list", "/usr/bin\n/bin/tool\n");
  Installed installed(machine.root);
  CHECK(installed.IsPackaged("/usr/bin/tool"));
  CHECK(installed.IsPackaged("/bin/toolbox"));
  CHECK_FALSE(installed.IsPackaged("/usr/bin/box"));
}

TEST_CASE("machine spec: page, pages of subcommands, and completions") {
  const Machine machine;
  machine.Put("/usr/bin/tool", "");
  machine.Put("/usr/share/man/man1/tool.1", kPage);
  machine.Put("/usr/share/man/man1/tool-add.1", kAddPage);
  machine.Put("/usr/share/man/man1/tool-x.1", kAddPage);
  machine.Put("/usr/share/fish/vendor_completions.d/tool.fish",
              "complete -c tool -s a -d 'All of it'\n");
  machine.Put("/usr/share/zsh/functions/Completion/Unix/_tool",
              "_arguments '-a[other]' '-z[of another version]'\n");
  Installed installed(machine.root);
  const std::string program = "/usr/bin/tool";
  const MachineSpec made =
      MakeMachineSpec(installed, "tool", program, {},
                      [](const std::string& name) { return name == "tool-x"; });
  const CommandDraft& root = made.spec.root;
  CHECK(root.description == "a tool");
  REQUIRE(OptionNamed(root, "-a"));
  CHECK(OptionNamed(root, "-a")->description == "All of it");
  CHECK_FALSE(OptionNamed(root, "-z"));
  REQUIRE(root.subcommands.size() == 1);
  CHECK(OptionNamed(root.subcommands[0], "-f"));
  CHECK(made.layers.size() == 3);
  CHECK(made.page.options.size() == 1);
  CHECK_FALSE(made.sources.empty());
}

TEST_CASE("machine spec: --help of the subcommands, two levels deep") {
  if (!CanConfine()) return;
  const Machine machine;
  const std::string program = machine.root + "/tool";
  // `bad` ignores the option, and `same` prints the help of the command above.
  machine.Put(
      "/tool",
      "#!/bin/sh\ncase \"$*\" in\n"
      "'add --help') echo 'Usage: tool add COMMAND [ARGS]...';"
      " echo 'Commands:'; echo '  one  Add one' ;;\n"
      "'add one --help') echo 'Usage: tool add one [FILE]';"
      " echo '  -f  Force it' ;;\n"
      "'bad --help') echo '  -x  wrong' ;;\n"
      "*) echo 'Usage: tool COMMAND [ARGS]...'; echo 'Commands:';"
      " echo '  add  Add...'; echo '  bad  Bad'; echo '  same  Same' ;;\n"
      "esac\n");
  REQUIRE(chmod(program.c_str(), 0755) == 0);
  Installed installed(machine.root);
  MachineOptions options;
  options.may_run = [](const std::string&) { return true; };
  const auto make = [&] {
    return MakeMachineSpec(installed, "tool", program, options,
                           [](const std::string&) { return false; });
  };
  const MachineSpec flat = make();
  CHECK(flat.has_subcommand_help);
  REQUIRE(flat.spec.root.subcommands.size() == 3);
  CHECK(flat.spec.root.subcommands[0].subcommands.empty());
  options.subcommand_help = true;
  const MachineSpec made = make();
  REQUIRE(made.spec.root.subcommands.size() == 3);
  const auto* one = SubcommandNamed(made.spec.root.subcommands[0], "one");
  REQUIRE(one);
  CHECK(OptionNamed(*one, "-f"));
  CHECK(one->args[0].name == "file");
  CHECK(made.spec.root.subcommands[1].options.empty());
  CHECK(made.spec.root.subcommands[2].options.empty());
}

}  // namespace synapse
