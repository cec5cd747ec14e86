#include "search/steps.h"

#include "tests/testing.h"

namespace synapse {
namespace {

using testing::SourceFile;
using testing::TempTree;

struct Here {
  Here() {
    tree.Write("src/login.c", "");
    tree.Write("src/b.py", "");
    tree.Write("x", "");
  }
  // The steps: "looks login", "opens src/login.c", "works", in order.
  std::string Of(const std::string& line) {
    const AliasLookup alias =
        [](std::string_view name) -> std::optional<std::string> {
      if (name == "v") return "vim -p";
      if (name == "ls") return "ls --color=auto";
      if (name == "g") return "git";
      return std::nullopt;
    };
    std::string out;
    const std::string root = tree.Path() + "/";
    // A store that has read no spec yet.
    SpecStore fresh{{SourceFile("specs")}};
    may_look = MayLook(line, {fresh, alias, tree.Path()});
    for (const SearchStep& step : StepsOf(line, {specs, alias, tree.Path()})) {
      constexpr const char* kNames[] = {"looks", "opens", "works", "asks"};
      if (!out.empty()) out += "; ";
      out += kNames[static_cast<int>(step.kind)];
      if (!step.pattern.empty()) out += " [" + step.pattern + "]";
      for (const SearchTarget& target : step.opened) {
        out += std::string(target.kind == SearchKind::kDirectory ? " D:" : " ");
        out += target.text.starts_with(root) ? target.text.substr(root.size())
                                             : target.text;
      }
    }
    return out;
  }
  bool may_look = false;
  TempTree tree;
  SpecStore specs{{SourceFile("specs")}};
};

}  // namespace

TEST_CASE("search steps: what a line says of a search before it") {
  Here here;
  struct {
    const char* line;
    const char* steps;
  } cases[] = {
      {"grep -rn 'login.*button' src | head", "looks [login.*button]"},
      {"grep -e login -A 3 src/login.c", "looks [login]"},
      {"rg login", "looks [login]"},
      {"ag --nogroup login src", "looks [login]"},
      {"find . -iname '*login*' -type f", "looks [*login*]"},
      {"fd login", "looks [login]"},
      {"locate login.c", "looks [login.c]"},
      {"history | grep deploy", "looks; looks [deploy]"},
      {"git grep login", "looks [login]"},
      {"g grep login", "looks [login]"},
      {"man 3 printf", "looks [printf]"},
      {"apropos socket", "looks [socket]"},
      {"ls src", "looks"},
      {"vim +12 src/login.c", "opens src/login.c"},
      {"v src/login.c src/b.py", "opens src/login.c src/b.py"},
      {"sudo less src/login.c", "opens src/login.c"},
      {"sudo -u web less src/login.c", "opens src/login.c"},
      {"code -g src/login.c:12:3", "opens src/login.c"},
      {"cat src/login.c | grep x", "opens src/login.c; looks [x]"},
      {"cat no-such.c", "opens"},
      {"cat \"$FILE\"", "opens"},
      {"cd src && make", "opens D:src; works"},
      {"cd src && cat login.c", "opens D:src; opens src/login.c"},
      {"git -C src add login.c", "works src/login.c"},
      {"pushd src && cat login.c", "opens D:src; opens src/login.c"},
      {"python3 src/b.py --fast", "works src/b.py"},
      {"make | wc -l", "works"},
      {"git commit -m x", "works"},
      {"no-such-command x", "works"},
      {"synapse search login", "asks"},
      {"/usr/local/bin/synapse search login | head", "asks"},
      {"", ""},
      {"# a note", ""},
      {"a=1", ""},
  };
  for (const auto& c : cases) {
    const std::string steps = here.Of(c.line);
    CHECK_MESSAGE(steps == c.steps, c.line);
    const bool looks =
        steps.find("looks") != steps.npos || steps.find("asks") != steps.npos;
    CHECK_MESSAGE((here.may_look || !looks), c.line);
  }
  // A large spec is not read for lines that it has no steps for.
  for (const char* line :
       {"git commit -m x", "docker ps", "kubectl get pods"}) {
    (void)here.Of(line);
    CHECK_MESSAGE(!here.may_look, line);
  }
}

// A line of 4,000 names asked the system 8,000 times, in a hook.
TEST_CASE("search steps: of many names only the first are looked up") {
  Here here;
  std::string many;
  for (int i = 0; i < 200; ++i) many += " gone-" + std::to_string(i);
  CHECK(here.Of("rm x" + many) == "works x");
  CHECK(here.Of("rm" + many + " x") == "works");
  CHECK(here.Of("vim" + many + " x") == "opens");
}

}  // namespace synapse
