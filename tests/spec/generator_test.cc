#include "spec/generator.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "spec/natives.h"
#include "tests/spec/pack_testing.h"
#include "tests/spec/spec_testing.h"
#include "tests/testing.h"

namespace synapse {
namespace {

using testing::NamesOf;
using testing::TempTree;
using Names = std::vector<std::string>;

constexpr const char* kSha = "1111111111111111111111111111111111111111";

std::vector<GeneratedValue> Run(const std::string& name,
                                const GeneratorInput& input) {
  NativeReader read = FindNative(name);
  REQUIRE((read != nullptr));
  return read(input, testing::Unbounded());
}

Names Sorted(const std::vector<GeneratedValue>& values) {
  Names out = NamesOf(values);
  std::sort(out.begin(), out.end());
  return out;
}

std::string DescriptionOf(const std::vector<GeneratedValue>& values,
                          const std::string& value) {
  for (const auto& v : values) {
    if (v.value == value) return v.description;
  }
  return "(absent)";
}

// Writes a repository by hand: loose refs, packed refs, a stash.
void WriteRepository(const TempTree& tree, const std::string& at) {
  std::string sha = kSha;
  tree.Write(at + "/HEAD", "ref: refs/heads/main\n");
  tree.Write(at + "/refs/heads/main", sha);
  tree.Write(at + "/refs/heads/feature/auth", sha);
  tree.Write(at + "/refs/heads/broken.lock", sha);
  tree.Write(at + "/refs/remotes/origin/HEAD", "ref: refs/remotes/origin/main");
  tree.Write(at + "/packed-refs",
             "# pack-refs with: peeled\n" + sha + " refs/heads/old\n" + sha +
                 " refs/heads/main\n" + sha + " refs/remotes/origin/main\n" +
                 sha + " refs/tags/v1\n^" + sha + "\n");
  tree.Write(at + "/config",
             "[core]\n\tbare = false\n[remote \"origin\"]\n"
             "\turl = https://me:secret@host.example/x.git\n"
             "[alias]\n\tst = status # short\n");
  tree.Write(at + "/logs/refs/stash",
             sha + " " + sha + " A B <a@b> 1700000000 +0000\tfirst\n" + sha +
                 " " + sha + " A B <a@b> 1700000500 +0000\tsecond\n");
}

std::string Big32(uint32_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) {
    out += static_cast<char>(value >> shift & 0xff);
  }
  return out;
}

// An index entry by gitformat-index(5); `tail` is the path and the padding.
std::string IndexRecord(const struct stat& st, uint32_t path_length,
                        const std::string& tail) {
  return Big32(0) + Big32(0) + Big32(static_cast<uint32_t>(st.st_mtim.tv_sec)) +
         Big32(static_cast<uint32_t>(st.st_mtim.tv_nsec)) + Big32(0) +
         Big32(0) + Big32(0100644) + Big32(0) + Big32(0) +
         Big32(static_cast<uint32_t>(st.st_size)) + std::string(20, 'h') +
         Big32(path_length).substr(2) + tail;
}

std::string PaddedPath(const std::string& path) {
  size_t length = 62 + path.size();
  return path + std::string(8 - length % 8, '\0');
}

}  // namespace

TEST_CASE("generator: names are sorted and each is found") {
  auto names = NativeNames();
  CHECK(std::is_sorted(names.begin(), names.end()));
  for (const auto& name : names) CHECK((FindNative(name) != nullptr));
  CHECK((FindNative("git.nothing") == nullptr));
  CHECK((FindNative("") == nullptr));
}

TEST_CASE(
    "git: branches are loose and packed refs, the current one is reported") {
  TempTree tree;
  WriteRepository(tree, "repo/.git");
  GeneratorInput input{
      tree.MakeDir("repo/src/deep"), tree.Path("home"), "", {}};
  auto branches = Run("git.branches", input);
  CHECK(Sorted(branches) == Names{"feature/auth", "main", "old"});
  CHECK(DescriptionOf(branches, "main") == "current branch");
  CHECK(DescriptionOf(branches, "old") == "branch");
  CHECK(branches.back().value == "old");  // its time of change is unknown
  CHECK(NamesOf(Run("git.remote_branches", input)) == Names{"origin/main"});
  CHECK(NamesOf(Run("git.upstreams", input)) == Names{"origin/main"});
  CHECK(Run("git.remote_only_branches", input).empty());  // main is here
  tree.Write("repo/.git/refs/remotes/origin/a", kSha);
  CHECK(NamesOf(Run("git.remote_only_branches", input)) == Names{"a"});
  CHECK(NamesOf(Run("git.upstreams", input)) ==
        Names{"origin/main", "origin/a"});
  // `git push origin --delete` takes the remote's branches, main last.
  CHECK(NamesOf(Run("git.pushed", input)) == NamesOf(branches));
  input.words = {"git", "push", "origin", "--delete"};
  CHECK(NamesOf(Run("git.pushed", input)) == Names{"a", "main"});
  tree.Write("repo/.git/refs/remotes/origin/HEAD",
             "ref: refs/remotes/origin/a\n");
  CHECK(NamesOf(Run("git.pushed", input)) == Names{"main", "a"});
  input.words = {"git", "push", "-d", "../../x"};
  CHECK(Run("git.pushed", input).empty());
  input.words = {"git", "push", "-d", "unfetched"};
  CHECK(NamesOf(Run("git.pushed", input)) ==
        NamesOf(Run("git.other_branches", input)));
  input.words = {};
  CHECK(NamesOf(Run("git.tags", input)) == Names{"v1"});
  auto stashes = Run("git.stashes", input);
  CHECK(NamesOf(stashes) == Names{"stash@{0}", "stash@{1}"});
  CHECK(stashes[0].description == "second");
  CHECK(stashes[0].time_s == 1700000500);
}

TEST_CASE("git: a remote's URL never shows its password") {
  TempTree tree;
  WriteRepository(tree, "repo/.git");
  GeneratorInput input{tree.Path("repo"), tree.Path("home"), "", {}};
  auto remotes = Run("git.remotes", input);
  CHECK(NamesOf(remotes) == Names{"origin"});
  CHECK(remotes[0].description == "https://host.example/x.git");
}

TEST_CASE("git: a worktree shares refs and has a HEAD of its own") {
  TempTree tree;
  WriteRepository(tree, "repo/.git");
  tree.Write("wt/.git", "gitdir: ../repo/.git/worktrees/wt\n");
  tree.Write("repo/.git/worktrees/wt/HEAD", "ref: refs/heads/feature/auth\n");
  tree.Write("repo/.git/worktrees/wt/commondir", "../..\n");
  tree.Write("repo/.git/worktrees/wt/gitdir", tree.Path("wt/.git") + "\n");
  GeneratorInput input{tree.Path("wt"), tree.Path("home"), "", {}};
  auto branches = Run("git.branches", input);
  CHECK(Sorted(branches) == Names{"feature/auth", "main", "old"});
  CHECK(DescriptionOf(branches, "feature/auth") == "current branch");
  input.cwd = tree.Path("repo");
  auto worktrees = Run("git.worktrees", input);
  CHECK(Sorted(worktrees) == Names{tree.Path("wt")});
  CHECK(DescriptionOf(worktrees, tree.Path("wt")) == "feature/auth");
}

TEST_CASE("git: aliases come from the user's files, with includes") {
  TempTree tree;
  WriteRepository(tree, "repo/.git");
  tree.Write("home/.gitconfig",
             "[include]\n\tpath = more\n[Alias]\n\tci = \"commit -v\"\n");
  tree.Write("home/more", "[alias \"lg\"]\n\tcommand = log --graph\n");
  GeneratorInput input{tree.Path("repo"), tree.Path("home"), "", {}};
  auto aliases = Run("git.aliases", input);
  CHECK(DescriptionOf(aliases, "ci") == "commit -v");
  CHECK(DescriptionOf(aliases, "lg") == "log --graph");
  CHECK(DescriptionOf(aliases, "st") == "status");
  CHECK(DescriptionOf(Run("git.config_keys", input), "remote.origin.url") ==
        "set here");
}

TEST_CASE("git: modified files are those that the index remembers otherwise") {
  TempTree tree;
  WriteRepository(tree, "repo/.git");
  tree.Write("repo/same.txt", "same");
  tree.Write("repo/src/changed.txt", "longer than before");
  struct stat same = *StatFile(tree.Path("repo/same.txt"));
  struct stat other = *StatFile(tree.Path("repo/src/changed.txt"));
  other.st_size = 3;
  // Version 2: whole paths, padded.
  tree.Write("repo/.git/index",
             "DIRC" + Big32(2) + Big32(3) +
                 IndexRecord(same, 8, PaddedPath("gone.txt")) +
                 IndexRecord(same, 8, PaddedPath("same.txt")) +
                 IndexRecord(other, 15, PaddedPath("src/changed.txt")));
  GeneratorInput input{tree.Path("repo"), tree.Path("home"), "", {}};
  auto modified = Run("git.modified_files", input);
  CHECK(NamesOf(modified) == Names{"gone.txt", "src/changed.txt"});
  CHECK(modified[0].description == "deleted");
  CHECK(modified[1].description == "modified");
  input.cwd = tree.Path("repo/src");
  CHECK(NamesOf(Run("git.modified_files", input)) ==
        Names{"../gone.txt", "changed.txt"});
  CHECK(NamesOf(Run("git.tracked_files", input)) == Names{"changed.txt"});

  // Version 4: "src/changed.txt", then remove 11 bytes and add "next.txt".
  std::string nul(1, '\0');
  tree.Write("repo/.git/index",
             "DIRC" + Big32(4) + Big32(2) +
                 IndexRecord(same, 15, nul + "src/changed.txt" + nul) +
                 IndexRecord(same, 12, "\x0bnext.txt" + nul));
  CHECK(NamesOf(Run("git.tracked_files", input)) ==
        Names{"changed.txt", "next.txt"});
}

TEST_CASE("git: a damaged index gives what stands before the damage") {
  TempTree tree;
  WriteRepository(tree, "repo/.git");
  struct stat st {};
  std::string good =
      "DIRC" + Big32(2) + Big32(1000) + IndexRecord(st, 1, PaddedPath("a"));
  GeneratorInput input{tree.Path("repo"), tree.Path("home"), "", {}};
  for (size_t length = 0; length <= good.size(); ++length) {
    tree.Write("repo/.git/index", good.substr(0, length));
    CHECK(Run("git.tracked_files", input).size() <= 1);
  }
  tree.Write("repo/.git/index", good + std::string(200, '\xff'));
  CHECK(Run("git.tracked_files", input).size() <= 2);
}

TEST_CASE("ssh: hosts of the configuration, its includes and known_hosts") {
  TempTree tree;
  tree.Write("home/.ssh/config",
             "Include conf.d/*.conf\nHost web web-* !no\n  HostName 10.0.0.1\n"
             "Host=db\nMatch host x\n  HostName nobody\n"
             "Include ~/.ssh/config\n");
  tree.Write("home/.ssh/conf.d/a.conf", "host lab\n\thostname lab.example\n");
  tree.Write("home/.ssh/known_hosts",
             "|1|abc=|def= ssh-rsa AAA\ngit.example,10.0.0.2 ssh-rsa AAA\n"
             "[port.example]:2222 ssh-rsa AAA\n@revoked * ssh-rsa A\n");
  GeneratorInput input{"/", tree.Path("home"), "", {}};
  tree.Write("home/.ssh/id_work", "");
  tree.Write("home/.ssh/id_work.pub", "");
  tree.Write("home/.ssh/other.pub", "");
  CHECK(NamesOf(Run("ssh.keys", input)) == Names{"~/.ssh/id_work"});
  CHECK(NamesOf(Run("ssh.public_keys", input)) == Names{"~/.ssh/id_work.pub"});
  auto hosts = Run("ssh.hosts", input);
  CHECK(DescriptionOf(hosts, "web") == "10.0.0.1");
  CHECK(DescriptionOf(hosts, "lab") == "lab.example");
  CHECK(DescriptionOf(hosts, "db") == "");
  CHECK(DescriptionOf(hosts, "git.example") == "known host");
  CHECK(DescriptionOf(hosts, "port.example") == "known host");
  CHECK(DescriptionOf(hosts, "web-*") == "(absent)");
}

TEST_CASE("kubectl: contexts and namespaces of a kubeconfig") {
  TempTree tree;
  tree.Write("home/.kube/config",
             "apiVersion: v1\nclusters:\n- cluster:\n    server: x\n  name: c\n"
             "contexts:\n- context:\n    cluster: c\n    namespace: shop\n"
             "  name: dev\n- context:\n    cluster: c\n  name: \"prod\"\n"
             "users:\n- name: u\n");
  const char* old = getenv("KUBECONFIG");
  std::string kept = old ? old : "";
  unsetenv("KUBECONFIG");
  GeneratorInput input{"/", tree.Path("home"), "", {}};
  CHECK(NamesOf(Run("kubectl.contexts", input)) == Names{"dev", "prod"});
  CHECK(NamesOf(Run("kubectl.namespaces", input))[0] == "shop");
  tree.Write("home/.kube/config",
             "apiVersion: v1\ncurrent-context: live\ncontexts:\n"
             "- name: stage\n  context: {cluster: s, namespace: one}\n"
             "- name: live\n  context: {user: u, namespace: 'two' }\n");
  // Somebody who names a context wants another one.
  CHECK(NamesOf(Run("kubectl.contexts", input)) == Names{"stage", "live"});
  CHECK(NamesOf(Run("kubectl.namespaces", input))[0] == "two");
  if (old) setenv("KUBECONFIG", kept.c_str(), 1);
}

TEST_CASE("kubectl: directories with a kustomization file") {
  TempTree tree;
  for (const char* file :
       {"k8s/overlays/stage/kustomization.yaml", "k8s/base/Kustomization",
        "k8s/overlays/live/kustomization.yml", ".git/kustomization.yaml",
        "node_modules/x/kustomization.yaml", "src/kustomization.txt"}) {
    tree.Write(file, "");
  }
  GeneratorInput input{tree.Path(""), "/", "", {}};
  CHECK(NamesOf(Run("kubectl.kustomizations", input)) ==
        Names{"k8s/base/", "k8s/overlays/live/", "k8s/overlays/stage/"});
  input.cwd = tree.Path("k8s/base");
  CHECK(NamesOf(Run("kubectl.kustomizations", input)) == Names{"./"});
}

TEST_CASE("conda: environments by name, by path, and the installation") {
  TempTree tree;
  for (const char* made : {"home/miniconda3", "home/miniconda3/envs/ml",
                           "home/miniconda3/envs/web", "home/src/own"}) {
    tree.MakeDir(std::string(made) + "/conda-meta");
  }
  tree.MakeDir("home/miniconda3/condabin");
  tree.MakeDir("home/miniconda3/envs/.half");
  const std::string own = tree.Path("home/src/own");
  tree.Write("home/.conda/environments.txt",
             tree.Path("home/miniconda3") + "\n" +
                 tree.Path("home/miniconda3/envs/web") + "/\n" + own + "\r\n" +
                 tree.Path("home/gone") + "\nrelative\n\n-x\n");
  GeneratorInput input{"/", tree.Path("home"), "", {}};
  const auto found = Run("conda.environments", input);
  CHECK(NamesOf(found) == Names{"base", "web", own, "ml"});
  CHECK(DescriptionOf(found, "ml") == tree.Path("home/miniconda3/envs"));
  input.home = tree.Path("none");
  CHECK(Run("conda.environments", input).empty());
}

TEST_CASE("nvm: installed versions, the newest first") {
  TempTree tree;
  for (const char* name : {"v9.11.2", "v18.20.1", "v20.3.0", "v20.11.1",
                           ".cache", "vx", "v99999999999.1.1"}) {
    tree.MakeDir(std::string("home/.nvm/versions/node/") + name);
  }
  testing::ScopedEnv none("NVM_DIR", "");
  GeneratorInput input{"/", tree.Path("home"), "", {}};
  CHECK(NamesOf(Run("nvm.versions", input)) ==
        Names{"v20.11.1", "v20.3.0", "v18.20.1", "v9.11.2"});
  testing::ScopedEnv other("NVM_DIR", tree.Path("home/elsewhere"));
  CHECK(Run("nvm.versions", input).empty());
}

TEST_CASE("compose: -f and parent directories") {
  TempTree tree;
  tree.Write("p/compose.yaml", "services:\n  web:\n    image: x\n");
  tree.Write("p/other.yml", "services:\n  db:\n    image: y\n");
  GeneratorInput input{
      tree.MakeDir("p/deep/er"), "", "", {"docker", "compose"}};
  CHECK(NamesOf(Run("compose.services", input)) == Names{"web"});
  input.words = {"docker", "compose", "-f", "../../other.yml", "up"};
  CHECK(NamesOf(Run("compose.services", input)) == Names{"db"});
}

TEST_CASE("make: -f") {
  TempTree tree;
  tree.Write("sub/Makefile", "in-sub:\n");
  tree.Write("sub/other.mk", "in-other:\n");
  GeneratorInput input{tree.Path("sub"), "", "", {"make"}};
  CHECK(NamesOf(Run("make.targets", input)) == Names{"in-sub"});
  input.words = {"make", "--file=other.mk"};
  CHECK(NamesOf(Run("make.targets", input)) == Names{"in-other"});
  input.words = {"make", "-fother.mk"};
  CHECK(NamesOf(Run("make.targets", input)) == Names{"in-other"});
  const GeneratorInput above{tree.Path(), "", "", {"make"}};
  CHECK(Run("make.targets", above).empty());
}

TEST_CASE("cargo: packages are the workspace's, also from a member") {
  TempTree tree;
  tree.Write("Cargo.toml", "[workspace]\nmembers = [\"a\", \"b\"]\n");
  tree.Write("a/Cargo.toml", "[package]\nname = \"a\"\n");
  tree.Write("b/Cargo.toml", "[package]\nname = \"b\"\n");
  GeneratorInput input{tree.MakeDir("a/src"), "", "", {}};
  CHECK(Sorted(Run("cargo.packages", input)) == Names{"a", "b"});
}

TEST_CASE("system: mount points, without those of the kernel") {
  const auto mounts = MountsIn(
      "/dev/sda1 / ext4 rw 0 0\n"
      "proc /proc proc rw 0 0\n"
      "tmpfs /run/user/1000 tmpfs rw 0 0\n"
      "/dev/sda2 /home ext4 rw 0 0\n"
      "/dev/sdb1 /run/media/me/My\\040Disk vfat rw 0 0\n"
      "server:/x /mnt/nas nfs rw 0 0\n"
      "cut\n");
  CHECK(NamesOf(mounts) == Names{"/mnt/nas", "/run/media/me/My Disk", "/home"});
  CHECK(DescriptionOf(mounts, "/home") == "ext4 on /dev/sda2");
}

TEST_CASE("system: this machine has a root, a TERM and a PATH") {
  GeneratorInput input{"/", "", "", {}};
  CHECK(DescriptionOf(Run("system.users", input), "root") != "(absent)");
  CHECK(DescriptionOf(Run("system.groups", input), "root") != "(absent)");
  auto signals = Run("system.signals", input);
  CHECK(signals[0].value == "TERM");
  CHECK(signals.size() == 31);
  CHECK(DescriptionOf(signals, "USR1") == "First signal that programs define");
  CHECK(DescriptionOf(signals, "WINCH") == "Size of the terminal changed");
  setenv("SYNAPSE_TEST_SECRET", "hidden", 1);
  setenv("HOME", "/home", 0);  // if there is none
  auto variables = Run("system.variables", input);
  CHECK(DescriptionOf(variables, "SYNAPSE_TEST_SECRET") == "");
  // The best known ones first.
  CHECK(variables[0].value == "HOME");
  CHECK(DescriptionOf(variables, "HOME") == "Your home directory");
  unsetenv("SYNAPSE_TEST_SECRET");
  std::string self = std::to_string(getpid());
  CHECK(DescriptionOf(Run("system.processes", input), self) != "(absent)");
  // A container has no processes of the kernel.
  const auto second = ReadFile("/proc/2/comm");
  if (second.ok() && *second == "kthreadd\n") {
    CHECK(DescriptionOf(Run("system.processes", input), "2") == "(absent)");
  }
}

TEST_CASE("apt: a large list is searched by halves, a linear scan agrees") {
  TempTree tree;
  std::string text;
  Names all;
  for (int i = 0; i < 26 * 26 * 26; ++i) {
    std::string name = {static_cast<char>('a' + i / 676),
                        static_cast<char>('a' + i / 26 % 26),
                        static_cast<char>('a' + i % 26)};
    all.push_back(name);
    text += "Package: " + name +
            "\nVersion: 1\nFilename: " + std::string(150, 'x') +
            "\nDescription: about " + name + "\n\n";
  }
  std::string path = tree.Write("x_Packages", text);
  REQUIRE(text.size() > 3u << 20);
  for (std::string prefix :
       {"aa", "ab", "mm", "zz", "a", "zzz", "aaa", "nope"}) {
    CAPTURE(prefix);
    Names wanted;
    for (const auto& name : all) {
      if (name.starts_with(prefix)) wanted.push_back(name);
    }
    auto found = PackagesIn(path, prefix, testing::Unbounded());
    CHECK(NamesOf(found) == wanted);
    if (!found.empty()) {
      CHECK(found[0].description == "about " + found[0].value);
    }
  }
  std::string small = tree.Write("y_Packages", "Package: zeta\n\nPackage: a\n");
  CHECK(NamesOf(PackagesIn(small, "a", testing::Unbounded())) == Names{"a"});
  CHECK(PackagesIn(tree.Path("none"), "a", testing::Unbounded()).empty());
}

TEST_CASE("cache: values are kept, per directory, and a spec may rename them") {
  TempTree tree;
  WriteRepository(tree, "repo/.git");
  SpecDraft draft;
  draft.root.names = {"x"};
  draft.generators.resize(2);
  draft.generators[0].name = "mine";
  draft.generators[0].native = "git.tags";
  draft.generators[1].name = "run";
  draft.generators[1].command = {"touch", tree.Path("executed")};
  const auto packed = testing::Packed(draft);
  const Spec& spec = *packed;
  GeneratorCache cache;
  Budget budget = Budget::Unlimited();
  GeneratorInput input{tree.Path("repo"), tree.Path("home"), "", {}};
  CHECK(cache.Get(spec, "mine", input, budget).values.size() == 1);
  tree.Write("repo/.git/refs/tags/v2", kSha);
  CHECK(cache.Get(spec, "git.tags", input, budget).values.size() == 1);
  cache.CommandRan();
  CHECK(cache.Get(spec, "git.tags", input, budget).values.size() == 2);
  tree.Write("repo/.git/refs/tags/v3", kSha);
  cache.Clear();
  CHECK(cache.Get(spec, "git.tags", input, budget).values.size() == 3);
  GeneratorInput other{tree.MakeDir("none"), tree.Path("home"), "", {}};
  CHECK(cache.Get(spec, "git.tags", other, budget).values.empty());
  CHECK(cache.Get(spec, "unknown", input, budget).values.empty());
  // The spec declares the command; nothing runs it here.
  CHECK(cache.Get(spec, "run", input, budget).values.empty());
  CHECK_FALSE(StatFile(tree.Path("executed")));
}

TEST_CASE("cache: what was cut short by the budget is not kept") {
  TempTree tree;
  WriteRepository(tree, "repo/.git");
  GeneratorInput input{tree.Path("repo"), tree.Path("home"), "", {}};
  // A machine that stalls for five milliseconds looks like a slow repository,
  // but not every time.
  size_t values = 0;
  for (int i = 0; i < 20 && values == 0; ++i) {
    GeneratorCache cache;
    Budget spent(-1);
    spent.SpentNow();
    CHECK(cache.Get({}, "git.branches", input, spent).values.empty());
    Budget budget = Budget::Unlimited();
    values = cache.Get({}, "git.branches", input, budget).values.size();
  }
  CHECK(values == 3);
}

// `go tool` next to a go.mod downloads the tools it names, and a variable may
// name a program to load.
TEST_CASE("cache: a command runs out of the project's reach") {
  TempTree tree;
  std::string program = tree.Write("bin/lister",
                                   "#!/bin/sh\npwd\nenv | sed -n "
                                   "'s/^\\(EVIL\\|HOME\\|DISPLAY\\)=.*/&/p'\n");
  REQUIRE(chmod(program.c_str(), 0755) == 0);
  tree.MakeDir("repo");
  setenv("EVIL", "./load", 1);
  auto given = [&](std::vector<std::string> depends) {
    SpecDraft draft;
    draft.root.names = {"x"};
    draft.generators.resize(1);
    draft.generators[0].name = "names";
    draft.generators[0].command = {"lister"};
    draft.generators[0].depends = std::move(depends);
    const auto packed = testing::Packed(draft);
    const Spec& spec = *packed;
    CommandRunner runner;
    GeneratorCache cache(&runner);
    cache.RunCommands([&](std::string_view name) -> std::optional<std::string> {
      if (name == "PATH") return tree.Path("bin") + ":/usr/bin:/bin";
      if (name == "HOME") return "/home/of/x";
      if (name == "DISPLAY") return ":7";
      return std::nullopt;
    });
    GeneratorInput input{tree.Path("repo"), tree.Path(), "", {}};
    Budget budget = Budget::Unlimited();
    (void)cache.Get(spec, "names", input, budget);
    testing::AwaitAnswer(runner, cache);
    return NamesOf(cache.Get(spec, "names", input, budget).values);
  };
  // wmctrl lists windows only with the variable for the display.
  CHECK(given({}) == Names{"/", "HOME=/home/of/x", "DISPLAY=:7"});
  CHECK(given({"cwd"}) ==
        Names{tree.Path("repo"), "HOME=/home/of/x", "DISPLAY=:7"});
  unsetenv("EVIL");
}

// The machine's units stand between them.
TEST_CASE("generator: units of the user, of other types, templates") {
  TempTree tree;
  const std::string units = ".config/systemd/user/";
  for (const char* name : {"zz-sync.timer", "zz-b.service", "zz-a.service",
                           "zz-at@.service", "zz-sync.service", "zz-notes"}) {
    tree.Write(units + name, "");
  }
  symlink("zz-b.service", tree.Path(units + "zz-alias.service").c_str());
  tree.Write(units + "default.target.wants/zz-sync.service", "");
  const auto ours = [&](const char* subcommand, const char* partial = "") {
    Names out;
    for (const std::string& name :
         NamesOf(Run("systemd.units", {tree.Path(),
                                       tree.Path(),
                                       partial,
                                       {"systemctl", "--user", subcommand}}))) {
      if (name.starts_with("zz-")) out.push_back(name);
    }
    return out;
  };
  const Names units_here{"zz-sync.service", "zz-a.service", "zz-b.service",
                         "zz-alias.service", "zz-sync.timer"};
  Names with_template = units_here;
  with_template.push_back("zz-at@.service");
  CHECK(ours("cat") == with_template);
  CHECK(ours("enable") == with_template);
  CHECK(ours("start") == units_here);
  // People write `systemctl start zz-a`, and the ghost ended in .service.
  const Names short_names{"zz-sync", "zz-a", "zz-b", "zz-alias",
                          "zz-sync.timer"};
  CHECK(ours("start", "zz") == short_names);
  CHECK(ours("start", "zz-a.") == units_here);
  CHECK(ours("enable", "zz").back() == "zz-at@.service");
}

}  // namespace synapse
