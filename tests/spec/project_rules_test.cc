// Project files by the rules of their own tools. Each file is held against the
// tool where it is installed: the names that Synapse reads are those that the
// tool lists.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "base/text.h"
#include "spec/natives.h"
#include "spec/project_files.h"
#include "spec/scan.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using testing::Unbounded;
using Names = std::vector<std::string>;
using Set = std::set<std::string>;

bool IsInstalled(const std::string& program) {
  return system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

std::string OutputOf(const std::string& command) {
  std::string out;
  FILE* pipe = popen(command.c_str(), "r");
  char buffer[4096];
  for (size_t n; pipe && (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    out.append(buffer, n);
  }
  if (pipe) pclose(pipe);
  return out;
}

Set Of(const Names& names) { return {names.begin(), names.end()}; }

// The explicit targets of make's own data base.
Set TargetsOfMake(const std::string& directory) {
  const std::string text =
      OutputOf("cd '" + directory + "' && LC_ALL=C make -pRrq : 2>/dev/null");
  std::string_view rest = text, line;
  Set out;
  bool files = false, not_a_target = false;
  while (NextLine(rest, line)) {
    if (line == "# Files") files = true;
    if (line.starts_with("# files hash-table")) files = false;
    if (line == "# Not a target:") {
      not_a_target = true;
      continue;
    }
    size_t colon = line.find(':');  // of `a:b: c` the second
    while (colon != line.npos && colon + 1 < line.size() &&
           line[colon + 1] != ' ' && line[colon + 1] != ':') {
      colon = line.find(':', colon + 1);
    }
    const bool rule = files && colon != line.npos && colon > 0 &&
                      line[0] != '#' && line[0] != '\t' && line[0] != '.' &&
                      line[0] != '>';  // a recipe with its own prefix
    if (rule && !not_a_target) out.emplace(line.substr(0, colon));
    not_a_target = false;
  }
  out.erase("Makefile");
  return out;
}

struct MakeCase {
  const char* name;
  const char* text;
};

constexpr MakeCase kMakefiles[] = {
    {"grouped",
     "one.h two.c three.d&: in.y\n\ttrue\nin.y:\n\ttrue\n"
     "x y &: z\n\ttrue\nz:\n"},
    {"included by a pattern", "include mk/*.mk\n-include none.mk\nall: one\n"},
    {"included by a variable", "MK := mk\ninclude $(MK)/one.mk\nall: one\n"},
    {"false conditions",
     "all:\n\ttrue\nifeq (a,b)\nnever:\n\ttrue\nelse ifeq (a,a)\nsecond:\n"
     "else\nthird:\nendif\nifdef NOT_SET_ANYWHERE\nno:\nelse\nyes:\nendif\n"
     "ifndef NOT_SET_ANYWHERE\nyes2:\nifeq (1,2)\nno2:\nendif\nendif\n"
     "ifneq (,$(filter b,a b c))\nyes3:\nendif\n"},
    {"conditions by the system",
     "UNAME := $(shell uname -s)\nifeq ($(UNAME),Darwin)\nmac:\n"
     "else ifeq ($(UNAME),Linux)\nlinux:\nendif\nall:\nifeq ($(OS),Windows_NT)\n"
     "win:\nendif\n"},
    {"define",
     "define script\nnot-a: target\nendef\ndefine two =\nnor: this\n"
     "define inner\nx: y\nendef\nendef\nall:\n\ttrue\n"},
    {"variables in names",
     "BIN := app\nOBJ = a.o b.o\nDIR ?= out\nDIR2 = $(DIR)/sub\n$(BIN): $(OBJ)\n"
     "$(OBJ): %.o: %.c\n$(DIR2)/x: all\n$(addprefix test-,one two):\n"
     "SRC = m.c n.c\n$(SRC:.c=.i):\n$(patsubst %.c,%.s,$(SRC)):\na.c b.c:\n"
     "all: $(BIN)\n"},
    {"assignments that look like rules",
     "A = b:c\nB := d:e\nC ::= f\nD ?= http://x:1/\nexport E = g:h\n"
     "override F := i\nall: A := 1\nall: export B = x:y\nall:\n\techo a: b\n"
     "empty :=\n"},
    {"comments and continued lines",
     "# not: this\nall: one \\\n  two # nor: this\none \\\n two: ;\n"
     "three: # a: b\n\t@echo # x: y\n"},
    {"define behind a modifier, and its last line",
     "override define one\nnot-a: target\nendef\nexport define two\nx:\n"
     "define in\nendef\ny:\nendef\ndefine names :=\np q\nendef\n$(names):\n"
     "all:\n"},
    {"double colons and order only", "a:: b\na:: c\nb c: | d\nd:\n"},
    {"recipes with another prefix",
     ".RECIPEPREFIX = >\nall:\n> echo x: y\nnext:\n> true\n"},
    {"functions of lists",
     "L := b a b.c\nA = $(word 2,$(L))\n$(A):\n$(wordlist 2,3,x w1 w2 w4):\n"
     "n$(words $(L)):\n$(join p q,-1 -2 r):\n$(addprefix s,$(suffix a.z b)):\n"
     "$(or ,$(and 1,o),no):\n$(if ,never,i):\nall:\n$(info a: b)\n"},
    {"eval, call and foreach",
     "define rule\n$(1)-gen: $(2)\n\ttrue\nV_$(1) := $(1)-v\nendef\nall:\n"
     "$(eval $(call rule,one,))\n$(foreach x,two three,$(eval $(x)-fe:))\n"
     "$(foreach x,f g,$(eval $(call rule,$(x),all)))\n$(V_f):\n"
     "short = $(1): $(2)\n$(call short,by-call,all)\n"
     "$(eval W := w-$$(V_g))\n$(W):\n"},
    {"names of variables with functions, output of uname",
     "K_Linux := lin\nK := $(K_$(shell uname -s))\n$(K):\n"
     "S := $(shell sh -c 'uname -s 2>/dev/null || echo not')\n"
     "T := $(shell uname -s | tr '[:upper:]' '[:lower:]')\n$(T)-x:\n"
     "ifeq ($(S),Darwin)\nmac:\nelse\nother:\nendif\n"},
    {"names that need a backslash or quotes",
     "all: x\na\\:b:\n\"q\":\n'r':\nc\\#d:\ne\\ f:\nx y\\:z: # w:\n{b}!:\n"},
    {"a recipe that has conditions",
     "all:\n\ttrue\nifdef NOT_SET_ANYWHERE\n\techo a: b\nelse\n\ttrue\nendif\n"
     "last:\n"},
};

}  // namespace

TEST_CASE("make: targets are those of make's own data base") {
  if (!IsInstalled("make")) {
    MESSAGE("make is missing: skipped");
    return;
  }
  for (const MakeCase& c : kMakefiles) {
    INFO(std::string(c.name) << "\n" << std::string(c.text));
    TempTree tree;
    tree.Write("mk/one.mk", "one:\n\ttrue\n");
    tree.Write("mk/two.mk", "two: ## the second\n\ttrue\n");
    const std::string file = tree.Write("Makefile", c.text);
    CHECK(Of(NamesOf(MakeTargets(file, Unbounded()))) ==
          TargetsOfMake(tree.Path()));
  }
}

TEST_CASE("make: a name with a blank is no two names") {
  TempTree tree;
  const std::string file = tree.Write("Makefile", "a\\ b c: d\nd:\n");
  CHECK(NamesOf(MakeTargets(file, Unbounded())) == Names{"a b", "c", "d"});
}

TEST_CASE("make: both branches of an unknown condition, and no loop") {
  TempTree tree;
  const std::string file = tree.Write(
      "Makefile",
      "ifeq ($(shell which x),)\na:\nelse\nb:\nendif\nX = $(X)\n$(X):\nc:\n");
  CHECK(NamesOf(MakeTargets(file, Unbounded())) == Names{"a", "b", "c"});
}

namespace {

constexpr char kJustfile[] =
    "import 'more.just'\nimport? 'none.just'\nmod web\nmod? gone\n"
    "mod tools 'scripts'\nset shell := ['bash', '-c']\nversion := '1:2'\n"
    "text := '''\nnot-a-recipe:\n  echo\n'''\nother := \"\"\"\n  a: b\nnor-this:\n"
    "\"\"\"\nexport PATH := 'x'\nalias p := plain\n# Builds\n"
    "build target='a:b' *args: plain\n  cc x: y\nplain:\n    true\n"
    "[macos]\nmac-only:\n    true\n[linux]\nlinux-only:\n    true\n"
    "[unix, no-cd]\nunix-only:\n    true\n[windows]\n[linux]\nboth:\n    true\n"
    "[private]\nhid:\n    true\n_under:\n    true\n[group('a'), doc('Says it')]\n"
    "@quiet:\n  true\n[confirm('[private] ok?')]\nsure:\n  true\n";

TempTree& JustTree() {
  static TempTree tree;
  tree.Write("justfile", kJustfile);
  tree.Write("more.just", "imported:\n    true\n");
  tree.Write("web.just", "serve:\n    true\nmod deep\n_no:\n    true\n");
  tree.Write("deep/mod.just", "dive:\n    true\n");
  tree.Write("scripts/justfile", "lint:\n    true\n");
  return tree;
}

}  // namespace

TEST_CASE("just: recipes of imports and modules, none private or elsewhere") {
  auto recipes = JustRecipes(JustTree().Path("justfile"), {}, Unbounded());
  CHECK(Of(NamesOf(recipes)) == Set{"imported", "web::serve", "web::deep::dive",
                                    "tools::lint", "p", "build", "plain",
                                    "linux-only", "unix-only", "both", "quiet",
                                    "sure"});
  for (const GeneratedValue& v : recipes) {
    if (v.value == "build") CHECK(v.description == "Builds");
    if (v.value == "quiet") CHECK(v.description == "Says it");
  }
}

TEST_CASE("just: recipes are those of just --summary") {
  if (!IsInstalled("just")) {
    MESSAGE("just is missing: skipped");
    return;
  }
  const std::string text =
      OutputOf("cd '" + JustTree().Path() + "' && just --unstable --summary");
  Set expected = {"p"};  // an alias
  std::string_view rest = text;
  for (std::string_view name = NextWord(rest); !name.empty();
       name = NextWord(rest)) {
    expected.emplace(Trim(name));
  }
  CHECK(Of(NamesOf(JustRecipes(JustTree().Path("justfile"), {},
                               Unbounded()))) == expected);
}

namespace {

TempTree& NodeTree() {
  static TempTree tree;
  tree.Write("package.json",
             "\xef\xbb\xbf{\"name\":\"root\",\"workspaces\":[\"packages/*\","
             "\"!packages/old\",\"tools\"],\"scripts\":{\"build\":\"x\"}}");
  tree.Write("packages/api/package.json",
             "{\"name\":\"@me/api\",\"scripts\":{\"serve\":\"x\"}}");
  tree.Write("packages/web/package.json",
             "{\"name\":\"web\",\"scripts\":{\"dev\":\"x\",\"lint\":\"y\"}}");
  tree.Write("packages/old/package.json", "{\"name\":\"old\"}");
  tree.Write("tools/package.json", "{\"name\":\"tools\"}");
  return tree;
}

Set Run(const char* generator, const std::string& cwd, Names words) {
  return Of(NamesOf(
      FindNative(generator)({cwd, cwd, "", std::move(words)}, Unbounded())));
}

}  // namespace

TEST_CASE("npm: workspaces by name, and the scripts of those that are named") {
  const std::string root = NodeTree().Path();
  CHECK(Run("npm.workspaces", root, {"npm"}) == Set{"@me/api", "web", "tools"});
  CHECK(Run("npm.workspaces", root + "/packages/web", {"npm"}) ==
        Set{"@me/api", "web", "tools"});
  CHECK(Run("npm.scripts", root, {"npm", "run"}) == Set{"build"});
  CHECK(Run("npm.scripts", root, {"npm", "run", "-w", "web"}) ==
        Set{"dev", "lint"});
  CHECK(Run("npm.scripts", root, {"npm", "run", "--workspace=packages/api"}) ==
        Set{"serve"});
  CHECK(
      Run("npm.scripts", root, {"npm", "-w", "web", "-w", "@me/api", "run"}) ==
      Set{"dev", "lint", "serve"});
  CHECK(Run("npm.scripts", root,
            {"npm", "run", "-ws", "--include-workspace-root"}) ==
        Set{"dev", "lint", "serve", "build"});
}

TEST_CASE(
    "npm: patterns of workspaces with ./, with ** and with node_modules") {
  TempTree tree;
  for (const char* name :
       {"a", "b", "x/deep", "node_modules/z", "node_modules"}) {
    tree.Write(std::string("packages/") + name + "/package.json", "{}");
  }
  const auto with = [&](const std::string& patterns) {
    tree.Write("package.json", "{\"workspaces\":[" + patterns + "]}");
    return Run("npm.workspaces", tree.Path(), {"npm"});
  };
  CHECK(with("\"./packages/*\",\"!packages/b\"") == Set{"a"});
  CHECK(with("\"packages/*\",\"!./packages/b/\"") == Set{"a"});
  CHECK(with("\"packages/**\"") == Set{"a", "b", "deep"});
  CHECK(with("\"packages/*/*\"") == Set{"deep"});
  CHECK(with("\"packages/{a,x/deep,no}\"") == Set{"a", "deep"});
}

TEST_CASE("pnpm: packages of its own file, and the tasks of turbo") {
  TempTree tree;
  tree.Write("package.json", R"({"name": "root", "scripts": {"dev": "x"}})");
  tree.Write("pnpm-workspace.yaml",
             "packages:\n  - 'apps/*'\n  - \"tools\"  # ours\n"
             "  - '!apps/old'\ncatalog:\n  react: 18\n");
  tree.Write("apps/web/package.json",
             R"({"name": "@me/web", "scripts": {"preview": "x"}})");
  tree.Write("apps/old/package.json", R"({"name": "old"})");
  tree.Write("tools/package.json", "{}");
  tree.Write("turbo.json",
             R"({"tasks": {"build": {}, "lint": {}, "web#build": {}}})");
  const std::string root = tree.Path();
  CHECK(Run("npm.workspaces", root, {"pnpm"}) == Set{"@me/web", "tools"});
  CHECK(Run("npm.scripts", root, {"pnpm", "--filter", "@me/web", "run"}) ==
        Set{"preview"});
  CHECK(Run("npm.scripts", root, {"pnpm", "run"}) == Set{"dev"});
  CHECK(Run("npm.scripts", root, {"yarn", "workspace", "@me/web"}) ==
        Run("npm.scripts", root, {"pnpm", "--filter", "@me/web", "run"}));
  CHECK(Run("turbo.tasks", root + "/apps/web", {"turbo"}) ==
        Set{"build", "lint"});
}

TEST_CASE("npm: workspaces are those of npm") {
  if (!IsInstalled("npm")) {
    MESSAGE("npm is missing: skipped");
    return;
  }
  const std::string root = NodeTree().Path();
  const std::string text = OutputOf(
      "cd '" + root +
      "' && npm run --workspace=web --offline --no-update-notifier 2>&1");
  // "  dev\n    x"
  CHECK(text.find("  dev") != text.npos);
  CHECK(text.find("  lint") != text.npos);
  CHECK(text.find("build") == text.npos);
}

TEST_CASE("ssh: words of Host, Include and Match") {
  TempTree tree;
  tree.Write(".ssh/config",
             "\xef\xbb\xbfInclude \"~/.ssh/team hosts\" conf.d/*.conf\n"
             "Host build # the old one\n  User x\n"
             "Host \"quoted-h\" other !not-this pat-*\n  HostName 10.0.0.1\n"
             "Host=equals\nhost lower !lower\n"
             "Match host m1,m-*,m2 exec \"true # no\"\n"
             "Host inner-*\n  Include inner\n");
  tree.Write(".ssh/team hosts", "Host team-box\n");
  tree.Write(".ssh/conf.d/a.conf", "Host from-a\n");
  tree.Write(".ssh/inner", "Host inner-1 outside\n");
  CHECK(Run("ssh.hosts", tree.Path(), {"ssh"}) ==
        Set{"team-box", "from-a", "build", "quoted-h", "other", "equals", "m1",
            "m2", "inner-1"});
  if (!IsInstalled("ssh")) {
    MESSAGE("ssh is missing: skipped");
    return;
  }
  // ssh itself takes the file; the section of a host that is offered counts.
  const auto user = [&](const std::string& host) {
    return OutputOf("ssh -G -F '" + tree.Path(".ssh/config") + "' " + host +
                    " 2>/dev/null | sed -n 's/^user //p'");
  };
  tree.Write(".ssh/config",
             "Host build # the old one\n  User x\nHost \"quoted-h\" two\n"
             "  User y\nHost lower !lower\n  User z\n");
  CHECK(user("build") == "x\n");
  CHECK(user("quoted-h") == "y\n");
  CHECK(user("old") != "x\n");
  CHECK(user("lower") != "z\n");
}

TEST_CASE("terraform: addresses, outputs, variables and workspaces") {
  TempTree tree;
  tree.Write("m/main.tf",
             "resource \"aws_vpc\" \"main\" {\n  cidr_block = \"10.0.0.0/8\"\n"
             "  resource \"not\" \"nested\" {\n}\n"
             "module \"net-1\" {\n  source = \"./net\"\n}\n"
             "data \"aws_ami\" \"debian\" {\n}\n"
             "# resource \"aws_vpc\" \"old\" {\n"
             "resource \"a$(reboot)\" \"x\" {\n}\nresource \"half\n");
  tree.Write("m/io.tf",
             "variable \"region\" {\n  type = string\n"
             "  description = \"Region of it all\"\n}\nvariable plain {\n}\n"
             "output \"url\" {\n  value = 1\n}\n");
  tree.Write("m/x.tfvars", "resource \"no\" \"no\" {\n}\n");
  tree.Write("m/.terraform/environment", "prod");
  tree.MakeDir("m/terraform.tfstate.d/stage");
  tree.MakeDir("m/terraform.tfstate.d/prod");
  const std::string here = tree.Path("m");
  CHECK(Run("terraform.addresses", here, {"terraform"}) ==
        Set{"aws_vpc.main", "module.net-1", "data.aws_ami.debian"});
  CHECK(Run("terraform.resources", tree.Path(),
            {"terraform", "-chdir=m", "taint"}) ==
        Set{"aws_vpc.main", "module.net-1"});
  CHECK(Run("terraform.resources", tree.Path(), {"terraform"}).empty());
  CHECK(Run("terraform.outputs", here, {"terraform"}) == Set{"url"});
  CHECK(Run("terraform.variables", here, {"terraform"}) ==
        Set{"region=", "plain="});
  CHECK(Run("terraform.workspaces", here, {"terraform"}) ==
        Set{"stage", "prod", "default"});
  Budget budget = Budget::Unlimited();
  Reading reading(budget);
  const auto values = TerraformNames(here, "variable", "=", reading);
  REQUIRE(values.size() == 2);
  CHECK(values[0].description == "Region of it all");
}

TEST_CASE("dotnet: projects of a solution, packages, launch profiles") {
  TempTree tree;
  tree.Write(
      "Shop.sln",
      "\r\nProject(\"{FAE0}\") = \"Web\", \"src\\Web\\Web.csproj\", "
      "\"{1}\"\r\nEndProject\r\nProject(\"{2}\") = \"src\", \"src\", "
      "\"{3}\"\r\nProject(\"{FAE0}\") = \"Unit\", "
      "\"tests\\UnitTests\\UnitTests.csproj\", \"{4}\"\r\n"
      "Project(\"{FAE0}\") = \"$(x)\", \"src\\$(x)\\x.csproj\", \"{5}\"\n");
  tree.Write("src/Web/Web.csproj",
             "<Project>\n  <PackageReference Include=\"Serilog\" "
             "Version=\"3.1\" />\n  <PackageReference Include=\"a;b\" />\n");
  tree.Write("Directory.Packages.props",
             "  <PackageVersion Include=\"xunit\" Version=\"2.9\" />\n");
  tree.Write("src/Web/Properties/launchSettings.json",
             "\xef\xbb\xbf{\"profiles\": {\"https\": {\"commandName\": "
             "\"Project\"}, \"IIS\": {\"commandName\": \"IISExpress\"}}}");
  CHECK(Run("dotnet.projects", tree.Path(), {"dotnet"}) ==
        Set{"src/Web/Web.csproj", "tests/UnitTests/UnitTests.csproj"});
  CHECK(Run("dotnet.test_projects", tree.Path(), {"dotnet"}) ==
        Set{"tests/UnitTests/UnitTests.csproj"});
  const std::string web = tree.Path("src/Web");
  CHECK(Run("dotnet.projects", web, {"dotnet"}) ==
        Set{"Web.csproj", "../../tests/UnitTests/UnitTests.csproj"});
  CHECK(Run("dotnet.packages", web, {"dotnet"}) == Set{"Serilog", "xunit"});
  CHECK(Run("dotnet.launch_profiles", web, {"dotnet"}) == Set{"https"});
  CHECK(Run("dotnet.launch_profiles", tree.Path(),
            {"dotnet", "run", "--project", "src/Web/Web.csproj"}) ==
        Set{"https"});
}

TEST_CASE("python: programs of the dependencies where no environment is") {
  TempTree tree;
  tree.Write(
      "pyproject.toml",
      "[project]\nname = \"pytest\"\ndependencies = [\"fastapi[standard]"
      ">=0.1\",\n  'Uvicorn>=1; python_version > \"3\"', # \"black\"\n]\n"
      "[dependency-groups]\ndev = [\"ruff\"]\n"
      "[tool.poetry.group.dev.dependencies]\nmypy = \"^1\"\n"
      "[tool.other]\nx = \"isort\"\n");
  CHECK(Run("python.commands", tree.MakeDir("src"), {"uv"}) ==
        Set{"python", "fastapi", "uvicorn", "ruff", "mypy"});
  tree.Write(".venv/bin/pytest", "");
  CHECK(Run("python.commands", tree.Path(), {"uv"}) == Set{"pytest"});
}

TEST_CASE("cargo: what the manifest leaves out is no target") {
  TempTree tree;
  tree.Write(
      "Cargo.toml",
      "[package]\nname = \"rg\"\nautotests = false\n[[test]]\nname = "
      "\"all\"\npath = \"tests/tests.rs\"\n[[bin]]\nname = \"r\"\npath = "
      "\"src/bin/main.rs\"\n");
  for (const char* file :
       {"tests/tests.rs", "tests/util.rs", "src/bin/main.rs", "src/bin/b.rs"}) {
    tree.Write(file, "");
  }
  CHECK(Run("cargo.tests", tree.Path(), {"cargo"}) == Set{"all"});
  CHECK(Run("cargo.bins", tree.Path(), {"cargo"}) == Set{"r", "b"});
}

TEST_CASE("git: a branch of one remote is switched to by its own name") {
  if (!IsInstalled("git")) {
    MESSAGE("git is missing: skipped");
    return;
  }
  TempTree tree;
  const std::string git =
      "git -c user.email=a@b -c user.name=n -c init.defaultBranch=main ";
  REQUIRE(
      system(("cd '" + tree.Path() + "' && " + git + "init -q far && " + git +
              "-C far commit -q --allow-empty -m x && for i in one "
              "in/two both; do git -C far branch $i; done && git clone -q "
              "far near && git -C near remote add other ../far && git -C "
              "near fetch -q origin && mkdir -p near/.git/refs/remotes/other"
              " && git -C near rev-parse "
              "HEAD >near/.git/refs/remotes/other/both")
                 .c_str()) == 0);
  const std::string near = tree.Path("near");
  CHECK(Run("git.remote_only_branches", near, {"git"}) == Set{"one", "in/two"});
  for (const std::string line : {"one", "in/two"}) {
    CHECK(system(("git -C '" + near + "' switch -q " + line).c_str()) == 0);
  }
  CHECK(Run("git.remote_only_branches", near, {"git"}).empty());
  for (const char* name : {"both", "origin/one"}) {
    CHECK(system(("git -C '" + near + "' switch -q " + name + " 2>/dev/null")
                     .c_str()) != 0);
  }
}

TEST_CASE("git: of tags of one time the highest version is first") {
  TempTree tree;
  tree.Write("r/.git/HEAD", "ref: refs/heads/main\n");
  std::string refs;
  for (const char* tag :
       {"v1.10.0", "v1.2.0", "v1.9.1", "v1.10.0-rc.1", "v1.9"}) {
    refs += "1f3a refs/tags/" + std::string(tag) + "\n";
  }
  tree.Write("r/.git/packed-refs", refs);
  GeneratorInput input{tree.Path("r"), tree.Path(), "", {}};
  Budget budget = Budget::Unlimited();
  Reading reading(budget);
  std::vector<std::string> names;
  for (const GeneratedValue& v : FindNative("git.tags")(input, reading)) {
    names.push_back(v.value);
  }
  CHECK(names == std::vector<std::string>{"v1.10.0", "v1.10.0-rc.1", "v1.9.1",
                                          "v1.9", "v1.2.0"});
}

TEST_CASE("git: branches of other worktrees are not for checkout") {
  if (!IsInstalled("git")) {
    MESSAGE("git is missing: skipped");
    return;
  }
  TempTree tree;
  const std::string main = tree.Path("main"), linked = tree.Path("linked");
  const std::string git =
      "git -c user.email=a@b -c user.name=n -c init.defaultBranch=main ";
  REQUIRE(
      system((git + "init -q '" + main + "' && cd '" + main + "' && " + git +
              "commit -q --allow-empty -m x && git branch spare && git "
              "branch in/a && git worktree add -q ../linked -b topic")
                 .c_str()) == 0);
  for (const std::string& here : {main, linked}) {
    INFO(here);
    CHECK(Run("git.unused_branches", here, {"git"}) == Set{"spare", "in/a"});
    CHECK(Run("git.worktrees", here, {"git"}) == Set{linked});
    Set all;
    const std::string text = OutputOf(
        "cd '" + here +
        "' && git for-each-ref --format='%(refname:short)' refs/heads");
    std::string_view rest = text, line;
    while (NextLine(rest, line)) all.emplace(line);
    CHECK(Run("git.branches", here, {"git"}) == all);
    // git itself takes what is offered, and refuses the others.
    for (const std::string& branch : all) {
      const bool taken =
          system(("cd '" + here + "' && git branch -d " + branch +
                  " >/dev/null 2>&1 && git branch " + branch)
                     .c_str()) == 0;
      CHECK(taken == (branch == "spare" || branch == "in/a"));
    }
  }
  // The directory of a worktree is gone.
  REQUIRE(system(("rm -rf '" + linked + "'").c_str()) == 0);
  CHECK(Run("git.worktrees", main, {"git"}) == Set{});
}

TEST_CASE("compose: included files, an override, several -f, flow style") {
  TempTree tree;
  tree.Write(
      "compose.yaml",
      "include:\n  - db/compose.yml\n  - path: ./cache.yml\n"
      "x-base: &base\n  image: base\nservices:\n  web: &web\n    <<: *base\n"
      "    image: web:1\n    command: |\n      a: b\n      c: d\n"
      "    profiles: [dev]\n  \"admin\":\n    extends:\n      file: x.yml\n"
      "      service: other\n");
  tree.Write("compose.override.yaml", "services:\n  debug:\n    image: d\n");
  tree.Write("db/compose.yml", "services: {db: {image: pg}, \"pool\": {}}\n");
  tree.Write("cache.yml", "services:\n    redis:\n        image: redis\n");
  tree.Write("a.yml", "services:\n  one: {}\n");
  tree.Write("b.yml", "services:\n  two: {}\n");
  const std::string here = tree.Path();
  CHECK(Run("compose.services", here, {"docker", "compose", "up"}) ==
        Set{"web", "admin", "debug", "db", "pool", "redis"});
  CHECK(Run("compose.services", here,
            {"docker", "compose", "-f", "a.yml", "--file=b.yml", "up"}) ==
        Set{"one", "two"});
}

TEST_CASE("task: tasks, aliases and includes, none internal") {
  TempTree tree;
  tree.Write("Taskfile.yml",
             "version: '3'\nincludes:\n  docs: ./docs\n  in:\n"
             "    taskfile: in.yml\n    internal: true\n  flat:\n"
             "    taskfile: flat.yml\n    flatten: true\n    aliases: [f]\n"
             "tasks:\n  default:\n    cmds: [true]\n  lint:fix:\n"
             "    desc: \"Fix it\"\n    aliases: [lf]\n    cmds:\n"
             "      - task: other\n      - cmd: echo a: b\n"
             "      - |\n        x: y\n  short: go build\n  list:\n  - a\n"
             "  hidden:\n    internal: true\n  'start:*':\n    cmds: [x]\n"
             "  many:\n    aliases:\n      - m1\n      - m2\n");
  tree.Write("docs/Taskfile.yml",
             "version: '3'\ntasks:\n  default:\n    cmds: []\n  build: x\n");
  tree.Write("in.yml", "version: '3'\ntasks:\n  not-this: x\n");
  tree.Write("flat.yml", "version: '3'\ntasks:\n  flat-task: x\n");
  auto tasks = TaskNames(FindTaskfile(tree.Path()), Unbounded());
  CHECK(Of(NamesOf(tasks)) == Set{"default", "lint:fix", "lf", "short", "list",
                                  "many", "m1", "m2", "docs", "docs:default",
                                  "docs:build", "flat-task"});
  for (const GeneratedValue& v : tasks) {
    if (v.value == "lint:fix") CHECK(v.description == "Fix it");
  }
}

}  // namespace synapse
