#include "source/filesystem.h"

#include <fcntl.h>
#include <pwd.h>
#include <unistd.h>

#include "tests/source/source_testing.h"

namespace synapse {
namespace {

using testing::Bench;
using testing::ScopedEnv;
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("filesystem: names of the directory that the partial is in") {
  Bench b;
  b.tree.Write("src/main.cc", "");
  b.tree.Write("src/map.cc", "");
  b.tree.Write("src/sub/x", "");
  b.tree.Write("setup", "");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "cat s") == Texts{"cat setup", "cat src/"});
  CHECK(b.Texts(fs, "cat src/ma") ==
        Texts{"cat src/main.cc", "cat src/map.cc"});
  CHECK(b.Texts(fs, "cat src/") ==
        Texts{"cat src/main.cc", "cat src/map.cc", "cat src/sub/"});
  CHECK(b.Texts(fs, "cat ./se") == Texts{"cat ./setup"});
  CHECK(b.Texts(fs, "cat src/../se") == Texts{"cat src/../setup"});
  CHECK(b.Texts(fs, "cat " + b.tree.Path("se")) ==
        Texts{"cat " + b.tree.Path("setup")});
  CHECK(b.Texts(fs, "cat nope/x").empty());
  CHECK(b.Texts(fs, "cat zzz").empty());
}

TEST_CASE("filesystem: directories only where a directory is wanted") {
  Bench b;
  b.tree.MakeDir("src");
  b.tree.MakeDir("static");
  b.tree.Write("setup", "");
  REQUIRE(symlink("src", b.tree.Path("slink").c_str()) == 0);
  FilesystemSource fs;
  CHECK(b.Texts(fs, "cd s") == Texts{"cd slink/", "cd src/", "cd static/"});
  CHECK(b.Texts(fs, "mkdir st") == Texts{"mkdir static/"});
  // No name is offered where a new one begins.
  CHECK(b.Texts(fs, "mkdir ").empty());
  CHECK(b.Texts(fs, "mkdir src/").empty());
}

TEST_CASE("filesystem: files first for what takes no directory") {
  Bench b;
  b.tree.MakeDir("src");
  b.tree.Write("setup", "");
  FilesystemSource fs;
  auto rather_files = [&](const std::string& line) {
    double file = 0, directory = 0;
    for (const Candidate& c : b.Ask(fs, line)) {
      (c.text.ends_with('/') ? directory : file) = c.evidence[0].score;
    }
    REQUIRE(directory > 0);
    return file > directory + 0.2;
  };
  for (const char* line : {"cat s", "rm s", "rm -f s", "head s"}) {
    INFO(line);
    CHECK(rather_files(line));
  }
  for (const char* line : {"rm -rf s", "rm --recursive s", "ls s", "cp s"}) {
    INFO(line);
    CHECK_FALSE(rather_files(line));
  }
}

TEST_CASE("filesystem: hidden files once the dot is typed") {
  Bench b;
  b.tree.Write(".git/HEAD", "");
  b.tree.Write(".gitignore", "");
  b.tree.Write("get", "");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "cat ") == Texts{"cat get"});
  CHECK(b.Texts(fs, "cat .g") == Texts{"cat .git/", "cat .gitignore"});
  CHECK(b.Texts(fs, "cat .") == Texts{"cat .git/", "cat .gitignore"});
  // A word of the line is not offered again, unless the user began it.
  CHECK(b.Texts(fs, "cp get ").empty());
  CHECK(b.Texts(fs, "cp get g") == Texts{"cp get get"});
  CHECK(b.Texts(fs, "cat ./") == Texts{"cat ./get"});
  b.tree.Write("zsh/.zshrc", "");
  CHECK(b.Texts(fs, "cat zsh/") == Texts{"cat zsh/.zshrc"});
  // It has a file, which is no directory to go to.
  b.tree.Write("src/main.c", "");
  b.tree.MakeDir("src/.cache");
  CHECK(b.Texts(fs, "cd src/").empty());
}

// fish, zsh and bash list files for a command that they do not know.
TEST_CASE("filesystem: files for an unknown command, unless it is completed") {
  Bench b;
  b.tree.Write("talk.mp4", "");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "frobnicate t") == Texts{"frobnicate talk.mp4"});
  CHECK(b.Texts(fs, "frobnicate -v x t") == Texts{"frobnicate -v x talk.mp4"});
  b.shell.completes = [](std::string_view command) {
    return command == "frobnicate";
  };
  CHECK(b.Texts(fs, "frobnicate t").empty());
  CHECK(b.Texts(fs, "frobnicate ./t") == Texts{"frobnicate ./talk.mp4"});
  CHECK(b.Texts(fs, "other t") == Texts{"other talk.mp4"});
}

TEST_CASE("filesystem: home directories and variables") {
  Bench b;
  b.tree.Write("home/notes.txt", "");
  ScopedEnv home("HOME", b.home);
  b.variables["HOME"] = b.home;
  b.variables["MY"] = b.tree.Path("home");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "cat ~/no") == Texts{"cat ~/notes.txt"});
  CHECK(b.Texts(fs, "cat $HOME/no") == Texts{"cat $HOME/notes.txt"});
  CHECK(b.Texts(fs, "cat ${MY}/no") == Texts{"cat ${MY}/notes.txt"});
  CHECK(b.Texts(fs, "cat \"$HOME/no") == Texts{"cat \"$HOME/notes.txt\""});
  // The shell does not expand this, so the source does not either.
  CHECK(b.Texts(fs, "cat \"~/no").empty());
  CHECK(b.Texts(fs, "cat '~/no").empty());
  CHECK(b.Texts(fs, "cat '$HOME/no").empty());
  CHECK(b.Texts(fs, "cat $UNSET/no").empty());
  CHECK(b.Texts(fs, "cat $(pwd)/no").empty());
  CHECK(b.Texts(fs, "cat ~no-such-user/x").empty());
  // The home of root may be closed to this user.
  const std::string above = std::string(getpwnam("root")->pw_dir) + "/..";
  const bool is_open = access(above.c_str(), R_OK) == 0;
  CHECK(b.Texts(fs, "ls ~root/../").empty() != is_open);
}

TEST_CASE("filesystem: a file that has the name of the subcommand") {
  Bench b;
  b.tree.Write("test/app_test.exs", "");
  b.tree.Write("add", "");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "mix test ") == Texts{"mix test test/"});
  CHECK(b.Texts(fs, "cargo test -- ") ==
        Texts{"cargo test -- add", "cargo test -- test/"});
  CHECK(b.Texts(fs, "cp add ") == Texts{"cp add test/"});
}

TEST_CASE("filesystem: the accepted line runs, whatever the name") {
  struct {
    std::string name, typed, line;
  } const kCases[] = {
      {"my file", "cat m", "cat my\\ file"},
      {"my file", "cat my\\ f", "cat my\\ file"},
      {"my file", "cat \"my f", "cat \"my file\""},
      {"my file", "cat 'my f", "cat 'my file'"},
      {"it's", "cat i", "cat it\\'s"},
      {"a$b", "cat a", "cat a\\$b"},
      {"a$b", "cat \"a", "cat \"a\\$b\""},
      {"-rf", "cat ", "cat ./-rf"},
      {"new\nline", "cat n", "cat n$'ew\\nline'"},
      {"~x", "cat ", "cat \\~x"},
      {"ünï", "cat ü", "cat ünï"},
      {"=x", "cat ", "cat \\=x"},
      {"#x", "cat ", "cat \\#x"},
  };
  for (const auto& c : kCases) {
    INFO(c.typed << " with " << c.name);
    Bench b;
    b.tree.Write(c.name, "");
    FilesystemSource fs;
    CHECK(b.Texts(fs, c.typed) == Texts{c.line});
  }
  Bench b;
  b.tree.MakeDir("my dir");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "cd m") == Texts{"cd my\\ dir/"});
  CHECK(b.Texts(fs, "cd \"m") == Texts{"cd \"my dir/"});
}

TEST_CASE("filesystem: recent files and the command's own come first") {
  Bench b;
  for (const char* name : {"old.txt", "new.txt", "old.py", "future.txt"}) {
    b.tree.Write(name, "");
  }
  b.SetTime("old.txt", b.now_s - 30 * 86400);
  b.SetTime("old.py", b.now_s - 30 * 86400);
  b.SetTime("new.txt", b.now_s - 60);
  b.SetTime("future.txt", b.now_s + 1000000);
  FilesystemSource fs;
  CHECK(b.ScoreOf(fs, "cat ", "cat new.txt") >
        b.ScoreOf(fs, "cat ", "cat old.txt"));
  CHECK(b.ScoreOf(fs, "python ", "python old.py") >
        b.ScoreOf(fs, "python ", "python old.txt"));
  CHECK(b.ScoreOf(fs, "cat ", "cat old.py") ==
        doctest::Approx(b.ScoreOf(fs, "cat ", "cat old.txt")));
  // The score rises with the typed length.
  CHECK(b.ScoreOf(fs, "cat old.t", "cat old.txt") >
        b.ScoreOf(fs, "cat o", "cat old.txt"));
  for (const char* line : {"cat ", "python ", "cat f"}) {
    for (const Candidate& c : b.Ask(fs, line)) {
      CHECK(c.evidence[0].score >= 0);
      CHECK(c.evidence[0].score <= 1);
    }
  }
}

// `xz -d ` offered each file, and `tar -xJf ` the archives of gzip.
TEST_CASE("filesystem: an option says which files are read") {
  Bench b;
  for (const char* name : {"a.tar.gz", "b.tar.xz", "c.xz", "d.txt"}) {
    b.tree.Write(name, "");
  }
  FilesystemSource fs;
  CHECK(b.Texts(fs, "tar -xJf ") == Texts{"tar -xJf b.tar.xz"});
  CHECK(b.Texts(fs, "tar xzf ") == Texts{"tar xzf a.tar.gz"});
  CHECK(b.Texts(fs, "tar -xf ") ==
        Texts{"tar -xf a.tar.gz", "tar -xf b.tar.xz"});
  CHECK(b.Texts(fs, "xz -dk ") == Texts{"xz -dk b.tar.xz", "xz -dk c.xz"});
  CHECK(b.Texts(fs, "xz ").size() == 4);
  CHECK(b.Texts(fs, "xz -d d").size() == 1);
}

// `nm ` offered every file, and `ninja -C ` every directory: a name does not say
// what a file is.
TEST_CASE(
    "filesystem: what is of the wanted kind by its contents comes first") {
  Bench b;
  const std::string elf = std::string(
      "\x7f"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
      16);
  const std::string object = elf + std::string("\1\0", 2);
  const std::string program = elf + std::string("\2\0", 2);
  const std::string core = elf + std::string("\4\0", 2);
  for (const auto& [name, text] :
       {std::pair<const char*, std::string>{"a/notes", "text"},
        {"b/lib.a", "!<arch>\n"},
        {"b/part", object},
        {"b/tool", program},
        {"b/dump", core},
        {"b/cut",
         "\x7f"
         "ELF"},
        {"b/build.log", "text"},
        {"out/build.ninja", ""},
        {"out/CMakeCache.txt", ""},
        {"outer/debug/build.ninja", ""},
        {"spec/blog/post_test.exs", ""},
        {"spec/support/case.ex", ""},
        {"k/app.yaml", "kind: Pod\napiVersion: v1\n"},
        {"k/play.yaml", "# x\n- hosts: all\n"},
        {"k/other.yaml", "services:\n  apiVersion:\n"},
        {"k/apiVersion.txt", "apiVersion: v1\n"}}) {
    b.tree.Write(name, text);
    b.SetTime(name, b.now_s - 400 * 86400);
  }
  REQUIRE(chmod(b.tree.Path("b/tool").c_str(), 0755) == 0);
  REQUIRE(mkfifo(b.tree.Path("b/fifo").c_str(), 0600) == 0);
  for (const char* name :
       {"a", "b", "k", "out", "outer", "spec", "spec/blog", "spec/support"}) {
    b.SetTime(name, b.now_s - 400 * 86400);
  }
  FilesystemSource fs;
  struct Row {
    const char* line;
    std::vector<std::string> first;  // all of them before the others
    std::vector<std::string> out;    // is not offered
  };
  for (const Row& row : {
           Row{"mix test ", {"spec/"}, {}},
           Row{"mix test spec/", {"spec/blog/"}, {}},
           Row{"nm b/",
               {"b/lib.a", "b/part", "b/tool"},
               {"b/build.log", "b/cut"}},
           {"gdb b/", {"b/tool"}, {"b/build.log"}},
           {"gdb b/tool b/", {"b/dump"}, {"b/build.log"}},
           {"nm ", {"b/"}, {}},
           {"ninja -C ", {"out/"}, {"a/", "b/"}},
           {"ninja -C outer/", {"outer/debug/"}, {}},
           {"ninja -C a", {"a/"}, {}},
           {"cmake --build ", {"out/"}, {"outer/", "a/"}},
           {"kubectl apply -f k/", {"k/app.yaml"}, {"k/apiVersion.txt"}},
           {"kubectl apply -f ", {"k/"}, {}},
           {"ansible-playbook k/", {"k/play.yaml"}, {}},
           {"clang-format -i ", {}, {}},
       }) {
    CAPTURE(std::string(row.line));
    double least = 2, other = -1;
    std::vector<std::string> left = row.first;
    const size_t start = std::string_view(row.line).rfind(' ') + 1;
    for (const Candidate& c : b.Ask(fs, row.line)) {
      const std::string word = c.text.substr(start);
      CAPTURE(word);
      const double score = c.evidence[0].score;
      CHECK(std::count(row.out.begin(), row.out.end(), word) == 0);
      const auto at = std::find(left.begin(), left.end(), word);
      if (at == left.end()) {
        if (c.finding == Finding::kNone) other = std::max(other, score);
        continue;
      }
      least = std::min(least, score);
      left.erase(at);
    }
    CHECK(left.empty());
    CHECK(least > other);
  }
  // Outside of every kind nothing changes.
  CHECK(b.ScoreOf(fs, "cat b/", "cat b/part") ==
        b.ScoreOf(fs, "cat b/", "cat b/lib.a"));
  CHECK(FileContents::IsKind("/x"));
  CHECK_FALSE(FileContents::IsKind("/"));
  CHECK_FALSE(FileContents::IsKind("pages"));
}

// `crontab ` offered any file before -e, which most people mean.
TEST_CASE("filesystem: a table of crontab has a name of its own") {
  Bench b;
  b.tree.Write("notes", "");
  b.tree.Write("my.cron", "");
  b.tree.MakeDir("dist");
  for (const char* name : {"notes", "my.cron", "dist"}) {
    b.SetTime(name, b.now_s - 30 * 86400);
  }
  FilesystemSource fs;
  fs.CommandRan(Clock().NowMs() + 1000);
  CHECK(b.ScoreOf(fs, "crontab ", "crontab my.cron") > 0.6);
  // Another file stands where nothing else does.
  CHECK(b.Texts(fs, "crontab ") == Texts{"crontab my.cron"});
  const std::vector<Candidate> others = b.Ask(fs, "crontab n");
  REQUIRE(others.size() == 1);
  CHECK(others[0].text == "crontab notes");
  CHECK(others[0].finding == Finding::kOtherExtension);
}

TEST_CASE("filesystem: a file is there as soon as a command has made it") {
  Bench b;
  b.tree.Write("edited", "");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "cat ") == Texts{"cat edited"});
  b.tree.Write("made", "");
  fs.CommandRan(0);
  CHECK(b.Texts(fs, "cat ") == Texts{"cat edited", "cat made"});
}

TEST_CASE(
    "filesystem: files that the last command made or changed come first") {
  Bench b;
  b.tree.Write("edited", "");
  b.tree.MakeDir("extracted");
  auto changed_ms = [&](const char* name) {
    struct stat st;
    REQUIRE(stat(b.tree.Path(name).c_str(), &st) == 0);
    return int64_t{st.st_ctim.tv_sec} * 1000 + st.st_ctim.tv_nsec / 1'000'000;
  };
  auto touch = [&](const char* name, int64_t s) {
    const int64_t before = changed_ms("edited");
    do {
      b.SetTime(name, s);
    } while (changed_ms(name) < before + 100);
  };
  b.SetTime("edited", b.now_s - 60);
  // An archive sets an old time of modification.
  touch("extracted", b.now_s - 900 * 86400);
  FilesystemSource fs;
  auto first = [&] {
    return b.ScoreOf(fs, "ls ", "ls extracted/") >
           b.ScoreOf(fs, "ls ", "ls edited");
  };
  CHECK_FALSE(first());
  fs.CommandRan(changed_ms("extracted") - 50);
  CHECK(first());
  // Unknown, or later.
  fs.CommandRan(0);
  CHECK_FALSE(first());
  fs.CommandRan(changed_ms("extracted") + 50);
  CHECK_FALSE(first());
}

TEST_CASE("filesystem: what the last command created is marked") {
  Bench b;
  b.tree.Write("probe", "");
  if (!BirthMs(b.tree.Path("probe"))) {
    MESSAGE("the time of birth of a file is missing: skipped");
    return;
  }
  b.tree.MakeDir("old");
  const int64_t probe_ms = *BirthMs(b.tree.Path("probe"));
  FilesystemSource fs;
  const int64_t start_ms = probe_ms + 50;
  while (Clock().NowMs() < start_ms + 20) usleep(5000);
  b.tree.MakeDir("new");
  b.tree.Write("old/inside", "");  // which changes the directory
  b.tree.Write("text", "x");
  b.MakeExecutable("program");
  fs.CommandRan(start_ms);
  auto made = [&](const std::string& line) {
    Texts out;
    for (const Candidate& c : b.Ask(fs, line)) {
      if (c.is_made) out.push_back(c.text);
    }
    std::sort(out.begin(), out.end());
    return out;
  };
  CHECK(made("cd ") == Texts{"cd new/"});
  CHECK(made("cat ") == Texts{"cat text"});
  CHECK(made("vim ") == Texts{"vim text"});
  CHECK(made("cp old ") == Texts{"cp old new/"});  // text would be lost
  CHECK(made("ls > ").empty());
  CHECK(made("./p") == Texts{"./program"});
  fs.CommandRan(0);
  CHECK(made("cd ").empty());
}

TEST_CASE("filesystem: the target of a copy is rather a directory") {
  Bench b;
  b.tree.Write("a.c", "");
  b.tree.Write("b.c", "");
  b.tree.MakeDir("src");
  FilesystemSource fs;
  for (const std::string command : {"cp", "mv"}) {
    CAPTURE(command);
    CHECK(b.ScoreOf(fs, command + " a.c ", command + " a.c src/") >
          b.ScoreOf(fs, command + " a.c ", command + " a.c b.c") + 0.2);
    // The source of a copy is as often a file.
    CHECK(b.ScoreOf(fs, command + " ", command + " src/") ==
          doctest::Approx(b.ScoreOf(fs, command + " ", command + " b.c"))
              .epsilon(0.05));
  }
}

// `mv train.py e` and `ls > d` offered the one file that fits, unmarked. The
// line would have overwritten it.
TEST_CASE("filesystem: a file that would be overwritten is marked") {
  Bench b;
  b.tree.Write("train.py", "");
  b.tree.Write("eval.py", "");
  b.tree.MakeDir("even");
  FilesystemSource fs;
  auto is_marked = [&](const std::string& line) {
    size_t marked = 0, files = 0;
    for (const Candidate& c : b.Ask(fs, line)) {
      if (c.text.ends_with('/')) {
        CHECK(c.risk.level == RiskLevel::kNone);
        continue;
      }
      ++files;
      if (c.risk.level == RiskLevel::kCareful) ++marked;
    }
    REQUIRE(files > 0);
    REQUIRE((marked == 0 || marked == files));
    return marked > 0;
  };
  for (const char* line :
       {"mv train.py e", "cp train.py e", "cp -r train.py ", "mv -i train.py e",
        "ls > e", "ls >e", "ls 2> e", "ls >| e", "ls >& e", "ls >! e",
        "ls | tee e", "ls | tee train.py e", "sort -o e", "sort --output=e",
        "curl -o e", "tar czf e", "tar -cvf e", "tar --create --file=e"}) {
    INFO(line);
    CHECK(is_marked(line));
  }
  for (const char* line :
       {"mv e", "mv -t even train.py e", "cp train.py a.py e",
        "cp -n train.py e", "mv --no-clobber train.py e", "ls >> e", "cat < e",
        "cat train.py e", "ls > /dev/nul", "ls | tee -a e",
        "ls | tee --append e", "touch e", "sort e", "tar xzf e", "tar -tf e",
        "tar rf e", "tar uvf e"}) {
    INFO(line);
    CHECK_FALSE(is_marked(line));
  }
  CHECK(b.ScoreOf(fs, "ls > e", "ls > even/") >
        b.ScoreOf(fs, "ls > e", "ls > eval.py"));
}

TEST_CASE("filesystem: a file is no ghost where a new one is named") {
  Bench b;
  b.tree.Write("eval.py", "");
  b.tree.MakeDir("even");
  FilesystemSource fs;
  for (const Candidate& c : b.Ask(fs, "touch e")) {
    CHECK(c.asked_only == c.text.ends_with(".py"));
  }
  CHECK_FALSE(b.Ask(fs, "cat ev")[0].asked_only);
  // `rm -rf d` had the ghost of a file.
  for (const Candidate& c : b.Ask(fs, "rm -rf e")) {
    CHECK(c.asked_only == c.text.ends_with(".py"));
  }
  CHECK_FALSE(b.Ask(fs, "rm ev")[0].asked_only);
}

// `git worktree add ../s` had the ghost of the worktree that one was in.
TEST_CASE("filesystem: no path goes up and back to the current directory") {
  Bench b;
  b.tree.MakeDir("shop/src");
  b.tree.MakeDir("site");
  b.cwd = b.tree.Path("shop");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "cd ../s") == Texts{"cd ../site/"});
  CHECK(b.Texts(fs, "ls ../shop/") == Texts{"ls ../shop/src/"});
}

TEST_CASE("filesystem: executables where one is wanted") {
  Bench b;
  b.MakeExecutable("run.sh");
  b.tree.Write("readme", "");
  b.tree.MakeDir("rdir");
  FilesystemSource fs;
  CHECK(b.Texts(fs, "./r") == Texts{"./rdir/", "./run.sh"});
  CHECK(b.ScoreOf(fs, "./r", "./run.sh") > b.ScoreOf(fs, "./r", "./rdir/"));
}

TEST_CASE(
    "filesystem: a huge directory costs no more than the budget, and is "
    "read on at the next key") {
  Bench b;
  std::string dir = b.tree.MakeDir("many");
  int at = open(dir.c_str(), O_RDONLY | O_DIRECTORY);
  for (int i = 0; i < 20000; ++i) {
    std::string name = "file" + std::to_string(i);
    int fd = openat(at, name.c_str(), O_WRONLY | O_CREAT, 0600);
    REQUIRE(fd >= 0);
    close(fd);
  }
  close(at);
  DirectoryCache cache;
  Budget none(0);
  const Listing* listing = cache.Get(dir, none);
  REQUIRE(listing);
  CHECK_FALSE(listing->complete());
  size_t before = listing->size();
  Budget small(300);
  int64_t start = Clock::MonotonicUs();
  listing = cache.Get(dir, small);
  CHECK(Clock::MonotonicUs() - start < 20000);  // one read beyond the budget
  CHECK(listing->size() > before);
  for (int i = 0; i < 10000 && !listing->complete(); ++i) {
    Budget key(300);
    size_t had = listing->size();
    listing = cache.Get(dir, key);
    REQUIRE(listing->size() >= had);
  }
  CHECK(listing->complete());
  CHECK(listing->size() == 20000);
  FilesystemSource fs;
  CHECK(b.Ask(fs, "cat many/").size() == kMaxCandidates);
  CHECK(b.Texts(fs, "cat many/file1999").size() == 11);
}

TEST_CASE("filesystem: an unfinished listing's descriptor is out of the way") {
  Bench b;
  Listing listing;
  REQUIRE(listing.Open(b.tree.Path()));
  int low = open("/dev/null", O_RDONLY);
  CHECK(low < 64);
  close(low);
  CHECK_FALSE(Listing().Open(b.tree.Path("none")));
  Budget budget = Budget::Unlimited();
  listing.ReadOn(budget);
  CHECK(listing.complete());
}

TEST_CASE("filesystem: a descriptor that the user took is left to the user") {
  Bench b;
  b.tree.Write("many/one", "");
  const std::string dir = b.tree.Path("many");
  auto descriptor = [&] {
    for (int fd = 64; fd < 1000; ++fd) {
      if (FileId::Of(fd) == FileId::Of(dir)) return fd;
    }
    return -1;
  };
  Budget budget = Budget::Unlimited();
  for (const bool is_read_on : {true, false}) {
    int taken = -1;
    {
      Listing listing;
      REQUIRE(listing.Open(dir));
      taken = descriptor();
      REQUIRE(taken >= 64);
      // `exec 64>&- 64</dev/null`
      const int other = open("/dev/null", O_RDONLY);
      REQUIRE(dup2(other, taken) == taken);
      close(other);
      if (is_read_on) {
        listing.ReadOn(budget);
        REQUIRE(listing.size() == 1);
        CHECK(listing.at(0).name == "one");
        CHECK(listing.complete());
      }
    }
    CHECK(FileId::Of(taken) == FileId::Of(std::string("/dev/null")));
    close(taken);
  }
}

}  // namespace synapse
