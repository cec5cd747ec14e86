// git's configuration files by git's own rules, held against git itself.
#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdio>

#include "spec/git_dir.h"
#include "spec/natives.h"
#include "tests/spec/spec_testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using testing::Unbounded;

// The entries as `git config --list -z` prints them.
std::string ListOf(const std::string& file) {
  std::string out;
  ReadGitConfig(file, Unbounded(), [&](const GitConfigEntry& entry) {
    out += entry.section + (entry.sub.empty() ? "" : "." + entry.sub);
    out += "." + entry.key + "=" + entry.value + "\n";
  });
  return out;
}

struct ConfigCase {
  const char* text;
  const char* list;
};

// Each `list` is that of git 2.39.
constexpr ConfigCase kGitConfigs[] = {
    {"[alias] co = checkout\n ci = commit [x]\n[remote \"up\"] url = x\n",
     "alias.co=checkout\nalias.ci=commit [x]\nremote.up.url=x\n"},
    {"[alias] # a ]\n co = 1\n[core] ; x]y\n a = b\n",
     "alias.co=1\ncore.a=b\n"},
    {"[a]\n # x = y \\\n b = c\n d = e # f \\\n g = h\n",
     "a.b=c\na.d=e\na.g=h\n"},
    {"[a]\r\n b = c \\\r\n -v\r\n d\r\n", "a.b=c  -v\na.d=true\n"},
    {"[a]\n b = \"c # d\" ; e\n f = g\\\"h\\\\\\t.\n i =  j  k  \n",
     "a.b=c # d\na.f=g\"h\\\t.\na.i=j  k\n"},
    {"[A.Sub]\n K = v\n[b \"S \\\"x]\\\\\"]\n k=\n",
     "a.sub.k=v\nb.S \"x]\\.k=\n"},
    // git refuses these files.
    {"[a]\n b = \"c\n d = e\n 1f = g\n h_i = j\n k = \\q\n l = m\n",
     "a.d=e\na.l=m\n"},
    {"\xc3\xa4 x\n[a]\n\xc3\xa4\n=\n]\n\\\n\"\nb\r=1\n\r\n\r", ""},
    {"[a\n b = c\n[d] e = f\\", "a.b=c\nd.e=f\n"},
};

}  // namespace

TEST_CASE("git: a configuration file has git's own grammar") {
  for (const ConfigCase& c : kGitConfigs) {
    INFO(std::string(c.text));
    TempTree tree;
    CHECK(ListOf(tree.Write("config", c.text)) == std::string(c.list));
  }
}

TEST_CASE("git: a file is included where its condition is true") {
  TempTree tree;
  tree.Write("repos/one/.git/HEAD", "ref: refs/heads/topic/x\n");
  tree.Write("repos/one/.git/config",
             "[extensions]\n worktreeConfig = true\n"
             "[remote \"origin\"]\n url = https://example.org/a/b\n");
  tree.Write("repos/one/.git/config.worktree", "[alias]\n of-worktree = x\n");
  struct {
    std::string condition;
    bool is_true;
  } cases[] = {{"gitdir:" + tree.Path("repos") + "/", true},
               {"gitdir:" + tree.Path("other") + "/", false},
               {"gitdir:one/", true},
               {"gitdir:one", false},
               {"gitdir:**/one/.git", true},
               {"gitdir:ONE/", false},
               {"gitdir/i:ONE/", true},
               {"gitdir:./repos/", true},
               {"gitdir:./one/", false},
               {"onbranch:topic/", true},
               {"onbranch:topic/*", true},
               {"onbranch:*", false},
               {"onbranch:main", false},
               {"hasconfig:remote.*.url:https://example.org/**", true},
               {"hasconfig:remote.*.url:https://example.com/**", false},
               {"unknown:x", false}};
  std::string text;
  std::vector<std::string> expected;
  int number = 0;
  for (const auto& c : cases) {
    const std::string name = "n" + std::to_string(++number);
    tree.Write(name, "[alias]\n " + name + " = x\n");
    text += "[includeIf \"" + c.condition + "\"]\n path = " + name + "\n";
    if (c.is_true) expected.push_back(name);
  }
  tree.Write(".gitconfig", text);
  expected.emplace_back("of-worktree");
  setenv("XDG_CONFIG_HOME", tree.Path("none").c_str(), 1);
  auto names = NamesOf(GitAliases(
      {tree.Path("repos/one"), tree.Path(), "", {"git"}}, Unbounded()));
  unsetenv("XDG_CONFIG_HOME");
  std::erase_if(names, [&](const std::string& name) {  // of /etc/gitconfig
    return name[0] != 'n' && name != "of-worktree";
  });
  CHECK(names == expected);
}

TEST_CASE("git: a remote of the user's own file is a remote") {
  TempTree tree;
  tree.Write(".git/HEAD", "ref: refs/heads/main\n");
  tree.Write("home/.gitconfig", "[remote \"fork\"]\n url = https://u:p@h/x\n");
  const Values remotes =
      GitRemotes({tree.Path(), tree.Path("home"), "", {"git"}}, Unbounded());
  const auto fork = std::find_if(remotes.begin(), remotes.end(),
                                 [](auto& v) { return v.value == "fork"; });
  REQUIRE(fork != remotes.end());
  CHECK(fork->description == "https://h/x");
}

}  // namespace synapse
